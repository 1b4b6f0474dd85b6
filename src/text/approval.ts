import type { PlaceOverrides } from '../store/places.js'
import { PROGRAM } from './messages.js'
import { quoted, safeLine } from './safe.js'
import { pathText } from './store-faults.js'

/** What approval says to the model and the person, when it holds a call and beside an answer. */

/** A path as a word of a command line. Where it holds what nobody can see, its bytes stand there in numbers. */
const word = (path: string): string => {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path
  // In no shell of Windows a backslash has to be quoted, and single quotes are none in cmd.
  if (/^(?:[A-Za-z]:)?\\/.test(path) && safeLine(path) === path) return /^[\w@+=:,./\\~-]+$/.test(path) ? path : `"${path}"`
  if (safeLine(path) === path) return `'${path.replaceAll("'", "'\\''")}'`
  const byte = (value: number): string => `\\${value.toString(8).padStart(3, '0')}`
  return `"$(printf '${Array.from(Buffer.from(path), byte).join('')}')"`
}

/** Whose approval it is about. */
export interface Subject {
  layer: 'managed' | 'user' | 'workspace'
  /** The folder that `.acuvo` stands in, or the managed or user file. */
  place: string
  /** Where things are kept that are not in their usual place; a person must look there too. */
  given: PlaceOverrides
}

export const trustLine = ({ layer, place, given }: Subject): string => {
  if (layer === 'managed') return `sudo ${PROGRAM} trust --managed`
  const options = [
    ...(given.store === undefined ? [] : ['--store', word(given.store)]),
    ...(given.userPolicy === undefined || layer !== 'user' ? [] : ['--user-config', word(given.userPolicy)]),
  ]
  return [PROGRAM, 'trust', layer === 'user' ? '--user' : word(place), ...options].join(' ')
}

const whose = ({ layer, place }: Subject): string => {
  if (layer === 'workspace') return `the policy of ${pathText(place)} (.acuvo/hooks.json)`
  return `the ${layer === 'user' ? "person's own" : "machine's"} policy (${pathText(place)})`
}

const doNotRetry = 'Do not retry and do not work around it.'
const askToTrust = (subject: Subject, first = ''): string =>
  `${doNotRetry} Ask the person you work for to ${first}look at it and run: ${trustLine(subject)}`

const SHOWN_FILES = 3
const NAME_CHARS = 40
/** Names of files, each with what became of it. */
const listed = (names: readonly string[]): string =>
  andMore(
    names
      .slice(0, SHOWN_FILES)
      .map((name) => quoted(name, NAME_CHARS))
      .join(', '),
    names.length - SHOWN_FILES,
  )
/** A name that nobody approved, and how many others there are. */
const one = ([name = '', ...others]: readonly string[]): string => andMore(quoted(name), others.length)
const andMore = (text: string, more: number): string => (more > 0 ? `${text} and ${more} more` : text)

/** Reasons of held calls. */
export const held = {
  unapproved: (subject: Subject) =>
    `held: ${whose(subject)} was never approved, so nothing of it runs and every tool call in its tree is stopped.\n${askToTrust(subject)}`,
  refused: (subject: Subject, file: string, why: string) =>
    `held: the approval of ${whose(subject)} could not be used, so every tool call in its tree is stopped: ${pathText(file)} ${why}.\n${askToTrust(subject, 'mend that, ')}`,
  broken: (subject: Subject, faults: readonly string[]) =>
    `held: ${whose(subject)} could not be read, so every tool call in its tree is stopped until a person mends it:\n${faults.join('\n')}\n${doNotRetry} Ask the person you work for to mend the file ("${PROGRAM} check" shows everything) and run: ${trustLine(subject)}`,
  outdated: (subject: Subject, faults: readonly string[]) =>
    `held: ${whose(subject)} was approved for another version of ${PROGRAM}, and this one cannot use it:\n${faults.join('\n')}\n${askToTrust(subject)}`,
  changed: (subject: Subject, files: readonly string[], gates: readonly string[]) =>
    `held: ${whose(subject)} was changed (${listed(files)}) since a person approved it, and a new or changed gate (${one(gates)}) would judge this call.\n${askToTrust(subject)}`,
  pins: (subject: Subject, hook: string, files: readonly string[]) =>
    `held: files that ${whose(subject)} consists of were changed since a person approved them: ${listed(files)}; hook "${hook}", which judges this call, uses them.\n${askToTrust(subject)}`,
} as const

/** What the person and the model are told beside the answer. */
export const told = {
  held: (subject: Subject, faults: readonly string[]) =>
    `${whose(subject)} cannot be used, so every tool call in its tree will be stopped${faults.length === 0 ? ', because nobody ever approved it' : ''}. A person has to look at it and run: ${trustLine(subject)}${faults.length === 0 ? '' : `\n${faults.join('\n')}`}`,
  refused: (subject: Subject, file: string, why: string) =>
    `the approval of ${whose(subject)} could not be used, so every tool call in its tree will be stopped: ${pathText(file)} ${why}. A person has to mend that and run: ${trustLine(subject)}`,
  changed: (subject: Subject) =>
    `${whose(subject)} was changed since a person approved it. The approved one stays in force; calls that a new or changed gate would judge are held until a person runs: ${trustLine(subject)}`,
  gone: (subject: Subject) =>
    `${whose(subject)} is gone. What was approved stays in force. If that is meant, a person runs: ${trustLine(subject)} --revoke`,
  pins: (subject: Subject, files: readonly string[]) =>
    `not run, because files that it uses were changed since a person approved them: ${listed(files)}. A person has to look at them and run: ${trustLine(subject)}`,
  mending: (subject: Subject, faults: readonly string[]) =>
    `${whose(subject)} could not be read, so every other call is held. This one passes to mend it; the rules of the host itself decide. Afterwards a person runs: ${trustLine(subject)}\n${faults.join('\n')}`,
} as const

/** Why a pinned file is not what was approved. Each follows its name. */
export const pinFaults = {
  added: (path: string) => `${path} (added)`,
  gone: (path: string) => `${path} (gone)`,
  changed: (path: string) => `${path} (changed)`,
  copyLost: (path: string) => `${path} (its approved copy in the store cannot be read)`,
  folder: '.acuvo (too many files, or a folder that cannot be read)',
} as const
