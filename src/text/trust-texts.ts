/** What people read from `trust`. */

/** Why a policy is not approved although it is valid. */
export const pinRefusals = {
  folder: '.acuvo holds too many files, or a folder in it cannot be read',
  tooMany: (found: number, max: number) => `${found} files would be pinned; at most ${max} can be`,
  tooLarge: (maxBytes: number) => `the files to be pinned are larger than ${maxBytes} bytes together`,
  walkedTooMuch: 'the globs in "pins" look at too many files, or at a folder that cannot be read',
  notRegular: (path: string) => `${path} is not a regular file, so it cannot be pinned`,
  leavesRoot: (path: string) => `${path} is a link that leads out of the workspace, so it cannot be pinned`,
  cannotRead: (path: string, code: string) => `${path} cannot be read (${code})`,
  managed: (path: string, fault: string) => `${path} ${fault}`,
  managedName: (name: string) => `"${name}" is looked up by name; the machine's policy must name programs and files by absolute paths`,
  managedUnknown: (words: string) =>
    `"${words}" runs what its text does not name; the machine's policy must name programs and files by absolute paths`,
} as const

export const trustTexts = {
  notFolder: (dir: string) => `${dir} is not a folder`,
  none: (dir: string) => `no .acuvo/hooks.json stands in ${dir} or above it`,
  noFile: (file: string) => `${file} is not there`,
  isHomes: (dir: string) => `${dir} is your home folder or above it: a .acuvo there is not a workspace's`,
  oneOnly: (options: readonly string[]) => `only one of ${options.join(', ')} can be used at a time`,
  notHere: (option: string) => `${option} cannot be used here`,
  notAbsolute: (option: string) => `${option} needs an absolute path`,
  notRoot: "the machine's policy is approved by its owner: use sudo",
  needsYes: 'nothing was approved: there is no terminal to ask on; say --yes, --expect SHA256 or --same-as REF',
  question: 'Approve exactly this? [y/N] ',
  refusedByPerson: 'nothing was approved',
  errors: (file: string, count: number) => `${file}: ${count} ${count === 1 ? 'error' : 'errors'}; nothing was approved`,
  cannotPin: 'this cannot be approved:',
  approved: (place: string, contents: number) =>
    `approved: ${place}${contents > 1 ? ` (${contents} approved contents are kept; trust --only keeps this one alone)` : ''}`,
  notStored: (store: string, detail: string) => `nothing was approved: the store ${store} cannot be written (${detail})`,
  otherDigest: (expected: string, found: string) => `nothing was approved: the digest is ${found}, not ${expected}`,
  notSame: (ref: string, differences: readonly string[]) =>
    [`nothing was approved: the policy is not that of ${ref}:`, ...differences.map((difference) => `  ${difference}`)].join('\n'),
  noGit: (detail: string) => `nothing was approved: git cannot tell (${detail})`,
  revoked: (place: string) => `no longer approved: ${place}`,
  nothingRevoked: (place: string) => `nothing was approved for ${place}`,
  noRecord: 'is not there',
  changedGate: (label: string) => `new or changed gate: ${label}`,
  nothingListed: 'nothing is approved',
  first: 'never approved before',
  unchanged: 'approved, and unchanged since',
  changed: 'approved before, and changed since',
  unusable: (file: string, why: string) => `the approval cannot be used: ${file} ${why}`,
  setting: (key: string, value: string) => `sets ${key}: ${value}`,
  noHooks: 'no hooks',
  pinned: 'pinned files:',
  noPinned: 'no pinned files',
  fresh: (path: string, bytes: number) => `${path} (${bytes} bytes)`,
  same: (path: string) => `${path} (unchanged)`,
  linked: (path: string, link: string) => `${path} is a link to ${link}`,
  absent: (path: string) => `${path} is not there yet; when it is, it needs approval`,
  removed: (path: string) => `${path} is no longer part of it`,
  binary: (sha256: string) => `binary, SHA-256 ${sha256}`,
  mode: { warn: 'on trial: decides nothing', off: 'switched off' },
  mayAllow: 'may allow calls that the host would ask about',
  notPinned: (words: readonly string[]) => `not pinned: ${words.join('; ')}`,
  owned: (path: string) => `${path} (only its owner can change it)`,
} as const

/** States as `--status` and `check` name them. */
export const stateTexts = {
  unapproved: 'never approved',
  refused: 'its approval cannot be used',
  outdated: 'approved for another version',
  approved: 'approved',
  changed: 'changed since it was approved',
  broken: 'approved, and now broken',
  gone: 'gone; what was approved stays in force',
} as const
