import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Workspace } from '../support/workspace.mjs'
import { denying, FILE, gate, note, noting } from './approval.js'

/** What was approved, what became of it, and what then holds: the table of DESIGN 8, by hand. */

/** `blocked`: by whom is open, because the approved gate denies the call too. `guarded`: held, or judged by the approved gates. */
export type End = 'passes' | 'denied' | 'held' | 'blocked' | 'guarded'

/** What is approved besides the core hooks. */
export interface Setup {
  hooks?: object[]
  keys?: object
  files?: Record<string, string>
}

export interface StateRow {
  name: string
  setup?: Setup
  /** @returns the root after it, where that is another one */
  change: (place: Place) => string | void
  /** Ends that are not those of the approved policy. */
  ends?: Partial<Record<'shell' | 'write' | 'read', End>>
  /** Hooks other than gates that do not run, though approved. */
  skips?: string[]
  /** Words of the reason of each held call, and of the notice in place of each skipped hook. */
  says?: (string | RegExp)[]
  /** Nobody is told anything at a prompt. */
  silent?: true
}

export class Place {
  readonly root: string
  readonly #setup: Setup

  constructor(
    readonly workspace: Workspace,
    setup: Setup,
  ) {
    this.root = workspace.root
    this.#setup = setup
  }

  at(path: string): string {
    return join(this.root, path)
  }

  put(path: string, text: string | Buffer): void {
    this.workspace.change(path, text)
  }

  /** The policy with other hooks. */
  hooks(change: (hooks: Json[]) => unknown[], keys: object = {}): void {
    this.put('.acuvo/hooks.json', JSON.stringify({ ...policyOf(this.#setup), hooks: change(policyOf(this.#setup).hooks), ...keys }))
  }

  /** Puts a link in the place of a file. */
  link(path: string, target: string): void {
    rmSync(this.at(path), { recursive: true })
    symlinkSync(relative(dirname(this.at(path)), target), this.at(path))
  }

  /** Moves a file and leaves a link to where it went. */
  moveAndLink(path: string, to: string): void {
    renameSync(this.at(path), to)
    symlinkSync(relative(dirname(this.at(path)), to), this.at(path))
  }
}

type Json = Record<string, unknown>

const CORE = [
  gate('shell-gate', ['run_command']),
  denying('write-gate', ['write_file']),
  noting('PostToolUse', 'after'),
  noting('UserPromptSubmit', 'prompt'),
  noting('Stop', 'stop'),
] as Json[]

export const policyOf = ({ hooks = [], keys = {} }: Setup): Json & { hooks: Json[] } => ({
  ...keys,
  hooks: [...CORE, ...(hooks as Json[])],
})

const only = (name: string, change: (hook: Json) => Json) => (hooks: Json[]) =>
  hooks.map((hook) => (hook.name === name ? change(hook) : hook))
const without = (name: string) => (hooks: Json[]) => hooks.filter((hook) => hook.name !== name)
export const pretty = (value: unknown): string => `${JSON.stringify(value, null, 4)}\n`
const reversedKeys = (value: Json): Json => Object.fromEntries(Object.entries(value).reverse())
export const fifo = (path: string): void => void execFileSync('mkfifo', [path])

export const HELD = { shell: 'held', write: 'held', read: 'held' } as const
export const NEW = { command: note('NEW') }

// --- hooks.json -------------------------------------------------------------------------------------------------

export const SAME: StateRow[] = [
  { name: 'unchanged', silent: true, change: () => undefined },
  {
    name: 'written again with the same bytes and another time',
    silent: true,
    change: (place) => {
      place.put(FILE, readFileSync(place.at(FILE)))
      utimesSync(place.at(FILE), 1, 1)
    },
  },
  { name: 'of another mode', silent: true, change: (place) => chmodSync(place.at(FILE), 0o444) },
  { name: 'a link to the same bytes inside', silent: true, change: (place) => place.moveAndLink(FILE, place.at('policy.json')) },
  {
    name: 'in a folder that is a link inside',
    silent: true,
    change: (place) => place.moveAndLink('.acuvo', place.at('policy')),
  },
  { name: 'with other white space', change: (place) => place.put(FILE, pretty(policyOf({}))) },
  { name: 'with its keys in another order', change: (place) => place.hooks((hooks) => hooks.map(reversedKeys), { version: 1 }) },
  { name: 'with a hook renamed', change: (place) => place.hooks(only('write-gate', (hook) => ({ ...hook, name: 'other' }))) },
  { name: 'with a why', change: (place) => place.hooks((hooks) => hooks.map((hook) => ({ ...hook, why: 'reviewed' }))) },
  { name: 'with its hooks in another order', change: (place) => place.hooks((hooks) => hooks.toReversed()) },
  {
    name: 'with the defaults spelled out',
    change: (place) => place.hooks(only('shell-gate', (hook) => ({ ...hook, timeoutMs: 30_000, onFailure: 'deny' }))),
  },
]

export const CHANGED: StateRow[] = [
  {
    name: 'with a gate more, for other calls',
    change: (place) => place.hooks((hooks) => [gate('NEW', ['read_file']), ...hooks]),
    ends: { read: 'held' },
    says: ['hooks.json', 'NEW'],
  },
  {
    name: 'with a gate more, for every call',
    change: (place) => place.hooks((hooks) => [...hooks, { event: 'PreToolUse', ...NEW }]),
    ends: HELD,
  },
  { name: 'without its gates', change: (place) => place.hooks((hooks) => hooks.filter(({ event }) => event !== 'PreToolUse')) },
  { name: 'with one gate less', change: (place) => place.hooks(without('write-gate')) },
  { name: 'with no hook at all', change: (place) => place.put(FILE, '{}') },
  {
    name: 'with another command of a gate',
    change: (place) => place.hooks(only('write-gate', (hook) => ({ ...hook, ...NEW }))),
    ends: { write: 'blocked' },
  },
  {
    name: 'with a gate for other calls',
    change: (place) => place.hooks(only('write-gate', (hook) => ({ ...hook, tools: ['read_file'] }))),
    ends: { read: 'held' },
    says: ['write-gate'],
  },
  {
    name: 'with a gate for more calls',
    change: (place) => place.hooks(only('shell-gate', (hook) => ({ ...hook, tools: ['run_command', 'read_file'] }))),
    ends: { shell: 'held', read: 'held' },
    says: ['shell-gate'],
  },
  {
    name: 'with another time for a gate',
    change: (place) => place.hooks(only('shell-gate', (hook) => ({ ...hook, timeoutMs: 1_000 }))),
    ends: { shell: 'held' },
  },
  {
    name: 'with a gate that may fail',
    change: (place) => place.hooks(only('shell-gate', (hook) => ({ ...hook, onFailure: 'notice' }))),
    ends: { shell: 'held' },
  },
  {
    name: 'with a gate more, for a tool that nobody calls',
    change: (place) => place.hooks((hooks) => [...hooks, gate('NEW', ['native:NoSuchTool'])]),
  },
  { name: 'with another command after a call', change: (place) => place.hooks(only('after', (hook) => ({ ...hook, ...NEW }))) },
  { name: 'with another command at a prompt', change: (place) => place.hooks(only('prompt', (hook) => ({ ...hook, ...NEW }))) },
  { name: 'with a hook more at the end', change: (place) => place.hooks((hooks) => [...hooks, { event: 'Stop', ...NEW }]) },
  { name: 'with no hook after a call', change: (place) => place.hooks(without('after')) },
  {
    name: 'a link to a policy with a gate more',
    change: (place) => {
      place.put('policy.json', JSON.stringify({ hooks: [...CORE, gate('NEW', ['read_file'])] }))
      place.link(FILE, place.at('policy.json'))
    },
    ends: { read: 'held' },
  },
]

const broken = (name: string, change: StateRow['change'], ...says: (string | RegExp)[]): StateRow => ({
  name,
  change,
  ends: HELD,
  says: ['hooks.json', ...says],
})
export const BROKEN: StateRow[] = [
  broken('no JSON', (place) => place.put(FILE, '{ "hooks": ['), /JSON/),
  broken('with a typo', (place) => place.hooks(only('after', (hook) => ({ ...hook, tool: ['write_file'] }))), /"tool"/, /tools/),
  broken('empty', (place) => place.put(FILE, ''), /empty/),
  broken('a link out of the workspace', (place) => place.moveAndLink(FILE, join(place.workspace.base, 'out.json')), /out of the workspace/),
  broken('a link that leads nowhere', (place) => place.link(FILE, place.at('gone.json')), /nowhere/),
  broken('a folder', (place) => {
    rmSync(place.at(FILE))
    mkdirSync(place.at(FILE))
  }),
  broken('a FIFO', (place) => {
    rmSync(place.at(FILE))
    fifo(place.at(FILE))
  }),
]

export const GONE: StateRow[] = [
  { name: 'removed', change: (place) => rmSync(place.at(FILE)) },
  {
    name: 'renamed, which adds a file to the folder',
    change: (place) => renameSync(place.at(FILE), place.at('.acuvo/other.json')),
    ends: { shell: 'held', write: 'held' },
    skips: ['after', 'prompt', 'stop'],
    says: ['other.json'],
  },
]
