import { execFileSync, spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/init.js'
import { shellCall, writeCall } from '../support/payloads.mjs'
import { startLine, type Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { answerTo, modelText, workspaceWith } from './judged.js'

/** The command `init`: what it makes, what it leaves alone, and that it does all or nothing. */

const init = (workspace: Workspace, args: string[] = [], cwd = workspace.root): Promise<Ended> =>
  askProgram(['init', ...args], { env: { ...workspace.env, COLUMNS: '500' }, cwd })

const status = async (workspace: Workspace, cwd = workspace.root): Promise<number | null> =>
  (await askProgram(['trust', '--status'], { env: workspace.env, cwd })).exitCode

/** Everything below a folder, with contents, modes and links. */
const treeOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const stats = lstatSync(path)
        const what = stats.isFile() ? readFileSync(path, 'latin1') : stats.isSymbolicLink() ? 'link' : 'folder'
        return [path, `${stats.mode.toString(8)} ${what}`]
      }),
  )

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const inRepository = (): Workspace => {
  const workspace = workspaceWith()
  git(workspace.root, 'init', '-q')
  return workspace
}

const excludeOf = (workspace: Workspace): string => readFileSync(join(workspace.root, '.git/info/exclude'), 'utf8')

describe('in an empty folder', () => {
  it('makes a policy that is approved and holds at once', async () => {
    const workspace = workspaceWith()
    const ended = await init(workspace)
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).toContain('acuvo-hooks install')
    expect(ended.stdout).toContain('acuvo-hooks trust')
    expect(ended.stdout).not.toMatch(/\bgit\b(?!ignore)|commit/)
    expect(readdirSync(workspace.root)).toEqual(['.acuvo'])
    expect(readdirSync(join(workspace.root, '.acuvo')).sort()).toEqual(
      ['.gitignore', 'hooks.json', 'hooks.schema.json', 'no-secrets.sh', 'protect-paths.sh', 'tests'].sort(),
    )
    expect(await status(workspace)).toBe(0)
    const denied = await answerTo('claude-code', writeCall('claude-code', workspace.root, join(workspace.root, '.env')), workspace)
    expect(denied.judgement.blocked).toBe(true)
    expect(modelText(denied)).toContain('denied by "no-secrets"')
    const passed = await answerTo('codex', shellCall('codex', workspace.root, 'ls'), workspace)
    expect(passed.judgement.blocked).toBe(false)
  })

  it('names a schema that stands beside it', async () => {
    const workspace = workspaceWith()
    await init(workspace)
    const policy = JSON.parse(readFileSync(join(workspace.root, '.acuvo/hooks.json'), 'utf8')) as { $schema: string }
    const beside = readFileSync(join(workspace.root, '.acuvo', policy.$schema), 'utf8')
    expect(beside).toBe((await askProgram(['schema'], { env: workspace.env })).stdout)
  })

  it('the schema is no part of the approval: a newer one changes nothing', async () => {
    const workspace = workspaceWith()
    await init(workspace)
    workspace.change('.acuvo/hooks.schema.json', '{}')
    expect(await status(workspace)).toBe(0)
    rmSync(join(workspace.root, '.acuvo/hooks.schema.json'))
    expect(await status(workspace)).toBe(0)
    workspace.change('.acuvo/hooks.schema.json.sh', 'true')
    expect(await status(workspace)).toBe(1)
  })

  it('a hook that runs a file of that name pins it all the same', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.schema.json', 'exit 0')
    workspace.policy({ hooks: [{ event: 'PreToolUse', command: 'sh .acuvo/hooks.schema.json' }] })
    expect(await status(workspace)).toBe(0)
    workspace.change('.acuvo/hooks.schema.json', 'exit 1')
    expect(await status(workspace)).toBe(1)
  })

  it('with templates has theirs, in one order whatever the order of the words', async () => {
    const one = workspaceWith()
    const other = workspaceWith()
    expect((await init(one, ['--template', 'notify', 'protect-paths', 'format-on-write'])).exitCode).toBe(0)
    expect((await init(other, ['--template', 'format-on-write', '--template', 'protect-paths', '--template', 'notify'])).exitCode).toBe(0)
    const text = readFileSync(join(one.root, '.acuvo/hooks.json'), 'utf8')
    expect(readFileSync(join(other.root, '.acuvo/hooks.json'), 'utf8')).toBe(text)
    const names = (JSON.parse(text) as { hooks: { name: string }[] }).hooks.map(({ name }) => name)
    expect(names).toEqual(['protect-paths', 'protect-paths-shell', 'format-on-write', 'notify', 'notify-waiting'])
  })

  it('of another place than where it is started', async () => {
    const workspace = workspaceWith()
    mkdirSync(join(workspace.root, 'sub dir'))
    expect((await init(workspace, [join(workspace.root, 'sub dir')], workspace.base)).exitCode).toBe(0)
    expect(existsSync(join(workspace.root, 'sub dir/.acuvo/hooks.json'))).toBe(true)
    expect(existsSync(join(workspace.root, '.acuvo'))).toBe(false)
    expect(await status(workspace, join(workspace.root, 'sub dir'))).toBe(0)
  })

  it('keeps everything where --store says', async () => {
    const workspace = workspaceWith()
    const store = join(workspace.base, 'elsewhere')
    expect((await init(workspace, ['--store', store])).exitCode).toBe(0)
    expect(existsSync(workspace.store)).toBe(false)
    expect(await status(workspace)).toBe(1)
    expect((await askProgram(['trust', '--status', '--store', store], { env: workspace.env, cwd: workspace.root })).exitCode).toBe(0)
  })

  it('obeys the umask, and makes scripts executable', async () => {
    const workspace = workspaceWith()
    execFileSync('sh', ['-c', 'umask 027; exec "$@"', 'sh', ...startLine().flat(), 'init'], { cwd: workspace.root, env: workspace.env })
    const mode = (path: string): number => statSync(join(workspace.root, path)).mode & 0o777
    expect([mode('.acuvo'), mode('.acuvo/hooks.json'), mode('.acuvo/no-secrets.sh'), mode('.acuvo/tests/no-secrets.json')]).toEqual([
      0o750, 0o640, 0o750, 0o640,
    ])
  })
})

// --- what stands there already ----------------------------------------------------------------------------------

describe('what stands there already is never written over', () => {
  const refused = async (workspace: Workspace, args: string[] = []): Promise<Ended> => {
    const before = treeOf(workspace.root)
    const ended = await init(workspace, args)
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(1)
    expect(treeOf(workspace.root)).toEqual(before)
    expect(existsSync(workspace.store), 'nothing was approved').toBe(false)
    return ended
  }

  it('a policy, with or without errors', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.json', '{ "hooks": [] }')
    expect((await refused(workspace)).stderr).toContain('is there already; nothing was written')
    workspace.change('.acuvo/hooks.json', '{')
    expect((await refused(workspace, ['--template', 'notify'])).stderr).toContain('acuvo-hooks check')
  })

  it('a link in its place, wherever it leads', async () => {
    const workspace = workspaceWith()
    mkdirSync(join(workspace.root, '.acuvo'))
    symlinkSync(join(workspace.base, 'nowhere'), join(workspace.root, '.acuvo/hooks.json'))
    await refused(workspace)
    await refused(workspace, ['--template', 'notify'])
  })

  it.each(['file', 'link'])('a %s in place of the folder', async (what) => {
    const workspace = workspaceWith()
    if (what === 'file') writeFileSync(join(workspace.root, '.acuvo'), 'x')
    else {
      mkdirSync(join(workspace.base, 'theirs'))
      symlinkSync(join(workspace.base, 'theirs'), join(workspace.root, '.acuvo'))
    }
    await refused(workspace)
    expect(existsSync(join(workspace.base, 'theirs', 'hooks.json'))).toBe(false)
  })

  it('one of the scripts', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/no-secrets.sh', 'curl evil')
    expect((await refused(workspace)).stderr).toContain('.acuvo/no-secrets.sh')
  })

  it('the person keeps a .gitignore of their own', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/.gitignore', 'mine\n')
    const ended = await init(workspace)
    expect(ended.exitCode).toBe(0)
    expect(ended.stdout).toContain('.acuvo/.gitignore (yours')
    expect(readFileSync(join(workspace.root, '.acuvo/.gitignore'), 'utf8')).toBe('mine\n')
    expect(await status(workspace)).toBe(0)
  })

  it('what came from elsewhere is not approved with it, and is named', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/helper.sh', 'curl evil')
    const ended = await init(workspace)
    expect(ended.exitCode).toBe(0)
    expect(ended.stdout).toMatch(/not approved.*\.acuvo\/helper\.sh.*acuvo-hooks trust/s)
    expect(await status(workspace)).toBe(1)
    const { stdout } = await askProgram(['init', '--json', '--template', 'notify'], { env: workspace.env, cwd: workspace.root })
    expect(JSON.parse(stdout)).toMatchObject({ created: false, why: 'exists' })
  })

  it('into a valid policy it prints what to add, which works when a person adds it', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.json', '{ "hooks": [\n{ "event": "Stop", "command": "true" }\n] }')
    const ended = await refused(workspace, ['--template', 'no-secrets'])
    const [, entries = ''] = /:\n\n(\{[^]*?\n\})\n\n/.exec(ended.stdout) ?? []
    const policy = JSON.parse(`{ "hooks": [${entries}] }`) as { hooks: { name: string }[] }
    expect(policy.hooks.map(({ name }) => name)).toEqual(['no-secrets', 'no-secrets-anywhere'])
    expect(ended.stdout).toContain('and make the file .acuvo/no-secrets.sh:')
    expect(ended.stdout).toContain('#!/bin/sh')
    expect(ended.stderr).toContain(`acuvo-hooks trust ${workspace.root}`)
    const json = shape.parse(JSON.parse((await refused(workspace, ['--template', 'no-secrets', '--json'])).stdout))
    expect(json).toMatchObject({
      created: false,
      why: 'exists',
      entries: policy.hooks,
      files: [{ path: '.acuvo/no-secrets.sh' }, { path: '.acuvo/tests/no-secrets.json' }],
    })
  })
})

describe('it is refused', () => {
  it.each([
    ['in the home folder', (workspace: Workspace) => [workspace.home]],
    ['above it', (workspace: Workspace) => [workspace.base]],
    [
      'behind a link to it',
      (workspace: Workspace) => (symlinkSync(workspace.home, join(workspace.root, 'link')), [join(workspace.root, 'link')]),
    ],
    ['in a folder that is not there', (workspace: Workspace) => [join(workspace.base, 'gone')]],
    ['in a file', (workspace: Workspace) => [workspace.change('a', '')]],
    ['with both flags', () => ['--commit', '--local']],
    ['with a template that there is not', () => ['--template', 'no-secret']],
    ['with a store that is not absolute', () => ['--store', 'x']],
  ] as [string, (workspace: Workspace) => string[]][])('%s', async (_name, argsOf) => {
    const workspace = workspaceWith()
    const args = argsOf(workspace)
    const before = treeOf(workspace.base)
    const ended = await init(workspace, args)
    expect(ended.exitCode, ended.stdout).toBe(2)
    expect(ended.stdout).toBe('')
    expect(ended.stderr).not.toBe('')
    expect(treeOf(workspace.base)).toEqual(before)
  })
})

// --- git --------------------------------------------------------------------------------------------------------

describe('in a git repository', () => {
  it('--commit leaves it to be committed, without what is not to be', async () => {
    const workspace = inRepository()
    const before = excludeOf(workspace)
    expect((await init(workspace, ['--commit'])).stdout).toContain('git add .acuvo')
    expect(excludeOf(workspace)).toBe(before)
    for (const name of ['mine.local.json', '__pycache__/x.pyc', 'a.log']) workspace.change(`.acuvo/${name}`, '')
    expect(
      git(workspace.root, 'status', '--porcelain', '-uall')
        .trim()
        .split('\n')
        .map((line) => line.slice(3))
        .sort(),
    ).toEqual(
      [
        '.gitignore',
        'hooks.json',
        'hooks.schema.json',
        'no-secrets.sh',
        'protect-paths.sh',
        'tests/no-secrets.json',
        'tests/protect-paths.json',
      ]
        .map((name) => `.acuvo/${name}`)
        .sort(),
    )
  })

  it('--local keeps it out on this machine only, once', async () => {
    const workspace = inRepository()
    expect((await init(workspace, ['--local'])).stdout).toContain(join(workspace.root, '.git/info/exclude'))
    expect(git(workspace.root, 'status', '--porcelain', '--ignored')).toBe('!! .acuvo/\n')
    rmSync(join(workspace.root, '.acuvo'), { recursive: true })
    const before = excludeOf(workspace)
    expect((await init(workspace, ['--local'])).exitCode).toBe(0)
    expect(excludeOf(workspace)).toBe(before)
  })

  it('where nobody says and nobody can be asked, keeps it out and says so', async () => {
    for (const args of [[], ['--yes'], ['--json']]) {
      const workspace = inRepository()
      const { stdout } = await init(workspace, args)
      expect(git(workspace.root, 'status', '--porcelain')).toBe('')
      if (args[0] === '--json') expect(shape.parse(JSON.parse(stdout))).toMatchObject({ committed: false })
      else expect(stdout).toMatch(/nobody said.*\/\.acuvo\//s)
    }
  })

  it('from a folder of it, only that one: with characters that mean something to git', async () => {
    const workspace = inRepository()
    const sub = join(workspace.root, 'a [b]*', '#c ')
    mkdirSync(sub, { recursive: true })
    mkdirSync(join(workspace.root, 'a b', '#c ', '.acuvo'), { recursive: true })
    workspace.change('a b/#c /.acuvo/x', '')
    expect((await init(workspace, ['--local'], sub)).exitCode).toBe(0)
    expect(git(workspace.root, 'status', '--porcelain', '-uall')).toBe('?? "a b/#c /.acuvo/x"\n')
  })

  it('in a linked worktree, by the file that all of them share', async () => {
    const workspace = inRepository()
    workspace.change('a', '')
    git(workspace.root, 'add', 'a')
    git(workspace.root, 'commit', '-qm', 'a')
    const linked = join(workspace.base, 'linked')
    git(workspace.root, 'worktree', 'add', '-q', linked)
    expect((await init(workspace, ['--local'], linked)).exitCode).toBe(0)
    expect(git(linked, 'status', '--porcelain')).toBe('')
    expect(excludeOf(workspace)).toMatch(/^\/\.acuvo\/$/m)
  })

  it('keeps what stands in that file, its last line without an end too', async () => {
    const workspace = inRepository()
    writeFileSync(join(workspace.root, '.git/info/exclude'), 'caf\xe9\r\nx', 'latin1')
    await init(workspace, ['--local'])
    expect(readFileSync(join(workspace.root, '.git/info/exclude'), 'latin1')).toBe('caf\xe9\r\nx\n/.acuvo/\n')
  })

  it('of which there is no info folder yet', async () => {
    const workspace = inRepository()
    rmSync(join(workspace.root, '.git/info'), { recursive: true })
    expect((await init(workspace, ['--local'])).exitCode).toBe(0)
    expect(git(workspace.root, 'status', '--porcelain')).toBe('')
  })
})

// --- all or nothing ---------------------------------------------------------------------------------------------

describe('what goes wrong half way leaves nothing', () => {
  const nothingLeft = async (workspace: Workspace, why: string): Promise<void> => {
    const before = treeOf(workspace.root)
    const ended = await init(workspace, ['--local'])
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(1)
    expect(ended.stderr).toContain('nothing was made')
    expect(treeOf(workspace.root)).toEqual(before)
    const { stdout } = await init(workspace, ['--local', '--json'])
    expect(shape.parse(JSON.parse(stdout))).toMatchObject({ created: false, why })
    expect(treeOf(workspace.root)).toEqual(before)
  }

  it('the store cannot be written', async () => {
    const workspace = inRepository()
    mkdirSync(join(workspace.home, '.local/state'), { recursive: true })
    writeFileSync(workspace.store, 'not a folder')
    await nothingLeft(workspace, 'not_stored')
  })

  it('the same into a folder that is there', async () => {
    const workspace = inRepository()
    workspace.change('.acuvo/.gitignore', 'mine')
    workspace.change('.acuvo/tests/own.json', '{}')
    mkdirSync(join(workspace.home, '.local/state'), { recursive: true })
    writeFileSync(workspace.store, 'not a folder')
    await nothingLeft(workspace, 'not_stored')
  })

  it('git cannot be told', async () => {
    const workspace = inRepository()
    rmSync(join(workspace.root, '.git/info/exclude'))
    mkdirSync(join(workspace.root, '.git/info/exclude'))
    await nothingLeft(workspace, 'not_written')
  })

  it('a file stands where a folder of the templates would', async () => {
    const workspace = inRepository()
    workspace.change('.acuvo/tests', 'a file')
    const before = treeOf(workspace.root)
    expect((await init(workspace, ['--local'])).exitCode).toBe(1)
    expect(treeOf(workspace.root)).toEqual(before)
  })
})

// --- machines and terminals -------------------------------------------------------------------------------------

describe('for machines', () => {
  it('it is one document', async () => {
    const workspace = workspaceWith()
    const { exitCode, stdout, stderr } = await init(workspace, ['--json', '--template', 'session-context'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const document = shape.parse(JSON.parse(stdout))
    expect(document).toMatchObject({
      version: 1,
      created: true,
      root: workspace.root,
      templates: ['session-context'],
      approved: true,
      kept: [],
    })
    expect(document).not.toHaveProperty('committed')
    const digest = await askProgram(['trust', '--digest'], { env: workspace.env, cwd: workspace.root })
    expect(document).toHaveProperty('digest', digest.stdout.trim())
  })

  it('--list names the templates, and makes nothing', async () => {
    const workspace = workspaceWith()
    const document = shape.parse(JSON.parse((await init(workspace, ['--list', '--json'])).stdout)) as {
      templates: { name: string; usual: boolean }[]
    }
    expect(document.templates.map(({ name }) => name)).toEqual([
      'protect-paths',
      'no-secrets',
      'format-on-write',
      'lint-feedback',
      'test-on-stop',
      'notify',
      'session-context',
    ])
    expect(document.templates.filter(({ usual }) => usual).map(({ name }) => name)).toEqual(['protect-paths', 'no-secrets'])
    const people = await init(workspace, ['--list'])
    for (const { name } of document.templates) expect(people.stdout).toContain(`${name}\n`)
    expect(readdirSync(workspace.root)).toEqual([])
  })
})

describe.runIf(existsSync('/usr/bin/script'))('on a terminal', () => {
  /** Types lines, each when the program asks. */
  const typed = (workspace: Workspace, args: string[], answers: string[]): Promise<{ exitCode: number | null; shown: string }> =>
    new Promise((resolve) => {
      const line = [...startLine().flat(), 'init', ...args].map((word) => `'${word}'`).join(' ')
      const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: workspace.root, env: { ...workspace.env, NO_COLOR: '1' } })
      let shown = ''
      let asked = 0
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString('utf8')
        const questions = shown.match(/\[[Yy]\/[Nn]\] /g)?.length ?? 0
        for (; asked < questions; asked++) child.stdin.write(`${answers[asked] ?? ''}\r`)
      })
      child.on('close', (exitCode) => resolve({ exitCode, shown }))
    })

  it('asks whether it is to be committed: Enter is yes', async () => {
    const workspace = inRepository()
    const { exitCode, shown } = await typed(workspace, [], ['', 'n'])
    expect(exitCode, shown).toBe(0)
    expect(shown).toContain('committed, for everybody who works here? [Y/n]')
    expect(git(workspace.root, 'status', '--porcelain')).toContain('.acuvo/')
  })

  it('and no keeps it out', async () => {
    const workspace = inRepository()
    await typed(workspace, [], ['no', 'n'])
    expect(git(workspace.root, 'status', '--porcelain')).toBe('')
  })

  it.each([['--yes'], ['--local']])('asks nothing about it with %s', async (flag) => {
    const workspace = inRepository()
    const { shown } = await typed(workspace, [flag], ['n', 'n'])
    expect(shown).not.toContain('for everybody')
    expect(git(workspace.root, 'status', '--porcelain')).toBe('')
  })
})
