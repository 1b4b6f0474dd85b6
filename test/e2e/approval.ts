import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { payload, shellCall, writeCall } from '../support/payloads.mjs'
import { startLine, type Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { deliver } from './deliver.js'
import { environmentOf, judged, modelText, saidOnStderr, type Answered, type Json } from './judged.js'

/** What the tests of approval (DESIGN 8) have in common: calls of each kind, how they end, and the command `trust`. */

// --- calls ------------------------------------------------------------------------------------------------------

const READER: Record<HostName, (path: string) => Json> = {
  'claude-code': (path) => ({ tool_name: 'Read', tool_input: { file_path: path } }),
  codex: (path) => ({ tool_name: 'view_image', tool_input: { path } }),
  cursor: (path) => ({ tool_name: 'Read', tool_input: { file_path: path } }),
}
export const readCall = (host: HostName, root: string, path: string): Json => ({ ...shellCall(host, root, ''), ...READER[host](path) })

/** One of each kind: the tests' hooks are for one kind each. */
export const CALLS = {
  shell: (host: HostName, root: string): Json => shellCall(host, root, 'ls'),
  write: (host: HostName, root: string): Json => writeCall(host, root, join(root, 'notes.md')),
  read: (host: HostName, root: string): Json => readCall(host, root, join(root, 'picture.png')),
  after: (host: HostName, root: string): Json => shellCall(host, root, 'ls', 'PostToolUse'),
  prompt: (host: HostName, root: string): Json => payload(host, 'UserPromptSubmit', root),
  stop: (host: HostName, root: string): Json => payload(host, 'Stop', root),
}
export type CallName = keyof typeof CALLS

export interface From {
  /** Each call has a session of its own unless told. */
  session?: string
  /** The folder that the program is started in. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number
  args?: string[]
}

let sessions = 0

/** What the program answers to a payload, judged as the host does. */
export const ask = async (host: HostName, call: Json, workspace: Workspace, from: From = {}): Promise<Answered> => {
  const session = from.session ?? `session-${++sessions}`
  const body = { ...call, session_id: session, ...(host === 'cursor' ? { conversation_id: session } : {}) }
  const line = ['run', '--host', host, '--event', call.hook_event_name as string, ...(from.args ?? [])]
  const { cwd = workspace.root, env = environmentOf(host, workspace), uid } = from
  const stdin = JSON.stringify(body)
  return judged(host, body, await (uid === undefined ? askProgram(line, { stdin, cwd, env }) : deliver(line, [stdin], { cwd, env, uid })))
}

export const askFor = (host: HostName, name: CallName, workspace: Workspace, from?: From): Promise<Answered> =>
  ask(host, CALLS[name](host, workspace.root), workspace, from)

// --- how a call ends --------------------------------------------------------------------------------------------

/** The reason of a stopped call, apart from what the model is told beside it. */
const reasonOf = ({ judgement }: Answered): string => judgement.modelSees.find((text) => /^(?:held:|denied by )/.test(text)) ?? ''

/** `held`: stopped by us; `denied`: stopped by a hook. */
export const endOf = (answered: Answered): string => {
  if (!answered.judgement.blocked) return 'passes'
  return /^(?:held|denied)/.exec(reasonOf(answered))?.[0] ?? `stopped with the words: ${modelText(answered)}`
}

/** The words of the reviewing command in a text, as a shell reads them. */
export const reviewIn = (text: string): string[] => {
  const words = /\bacuvo-hooks (trust [^\n]*)/.exec(text)?.[1]
  if (words === undefined) return []
  return execFileSync('/bin/sh', ['-c', `set -- ${words}\nprintf '%s\\n' "$@"`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
}

/** Held by us, in words that name the root, what is the matter, and how a person reviews it. */
export const expectHeld = (answered: Answered, root: string, ...says: (string | RegExp)[]): void => {
  const reason = reasonOf(answered)
  expect(endOf(answered), answered.stdout + answered.stderr).toBe('held')
  expect(reason).toContain(root)
  expect(reviewIn(reason), reason).toEqual(['trust', root])
  for (const words of says) expect(reason).toMatch(words)
  expect(saidOnStderr(answered), 'the same reason on stderr').toContain(reason.trim())
}

// --- hooks that leave marks -------------------------------------------------------------------------------------

/** A command that notes a name, in a file for each host. */
export const note = (name: string): string => `echo ${name} >> ran.$ACUVO_HOST`
/** A shell script that notes the name of the hook that runs it. */
export const NOTING_SCRIPT = '#!/bin/sh\necho "$ACUVO_HOOK_NAME" >> "ran.$ACUVO_HOST"\n'
/** What nobody approved notes this. */
export const CHANGED_SCRIPT = `#!/bin/sh\n${note('NEW')}\n`

export const gate = (name: string, tools: string[], more: object = {}): object => ({
  event: 'PreToolUse',
  name,
  tools,
  command: note(name),
  ...more,
})
/** It denies, and notes that it ran. */
export const denying = (name: string, tools: string[], more: object = {}): object =>
  gate(name, tools, { command: `${note(name)}; echo no entry >&2; exit 2`, ...more })
export const noting = (event: string, name: string, more: object = {}): object => ({ event, name, command: note(name), ...more })

/** What was noted since the last look, sorted. */
export const takeNotes = (root: string, host: HostName): string[] => {
  const file = join(root, `ran.${host}`)
  if (!existsSync(file)) return []
  const names = readFileSync(file, 'utf8').trim().split('\n')
  rmSync(file)
  return names.sort()
}

// --- the command ------------------------------------------------------------------------------------------------

export interface TrustOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number
}

export const trust = (workspace: Workspace, args: readonly string[] = ['--yes'], options: TrustOptions = {}): Promise<Ended> => {
  const { cwd = workspace.root, env = workspace.env, uid } = options
  return uid === undefined ? askProgram(['trust', ...args], { cwd, env }) : deliver(['trust', ...args], [], { cwd, env, uid })
}

export const expectTrusted = async (workspace: Workspace, args?: readonly string[], options?: TrustOptions): Promise<Ended> => {
  const ended = await trust(workspace, args, options)
  expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0)
  return ended
}

/** The exit code of `trust --status`: 0 approved, 1 not. */
export const statusOf = async (workspace: Workspace, ...args: string[]): Promise<number | null> =>
  (await trust(workspace, ['--status', ...args])).exitCode

/** An environment in which `acuvo-hooks` is the built program. */
export const withProgramOnPath = ({ base, env }: Workspace): NodeJS.ProcessEnv => {
  const folder = join(base, 'bin')
  const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
  const [program, first] = startLine()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'acuvo-hooks'), `#!/bin/sh\nexec ${[program, ...first].map(quoted).join(' ')} "$@"\n`)
  chmodSync(join(folder, 'acuvo-hooks'), 0o755)
  return { ...env, PATH: `${folder}:${env.PATH}` }
}

/** Git in a folder, by nobody in particular, apart from the person's own settings. */
export const git = ({ env }: Workspace, folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env,
  })

/** Adds everything in a folder and commits it. */
export const commit = (workspace: Workspace, folder = workspace.root): void => {
  git(workspace, folder, 'add', '-A')
  git(workspace, folder, 'commit', '-qm', 'x')
}

// --- a policy to approve ----------------------------------------------------------------------------------------

export const FILE = '.acuvo/hooks.json'
export const SCRIPT = '.acuvo/guard.sh'
/** Whatever of it is run leaves the file `ran`. */
export const LEAVING_MARKS = {
  hooks: [gate('guard', ['run_command'], { command: `touch ran; sh ${SCRIPT}` }), { event: 'Stop', command: ['touch', 'ran'] }],
}

export const isStored = ({ store }: Workspace): boolean =>
  existsSync(join(store, 'approvals')) && readdirSync(join(store, 'approvals')).length > 0

/** `trust` refuses: nothing stored, nothing run, and a word about it. */
export const expectRefused = async (
  workspace: Workspace,
  args: string[],
  exitCode: number,
  ...says: (string | RegExp)[]
): Promise<void> => {
  const ended = await trust(workspace, args)
  expect(ended.exitCode, ended.stdout + ended.stderr).toBe(exitCode)
  for (const words of says) expect(ended.stdout + ended.stderr).toMatch(words)
  expect(ended.stderr.trim()).not.toBe('')
  expect(isStored(workspace)).toBe(false)
  expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
}
