import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { shape as check } from '../../src/shapes/check.js'
import { shape as hosts } from '../../src/shapes/hosts.js'
import { SHAPES } from '../../src/shapes/index.js'
import { shape as init } from '../../src/shapes/init.js'
import { shape as replay } from '../../src/shapes/replay.js'
import { shape as trust } from '../../src/shapes/trust.js'
import { HOSTS, payload, shellCall, writeCall } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { workspaceWith } from './judged.js'

/** What commands print with --json, in the situations they are used in, read strictly: no key that the shape does not name. */

const documentOf = async <Shape extends z.ZodType>(
  shape: Shape,
  workspace: Workspace,
  args: string[],
  stdin?: object,
): Promise<z.output<Shape>> => {
  const { stdout, stderr } = await askProgram([...args, '--json'], {
    env: workspace.env,
    cwd: workspace.root,
    ...(stdin === undefined ? {} : { stdin }),
  })
  expect(stdout.endsWith('\n'), `${args.join(' ')}: ${stderr}`).toBe(true)
  return shape.parse(JSON.parse(stdout))
}

/** Every kind of hook. */
const EVERYTHING = {
  version: 1,
  budgetMs: 60_000,
  stopLimit: 2,
  contextChars: 500,
  hooks: [
    {
      event: 'PreToolUse',
      name: 'all keys',
      why: 'for the review',
      tools: ['run_command', 'files.*'],
      hosts: ['claude-code', 'codex', 'cursor'],
      command: 'echo seen >&2; exit 0',
      commandWindows: 'ver',
      shellProgram: 'sh',
      mode: 'warn',
      env: ['EDITOR'],
      stdin: 'host',
      detach: true,
      mayAllow: true,
      timeoutMs: 5_000,
      onFailure: 'ask',
    },
    { event: 'PreToolUse', commands: ['git push'], ask: 'sure?' },
    { event: 'PreToolUse', paths: ['infra/**'], deny: 'no: ${path}', instead: 'ask' },
    { event: 'PreToolUse', tools: ['write_file'], each: 'path', command: ['sh', '.acuvo/rewrite.sh'] },
    { event: 'PreToolUse', name: 'off', mode: 'off', command: 'false' },
    { event: 'PostToolUse', command: 'printf \'{"replace":"short"}\'' },
    { event: 'SessionStart', context: 'hello' },
    { event: 'Stop', background: true, command: 'true' },
    { event: 'Stop', paths: ['src/**'], command: 'exit 1' },
    { event: 'UserPromptSubmit', notice: 'told' },
  ],
}

const everything = (): Workspace => {
  const workspace = workspaceWith()
  workspace.change('.acuvo/rewrite.sh', 'printf \'{"rewrite":{"content":"other"}}\'')
  workspace.policy(EVERYTHING)
  return workspace
}

/** A workspace in each state that approval knows. */
const states: Record<string, () => Workspace> = {
  absent: () => workspaceWith(),
  approved: everything,
  unapproved: () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.json', JSON.stringify(EVERYTHING))
    return workspace
  },
  'never approved and broken': () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.json', '{ "hooks": [{ "event": "PreToolUs", "comand": 1, "tools": ["Bsh"], "hosts": [] }], "hooks": 2 }')
    return workspace
  },
  changed: () => {
    const workspace = everything()
    workspace.change('.acuvo/hooks.json', JSON.stringify({ hooks: [{ event: 'PreToolUse', deny: 'new' }] }))
    workspace.change('.acuvo/added.sh', 'x')
    return workspace
  },
  'changed script': () => {
    const workspace = everything()
    workspace.change('.acuvo/rewrite.sh', 'exit 0')
    return workspace
  },
  broken: () => {
    const workspace = everything()
    workspace.change('.acuvo/hooks.json', '{ "hooks": ')
    return workspace
  },
  gone: () => {
    const workspace = everything()
    rmSync(join(workspace.root, '.acuvo'), { recursive: true })
    return workspace
  },
  refused: () => {
    const workspace = everything()
    const folder = join(workspace.store, 'approvals')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name, 'record.json'), '{')
    return workspace
  },
}

describe.each(Object.entries(states))('a policy that is %s', (state, make) => {
  it('is described by check, trust --status, --digest, --list and --revoke', async () => {
    const workspace = make()
    const documents = [
      await documentOf(check, workspace, ['check']),
      await documentOf(trust, workspace, ['trust', '--list']),
      ...(state === 'absent' ? [] : [await documentOf(trust, workspace, ['trust', '--status'])]),
      ...(['approved', 'unapproved', 'changed', 'changed script', 'refused'].includes(state)
        ? [await documentOf(trust, workspace, ['trust', '--digest']), await documentOf(trust, workspace, ['trust', '--yes'])]
        : []),
      ...(['broken', 'never approved and broken'].includes(state) ? [await documentOf(trust, workspace, ['trust', '--yes'])] : []),
      ...(state === 'absent' ? [] : [await documentOf(trust, workspace, ['trust', '--revoke'])]),
    ]
    for (const document of documents) expect(document.version).toBe(1)
  })

  it('and by replay', async () => {
    const workspace = make()
    await documentOf(replay, workspace, ['replay', '-'], shellCall('claude-code', workspace.root, 'git push'))
  })
})

describe('replay', () => {
  it('of every event, and of what is none', async () => {
    const workspace = everything()
    const infra = join(workspace.root, 'infra/a.tf')
    const payloads: object[] = HOSTS.flatMap((host) => [
      writeCall(host, workspace.root, infra),
      writeCall(host, workspace.root, join(workspace.root, 'a.txt')),
      shellCall(host, workspace.root, 'ls', 'PostToolUse'),
      ...['SessionStart', 'UserPromptSubmit', 'PreCompact', 'SubagentStart', 'SubagentStop', 'Stop', 'SessionEnd'].map((event) =>
        payload(host, event, workspace.root),
      ),
    ])
    const more = [
      payload('claude-code', 'Notification', workspace.root),
      { ...shellCall('claude-code', workspace.root, ''), tool_name: 'mcp__files__read', tool_input: { path: 'x' } },
      { ...shellCall('claude-code', workspace.root, ''), tool_name: 'Grep', tool_input: { pattern: 'x', glob: '*.ts' } },
      { ...payload('claude-code', 'Stop', workspace.root), hook_event_name: 'PermissionRequest' },
      { hook_event_name: 'PreToolUse' },
      {},
    ]
    for (let at = 0; at < payloads.length; at += 3)
      await Promise.all(payloads.slice(at, at + 3).map((one) => documentOf(replay, workspace, ['replay', '-'], one)))
    for (const one of more) await documentOf(replay, workspace, ['replay', '-'], one)
  })
})

describe('trust', () => {
  it('that is refused, for each reason', async () => {
    const workspace = states.unapproved?.() as Workspace
    const whyOf = async (...args: string[]): Promise<unknown> =>
      ((await documentOf(trust, workspace, ['trust', ...args])) as { why?: string }).why
    expect(await whyOf('--expect', '00')).toBe('other_digest')
    expect(await whyOf('--same-as', 'HEAD')).toBe('no_git')
    execFileSync('git', ['init', '-q'], { cwd: workspace.root })
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'x'], {
      cwd: workspace.root,
    })
    expect(await whyOf('--same-as', 'HEAD')).toBe('not_same')
    workspace.change('.acuvo/fifo', '')
    rmSync(join(workspace.root, '.acuvo/fifo'))
    execFileSync('mkfifo', [join(workspace.root, '.acuvo/fifo')])
    expect(await whyOf('--yes')).toBe('refused')
    rmSync(join(workspace.root, '.acuvo/fifo'))
    writeFileSync(join(workspace.home, '.local'), '')
    expect(await whyOf('--yes')).toBe('not_stored')
  })

  it("of the person's own file", async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({ selfProtect: 'propose', hooks: [{ event: 'Stop', command: 'true' }] })
    expect(await documentOf(trust, workspace, ['trust', '--user', '--yes'])).toMatchObject({ approved: true, selfProtect: 'propose' })
  })
})

describe('hosts', () => {
  it('all and one', async () => {
    const workspace = workspaceWith()
    for (const args of [[], ...HOSTS.map((host) => [host])]) await documentOf(hosts, workspace, ['hosts', ...args])
  })
})

describe('init', () => {
  it('made, refused and listed', async () => {
    const workspace = workspaceWith()
    for (const args of [['--list'], [], [], ['--template', 'notify']]) await documentOf(init, workspace, ['init', ...args])
  })
})

describe('the documentation', () => {
  const root = new URL('../../', import.meta.url)

  it('names every shape there is', async () => {
    const files = readdirSync(new URL('src/shapes', root)).filter((file) => !['index.ts', 'parts.ts'].includes(file))
    const shapes = await Promise.all(
      files.map(async (file) => ((await import(new URL(`src/shapes/${file}`, root).href)) as { shape?: unknown }).shape),
    )
    const missing = files.filter((_, at) => shapes[at] !== undefined && !Object.values(SHAPES).includes(shapes[at] as z.ZodType))
    expect(missing).toEqual([])
  })

  it('is what the shapes say', () => {
    const { status, stderr } = spawnSync(process.execPath, [new URL('docs-json.mjs', root).pathname, '--check'], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const text = readFileSync(new URL('docs/json.md', root), 'utf8')
    for (const name of Object.keys(SHAPES)) expect(text).toContain(`## ${name}\n`)
    expect(text).toContain('| `files[].errors[].code` | ')
    expect(text).not.toMatch(/undefined|\[object/)
  })
})
