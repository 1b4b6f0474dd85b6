import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellCall, writeCall } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** Which files apply (DESIGN 5): configs add, never replace, and a missing folder never ends the search. */

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace()
})
afterEach(() => workspace.remove())

/** A policy that notes its name and the root it ran in, and denies nothing. */
const noting = (name: string): string =>
  JSON.stringify({ hooks: [{ event: 'PreToolUse', name, command: `echo "${name} $PWD $ACUVO_WORKSPACE_ROOT" >> ${workspace.base}/ran` }] })

const put = (folder: string, text: string): string => {
  mkdirSync(join(folder, '.acuvo'), { recursive: true })
  const file = join(folder, '.acuvo', 'hooks.json')
  writeFileSync(file, text)
  workspace.approve(folder)
  return file
}

const ran = (): string[] =>
  existsSync(join(workspace.base, 'ran')) ? readFileSync(join(workspace.base, 'ran'), 'utf8').trim().split('\n') : []

const call = (payload: object, more: { cwd?: string; env?: NodeJS.ProcessEnv; host?: string } = {}) =>
  runProgram(['run', '--host', more.host ?? 'claude-code', '--event', 'PreToolUse'], {
    stdin: payload,
    cwd: more.cwd ?? workspace.root,
    env: { ...workspace.env, CLAUDE_PROJECT_DIR: undefined, CURSOR_PROJECT_DIR: undefined, ...more.env },
  })

/** What hosts start. It also finds its way where the program's runtime would not start by itself: in a folder that is gone. */
const installedLauncher = async (): Promise<string> => {
  expect((await runProgram(['install', 'codex'], { env: workspace.env, cwd: workspace.home })).exitCode).toBe(0)
  return join(workspace.home, '.local', 'share', 'acuvo-hooks', 'acuvo-hooks')
}

describe('workspaces', () => {
  it('are found on the way up, outermost first, each run in its own root', async () => {
    const inner = join(workspace.root, 'apps', 'web')
    put(workspace.root, noting('outer'))
    put(inner, noting('inner'))
    await call(shellCall('claude-code', join(inner, 'src'), 'ls'))
    expect(ran()).toEqual([`outer ${workspace.root} ${workspace.root}`, `inner ${inner} ${inner}`])
  })

  it('apply to a target in their tree although the call takes place elsewhere', async () => {
    put(workspace.root, noting('here'))
    const other = join(workspace.base, 'other')
    put(other, noting('other'))
    await call(writeCall('claude-code', workspace.root, join(other, 'src', 'new.ts')))
    expect(ran().map((line) => line.split(' ')[0])).toEqual(['here', 'other'])
  })

  it('apply to what a link in another workspace really leads to', async () => {
    const other = join(workspace.base, 'other')
    put(other, noting('other'))
    symlinkSync(other, join(workspace.root, 'link'))
    await call(writeCall('claude-code', workspace.root, join(workspace.root, 'link', 'new.ts')))
    expect(ran().map((line) => line.split(' ')[0])).toEqual(['other'])
  })

  it('run once when two spellings lead to the same root', async () => {
    put(workspace.root, noting('one'))
    symlinkSync(workspace.root, join(workspace.base, 'alias'))
    await call(shellCall('claude-code', join(workspace.base, 'alias'), 'ls'), { env: { CLAUDE_PROJECT_DIR: workspace.root } })
    expect(ran()).toHaveLength(1)
  })

  it('hold when the call takes place in a folder that was deleted', async () => {
    put(workspace.root, noting('one'))
    await call(shellCall('claude-code', join(workspace.root, 'gone', 'deeper'), 'ls'))
    expect(ran()).toHaveLength(1)
  })

  it("are found from the host's project variable when the payload's folder is elsewhere", async () => {
    put(workspace.root, noting('one'))
    await call(shellCall('claude-code', workspace.base, 'ls'), { cwd: workspace.base, env: { CLAUDE_PROJECT_DIR: workspace.root } })
    expect(ran()).toHaveLength(1)
  })

  it('are found from our own folder by Codex, whose payload follows the workdir of the call', async () => {
    put(workspace.root, noting('one'))
    await call(shellCall('codex', workspace.base, 'ls'), { host: 'codex' })
    expect(ran()).toHaveLength(1)
  })

  it('are found from there whatever the environment says of a folder that is gone', async () => {
    put(workspace.root, noting('one'))
    await call(shellCall('codex', workspace.base, 'ls'), { host: 'codex', env: { ACUVO_FORMER_CWD: workspace.base } })
    expect(ran()).toHaveLength(1)
  })

  it.each([
    ['several', (root: string, base: string) => [base, root]],
    ['one', (root: string) => [root]],
  ])('are found from %s workspace roots of Cursor', async (_name, roots) => {
    put(workspace.root, noting('one'))
    const payload = { ...shellCall('cursor', workspace.root, 'ls'), workspace_roots: roots(workspace.root, workspace.base) }
    await call(payload, { host: 'cursor', cwd: workspace.home })
    expect(ran()).toHaveLength(1)
  })

  it.each([[[]], [null], ['text'], [[17]], [['']]])('are found from our own folder when workspace_roots is %j', async (roots) => {
    put(workspace.root, noting('one'))
    const ended = await call({ ...shellCall('cursor', workspace.root, 'ls'), workspace_roots: roots }, { host: 'cursor' })
    expect(ended.exitCode).toBe(0)
    expect(ran()).toHaveLength(1)
  })

  it('HOME and the folders above it are none', async () => {
    put(workspace.home, noting('home'))
    put(workspace.base, noting('above'))
    await call(shellCall('claude-code', join(workspace.home, 'x'), 'ls'), { cwd: workspace.home })
    expect(ran()).toEqual([])
  })

  it('apply to what links of links, and `..` behind a link, really lead to', async () => {
    const far = join(workspace.base, 'b', 'c')
    mkdirSync(join(far, 'd'), { recursive: true })
    mkdirSync(join(far, 'proj', 'src'), { recursive: true })
    put(join(far, 'proj'), noting('far'))
    symlinkSync('../b/c/d', join(workspace.root, 'l1'))
    symlinkSync('../proj/src', join(far, 'd', 'l2'))
    await call(writeCall('claude-code', workspace.root, join(workspace.root, 'l1', 'l2', 'x')))
    expect(ran()).toHaveLength(1)
    await call(writeCall('codex', workspace.root, 'l1/l2/../y'), { host: 'codex' })
    expect(ran()).toHaveLength(2)
  })

  it('of HOME is none through a link either', async () => {
    put(workspace.home, noting('home'))
    symlinkSync(workspace.home, join(workspace.base, 'alias'))
    await call(shellCall('claude-code', join(workspace.base, 'alias'), 'ls'))
    expect(ran()).toEqual([])
  })

  it('hold for an unreadable payload too when our own folder was deleted below them', async () => {
    put(workspace.root, noting('one'))
    const gone = join(workspace.root, 'gone')
    mkdirSync(gone)
    const launcher = await installedLauncher()
    const script = `cd ${gone} && rmdir ${gone} && exec "$0" run --host codex --event PreToolUse`
    expect(() => execFileSync('/bin/sh', ['-c', script, launcher], { input: '{', env: workspace.env, cwd: gone, stdio: 'pipe' })).toThrow(
      /unreadable/,
    )
  })

  it('survive a working directory that is gone', async () => {
    put(workspace.root, noting('one'))
    const gone = join(workspace.base, 'gone')
    mkdirSync(gone)
    const payload = shellCall('claude-code', workspace.root, 'ls')
    const script = `cd ${gone} && rmdir ${gone} && exec "$0" run --host claude-code`
    const launcher = await installedLauncher()
    execFileSync('/bin/sh', ['-c', script, launcher], {
      input: JSON.stringify(payload),
      env: workspace.env,
      cwd: gone,
      stdio: 'pipe',
    })
    expect(ran()).toHaveLength(1)
  })
})

describe('git', () => {
  const git = (folder: string, ...args: string[]): void => {
    execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      stdio: 'pipe',
      env: workspace.env,
    })
  }

  it('a linked worktree without a policy uses that of its main checkout, in its own top', async () => {
    put(workspace.root, noting('main'))
    writeFileSync(join(workspace.root, '.gitignore'), '.acuvo\n')
    git(workspace.root, 'init', '-q')
    git(workspace.root, 'add', '.gitignore')
    git(workspace.root, 'commit', '-qm', 'x')
    const tree = join(workspace.base, 'tree')
    git(workspace.root, 'worktree', 'add', '-q', tree)
    mkdirSync(join(tree, 'sub'))
    await call(shellCall('claude-code', join(tree, 'sub'), 'ls'), { cwd: tree })
    expect(ran()).toEqual([`main ${tree} ${tree}`])
  })

  it('a linked worktree with a policy of its own uses its own', async () => {
    put(workspace.root, noting('main'))
    git(workspace.root, 'init', '-q')
    git(workspace.root, 'commit', '-qm', 'x', '--allow-empty')
    const tree = join(workspace.base, 'tree')
    git(workspace.root, 'worktree', 'add', '-q', tree)
    put(tree, noting('own'))
    await call(shellCall('claude-code', tree, 'ls'), { cwd: tree })
    expect(ran().map((line) => line.split(' ')[0])).toEqual(['own'])
  })

  it('a submodule without a policy is governed by the one above it', async () => {
    put(workspace.root, noting('above'))
    const sub = join(workspace.root, 'sub')
    mkdirSync(sub)
    writeFileSync(join(sub, '.git'), 'gitdir: ../.git/modules/sub\n')
    await call(shellCall('claude-code', sub, 'ls'))
    expect(ran().map((line) => line.split(' ')[0])).toEqual(['above'])
  })

  it.each(['commondir', 'gitdir'])("a FIFO in place of git's own file %s does not hold us up", async (name) => {
    put(workspace.root, noting('one'))
    const fake = join(workspace.root, 'sub', 'fake')
    mkdirSync(fake, { recursive: true })
    writeFileSync(join(workspace.root, 'sub', '.git'), `gitdir: ${fake}\n`)
    writeFileSync(join(fake, name === 'gitdir' ? 'commondir' : 'gitdir'), '../..')
    execFileSync('mkfifo', [join(fake, name)])
    await call(writeCall('claude-code', workspace.root, 'sub/x'))
    expect(ran()).toHaveLength(1)
  })

  it('a planted .git file does not move the root of a policy', async () => {
    put(workspace.root, noting('main'))
    git(workspace.root, 'init', '-q')
    const sub = join(workspace.base, 'sub')
    mkdirSync(join(sub, 'fake'), { recursive: true })
    writeFileSync(join(sub, '.git'), `gitdir: ${sub}/fake\n`)
    writeFileSync(join(sub, 'fake', 'commondir'), join(workspace.root, '.git'))
    await call(shellCall('claude-code', sub, 'ls'), { cwd: sub })
    expect(ran()).toEqual([])
  })
})

describe('layers', () => {
  it("the person's own file comes first, with the session's root", async () => {
    put(workspace.root, noting('workspace'))
    workspace.userPolicy(noting('user'))
    await call(shellCall('claude-code', workspace.root, 'ls'))
    expect(ran()).toEqual([`user ${workspace.root} ${workspace.root}`, `workspace ${workspace.root} ${workspace.root}`])
  })

  it('the person’s own file applies where no workspace has one, and stands at XDG_CONFIG_HOME when that is absolute', async () => {
    const config = join(workspace.base, 'config')
    workspace.userPolicy(noting('user'), join(config, 'acuvo', 'hooks.json'))
    await call(shellCall('claude-code', workspace.root, 'ls'), { env: { XDG_CONFIG_HOME: 'config' }, cwd: workspace.base })
    expect(ran()).toEqual([])
    await call(shellCall('claude-code', workspace.root, 'ls'), { env: { XDG_CONFIG_HOME: config } })
    expect(ran()).toHaveLength(1)
  })

  it('a broken file of any layer holds every call', async () => {
    put(workspace.root, noting('workspace'))
    workspace.userPolicy('{ broken')
    const ended = await call(shellCall('claude-code', workspace.root, 'ls'))
    expect(ended.stdout).toContain('"permissionDecision":"deny"')
    expect(ran()).toEqual([])
  })

  it('a policy is read at each call', async () => {
    put(workspace.root, '{}')
    await call(shellCall('claude-code', workspace.root, 'ls'))
    expect(ran()).toEqual([])
    put(workspace.root, noting('new'))
    await call(shellCall('claude-code', workspace.root, 'ls'))
    expect(ran()).toHaveLength(1)
    rmSync(join(workspace.root, '.acuvo'), { recursive: true })
    await call(shellCall('claude-code', workspace.root, 'ls'))
    expect(ran(), 'what was approved holds when the file is gone').toHaveLength(2)
  })
})
