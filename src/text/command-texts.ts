import type { Mismatch } from '../config/match.js'

/** What people read from the commands. */

/** Exit codes of every command but `run`, which exits as its host needs. */
export const EXIT = { fine: 0, denied: 1, usage: 2, undecided: 3 } as const

export const help = {
  program: 'One hook policy for several coding agents: reads a payload, runs .acuvo/hooks.json, answers in the form of the host.',
  exitCodes: 'Exit codes of all commands but run: 0 fine, 1 denied or findings, 2 wrong usage, 3 could not decide.',
  run: 'what an agent calls: reads a payload on stdin and answers it',
  replay: 'explain one recorded payload: what is recognised, which hooks run, what the host would receive',
  test: 'hold the policy against what .acuvo/tests/*.json expects of it; the hooks really run',
  testFiles: 'case files (default: all of .acuvo/tests)',
  reporter: 'how to print the results (default: pretty)',
  onlyHost: 'only the cases of this host',
  check: 'show every error and warning of the policy files that apply to a folder; runs nothing',
  checkFormat: 'github: one workflow command for each finding',
  strict: 'warnings count as errors',
  hosts: 'show what each host can carry, what limits it, and what it never calls hooks for',
  hostsHost: 'only this host',
  host: 'which host it comes from, where the payload itself does not tell',
  event: 'the event this line is registered for, by its native name',
  hostTimeout: "the host's own timeout for this line, in seconds",
  file: 'a recorded payload, or - for stdin (with --lines the default)',
  lines: 'payloads one a line, a JSON result a line; exit 1 if any is denied, 3 if any could not be read',
  dir: 'the folder to look from (default: this one)',
  trust: 'show everything that a policy would run, and approve exactly that',
  trustDir: 'a folder of the workspace (default: this one)',
  yes: 'approve without asking',
  expect: 'approve only if this is its digest',
  digest: 'print the digest of what would be approved, and approve nothing',
  sameAs: 'approve only if git has exactly this policy at that commit, branch or tag',
  status: 'say whether it is approved and what changed; exit 0 or 1',
  revoke: 'forget everything that was approved for it',
  list: 'list everything that is approved',
  only: 'forget other approved contents of the same workspace',
  user: "the person's own file",
  managed: "the machine's file; needs its owner",
  store: 'keep and look for everything in this folder',
  userConfig: "the person's own policy file",
  unapproved: 'run policies that nobody approved, as they stand',
  explain: 'show why a call comes to what it comes to: which policies apply, which hooks match, what they would start; runs nothing',
  explainEvent: 'a call in short: the event, e.g. PreToolUse',
  explainTool: 'the tool, by its name in policies or of the host, e.g. run_command',
  explainCommand: 'the command that it runs',
  explainPath: 'the file that it is about',
  explainContent: 'what is written to it',
  explainPrompt: 'what the user says',
  explainRun: 'run the commands too',
  explainUnapproved: 'take policies as they stand, approved or not',
  gitHook: 'judge what is about to be committed by the same policy',
  gitPreCommit: 'what git starts before it commits: exit 1 refuses the commit',
  gitInstall: "put that into this repository's hooks, unless another tool's hook stands there",
  gitUninstall: 'take it out again',
  gitYes: 'also where core.hooksPath is a folder that other repositories use',
  json: 'print one JSON document for machines',
} as const

export const mismatches: Readonly<Record<Mismatch, string>> = {
  event: 'is for another event',
  off: 'is switched off (mode: off)',
  path: 'is for other paths',
  command: 'is for other commands',
  host: 'is for other hosts',
  tool: 'is for other tools',
  announced: 'ran, or will run, when the host announces this call by its primary event',
}

export const replayTexts = {
  noFile: 'name the file of a recorded payload, or - for stdin',
  lineTooLong: (bytes: number, max: number) => `the line has ${bytes} bytes; at most ${max} are read`,
  noPolicy: 'no hooks.json applies',
  noEvent: (why: string) => `no hook can run: ${why}`,
  unreadable: (why: string) => `unreadable: ${why}`,
  stops: 'The host stops this.',
  feedback: 'The host goes on; the model reads the feedback.',
  goesOn: 'The host lets the agent go on instead of ending.',
  cannotStop: 'The host cannot stop anything here; nothing is held up.',
  asks: 'The host asks the person.',
  allows: 'The host runs this without asking, because a hook said so.',
  rewritten: 'The rules of the host itself decide about the call as it was changed.',
  replaced: 'The model reads another output.',
  changed: (what: string) => `changed the ${what}`,
  onTrial: (would: string) => `on trial: would have ${would}`,
  ownRules: 'No opinion: the rules of the host itself decide.',
  refused: 'The host stops the call: exit 2 with the reason on stderr.',
} as const

export const checkTexts = {
  none: (dir: string) => `no hooks.json applies to ${dir}`,
  valid: (file: string, hooks: number, state: string) => `${file}: valid, ${hooks} ${hooks === 1 ? 'hook' : 'hooks'}; ${state}`,
  changed: (what: string) => `changed since it was approved, so calls are held: ${what}`,
  toApprove: (trustLine: string) => `to approve it: ${trustLine}`,
  broken: (file: string, errors: number) =>
    `${file}: ${errors} ${errors === 1 ? 'error' : 'errors'}; every tool call in this workspace is held until it is mended`,
  notFolder: (dir: string) => `${dir} is not a folder`,
  cannotRead: (file: string, code: string) => `${file} cannot be read (${code})`,
} as const

/** What a host cannot carry of a hook. */
export const limitTexts = {
  neverAnnounced: (event: string) => `never announces ${event}, so it does not run there`,
  deny: 'cannot stop anything there; the text is only told',
  ask: 'cannot ask there, so the call is denied instead',
  allow: 'has no allow there; it counts as no opinion',
  context: 'cannot show the model anything there',
  notice: 'cannot show the person anything there',
  replace: 'cannot replace an output; the model reads what this hook could not clean',
  replaceBuiltIn: 'can replace the outputs of MCP tools only; of other tools the model reads what this hook could not clean',
  shellPaths: 'does not say which files a shell text writes (but for a patch typed into it), so paths rarely fire; use commands',
} as const
