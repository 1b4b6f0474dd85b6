import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectHost, hostOf, readPayload } from '../../hosts/index.js'
import { sampleOf, type Sample, type ShortCall } from '../../hosts/samples.js'
import type { Payload } from '../../hosts/types.js'
import { EVENTS } from '../support/payloads.mjs'

/** Every sample is what the host's own recordings look like, and our reader reads from it exactly what was asked for. */

const ROOT = '/home/dev/project'
const HOST_IDS = ['claude-code', 'codex', 'cursor'] as const
type Host = (typeof HOST_IDS)[number]

/** By hand, from DESIGN 3 and 4: native names; absent: the host has none. */
const TOOLS: Record<string, Partial<Record<Host, string>>> = {
  run_command: { 'claude-code': 'Bash', codex: 'Bash', cursor: 'Shell' },
  write_file: { 'claude-code': 'Write', codex: 'apply_patch', cursor: 'Write' },
  edit_file: { 'claude-code': 'Edit', codex: 'apply_patch', cursor: 'StrReplace' },
  delete_file: { codex: 'apply_patch', cursor: 'Delete' },
  read_file: { 'claude-code': 'Read', codex: 'view_image', cursor: 'Read' },
  search_files: { 'claude-code': 'Grep', cursor: 'Grep' },
  fetch_url: { 'claude-code': 'WebFetch', cursor: 'WebFetch' },
  web_search: { 'claude-code': 'WebSearch', cursor: 'WebSearch' },
  run_agent: { 'claude-code': 'Agent', codex: 'spawn_agent', cursor: 'Task' },
  'notes.add_note': { 'claude-code': 'mcp__notes__add_note', codex: 'mcp__notes__add_note', cursor: 'MCP:add_note' },
  // Native names hold wherever they are, and elsewhere stand for their kind; some are reported by another name.
  Bash: { 'claude-code': 'Bash', codex: 'Bash', cursor: 'Shell' },
  exec_command: { 'claude-code': 'Bash', codex: 'Bash', cursor: 'Shell' },
  Task: { 'claude-code': 'Agent', codex: 'spawn_agent', cursor: 'Task' },
  MultiEdit: { 'claude-code': 'MultiEdit', codex: 'apply_patch', cursor: 'StrReplace' },
  ReadFile: { 'claude-code': 'Read', codex: 'view_image', cursor: 'ReadFile' },
  TodoWrite: { 'claude-code': 'TodoWrite' },
}
const KINDS: Record<string, string> = {
  'notes.add_note': 'mcp',
  Bash: 'run_command',
  exec_command: 'run_command',
  Task: 'run_agent',
  MultiEdit: 'edit_file',
  ReadFile: 'read_file',
  TodoWrite: 'unknown',
}
const FILE_TOOLS = ['write_file', 'edit_file', 'delete_file', 'read_file', 'MultiEdit', 'ReadFile']

const NATIVE: Record<string, Record<Host, string | undefined>> = {
  PreToolUse: { 'claude-code': 'PreToolUse', codex: 'PreToolUse', cursor: 'preToolUse' },
  PostToolUse: { 'claude-code': 'PostToolUse', codex: 'PostToolUse', cursor: 'postToolUse' },
}

const read = (host: Host, { payload, start }: Sample, existing: readonly string[] = []) => {
  const reading = readPayload(hostOf(host), payload, {
    env: start.env,
    processCwd: start.cwd,
    home: '/home/dev',
    exists: (path) => existing.includes(path),
    readText: () => undefined,
  })
  if (reading.kind !== 'event') throw new Error(`not an event: ${reading.why}`)
  expect(detectHost(payload)?.id).toBe(host)
  return reading.event
}

const sampled = (call: ShortCall): Sample => {
  const sample = sampleOf(call)
  if ('lacks' in sample) throw new Error(sample.why)
  return sample
}

const captures = (host: Host): Payload[] =>
  readdirSync(`fixtures/captures/${host}`).map((file) => JSON.parse(readFileSync(`fixtures/captures/${host}/${file}`, 'utf8')) as Payload)

const keys = (value: unknown): string =>
  Object.keys(value as object)
    .sort()
    .join(' ')

/** The same event's recordings: of the same tool, else of any tool of the same sort. */
const looksRecorded = (host: Host, { payload, nativeEvent }: Sample): void => {
  const ofEvent = captures(host).filter(({ hook_event_name: name }) => name === nativeEvent)
  expect(ofEvent.length, nativeEvent).toBeGreaterThan(0)
  const isServer = (name: unknown): boolean => String(name).startsWith('mcp__')
  const ofTool = ofEvent.filter(({ tool_name: name }) => name === payload.tool_name)
  const alike = ofTool.length > 0 ? ofTool : ofEvent.filter(({ tool_name: name }) => isServer(name) === isServer(payload.tool_name))
  expect(alike.map(keys)).toContain(keys(payload))
  const inputs = ofTool.map(({ tool_input: input }) => input).filter((input) => typeof input === 'object')
  if (inputs.length > 0 && !isServer(payload.tool_name) && !String(payload.tool_name).startsWith('MCP:')) {
    expect(inputs.map(keys)).toContain(keys(payload.tool_input))
  }
}

describe.each(HOST_IDS)('%s', (host) => {
  describe.each(['PreToolUse', 'PostToolUse'])('%s', (event) => {
    it.each(Object.keys(TOOLS))('%s', (tool) => {
      const native = TOOLS[tool]?.[host]
      const call = { host, event, tool, root: ROOT, command: 'git push --force', path: 'src/a.ts' }
      if (native === undefined) {
        expect(sampleOf(call)).toMatchObject({ lacks: 'tool', why: expect.stringContaining(tool) })
        return
      }
      const sample = sampled(call)
      const found = read(host, sample)
      expect(found.event).toBe(event)
      expect(found.workspace).toMatchObject({ root: ROOT, cwd: ROOT })
      expect(found.tool?.nativeName).toBe(native)
      expect(found.tool?.names).toContain(KINDS[tool] === undefined ? tool : native)
      expect(found.tool?.names).toContain(tool === 'MultiEdit' || tool in KINDS ? native : tool)
      expect(found.tool?.kind).toBe(KINDS[tool] ?? tool)
      if ((KINDS[tool] ?? tool) === 'run_command') expect(found.tool?.command).toBe('git push --force')
      else expect(found.tool?.command).toBeUndefined()
      if (FILE_TOOLS.includes(tool)) expect(found.tool?.paths.map(({ path }) => path)).toEqual([`${ROOT}/src/a.ts`])
      if (KINDS[tool] === 'mcp') {
        expect(found.nativeEvent).toBe(
          host === 'cursor' ? { PreToolUse: 'beforeMCPExecution', PostToolUse: 'afterMCPExecution' }[event] : event,
        )
        expect(found.tool?.mcp).toEqual({ server: 'notes', tool: 'add_note' })
      } else expect(found.nativeEvent).toBe(NATIVE[event]?.[host])
      looksRecorded(host, sample)
    })
  })

  it.each(EVENTS.filter((event) => !event.endsWith('ToolUse')))('%s', (event) => {
    const sample = sampleOf({ host, event, root: ROOT, prompt: 'please', agentId: event.startsWith('Subagent') ? 'a-7' : undefined })
    if (event === 'Notification' && host !== 'claude-code') {
      expect(sample).toMatchObject({ lacks: 'event', why: expect.stringContaining('Notification') })
      return
    }
    if ('lacks' in sample) throw new Error(sample.why)
    const found = read(host, sample)
    expect(found).toMatchObject({ event, workspace: { root: ROOT } })
    if (event === 'UserPromptSubmit') expect(found.prompt).toBe('please')
    if (event.startsWith('Subagent')) expect(found.agentId).toBe('a-7')
    looksRecorded(host, sample)
  })
})

/** Native events that are no canonical event's primary one. */
it.each<[Host, string, string | undefined, string, string]>([
  ['claude-code', 'PreSkillShellCommand', undefined, 'PreToolUse', 'run_command'],
  ['claude-code', 'PostToolUseFailure', 'Bash', 'PostToolUse', 'run_command'],
  ['cursor', 'beforeShellExecution', undefined, 'PreToolUse', 'run_command'],
  ['cursor', 'afterShellExecution', 'run_command', 'PostToolUse', 'run_command'],
  ['cursor', 'beforeReadFile', undefined, 'PreToolUse', 'read_file'],
  ['cursor', 'beforeTabFileRead', undefined, 'PreToolUse', 'read_file'],
  ['cursor', 'afterFileEdit', 'edit_file', 'PostToolUse', 'write_file'],
  ['cursor', 'afterFileEdit', undefined, 'PostToolUse', 'write_file'],
  ['cursor', 'afterTabFileEdit', undefined, 'PostToolUse', 'edit_file'],
  ['cursor', 'postToolUseFailure', 'read_file', 'PostToolUse', 'read_file'],
  ['cursor', 'beforeMCPExecution', 'notes.add_note', 'PreToolUse', 'mcp'],
  ['cursor', 'afterMCPExecution', 'mcp__notes__add_note', 'PostToolUse', 'mcp'],
  ['cursor', 'preToolUse', 'MCP:add_note', 'PreToolUse', 'mcp'],
  ['cursor', 'preToolUse', 'notes.add_note', 'PreToolUse', 'mcp'],
])('%s %s %s', (host, nativeEvent, tool, event, kind) => {
  const sample = sampled({ host, event: nativeEvent, tool, command: 'npm test', path: `${ROOT}/src/a.ts`, root: ROOT })
  const found = read(host, sample)
  expect(found).toMatchObject({ event, nativeEvent, tool: { kind } })
  if (kind === 'run_command') expect(found.tool?.command).toBe('npm test')
  else if (kind !== 'mcp') expect(found.tool?.paths.map(({ path }) => path)).toEqual([`${ROOT}/src/a.ts`])
  looksRecorded(host, sample)
})

describe('what stands in a sample', () => {
  const call = (more: Partial<ShortCall> & { host: Host }): Sample => sampled({ event: 'PreToolUse', root: ROOT, ...more })

  it('a canonical name stands for the event of the completion where the tool is one', () => {
    expect(call({ host: 'cursor', tool: 'TabRead', path: 'a.ts' }).nativeEvent).toBe('beforeTabFileRead')
    expect(call({ host: 'cursor', event: 'PostToolUse', tool: 'TabWrite', path: 'a.ts' }).nativeEvent).toBe('afterTabFileEdit')
  })

  it.each(HOST_IDS)('%s: the folder of the call, a subagent, the home folder', (host) => {
    const cwd = `${ROOT}/packages/web`
    const found = read(host, call({ host, command: 'ls', cwd, agentId: 'a-7' }))
    expect(found.workspace).toMatchObject({ root: ROOT, cwd })
    // This host does not tell a subagent's calls.
    expect(found.agentId).toBe(host === 'cursor' ? undefined : 'a-7')
    const paths = (path: string) =>
      read(host, call({ host, tool: 'edit_file', path, cwd, home: '/home/dev' })).tool?.paths.map((one) => one.path)
    expect(paths('~/.ssh/id')).toEqual(['/home/dev/.ssh/id'])
    if (host !== 'cursor') expect(paths('a.ts')).toEqual([`${cwd}/a.ts`])
  })

  it('the content, in the way each host writes it', () => {
    const content = 'one\n*** Delete File: b\n'
    const write = (host: Host) => call({ host, tool: 'write_file', path: 'a.ts', content })
    expect(write('claude-code').payload.tool_input).toEqual({ file_path: `${ROOT}/a.ts`, content })
    expect(write('cursor').payload.tool_input).toEqual({ file_path: `${ROOT}/a.ts`, content })
    expect(write('codex').payload.tool_input).toEqual({
      command: '*** Begin Patch\n*** Add File: a.ts\n+one\n+*** Delete File: b\n*** End Patch',
    })
    expect(read('codex', write('codex')).tool?.paths.map(({ path }) => path)).toEqual([`${ROOT}/a.ts`])
  })

  it('a write onto a file that is there is an edit', () => {
    const sample = call({ host: 'claude-code', tool: 'write_file', path: 'a.ts' })
    expect(read('claude-code', sample, [`${ROOT}/a.ts`]).tool?.names).toContain('edit_file')
    expect(read('claude-code', sample).tool?.names).not.toContain('edit_file')
  })

  it('an edit always has replace_all, and further arguments stand above ours', () => {
    const sample = call({ host: 'claude-code', tool: 'edit_file', path: 'a.ts', input: { replace_all: true } })
    expect(sample.payload.tool_input).toEqual({ file_path: `${ROOT}/a.ts`, old_string: 'before', new_string: 'after', replace_all: true })
  })

  it('what a tool printed, after the call', () => {
    const after = (host: Host) => sampled({ host, event: 'PostToolUse', command: 'env', content: 'A=1\n', root: ROOT }).payload
    expect(after('claude-code').tool_response).toMatchObject({ stdout: 'A=1\n' })
    expect(after('codex').tool_response).toBe('A=1\n')
    expect(JSON.parse(after('cursor').tool_output as string)).toEqual({ output: 'A=1\n', exitCode: 0 })
  })

  it('a whole patch in place of a path', () => {
    const command = '*** Begin Patch\n*** Delete File: a\n*** Add File: b\n+x\n*** End Patch'
    const found = read('codex', call({ host: 'codex', tool: 'apply_patch', command }))
    expect(found.tool?.names).toEqual(expect.arrayContaining(['delete_file', 'write_file', 'apply_patch']))
  })
})

it.each<[Partial<ShortCall>, string, string]>([
  [{ host: 'emacs' }, 'host', 'emacs'],
  [{ host: '__proto__' }, 'host', '__proto__'],
  [{ host: 'codex', event: 'beforeShellExecution' }, 'event', 'Codex has no event "beforeShellExecution"'],
  [{ host: 'codex', event: 'PermissionRequest' }, 'event', 'no hook can be run at PermissionRequest'],
  [{ host: 'claude-code', tool: undefined }, 'field', 'a tool is needed'],
  [{ host: 'claude-code', tool: 'run_command' }, 'field', 'run_command needs a command'],
  [{ host: 'claude-code', tool: 'edit_file' }, 'field', 'edit_file needs a path'],
  [{ host: 'claude-code', tool: 'frobnicate' }, 'tool', 'Claude Code has no tool "frobnicate"'],
  [{ host: 'claude-code', tool: 'MCP:add_note' }, 'tool', 'server.add_note'],
  [{ host: 'codex', tool: 'write_stdin', command: 'x' }, 'tool', 'write_stdin: no hook is started'],
  [{ host: 'codex', tool: 'edit_file', path: 'a\nb' }, 'tool', 'line break'],
  [{ host: 'cursor', event: 'beforeShellExecution', tool: 'Read', path: 'a' }, 'tool', 'it is not announced for Read'],
  [{ host: 'cursor', event: 'preToolUse', tool: 'TabRead', path: 'a' }, 'tool', 'TabRead'],
  [{ host: 'cursor', event: 'beforeTabFileRead', tool: 'Read', path: 'a' }, 'tool', 'it is not announced for Read'],
])('%o is refused with a reason', (call, lacks, why) => {
  expect(sampleOf({ event: 'PreToolUse', root: ROOT, host: 'codex', ...call })).toMatchObject({ lacks, why: expect.stringContaining(why) })
})
