import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LivePlaces } from '../../../hosts/live.js'
import { approve, collect } from '../../approval/approve.js'
import { word } from '../../install/line.js'
import { placesOf, type Places } from '../../store/places.js'
import type { HostSetup, OurLine } from '../host-setup.js'
import { handsWordsOn } from '../probes.js'

/** A home, a project and a store for one try: our lines as they are registered, and an approved policy that forbids two calls. */

/** What the model is told of a forbidden call must hold this word, which nobody else can know. */
export interface Policy {
  word: string
  /** Files in the project that no call may make, and that any may. */
  forbidden: { shell: string; write: string }
  allowed: { shell: string; write: string }
}

export const policyWith = (unique: string): Policy => ({
  word: `acuvo-doctor-${unique}`,
  forbidden: { shell: 'forbidden-by-shell.txt', write: 'forbidden-by-tool.txt' },
  allowed: { shell: 'allowed-by-shell.txt', write: 'allowed-by-tool.txt' },
})

/**
 * Writes and approves it, in a store of its own. One deny is a hook's, one the policy's own text, so that both ways are tried.
 *
 * @throws when it cannot be written
 */
export const layPolicy = ({ word: reason, forbidden }: Policy, root: string, places: Places): void => {
  const hooks = [
    {
      event: 'PreToolUse',
      name: 'doctor-shell',
      tools: ['run_command'],
      commands: [`touch ${forbidden.shell}`],
      command: `echo ${reason} >&2; exit 2`,
    },
    { event: 'PreToolUse', name: 'doctor-write', tools: ['write_file', 'edit_file'], paths: [forbidden.write], deny: reason },
  ]
  const file = join(root, '.acuvo', 'hooks.json')
  const bytes = Buffer.from(JSON.stringify({ hooks }))
  mkdirSync(dirname(file))
  writeFileSync(file, bytes)
  const collected = collect({ layer: 'workspace', file, root, approvedAs: root, content: { bytes } })
  if (!('policy' in collected)) throw new Error(JSON.stringify(collected))
  approve(collected, places)
}

/** Where our program keeps everything of this try: in folders of their own, because what stands beside a policy is kept from agents. */
export const placesIn = (folder: string, home: string): Places =>
  placesOf({}, home, process.platform, { store: join(folder, 'store'), userPolicy: join(folder, 'config', 'no-hooks.json') })

export interface Laid {
  /** The lines that stand in the throw-away settings. */
  lines: readonly OurLine[]
  /** Those that do not: they are not as `install` writes them. */
  left: readonly OurLine[]
}

/**
 * Registers every line of ours that the host loads, in a file of the same level, with all that stands around it; behind its words those
 * that lead it to this try's own store.
 */
export const layLines = (setup: HostSetup, places: LivePlaces, store: Places, runEdited: boolean): Laid => {
  const loading = setup.ours.filter(({ loads }) => loads)
  const lines = loading.filter((line) => line.isAsInstalled || (runEdited && handsWordsOn(line)))
  const documents = new Map<string, Record<string, unknown[]>>()
  for (const { file, entry } of lines) {
    const at = placeOf(file.level, setup, places)
    const hooks = documents.get(at) ?? {}
    documents.set(at, hooks)
    const matcher = entry.matcher === undefined ? {} : { matcher: entry.matcher }
    ;(hooks[entry.event] ??= []).push({ ...matcher, hooks: [{ ...(entry.entry as object), ...apart(entry, store) }] })
  }
  for (const [file, hooks] of documents) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ hooks }, plainNumber, 2))
  }
  return { lines, left: loading.filter((line) => !lines.includes(line)) }
}

/** Whole numbers of a TOML file come as they stand, however large. */
const plainNumber = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

const apart = ({ command = '', args }: OurLine['entry'], { store, userPolicy }: Places): { command: string; args?: string[] } => {
  const words = ['--store', store, '--user-config', userPolicy]
  return args === undefined ? { command: `${command} ${words.map(word).join(' ')}` } : { command, args: [...args, ...words] }
}

const placeOf = (level: OurLine['file']['level'], { registration: { folder, files } }: HostSetup, { home, project }: LivePlaces): string =>
  level === 'user' || level === 'managed' ? join(home, folder, files.user) : join(project, folder, files[level])

/** A line that several people share finds our program by HOME: there it stands as a link. */
export const linkProgram = (real: Places, own: Places): void => {
  if (!existsSync(real.installed)) return
  mkdirSync(dirname(own.installed), { recursive: true })
  symlinkSync(real.installed, own.installed, process.platform === 'win32' ? 'junction' : 'dir')
}

/**
 * The first file of the machine's owner that this host reads wherever its home is: an own home keeps nothing of it away.
 *
 * @param folders the host's own of the whole machine
 */
export const ownersFile = (folders: readonly string[]): string | undefined => {
  for (const folder of folders) {
    try {
      const name = readdirSync(folder).find((one) => statSync(join(folder, one)).isFile() || /\.d$/.test(basename(one)))
      if (name !== undefined) return join(folder, name)
    } catch {
      // It is not there.
    }
  }
  return undefined
}
