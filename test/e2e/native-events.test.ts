import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oracles, type HostName } from '../oracle/index.js'
import { EVENTS, HOSTS } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { answerTo, environmentOf, modelText, workspaceWith, type Json } from './judged.js'

/** Every recorded payload through the built program: without a policy, and with one that denies everything. */

const folder = new URL('../../fixtures/captures/', import.meta.url)
const files = (host: HostName): string[] => readdirSync(new URL(`${host}/`, folder)).sort()
const capture = (host: HostName, file: string): string => readFileSync(new URL(`${host}/${file}`, folder), 'utf8')

/** No opinion, from cursor.md 6. The other hosts take silence at every event. */
const CURSOR_PERMISSION_EVENTS = [
  'preToolUse',
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'beforeTabFileRead',
  'subagentStart',
]
const neutral = (host: HostName, native: string): Json | undefined => {
  if (host !== 'cursor') return undefined
  if (CURSOR_PERMISSION_EVENTS.includes(native)) return { permission: 'allow' }
  return native === 'beforeSubmitPrompt' ? { continue: true } : {}
}

/** What a deny does there: stops something, sends the agent on, is told to the model. Nothing at any other event. */
const EFFECTS: Record<HostName, Record<string, 'stops' | 'goes on' | 'is told'>> = {
  'claude-code': {
    PreToolUse: 'stops',
    PreSkillShellCommand: 'stops',
    UserPromptSubmit: 'stops',
    PreCompact: 'stops',
    Stop: 'goes on',
    SubagentStop: 'goes on',
    PostToolUse: 'is told',
    PostToolUseFailure: 'is told',
  },
  codex: {
    PreToolUse: 'stops',
    UserPromptSubmit: 'stops',
    PreCompact: 'stops',
    Stop: 'goes on',
    SubagentStop: 'goes on',
    PostToolUse: 'is told',
  },
  cursor: {
    preToolUse: 'stops',
    beforeShellExecution: 'stops',
    beforeMCPExecution: 'stops',
    beforeReadFile: 'stops',
    beforeTabFileRead: 'stops',
    beforeSubmitPrompt: 'stops',
    subagentStart: 'stops',
    stop: 'goes on',
    subagentStop: 'goes on',
    postToolUse: 'is told',
    postToolUseFailure: 'is told',
  },
}
/** Nothing can be stopped there, but a person may be told. */
const MAY_BE_SHOWN: Record<HostName, string[]> = {
  'claude-code': ['SessionStart', 'SubagentStart'],
  codex: ['SessionStart', 'SubagentStart'],
  cursor: ['preCompact'],
}
/** DESIGN 3: a compaction, and a failure that reports our own denial. */
const RUNS_NOTHING = ['SubagentStop.compaction.json', 'postToolUseFailure.denied.json']
/** It has no neutral answer, so it is never registered (DESIGN 3). */
const NEVER_REGISTERED = 'WorktreeCreate.json'

/** Hooks run at these events; a hook has no event beside them. */
const DENIES_EVERYTHING = { hooks: EVENTS.map((event) => ({ event, name: 'never', command: 'touch ran; echo no entry >&2; exit 2' })) }

const BYTES_OF_SILENCE = ''

describe.each(HOSTS)('%s without a policy', (host) => {
  it.each(files(host))('%s gets the neutral answer', async (file) => {
    const workspace = workspaceWith()
    const payload = JSON.parse(capture(host, file)) as Json
    const native = payload.hook_event_name as string
    if (file === NEVER_REGISTERED) {
      const ended = await askProgram(['run', '--host', host, '--event', native], {
        stdin: capture(host, file),
        cwd: workspace.root,
        env: environmentOf(host, workspace),
      })
      expect({ exitCode: ended.exitCode, stdout: ended.stdout }).toEqual({ exitCode: 0, stdout: BYTES_OF_SILENCE })
      return
    }
    const answered = await answerTo(host, payload, workspace)
    expect(answered.document).toEqual(neutral(host, native))
    if (host !== 'cursor') expect(answered.stdout).toBe(BYTES_OF_SILENCE)
    expect(answered.judgement.blocked).toBe(false)
    expect(modelText(answered)).toBe('')
    expect(oracles[host].judge(native, answered, { failClosed: true })).toMatchObject({ blocked: false, valid: true, problems: [] })
  })
})

/** The capture as if it had been recorded in this workspace. */
const movedTo = (root: string, host: HostName, file: string): Json => {
  const payload = JSON.parse(capture(host, file).replaceAll('/home/dev/project', root)) as Json
  if (host === 'cursor') payload.workspace_roots = [root]
  if (typeof payload.cwd === 'string' && payload.cwd !== '') payload.cwd = root
  return payload
}

describe.each(HOSTS)('%s with a policy that denies everything', (host) => {
  it.each(files(host).filter((file) => file !== NEVER_REGISTERED))('%s is held where the host can', async (file) => {
    const workspace = workspaceWith(DENIES_EVERYTHING)
    const payload = movedTo(workspace.root, host, file)
    const native = payload.hook_event_name as string
    const effect = RUNS_NOTHING.includes(file) ? undefined : EFFECTS[host][native]
    const answered = await answerTo(host, payload, workspace)
    const { judgement, document } = answered
    expect(judgement.blocked).toBe(effect === 'stops' || effect === 'goes on')
    if (effect === 'goes on') expect(judgement.continues).toBe(true)
    if (effect === 'is told' || effect === 'goes on') expect(modelText(answered)).toContain('no entry')
    if (effect === undefined) expect(modelText(answered)).toBe('')
    else expect(answered.stderr).toContain('no entry')
    if (effect === undefined && !MAY_BE_SHOWN[host].includes(native)) expect(document).toEqual(neutral(host, native))
    if (RUNS_NOTHING.includes(file)) expect(existsSync(join(workspace.root, 'ran'))).toBe(false)
  })
})
