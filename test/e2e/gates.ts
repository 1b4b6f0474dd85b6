import { expect } from 'vitest'
import type { HostName } from '../oracle/index.js'
import { payload, shellCall } from '../support/payloads.mjs'
import { modelText, personText, saidOnStderr, textsIn, type Answered, type Json } from './judged.js'

/** Every native event at which a deny stops something, and those of the gate events where the host cannot: DESIGN 3, issue 2 point 4. */

export interface Gate {
  host: HostName
  /** The native event. */
  native: string
  event: string
  payload: (root: string) => Json
  /** The whole answer to a deny; absent where the host cannot stop anything. */
  denied?: (reason: unknown) => Json
  /** Who reads the reason. */
  reader: 'model' | 'person' | 'nobody'
  /** The whole answer to no opinion; absent: silence. */
  neutral?: Json
}

const nested =
  (hookEventName: string) =>
  (reason: unknown): Json => ({
    hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: reason },
  })
const block = (reason: unknown): Json => ({ decision: 'block', reason })
const bothMessages = (reason: unknown): Json => ({ permission: 'deny', user_message: reason, agent_message: reason })
const userMessage = (reason: unknown): Json => ({ permission: 'deny', user_message: reason })

const ALLOWED = { neutral: { permission: 'allow' } }
const skillShell = {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'x:inner:preamble-0',
  command_name: 'review',
  command_source: 'projectSettings',
  invoked_by: 'user',
}
const mcp = { tool_name: 'list_issues', tool_input: '{"project":"example"}', mcp_server_name: 'tracker', command: 'npx -y tracker-mcp' }

const about =
  (host: HostName, native: string, more: Json = {}) =>
  (root: string): Json =>
    payload(host, native, root, more)
const shell =
  (host: HostName) =>
  (root: string): Json =>
    shellCall(host, root, 'ls')
const file = (root: string): Json => ({ file_path: `${root}/notes.md`, content: 'x\n', attachments: [] })

export const GATES: readonly Gate[] = [
  {
    host: 'claude-code',
    native: 'PreToolUse',
    event: 'PreToolUse',
    payload: shell('claude-code'),
    denied: nested('PreToolUse'),
    reader: 'model',
  },
  {
    host: 'claude-code',
    native: 'PreSkillShellCommand',
    event: 'PreToolUse',
    payload: about('claude-code', 'PreSkillShellCommand', skillShell),
    denied: nested('PreSkillShellCommand'),
    reader: 'model',
  },
  {
    host: 'claude-code',
    native: 'UserPromptSubmit',
    event: 'UserPromptSubmit',
    payload: about('claude-code', 'UserPromptSubmit'),
    denied: block,
    reader: 'person',
  },
  {
    host: 'claude-code',
    native: 'PreCompact',
    event: 'PreCompact',
    payload: about('claude-code', 'PreCompact'),
    denied: block,
    reader: 'person',
  },
  {
    host: 'claude-code',
    native: 'SubagentStart',
    event: 'SubagentStart',
    payload: about('claude-code', 'SubagentStart'),
    reader: 'nobody',
  },

  { host: 'codex', native: 'PreToolUse', event: 'PreToolUse', payload: shell('codex'), denied: nested('PreToolUse'), reader: 'model' },
  {
    host: 'codex',
    native: 'UserPromptSubmit',
    event: 'UserPromptSubmit',
    payload: about('codex', 'UserPromptSubmit'),
    denied: block,
    reader: 'person',
  },
  {
    host: 'codex',
    native: 'PreCompact',
    event: 'PreCompact',
    payload: about('codex', 'PreCompact'),
    denied: (reason) => ({ continue: false, stopReason: reason }),
    reader: 'person',
  },
  { host: 'codex', native: 'SubagentStart', event: 'SubagentStart', payload: about('codex', 'SubagentStart'), reader: 'nobody' },

  {
    host: 'cursor',
    native: 'preToolUse',
    event: 'PreToolUse',
    payload: shell('cursor'),
    denied: bothMessages,
    reader: 'model',
    ...ALLOWED,
  },
  {
    host: 'cursor',
    native: 'beforeShellExecution',
    event: 'PreToolUse',
    payload: about('cursor', 'beforeShellExecution', { command: 'ls', cwd: '', sandbox: false }),
    denied: bothMessages,
    reader: 'model',
    ...ALLOWED,
  },
  {
    host: 'cursor',
    native: 'beforeMCPExecution',
    event: 'PreToolUse',
    payload: about('cursor', 'beforeMCPExecution', mcp),
    denied: bothMessages,
    reader: 'model',
    ...ALLOWED,
  },
  {
    host: 'cursor',
    native: 'beforeReadFile',
    event: 'PreToolUse',
    payload: (root) => about('cursor', 'beforeReadFile', file(root))(root),
    denied: userMessage,
    reader: 'model',
    ...ALLOWED,
  },
  {
    host: 'cursor',
    native: 'beforeTabFileRead',
    event: 'PreToolUse',
    payload: (root) => about('cursor', 'beforeTabFileRead', file(root))(root),
    denied: () => ({ permission: 'deny' }),
    reader: 'nobody',
    ...ALLOWED,
  },
  {
    host: 'cursor',
    native: 'beforeSubmitPrompt',
    event: 'UserPromptSubmit',
    payload: about('cursor', 'UserPromptSubmit'),
    denied: (reason) => ({ continue: false, user_message: reason }),
    reader: 'person',
    neutral: { continue: true },
  },
  {
    host: 'cursor',
    native: 'subagentStart',
    event: 'SubagentStart',
    payload: about('cursor', 'SubagentStart'),
    denied: userMessage,
    reader: 'model',
    ...ALLOWED,
  },
  { host: 'cursor', native: 'preCompact', event: 'PreCompact', payload: about('cursor', 'PreCompact'), reader: 'nobody', neutral: {} },
]

/** As rows of a test, titled. */
export const titled = (gates: readonly Gate[]): [title: string, gate: Gate][] => gates.map((gate) => [`${gate.host} ${gate.native}`, gate])

/** The gates at which a deny stops something. */
export const STOPPING = GATES.filter(({ denied }) => denied !== undefined)
/** One tool call a host. */
export const CALLS = STOPPING.filter(({ native }) => /^preToolUse$/i.test(native))

const POLICY_SENTENCE = /policy[^]*retry|retry[^]*policy/i

/** Blocked, in words of a rule that says no. */
export const expectDenied = (gate: Gate, answered: Answered, words: string): void => {
  expectStopped(gate, answered, `denied by "guard": ${words}`)
  expect(saidOnStderr(answered)).not.toContain('could not run')
}

/** Blocked, in words of a check that nobody could make. */
export const expectCouldNotRun = (gate: Gate, answered: Answered, ...causes: (string | RegExp)[]): void => {
  expectStopped(gate, answered, 'hook "guard" could not run (')
  for (const cause of causes) expect(saidOnStderr(answered)).toMatch(cause)
  expect(saidOnStderr(answered)).not.toContain('denied by')
}

const expectStopped = (gate: Gate, answered: Answered, said: string): void => {
  const { judgement, document, stderr } = answered
  expect(judgement.blocked, `${answered.stdout}${stderr}`).toBe(true)
  expect(document).toEqual(gate.denied?.(expect.stringContaining(said)))
  const reasons = [...new Set(textsIn(document, said))]
  expect(reasons).toHaveLength(gate.reader === 'nobody' ? 0 : 1)
  for (const reason of reasons) expect(stderr, 'the same reason on stderr').toContain(reason)
  expect(stderr).toContain(said)
  expect(saidOnStderr(answered)).toMatch(POLICY_SENTENCE)
  if (gate.reader === 'model') expect(modelText(answered)).toContain(said)
  if (gate.reader === 'person') expect(personText(answered)).toContain(said)
}

/** Not blocked, by the host's neutral answer alone. */
export const expectNeutral = (gate: Pick<Gate, 'neutral'>, { judgement, document, stdout }: Answered): void => {
  expect(judgement.blocked, stdout).toBe(false)
  expect(document).toEqual(gate.neutral)
}
