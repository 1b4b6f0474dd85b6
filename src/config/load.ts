import { dirname, join, resolve } from 'node:path'
import { compilePathGlobs } from '../globs/compile.js'
import type { EventName } from '../protocol/events.js'
import { compileCommandPattern } from '../shell/command-pattern.js'
import { policyFaults } from '../text/policy-faults.js'
import { pathText, type JsonPath, type PolicyText } from './locate.js'
import { openExtendedPolicy, type Opened } from './open.js'
import { readPolicyFile, type Document } from './read-file.js'
import { ANSWER_KEYS, DEFAULT_TIMEOUT_MS } from './limits.js'
import { smallest } from './settings.js'
import { toolMatcherOf } from './tool-names.js'
import type { Command, ExtendedFile, FailurePolicy, Hook, Layer, LoadedPolicy, PolicyContent, PolicyError, FileSettings } from './types.js'

/** Where a policy stands, which says what it may hold and where the files it extends are. */
export interface PolicyPlace {
  layer: Layer
  /** Absolute path of the file. */
  file: string
  root: string
  /** Opens a file that it extends; absent: as it stands on disk. @param within the root it must be in, if in any */
  open?: (file: string, within?: string) => Opened
}

/**
 * Reads and compiles one policy: either its hooks, those of the files it extends first, or every fault in any of them.
 * Never half of it, because half a policy is a gate that silently is not there.
 */
export const loadPolicy = (content: PolicyContent, place: PolicyPlace): LoadedPolicy => {
  const extended: ExtendedFile[] = []
  const read = withExtended(content, place, { place, extended, above: [] })
  return 'errors' in read ? read : { hooks: compile(read.hooks), settings: read.settings, extended, pins: read.pins }
}

interface Reading {
  place: PolicyPlace
  /** Every file that is extended, as it is found. */
  extended: ExtendedFile[]
  /** The files that led to this one. */
  above: readonly string[]
}

type Raw = { hooks: RawHook[]; pins: string[]; settings: FileSettings }

const withExtended = (content: PolicyContent, { file }: { file: string }, reading: Reading): Raw | { errors: PolicyError[] } => {
  const own = readPolicyFile(content, reading.place.layer, reading.above.length > 0)
  if ('errors' in own) return own
  const { data, source } = own
  const bases = textsOf(data.extends).map((reference, index) => extendedFile(reference, index, file, source, reading))
  const errors = bases.flatMap((base) => ('errors' in base ? base.errors : []))
  if (errors.length > 0) return { errors }
  const raws = bases as Raw[]
  return {
    hooks: [...raws.flatMap(({ hooks }) => hooks), ...(data.hooks ?? [])],
    pins: [...raws.flatMap(({ pins }) => pins), ...(data.pins ?? [])],
    settings: smallest([settingsOf(data), ...raws.map(({ settings }) => settings)]),
  }
}

const settingsOf = ({ selfProtect, budgetMs, stopLimit, contextChars }: Document): FileSettings => ({
  ...(selfProtect === undefined ? {} : { selfProtect: selfProtect as NonNullable<FileSettings['selfProtect']> }),
  ...(budgetMs === undefined ? {} : { budgetMs }),
  ...(stopLimit === undefined ? {} : { stopLimit }),
  ...(contextChars === undefined ? {} : { contextChars }),
})

const textsOf = (value: string | string[] | undefined): string[] => (typeof value === 'string' ? [value] : (value ?? []))

/** One file that `extends` names, with what it extends itself. */
const extendedFile = (
  reference: string,
  index: number,
  from: string,
  source: PolicyText,
  reading: Reading,
): Raw | { errors: PolicyError[] } => {
  const path: JsonPath = ['extends', index]
  const fault = (message: string): { errors: PolicyError[] } => ({
    errors: [{ code: 'bad_value', path: pathText(path), ...source.placeOf(path), offender: reference, message }],
  })
  const { open = openExtendedPolicy, root } = reading.place
  if (reading.above.length >= MAX_EXTENDS_DEPTH || reading.extended.length >= MAX_EXTENDED) return fault(policyFaults.extendsTooMany)
  for (const [file, within] of placesNamedBy(reference, from, root)) {
    if (file === from || reading.above.includes(file)) return fault(policyFaults.extendsItself)
    const content = open(file, within)
    if (content === undefined) continue
    if ('broken' in content) return fault(content.broken)
    reading.extended.push({ file, bytes: content.bytes })
    const read = withExtended(content, { file }, { ...reading, above: [...reading.above, from] })
    if (!('errors' in read)) return read
    return {
      errors: read.errors.map((error) => ({
        ...error,
        file: error.file ?? file,
        path: [pathText(path), error.path].filter(Boolean).join(' > '),
      })),
    }
  }
  return fault(policyFaults.extendsNothing)
}

const MAX_EXTENDS_DEPTH = 5
const MAX_EXTENDED = 20

/** Where `./x.json` or `npm:package/file` may stand, in the order in which it is looked for, and the root it must be in. */
const placesNamedBy = (reference: string, from: string, root: string): [file: string, within?: string][] => {
  const named = /^npm:((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(reference)
  if (named === null) return [[resolve(dirname(from), reference), root]]
  const [, name = '', inside = 'hooks.json'] = named
  const folders: string[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', name))
    if (folder === dirname(folder)) break
  }
  return folders.map((folder) => [join(folder, inside)])
}

type RawHook = NonNullable<Document['hooks']>[number]

const compile = (hooks: readonly RawHook[]): Hook[] => {
  const counts = new Map<string, number>()
  return hooks.map((raw) => {
    const event = raw.event as EventName
    const number = (counts.get(event) ?? 0) + 1
    counts.set(event, number)
    const tools = raw.tools === undefined ? undefined : toolMatcherOf(raw.tools)
    return given({
      label: raw.name?.trim() ?? `${event} #${number}`,
      event,
      tools,
      toolNames: tools === undefined ? undefined : raw.tools,
      hosts: raw.hosts,
      paths: raw.paths === undefined ? undefined : compilePathGlobs(raw.paths),
      pathTexts: raw.paths,
      commands: raw.commands?.map(compileCommandPattern),
      commandTexts: raw.commands,
      command: trimmed(raw.command),
      commandWindows: trimmed(raw.commandWindows),
      shellProgram: raw.shellProgram as Hook['shellProgram'],
      says: saysOf(raw),
      instead: raw.instead,
      each: raw.each,
      timeoutMs: raw.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      onFailure: (raw.onFailure as FailurePolicy | undefined) ?? (event === 'PreToolUse' ? 'deny' : 'notice'),
      mode: raw.mode === 'enforce' ? undefined : (raw.mode as Hook['mode']),
      env: raw.env,
      stdin: raw.stdin === 'host' ? 'host' : undefined,
      background: raw.background === true ? true : undefined,
      detach: raw.detach === true ? true : undefined,
      mayAllow: raw.mayAllow === true ? true : undefined,
      why: raw.why,
    })
  })
}

/** Leaves out what is not there. */
const given = (hook: { [Key in keyof Hook]: Hook[Key] | undefined }): Hook =>
  Object.fromEntries(Object.entries(hook).filter(([, value]) => value !== undefined)) as unknown as Hook

/** A carriage return at the end comes from an editor, never from a person's intent. */
const trimmed = (command: Command | undefined): Command | undefined => (typeof command === 'string' ? command.trimEnd() : command)

const saysOf = (raw: RawHook): Hook['says'] => {
  const answer = ANSWER_KEYS.find((key) => raw[key] !== undefined)
  return answer === undefined ? undefined : { answer, text: raw[answer] as string }
}
