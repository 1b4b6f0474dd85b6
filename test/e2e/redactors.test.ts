import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { payloadOf, type RowTool } from './conformance.payloads.js'
import { answerTo, environmentOf, modelText, printing, workspaceWith, type Answered, type Json } from './judged.js'
import { askProgram } from '../support/standing.mjs'
import type { HostName } from '../oracle/index.js'
import { oracles } from '../oracle/index.js'

/** What a hook that replaces outputs did not clean must not be read, however it failed, wherever its script is. Issue 4, point 5. */

const SECRET = 'token-abc'
/** A call whose output is a text in every host; Cursor replaces those of MCP tools only. */
const TOOL: Record<HostName, RowTool> = {
  'claude-code': { kind: 'mcp', server: 'notes', tool: 'find', input: { path: 'a.txt' }, output: [{ type: 'text', text: SECRET }] },
  codex: { kind: 'run_command', command: 'env', output: SECRET },
  cursor: {
    kind: 'mcp',
    server: 'notes',
    tool: 'find',
    input: { path: 'a.txt' },
    output: JSON.stringify({ content: [{ type: 'text', text: SECRET }] }),
  },
}
const HOSTS = Object.keys(TOOL) as HostName[]

const replaced = (host: HostName, body: Json, answered: { exitCode: number | null; stdout: string; stderr: string }): string => {
  const judgement = oracles[host].judge(body.hook_event_name as string, answered, { tool: body.tool_name as string })
  expect(judgement, answered.stdout).toMatchObject({ valid: true, problems: [] })
  expect([...judgement.modelSees, JSON.stringify(judgement.replacedOutput ?? '')].join('\n'), answered.stdout).not.toContain(SECRET)
  return typeof judgement.replacedOutput === 'string'
    ? judgement.replacedOutput
    : JSON.stringify(judgement.replacedOutput ?? 'the original')
}

const answer = async (host: HostName, workspace: ReturnType<typeof workspaceWith>, tool = TOOL[host], env: Json = {}): Promise<string> => {
  const body = payloadOf(host, workspace.root, { event: 'PostToolUse', tool })
  const line = ['run', '--host', host, '--event', body.hook_event_name as string]
  const ended = await askProgram(line, {
    stdin: body,
    cwd: workspace.root,
    env: { ...environmentOf(host, workspace), ...(env as NodeJS.ProcessEnv) },
  })
  return replaced(host, body, ended)
}

const redactor = (command: string, more: object = {}): object => ({ hooks: [{ event: 'PostToolUse', name: 'redact', command, ...more }] })
const SCRIPT = 'sh scripts/redact.sh'
const WITHHELD = /withholds this output: hook \\?"redact\\?", which replaces outputs, /

describe.each(HOSTS)('%s', (host) => {
  it.each([
    ['ends with a stack trace that quotes the output', `echo "Unexpected token in ${SECRET}" >&2; : '"replace"'; exit 1`],
    ['glues its answer together', printing(`{"replace":"one "${SECRET}" two"}`)],
    ['is killed', `: '{"replace":1}'; kill -9 $$`],
    ['takes too long', `: '{"replace":1}'; sleep 9`],
    ['is not there', 'no-such-program --replace="replace"'],
    ['replaces by nothing', printing('{"replace":null}')],
    ['prints a notice with it and fails', `printf '%s' '{"replace":{"a":1},"oops":1,"notice":"${SECRET}"}'`],
    ['has its answer in a variable', `node -e 'const a = {}; a.replace = "x"; process.exit(1)'`],
  ])('nothing of an output is read where its redactor %s', async (_how, command) => {
    const workspace = workspaceWith(redactor(command, { timeoutMs: 500 }))
    expect(await answer(host, workspace)).toMatch(WITHHELD)
  })

  it.each([
    ['stands behind a line of a log', `done\n{"replace":"x"}`, 0],
    ['has a key twice', `{"replace":"x","notice":"${SECRET}","notice":"b"}`, 0],
    ['is cut off', `{"replace":"${SECRET}`, 0],
    ['is cut off, and it ends badly', `{"replace":"${SECRET}`, 1],
    ['is too long, and it ends badly', JSON.stringify({ replace: { text: SECRET.repeat(10_000) } }), 1],
    ['is longer than what is read', `{"replace":"${SECRET.repeat(150_000)}"}`, 0],
  ])('nothing is read where only its answer tells that it replaces, which %s', async (_how, text, exit) => {
    const workspace = workspaceWith()
    // Outside the workspace: nothing that we see of the hook names the key.
    writeFileSync(join(workspace.home, 'out'), text)
    workspace.policy(redactor(`cat "$HOME/out"; exit ${exit}`))
    expect(await answer(host, workspace)).toMatch(WITHHELD)
  })

  it('what becomes of its script changes nothing', async () => {
    const workspace = workspaceWith()
    workspace.change('scripts/redact.sh', `printf '%s' '{"replace":"clean"}'\n`)
    workspace.policy(redactor(SCRIPT))
    expect(await answer(host, workspace)).toContain('clean')
    workspace.change('scripts/redact.sh', '')
    expect(await answer(host, workspace), 'emptied').toMatch(WITHHELD)
    rmSync(join(workspace.root, 'scripts'), { recursive: true })
    expect(await answer(host, workspace), 'gone').toMatch(WITHHELD)
  })

  it("the person's own redactor is known wherever its script stands", async () => {
    const workspace = workspaceWith()
    const script = join(workspace.home, '.config', 'acuvo', 'redact.sh')
    mkdirSync(join(workspace.home, '.config', 'acuvo'), { recursive: true })
    writeFileSync(script, `: '{"replace":"clean"}'; exit 3\n`)
    writeFileSync(join(workspace.home, '.config', 'acuvo', 'hooks.json'), JSON.stringify(redactor(`sh ${script}`)))
    const trusted = await askProgram(['trust', '--user', '--yes'], { cwd: workspace.root, env: workspace.env })
    expect(trusted.exitCode, trusted.stderr).toBe(0)
    expect(await answer(host, workspace)).toMatch(WITHHELD)
  })

  it('it runs after another hook denied, and however deep hooks start agents', async () => {
    const lint = { event: 'PostToolUse', name: 'lint', command: 'echo two errors >&2; exit 1' }
    const redact = { event: 'PostToolUse', name: 'redact', command: printing({ replace: 'clean' }) }
    const workspace = workspaceWith({ hooks: [lint, redact] })
    expect(await answer(host, workspace)).toContain('clean')
    expect(await answer(host, workspace, TOOL[host], { ACUVO_DEPTH: '9' })).toContain('clean')
  })

  it('two of them see one another', async () => {
    const step = (from: string, to: string): string => `sed 's/.*${from}.*/${to}/' > out; printf '{"replace":"%s"}' "$(grep -o ${to} out)"`
    const hooks = [
      { event: 'PostToolUse', name: 'one', command: step('token-abc', 'first') },
      { event: 'PostToolUse', name: 'two', command: step('first', 'second') },
    ]
    expect(await answer(host, workspaceWith({ hooks }))).toContain('second')
  })
})

describe('claude-code, built-in tools', () => {
  const shell = { stdout: SECRET, stderr: SECRET, interrupted: false, isImage: false }
  const rows: [name: string, tool: RowTool, replace: unknown, out: unknown][] = [
    [
      'a large output keeps no path to the original',
      { kind: 'run_command', output: { ...shell, persistedOutputPath: '/x', persistedOutputSize: 9 } },
      'clean',
      { ...shell, stdout: 'clean', stderr: '' },
    ],
    [
      'a shell output keeps nothing else',
      { kind: 'run_command', output: { ...shell, structuredContent: [{ text: SECRET }] } },
      'clean',
      { ...shell, stdout: 'clean', stderr: '', structuredContent: [] },
    ],
    [
      'names of files',
      { name: 'Glob', input: { pattern: '*' }, output: { filenames: [SECRET], durationMs: 1, numFiles: 1, truncated: false } },
      'clean',
      { filenames: ['clean'], durationMs: 1, numFiles: 1, truncated: false },
    ],
    [
      'an image',
      { kind: 'read_file', path: 'a.png', output: { type: 'image', file: { base64: SECRET, type: 'image/png', originalSize: 3 } } },
      'clean',
      { type: 'text', file: { filePath: '', content: 'clean', numLines: 1, startLine: 1, totalLines: 1 } },
    ],
    [
      'an agent',
      {
        name: 'Agent',
        input: { prompt: 'p', description: 'd', subagent_type: 't' },
        output: { status: 'completed', prompt: 'p', agentId: 'a', content: [{ type: 'text', text: SECRET }] },
      },
      'clean',
      { status: 'completed', prompt: '', agentId: 'a', content: [{ type: 'text', text: 'clean' }] },
    ],
  ]
  it.each(rows)('%s', async (_name, tool, replace, out) => {
    const workspace = workspaceWith(redactor(printing({ replace })))
    const text = await answer('claude-code', workspace, tool)
    expect(JSON.parse(text)).toEqual(out)
  })

  it('a value of no shape that the host takes is withheld, and the person is told', async () => {
    const workspace = workspaceWith(redactor(printing({ replace: { lines: ['clean'] } })))
    expect(await answer('claude-code', workspace, { kind: 'run_command', output: shell })).toMatch(/withholds this output.*cannot show/)
  })
})

describe('a hook for each path that replaces', () => {
  const tool: RowTool = {
    kind: 'mcp',
    server: 'notes',
    tool: 'copy',
    input: { source: './a.txt', target: './b.txt' },
    output: [{ type: 'text', text: `${SECRET} a ${SECRET} b` }],
  }
  const each = (command: string): object => redactor(command, { each: 'path' })

  it('cleans what the one before it left', async () => {
    const command = `node -e 'const {result} = JSON.parse(require("fs").readFileSync(0)); const t = typeof result.output === "string" ? result.output : result.output[0].text; const p = process.env.ACUVO_TOOL_ARG_PATH.slice(-5, -4); console.log(JSON.stringify({replace: t.replace("${SECRET} " + p, "clean " + p)}))'`
    expect(await answer('claude-code', workspaceWith(each(command)), tool)).toContain('clean a clean b')
  })

  it('withholds where one run fails', async () => {
    const command = `case "$ACUVO_TOOL_ARG_PATH" in *a.txt) printf '{"replace":"${SECRET} b"}';; *) kill -9 $$;; esac`
    expect(await answer('claude-code', workspaceWith(each(command)), tool)).toMatch(WITHHELD)
  })
})

it('a gate that sources a script of its own must not judge half a value', async () => {
  const workspace = workspaceWith()
  workspace.change('.acuvo/lib.sh', 'check() { case "$ACUVO_TOOL_COMMAND" in *"rm -rf"*) exit 2;; esac; }\n')
  workspace.change('.acuvo/guard.sh', '. ./.acuvo/lib.sh\ncheck\n')
  workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'guard', command: 'sh .acuvo/guard.sh' }] })
  const long = payloadOf('codex', workspace.root, {
    event: 'PreToolUse',
    tool: { kind: 'run_command', command: `: ${'a'.repeat(40_000)}; rm -rf /x` },
  })
  const answered: Answered = await answerTo('codex', long, workspace)
  expect(modelText(answered)).toContain('ACUVO_TOOL_COMMAND was cut')
})

it('a link whose parent is asked for leads where the system goes', async () => {
  const workspace = workspaceWith({ hooks: [{ event: 'PreToolUse', paths: ['infra/**'], deny: 'people only' }] })
  mkdirSync(join(workspace.root, 'infra', 'deep'), { recursive: true })
  symlinkSync(join(workspace.root, 'infra', 'deep'), join(workspace.root, 's'))
  for (const host of HOSTS) {
    const body = payloadOf(host, workspace.root, {
      event: 'PreToolUse',
      tool: { kind: 'write_file', path: `${workspace.root}/s/../x.txt` },
    })
    const stdin = JSON.parse(JSON.stringify(body).replaceAll(`${workspace.root}/x.txt`, `${workspace.root}/s/../x.txt`)) as Json
    expect((await answerTo(host, stdin, workspace)).judgement.blocked, host).toBe(true)
  }
})
