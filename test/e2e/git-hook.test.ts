import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeRepository, type Repository } from './git-repository.js'

/** `git-hook pre-commit`: real commits in real repositories. */

let repository: Repository
afterEach(() => repository.remove())

const start = (...hooks: object[]): Repository => (repository = makeRepository(hooks))
/** Denies nothing; keeps the event that it was given. */
const KEEP = {
  event: 'PreToolUse',
  name: 'keep',
  hosts: ['git'],
  command: 'cat > "$ACUVO_STATE_DIR/event.json"; cat "$ACUVO_PATHS_FILE" > "$ACUVO_STATE_DIR/paths"; env > "$ACUVO_STATE_DIR/env"',
}
const kept = (name: string): Buffer => {
  const folder = join(repository.store, 'hooks')
  return readFileSync(join(folder, readdirSync(folder)[0] as string, name))
}
interface KeptEvent {
  host: string
  event: string
  nativeEvent: string
  workspace: { root: string; cwd: string }
  tool: { names: string[]; input: { staged_dir: string; files: Record<string, string>[] }; paths: Record<string, unknown>[] }
}
const event = (): KeptEvent => JSON.parse(kept('event.json').toString()) as KeptEvent

describe('a declarative hook', () => {
  it('refuses a commit with each file and its reason, whichever hook it is from', () => {
    start(
      { event: 'PreToolUse', name: 'infra', paths: ['infra/**'], deny: 'people only', instead: 'open an issue about ${path}' },
      { event: 'PreToolUse', name: 'keys', paths: ['**/*.pem'], ask: 'is ${path} no key?' },
      { event: 'PreToolUse', name: 'never', command: 'touch ran' },
    )
    for (const path of ['infra/a.tf', 'infra/b.tf', 'k.pem', 'src/free.ts']) repository.stage(path)
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr.split('\n')).toEqual([
      'acuvo-hooks refuses this commit:',
      '  infra/a.tf: denied by "infra": people only',
      '    Instead: open an issue about infra/a.tf',
      '  infra/b.tf: denied by "infra": people only',
      '    Instead: open an issue about infra/b.tf',
      '  k.pem: denied by "keys": a person must confirm this first: is k.pem no key?',
      'This is a policy of the workspace: take these changes out of the commit, or ask the person who answers for it. Do not skip this check.',
      '',
    ])
    expect(existsSync(join(repository.root, 'ran'))).toBe(false)
    expect(repository.commits()).toBe(0)
    repository.git(['rm', '-q', '--cached', 'infra/a.tf', 'infra/b.tf', 'k.pem'])
    expect(repository.git(['commit', '-qm', 'x'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect(repository.commits()).toBe(1)
  })

  const rows: [what: string, tools: string[], change: (stage: Repository) => void, refused: string[]][] = [
    ['added', ['write_file'], ({ stage }) => stage('gated/new', 'n'), ['gated/new']],
    ['added, for a hook on edits', ['edit_file'], ({ stage }) => stage('gated/new', 'n'), []],
    ['modified', ['edit_file'], ({ stage }) => stage('gated/old', 'changed'), ['gated/old']],
    ['modified, for a hook on new files', ['write_file', 'delete_file'], ({ stage }) => stage('gated/old', 'changed'), []],
    ['deleted', ['delete_file'], ({ git }) => git(['rm', '-q', 'gated/old']), ['gated/old']],
    [
      'deleted elsewhere, and an edit here',
      ['delete_file'],
      ({ git, stage }) => (git(['rm', '-q', 'free/old']), stage('gated/old', 'changed')),
      [],
    ],
    ['renamed away', ['delete_file'], ({ git }) => git(['mv', 'gated/old', 'free/new']), ['gated/old']],
    ['renamed hither', ['write_file'], ({ git }) => git(['mv', 'free/old', 'gated/new']), ['gated/new']],
    ['renamed hither, for a hook on deletes', ['delete_file'], ({ git }) => git(['mv', 'free/old', 'gated/new']), []],
    ['renamed within', ['edit_file'], ({ git }) => git(['mv', 'gated/old', 'gated/new']), ['gated/old', 'gated/new']],
    ['made executable', ['edit_file'], ({ git }) => git(['update-index', '--chmod=+x', 'gated/old']), ['gated/old']],
    [
      'a link in its place',
      ['edit_file'],
      ({ git, root }) => (unlinkSync(join(root, 'gated/old')), symlinkSync('/etc/passwd', join(root, 'gated/old')), git(['add', '-A'])),
      ['gated/old'],
    ],
    ['a native name of another host', ['Write'], ({ stage }) => stage('gated/new', 'n'), ['gated/new']],
    ['a shell hook', ['run_command'], ({ stage }) => stage('gated/new', 'n'), []],
    ['every tool', ['*'], ({ git, stage }) => (git(['rm', '-q', 'gated/old']), stage('gated/new', 'other')), ['gated/new', 'gated/old']],
  ]
  it.each(rows)('takes a file that is %s for what it is', (_what, tools, change, refused) => {
    start({ event: 'PreToolUse', name: 'gate', tools, paths: ['gated/**'], deny: 'no' })
    repository.stage('gated/old', 'content that is long enough to be told by git\n')
    repository.stage('free/old', 'something else altogether, and no less long\n')
    repository.git(['commit', '-qnm', 'first'])
    change(repository)
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    const named = stderr.split('\n').filter((line) => line.endsWith('denied by "gate": no'))
    expect(named.map((line) => line.trim().split(':')[0])).toEqual(refused)
    expect(exitCode).toBe(refused.length === 0 ? 0 : 1)
  })

  it('prints a notice and drops a context with a line in the log', () => {
    start(
      { event: 'PreToolUse', name: 'note', paths: ['a', 'b'], notice: 'look at ${path}' },
      { event: 'PreToolUse', name: 'told', context: 'for a model' },
    )
    repository.stage('a')
    repository.stage('b')
    expect(repository.git(['commit', '-qm', 'x'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'acuvo-hooks: "note": look at a\nlook at b\n',
    })
    const log = readFileSync(join(repository.store, 'log.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(log).toEqual([
      expect.objectContaining({
        host: 'git',
        event: 'PreToolUse',
        verdict: 'pass',
        entries: [{ code: 'answer_dropped', text: expect.stringContaining('context_unsupported') as string }],
      }),
    ])
  })

  it('is for this host only where it says so, and a trial only tells', () => {
    start(
      { event: 'PreToolUse', name: 'agents', hosts: ['claude-code', 'codex', 'cursor'], deny: 'not an agent' },
      { event: 'PreToolUse', name: 'trial', hosts: ['git'], mode: 'warn', deny: 'would be' },
    )
    repository.stage('a')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(0)
    expect(stderr).toContain('hook "trial" is on trial: it would have denied')
    expect(stderr).not.toContain('agent')
  })
})

describe('a command', () => {
  it('runs once with every path, and nothing of git in its environment', () => {
    start(KEEP)
    repository.stage('b/new.txt', 'staged\n')
    repository.stage('a.txt')
    writeFileSync(join(repository.root, 'b/new.txt'), 'not staged\n')
    expect(repository.git(['commit', '-qm', 'x'], { env: { GIT_AUTHOR_NAME: 'x', GIT_SSL_CAINFO: '' } }).exitCode).toBe(0)
    const { root } = repository
    expect(event()).toMatchObject({
      host: 'git',
      event: 'PreToolUse',
      nativeEvent: 'pre-commit',
      workspace: { root, cwd: root },
      tool: { names: ['write_file', 'commit'] },
    })
    expect(event().tool.paths.map(({ path, kind }) => [path, kind])).toEqual([
      [join(root, 'a.txt'), 'add'],
      [join(root, 'b/new.txt'), 'add'],
    ])
    const variables = kept('env').toString()
    expect(variables).toMatch(/^ACUVO_HOST=git$/m)
    expect(variables.split('\n').filter((line) => line.startsWith('GIT_') && !line.startsWith('GIT_SSL_CAINFO'))).toEqual([])
  })

  it('judges what is staged, not what stands in the working tree, and leaves nothing behind', () => {
    start({
      event: 'PreToolUse',
      name: 'secrets',
      hosts: ['git'],
      each: 'path',
      command: '! grep -q SECRET "$ACUVO_TOOL_CONTENT_FILE" || { echo "a secret" >&2; exit 1; }',
    })
    repository.stage('staged', 'SECRET\n')
    repository.stage('also', 'SECRET\n')
    repository.stage('clean', 'fine\n')
    writeFileSync(join(repository.root, 'staged'), 'fine\n')
    writeFileSync(join(repository.root, 'clean'), 'SECRET\n')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('\n  also: denied by "secrets": a secret\n  staged: denied by "secrets": a secret\n')
    expect(stderr).not.toContain('clean:')
    expect(readdirSync(join(repository.store, 'run'))).toEqual([])
  })

  it('has the staged contents as a folder too, byte by byte, whatever they are', () => {
    const bytes = Buffer.from([0, 255, 10, 13, 10, 0, 128])
    const large = Buffer.alloc(5_000_000, 'large\n')
    start({ ...KEEP, command: `${KEEP.command}; cp -r "$ACUVO_TOOL_ARG_STAGED_DIR" "$ACUVO_STATE_DIR/staged"` })
    // No filter of the repository's has a say.
    writeFileSync(join(repository.root, '.gitattributes'), '*.txt text eol=crlf\n')
    repository.stage('.gitattributes', '*.txt text eol=crlf\n')
    repository.stage('dir/binary.bin', bytes)
    repository.stage('large', large)
    repository.stage('lines.txt', 'a\r\nb\r\n')
    repository.stage('empty', '')
    symlinkSync('/etc/passwd', join(repository.root, 'link'))
    repository.git(['add', 'link'])
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
    expect(kept('staged/dir/binary.bin')).toEqual(bytes)
    expect(kept('staged/large').equals(large)).toBe(true)
    expect(kept('staged/lines.txt').toString()).toBe('a\nb\n')
    expect(kept('staged/empty').length).toBe(0)
    expect(kept('staged/link').toString()).toBe('/etc/passwd')
    expect(event().tool.input.files.find(({ path }) => path === 'link')).toMatchObject({ status: 'added', mode: '120000' })
  })

  it('works with names that hold anything', () => {
    start({ event: 'PreToolUse', name: 'gate', paths: ['odd/**'], deny: 'no' }, { ...KEEP, mode: 'warn' })
    repository.git(['config', 'core.quotePath', 'true'])
    const names = [
      'with\nnewline',
      'with "quotes" and \'more\'',
      '-dash',
      '~',
      'ümlaut',
      ' space ',
      'back\\slash',
      '$(touch x)',
      '*',
      'C:drive',
    ]
    for (const name of names) repository.stage(`odd/${name}`)
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    for (const name of names) expect(stderr).toContain(`\n  odd/${name.replace('\n', '\\n')}: denied by "gate": no`)
  })

  it.runIf(process.platform === 'linux')('works with a name that is no UTF-8', () => {
    start(KEEP)
    const name = Buffer.concat([Buffer.from('l'), Buffer.from([0xe9, 0xff]), Buffer.from('.txt')])
    writeFileSync(Buffer.concat([Buffer.from(`${repository.root}/`), name]), 'content')
    repository.git(['add', '.'])
    repository.stage('l\u00e9.txt')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
    expect(kept('paths').includes(Buffer.concat([Buffer.from(`${repository.root}/`), name, Buffer.from([0])]))).toBe(true)
    const file = event().tool.input.files.find(({ path }) => path === 'l\udce9\udcff.txt')
    expect(file).toMatchObject({ status: 'added' })
    // A variable cannot carry it, and says so.
    expect(kept('env').toString()).toMatch(/^ACUVO_OMITTED=.*ACUVO_TOOL_PATHS/m)
  })

  it('that could not run refuses in other words than one that denies', () => {
    start({ event: 'PreToolUse', name: 'broken', command: 'no-such-program-at-all' })
    repository.stage('a')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('hook "broken" could not run (exit 127: command not found)')
    expect(stderr).not.toContain('denied by')
  })

  it('that wants another commit refuses, because git cannot change it', () => {
    start({ event: 'PreToolUse', name: 'changes', command: 'echo \'{"rewrite":{"files":[]}}\'' })
    repository.stage('a')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('denied by "changes"')
  })
})

describe('a policy that is not as approved', () => {
  it('holds the commit like any call', () => {
    start({ event: 'PreToolUse', paths: ['x'], deny: 'no' })
    repository.stage('a')
    repository.change('.acuvo/hooks.json', '{ "hooks": [ { "event": "PreTool" } ] }')
    const broken = repository.git(['commit', '-qm', 'x'])
    expect(broken.exitCode).toBe(1)
    expect(broken.stderr).toContain('held: ')
    expect(broken.stderr).toContain('could not be read')
    // A commit of the broken file alone mends nothing.
    repository.git(['rm', '-qf', '--cached', 'a'])
    repository.git(['add', '.acuvo'])
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(1)
  })

  it('that nobody approved holds it, and runs nothing', () => {
    repository = makeRepository()
    repository.change('.acuvo/hooks.json', JSON.stringify({ hooks: [{ event: 'PreToolUse', command: 'touch ran' }] }))
    repository.stage('a')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('was never approved')
    expect(existsSync(join(repository.root, 'ran'))).toBe(false)
  })

  it('goes on by what was approved, says so, and may itself be committed', () => {
    start({ event: 'PreToolUse', paths: ['gated'], deny: 'no' })
    repository.change('.acuvo/hooks.json', '{}')
    repository.git(['add', '.acuvo'])
    const free = repository.git(['commit', '-qm', 'x'])
    expect(free.exitCode).toBe(0)
    expect(free.stderr).toContain('acuvo-hooks trust')
    repository.stage('gated')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(1)
  })
})

describe('wherever a commit is made', () => {
  const GATE = { event: 'PreToolUse', name: 'gate', paths: ['gated/**'], deny: 'no' }
  const scan = {
    event: 'PreToolUse',
    name: 'scan',
    hosts: ['git'],
    command: 'if grep -rq SECRET "$ACUVO_TOOL_ARG_STAGED_DIR"; then exit 1; fi',
  }

  it('a commit of one file, which git makes with an index of its own', () => {
    start(scan)
    repository.stage('a', 'one\n')
    repository.stage('b', 'one\n')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
    repository.stage('a', 'SECRET\n')
    writeFileSync(join(repository.root, 'b'), 'two\n')
    // Only b goes into this commit, as it stands in the working tree.
    expect(repository.git(['commit', '-qm', 'x', 'b']).exitCode).toBe(0)
    writeFileSync(join(repository.root, 'b'), 'SECRET\n')
    expect(repository.git(['commit', '-qm', 'x', 'b']).exitCode).toBe(1)
    expect(repository.git(['commit', '-qam', 'x']).exitCode).toBe(1)
  })

  it('in parts of a file', () => {
    start(scan)
    repository.stage('a', 'one\n\n\n\n\n\n\n\n\n\nten\n')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
    writeFileSync(join(repository.root, 'a'), 'ONE\n\n\n\n\n\n\n\n\n\nSECRET\n')
    expect(repository.git(['commit', '-qm', 'x', '-p'], { input: 'y\nn\n' }).exitCode).toBe(0)
    expect(repository.git(['commit', '-qm', 'x', '-p'], { input: 'y\n' }).exitCode).toBe(1)
  })

  it('in a linked worktree, and in a folder below the top', () => {
    start(GATE)
    repository.stage('.acuvo/hooks.json', readFileSync(join(repository.root, '.acuvo/hooks.json')))
    repository.stage('a')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
    const cwd = join(repository.base, 'linked')
    repository.git(['worktree', 'add', '-q', cwd])
    mkdirSync(join(cwd, 'gated/deep'), { recursive: true })
    writeFileSync(join(cwd, 'gated/deep/x'), 'x')
    repository.git(['add', '.'], { cwd })
    for (const folder of [cwd, join(cwd, 'gated/deep')]) {
      const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'], { cwd: folder })
      expect(exitCode).toBe(1)
      expect(stderr).toContain('  gated/deep/x: denied by "gate": no')
      expect(repository.program(['git-hook', 'pre-commit'], { cwd: folder })).toMatchObject({ exitCode: 1, stderr })
    }
  })

  it('with a repository that stands elsewhere', () => {
    start(GATE)
    const bare = join(repository.base, 'elsewhere.git')
    execFileSync('git', ['init', '-q', '--bare', bare], { env: repository.env })
    rmSync(join(repository.root, '.git'), { recursive: true })
    repository.change('gated/x', 'x')
    const env = { GIT_DIR: '../elsewhere.git', GIT_WORK_TREE: '.' }
    repository.git(['add', 'gated'], { env })
    expect(repository.program(['git-hook', 'pre-commit'], { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('gated/x: denied by "gate": no') as string,
    })
  })

  it('a merge', () => {
    start(GATE)
    repository.stage('a', 'one\n')
    repository.git(['commit', '-qm', 'x'])
    repository.git(['checkout', '-qb', 'other'])
    repository.stage('gated/x')
    repository.stage('a', 'two\n')
    repository.git(['commit', '-qnm', 'x'])
    repository.git(['checkout', '-q', 'main'])
    repository.stage('a', 'three\n')
    repository.git(['commit', '-qm', 'x'])
    expect(repository.git(['merge', 'other']).exitCode).toBe(1)
    repository.stage('a', 'four\n')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'merged'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('gated/x')
  })

  it('with a submodule', () => {
    start(KEEP, { event: 'PreToolUse', name: 'modules', paths: ['vendor/lib'], deny: 'no' })
    const library = join(repository.base, 'library')
    repository.git(['init', '-q', library])
    writeFileSync(join(library, 'a'), 'a')
    repository.git(['add', '.'], { cwd: library })
    repository.git(['commit', '-qm', 'x'], { cwd: library })
    repository.git(['submodule', 'add', '-q', library, 'vendor/lib'])
    // What a repository says to hide is not hidden.
    repository.git(['config', '-f', '.gitmodules', 'submodule.vendor/lib.ignore', 'all'])
    repository.git(['config', 'diff.ignoreSubmodules', 'all'])
    repository.git(['add', '.gitmodules'])
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('  vendor/lib: denied by "modules": no')
    expect(event().tool.input.files.find(({ path }) => path === 'vendor/lib')).toMatchObject({ status: 'added', mode: '160000' })
    expect(event().tool.input.files.find(({ path }) => path === 'vendor/lib')).not.toHaveProperty('content_file')
  })

  it('by a policy of a folder in it, and one above it', () => {
    start()
    mkdirSync(join(repository.root, 'part/.acuvo'), { recursive: true })
    writeFileSync(
      join(repository.root, 'part/.acuvo/hooks.json'),
      JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'inner', deny: 'not ${path}' }] }),
    )
    repository.approve(join(repository.root, 'part'))
    repository.stage('a')
    expect(repository.git(['commit', '-qm', 'x']).exitCode).toBe(0)
    repository.stage('part/b')
    repository.stage('other')
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).not.toContain('other')
    expect(stderr).toContain('  part/b: denied by "inner": not b')
  })

  it('with nothing staged', () => {
    start(KEEP)
    expect(repository.git(['commit', '-q', '--allow-empty', '-m', 'x']).exitCode).toBe(0)
    expect(event().tool.paths).toEqual([])
  })

  it('with many files', () => {
    start(GATE)
    const object = repository.git(['hash-object', '-w', '--stdin'], { input: 'x' }).stdout.trim()
    const names = [...Array.from({ length: 6_000 }, (_, index) => `many/${index}`), 'gated/last']
    repository.git(['update-index', '--index-info'], { input: names.map((name) => `100644 ${object}\t${name}\n`).join('') })
    const { exitCode, stderr } = repository.git(['commit', '-qm', 'x'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('gated/last: denied')
  })
})

describe('our own failure refuses the commit', () => {
  it('where there is no repository, no git and no index that can be read', () => {
    start()
    const failed = { exitCode: 1, stderr: expect.stringContaining('could not run') as string }
    expect(repository.program(['git-hook', 'pre-commit'], { cwd: repository.base })).toMatchObject(failed)
    expect(repository.program(['git-hook', 'pre-commit'], { env: { PATH: '/nowhere' } })).toMatchObject(failed)
    writeFileSync(join(repository.root, '.git/index'), 'not an index')
    expect(repository.program(['git-hook', 'pre-commit'])).toMatchObject(failed)
  })

  it('where a staged object is missing, or the store cannot hold the contents', () => {
    start(KEEP)
    repository.stage('a', 'only here\n')
    const object = repository.git(['rev-parse', ':a']).stdout.trim()
    const file = join(repository.root, '.git/objects', object.slice(0, 2), object.slice(2))
    const bytes = readFileSync(file)
    rmSync(file)
    const missing = repository.program(['git-hook', 'pre-commit'])
    expect(missing.exitCode).toBe(1)
    expect(missing.stderr).toContain('could not run')
    writeFileSync(file, bytes)
    rmSync(join(repository.store, 'run'), { recursive: true, force: true })
    writeFileSync(join(repository.store, 'run'), 'in the way')
    expect(repository.program(['git-hook', 'pre-commit'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('could not run') as string,
    })
  })
})

describe('check', () => {
  it('knows what a hook for this host only can do', () => {
    repository = makeRepository(
      [
        {
          event: 'PreToolUse',
          name: 'fine',
          hosts: ['git'],
          tools: ['write_file', 'edit_file', 'delete_file'],
          paths: ['infra/**'],
          deny: 'no',
        },
        { event: 'Stop', name: 'never', hosts: ['git'], command: 'true' },
        { event: 'PreToolUse', name: 'told', hosts: ['git'], context: 'for nobody' },
        { event: 'PreToolUse', name: 'first only', hosts: ['git'], command: 'cat "$ACUVO_TOOL_ARG_PATH"' },
      ],
      { install: false },
    )
    const { stdout } = repository.program(['check', '--json'])
    const { files } = JSON.parse(stdout) as { files: { findings: { id: string; hook?: string }[] }[] }
    // Warnings before notes.
    expect(files[0]?.findings.map(({ id, hook }) => [id, hook])).toEqual([
      ['never-announced', 'never'],
      ['one-path-of-several', 'first only'],
      ['answer-not-carried', 'told'],
    ])
  })
})
