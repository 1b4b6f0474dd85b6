import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { STOPPING, titled } from './gates.js'
import { answerTo, environmentOf, modelText, printing, workspaceWith } from './judged.js'

/** In which order hooks run and which of them counts. DESIGN 5 and 7. */

const marking = (name: string, more = ''): object => ({ event: 'PreToolUse', name, command: `touch ${name}${more}` })

const ran = ({ root }: Workspace, name: string): boolean => existsSync(join(root, name))

describe.each(HOSTS)('the chain for %s', (host) => {
  it.each([
    ['a deny', 'echo no entry >&2; exit 2'],
    ['a JSON deny', printing({ decision: 'deny', reason: 'no entry' })],
    ['a failure', 'exit 127'],
  ])('ends with %s: later hooks do not run', async (_what, command) => {
    const workspace = workspaceWith({
      hooks: [marking('first'), { event: 'PreToolUse', name: 'stop', command }, marking('last', '; echo other >&2; exit 2')],
    })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('"stop"')
    expect(modelText(answered)).not.toContain('"last"')
    expect([ran(workspace, 'first'), ran(workspace, 'last')]).toEqual([true, false])
  })

  it('goes on after a question, and a deny outranks it', async () => {
    const ask = { event: 'PreToolUse', name: 'ask', command: printing({ decision: 'ask', reason: 'sure?' }) }
    const workspace = workspaceWith({ hooks: [ask, marking('last', '; echo no entry >&2; exit 2')] })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement).toMatchObject({ blocked: true, asked: false })
    expect(modelText(answered)).toContain('denied by "last": no entry')
  })

  it('goes on after a pass, an allow and a failure that is only a notice', async () => {
    const failing = { event: 'PreToolUse', name: 'broken', command: 'exit 127', onFailure: 'notice' }
    const allowing = { event: 'PreToolUse', name: 'allow', command: printing({ decision: 'allow' }) }
    const workspace = workspaceWith({ hooks: [marking('first'), allowing, failing, marking('last', '; echo no entry >&2; exit 2')] })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('denied by "last": no entry')
  })

  it('has one outcome in the log for each matched hook', async () => {
    const workspace = workspaceWith({
      hooks: [marking('first'), { event: 'PreToolUse', name: 'stop', command: 'exit 2' }, marking('last')],
    })
    const { stderr } = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(stderr).toMatch(/^acuvo-hooks: .*"first" passed/m)
    expect(stderr).toMatch(/^acuvo-hooks: .*"stop" denied/m)
    expect(stderr).toMatch(/^acuvo-hooks: .*"last" skipped/m)
  })

  it('leaves out hooks for other events, tools and hosts', async () => {
    const others = HOSTS.filter((other) => other !== host)
    const workspace = workspaceWith({
      hooks: [
        { event: 'PostToolUse', command: 'touch wrong' },
        { event: 'PreToolUse', tools: ['write_file'], command: 'touch wrong; exit 2' },
        { event: 'PreToolUse', hosts: others, command: 'touch wrong; exit 2' },
        { event: 'PreToolUse', tools: ['run_command'], hosts: [host], command: 'touch right' },
      ],
    })
    const answered = await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(answered.judgement.blocked).toBe(false)
    expect([ran(workspace, 'right'), ran(workspace, 'wrong')]).toEqual([true, false])
  })
})

it.each(titled(STOPPING))('the first deny ends the chain at %s', async (_title, { host, event, payload }) => {
  const hooks = ['first', 'second'].map((name) => ({ event, name, command: `touch ${name}; echo ${name} >&2; exit 2` }))
  const workspace = workspaceWith({ hooks })
  expect((await answerTo(host, payload(workspace.root), workspace)).judgement.blocked).toBe(true)
  expect([ran(workspace, 'first'), ran(workspace, 'second')]).toEqual([true, false])
})

describe.each(HOSTS)('the layers for %s', (host) => {
  /** Each layer says its name and the folder it runs in. */
  const tell = (workspace: Workspace, name: string, more = ''): string =>
    JSON.stringify({ hooks: [{ event: 'PreToolUse', name, command: `echo "${name} $(pwd -P)" >> '${workspace.base}/order'${more}` }] })
  const order = ({ base }: Workspace): string[] =>
    existsSync(join(base, 'order')) ? readFileSync(join(base, 'order'), 'utf8').trim().split('\n') : []
  const put = (workspace: Workspace, file: string, text: string): void => {
    if (!file.includes('.acuvo')) return void workspace.userPolicy(text, file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    workspace.approve(dirname(dirname(file)))
  }

  /** A user layer, a workspace, and two nested ones; the session is in the inner of the three. */
  const layered = (userFile: (workspace: Workspace) => string): { workspace: Workspace; inner: string } => {
    const workspace = workspaceWith()
    const inner = join(workspace.root, 'packages', 'app')
    workspace.policy(tell(workspace, 'outer'))
    put(workspace, join(workspace.root, 'packages', '.acuvo', 'hooks.json'), tell(workspace, 'middle'))
    put(workspace, join(inner, '.acuvo', 'hooks.json'), tell(workspace, 'inner'))
    put(workspace, userFile(workspace), tell(workspace, 'user'))
    return { workspace, inner }
  }

  it.each([
    ['in HOME', (workspace: Workspace) => join(workspace.home, '.config', 'acuvo', 'hooks.json'), {}],
    ['in XDG_CONFIG_HOME', (workspace: Workspace) => join(workspace.base, 'xdg', 'acuvo', 'hooks.json'), { XDG_CONFIG_HOME: 'xdg' }],
  ])('are the user %s, then workspaces outermost first, each in its own root', async (_where, userFile, variables) => {
    const { workspace, inner } = layered(userFile)
    const xdg = Object.fromEntries(Object.entries(variables).map(([name, folder]) => [name, join(workspace.base, folder)]))
    const line = { env: { ...environmentOf(host, { ...workspace, root: inner }), ...xdg } }
    const answered = await answerTo(host, shellCall(host, inner, 'ls'), { ...workspace, root: inner }, line)
    expect(answered.judgement.blocked).toBe(false)
    // The user's hooks have the session's root.
    expect(order(workspace)).toEqual([
      `user ${inner}`,
      `outer ${workspace.root}`,
      `middle ${join(workspace.root, 'packages')}`,
      `inner ${inner}`,
    ])
  })

  it('include the one that a target path lies in', async () => {
    const { workspace, inner } = layered((made) => join(made.home, '.config', 'acuvo', 'hooks.json'))
    await answerTo(host, writeCall(host, workspace.root, join(inner, 'new', 'deep.txt')), workspace)
    expect(order(workspace).map((line) => line.split(' ')[0])).toEqual(['user', 'outer', 'middle', 'inner'])
  })

  it('leave a nested one alone that a call has nothing to do with', async () => {
    const { workspace } = layered((made) => join(made.home, '.config', 'acuvo', 'hooks.json'))
    await answerTo(host, shellCall(host, workspace.root, 'ls'), workspace)
    expect(order(workspace).map((line) => line.split(' ')[0])).toEqual(['user', 'outer'])
  })

  it.each(['user', 'outer', 'inner'])('add and never replace: a deny of the %s one ends the chain and stands', async (denying) => {
    const { workspace, inner } = layered((made) => join(made.home, '.config', 'acuvo', 'hooks.json'))
    const files: Record<string, string> = {
      user: join(workspace.home, '.config', 'acuvo', 'hooks.json'),
      outer: join(workspace.root, '.acuvo', 'hooks.json'),
      inner: join(inner, '.acuvo', 'hooks.json'),
    }
    put(workspace, files[denying] as string, tell(workspace, denying, '; echo no entry >&2; exit 2'))
    const answered = await answerTo(host, shellCall(host, inner, 'ls'), { ...workspace, root: inner })
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain(`denied by "${denying}": no entry`)
    const all = ['user', 'outer', 'middle', 'inner']
    expect(order(workspace).map((line) => line.split(' ')[0])).toEqual(all.slice(0, all.indexOf(denying) + 1))
  })
})
