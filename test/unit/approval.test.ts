import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { filesUnderAcuvo } from '../../src/approval/acuvo-folder.js'
import { filesRunBy } from '../../src/approval/programs.js'
import { meaningOf } from '../../src/approval/review.js'
import { loadPolicy } from '../../src/config/load.js'
import type { Hook } from '../../src/config/types.js'
import { clean } from '../../src/store/clean.js'
import { SessionState } from '../../src/state/session.js'
import { nameOfPath } from '../../src/store/names.js'
import { trustLine } from '../../src/text/approval.js'
import { visible } from '../../src/text/visible.js'

const folderWith = (...files: string[]): string => {
  const root = mkdtempSync(join(tmpdir(), 'acuvo-unit-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return root
}

describe('files that a command runs', () => {
  it.each<[command: string | string[], files: string[], names: string[], unknown?: string[]]>([
    ['true', [], ['true']],
    ['.acuvo/guard.sh', ['.acuvo/guard.sh'], []],
    ['./scripts/guard.sh --fast', ['scripts/guard.sh'], []],
    ['node .acuvo/guard.mjs', ['.acuvo/guard.mjs'], ['node']],
    ['node --import ./hooks/pre.mjs scripts/a.mjs x.mjs', ['scripts/a.mjs', 'hooks/pre.mjs'], ['node']],
    ['node -e "require(\'./x\')"', [], ['node']],
    ['python3 -W ignore scripts/guard.py', ['scripts/guard.py'], ['python3']],
    ['python3 -m guard', [], ['python3'], ['python3 -m guard']],
    ['npx prettier --write .', [], ['prettier'], ['npx prettier --write .']],
    ['npm run lint', [], ['npm'], ['npm run lint']],
    ['cd tools && ./guard.sh', ['tools/guard.sh'], ['cd']],
    ['. ./env.sh; bash checks/all.sh', ['env.sh', 'checks/all.sh'], ['.', 'bash']],
    ['sh < scripts/guard.sh', ['scripts/guard.sh'], ['sh']],
    ['"$ACUVO_WORKSPACE_ROOT"/scripts/guard.sh', ['scripts/guard.sh'], []],
    ['FOO=1 timeout 5 scripts/guard.sh', ['scripts/guard.sh'], []],
    ['$TOOL x', [], [], ['$TOOL']],
    [['node', 'scripts/a b.mjs'], ['scripts/a b.mjs'], ['node']],
    [['./guard'], ['guard'], []],
    ['grep -q x src/index.ts', [], ['grep']],
    ['bash -euo pipefail scripts/g.sh', ['scripts/g.sh'], ['bash']],
    ['bash +x scripts/g.sh', ['scripts/g.sh'], ['bash']],
    ['node --stack-size 100 scripts/a.mjs', ['scripts/a.mjs'], ['node']],
    ['node --require=./scripts/pre.js scripts/g.js', ['scripts/g.js', 'scripts/pre.js'], ['node']],
    [['bash', '-c', 'bash scripts/g.sh'], ['scripts/g.sh'], ['bash']],
    [['env', 'node', 'scripts/g.mjs'], ['scripts/g.mjs'], ['node']],
    [['timeout', '5', 'node', 'scripts/g.mjs'], ['scripts/g.mjs'], ['node']],
    ['bash scripts/*.sh', [], ['bash'], ['scripts/*.sh']],
    ['bash < scripts/g.sh', ['scripts/g.sh'], ['bash']],
  ])('%j', (command, files, names, unknown = []) => {
    const root = folderWith(...files)
    const found = filesRunBy(command, root)
    expect({ files: found.files.sort(), unknown: found.unknown }).toEqual({ files: files.map((file) => join(root, file)).sort(), unknown })
    for (const name of names) expect(found.names).toContain(name)
  })
})

describe('files that a text for a shell of Windows runs', () => {
  it.each<[shell: 'cmd' | 'pwsh', command: string, file: string]>([
    ['cmd', 'scripts\\guard.cmd', 'scripts/guard.cmd'],
    ['cmd', '.\\scripts\\guard.cmd --fast', 'scripts/guard.cmd'],
    ['cmd', 'scripts/guard.cmd', 'scripts/guard.cmd'],
    ['cmd', 'scripts\\guard', 'scripts/guard.bat'],
    ['cmd', 'node scripts\\g.mjs', 'scripts/g.mjs'],
    ['cmd', 'node "scripts\\a b.mjs"', 'scripts/a b.mjs'],
    ['cmd', 'python .\\scripts\\g.py && exit /b 0', 'scripts/g.py'],
    ['pwsh', '.\\scripts\\guard.ps1', 'scripts/guard.ps1'],
    ['pwsh', 'scripts\\guard', 'scripts/guard.ps1'],
  ])('%s: %s', (shell, command, file) => {
    const root = folderWith(file)
    const { files, unknown } = filesRunBy(command, root, shell)
    expect(files).toContain(join(root, file))
    expect(unknown).toEqual([])
  })

  it.each<[shell: 'cmd' | 'pwsh', command: string]>([
    ['cmd', '%TOOLS%\\guard.cmd'],
    ['cmd', 'scripts\\gu^ard.cmd'],
    ['cmd', '!tool!'],
    ['pwsh', '& $env:TOOL'],
    ['pwsh', 'gu`ard.ps1'],
  ])('%s: %s is said not to be pinned', (shell, command) => expect(filesRunBy(command, folderWith(), shell).unknown).not.toEqual([]))
})

describe('what a command runs without naming it', () => {
  it('is the file that an interpreter finds under a shorter name', () => {
    const root = folderWith('scripts/g.js', 'lib/index.js')
    const found = filesRunBy('node scripts/g; node lib', root)
    expect(found.files).toEqual(expect.arrayContaining([join(root, 'scripts/g.js'), join(root, 'lib/index.js')]))
  })

  it.each([
    'bun run lint',
    'deno task x',
    'node gone.mjs',
    'NODE_OPTIONS="--require ./x.js" node a.mjs',
    'PATH=bin:$PATH tool',
    'nvm exec 20 node a.mjs',
  ])('%s is said not to be pinned', (command) => expect(filesRunBy(command, folderWith()).unknown.length).toBeGreaterThan(0))

  it('and files that it only mentions are told apart', () => {
    const root = folderWith('package.json', 'scripts/a.mjs')
    expect(filesRunBy('node scripts/a.mjs --config=package.json', root)).toMatchObject({
      files: [join(root, 'scripts/a.mjs')],
      mentioned: [join(root, 'package.json')],
    })
  })
})

describe('what counts under .acuvo', () => {
  it('is everything but its own tests and what editors and systems leave behind', () => {
    const counted = ['.acuvo/hooks.json', '.acuvo/a.sh', '.acuvo/lib/tests/x', '.acuvo/__pycache__/x.pyc', '.acuvo/.env']
    const litter = ['.acuvo/tests/a.json', '.acuvo/.gitignore', '.acuvo/.DS_Store', '.acuvo/lib/x~', '.acuvo/.a.sh.swp', '.acuvo/#a#']
    const root = folderWith(...counted, ...litter)
    symlinkSync('/etc', join(root, '.acuvo', 'link'))
    expect(filesUnderAcuvo(root)?.sort()).toEqual([...counted, '.acuvo/link'].sort())
  })

  it('is nothing where there is no folder, and cannot be told of very many files', () => {
    expect(filesUnderAcuvo(folderWith())).toEqual([])
    expect(filesUnderAcuvo(folderWith(...Array.from({ length: 2_001 }, (_, index) => `.acuvo/${index}`)))).toBeUndefined()
  })
})

describe('what a hook does', () => {
  const only = (hook: object): string => {
    const loaded = loadPolicy(
      { bytes: Buffer.from(JSON.stringify({ hooks: [hook] })) },
      { layer: 'workspace', file: '/w/.acuvo/hooks.json', root: '/w' },
    )
    return meaningOf(('hooks' in loaded ? loaded.hooks[0] : undefined) as Hook)
  }
  const gate = { event: 'PreToolUse', tools: ['write_file', 'Bash'], command: 'x', hosts: ['codex', 'cursor'] }

  it.each([
    ['its name', { ...gate, name: 'other' }],
    ['why it is there', { ...gate, why: 'because' }],
    ['the order of its tools', { ...gate, tools: ['Bash', 'write_file'] }],
    ['the order of its hosts', { ...gate, hosts: ['cursor', 'codex'] }],
    ['a default that is written out', { ...gate, timeoutMs: 30_000, onFailure: 'deny' }],
  ])('does not change with %s', (_what, other) => expect(only(other)).toBe(only(gate)))

  it.each([
    ['its command', { ...gate, command: 'y' }],
    ['its words', { ...gate, command: ['x'] }],
    ['its tools', { ...gate, tools: ['write_file'] }],
    ['its hosts', { ...gate, hosts: ['codex'] }],
    ['its timeout', { ...gate, timeoutMs: 1 }],
    ['what a failure means', { ...gate, onFailure: 'notice' }],
    ['its event', { ...gate, event: 'PostToolUse' }],
  ])('changes with %s', (_what, other) => expect(only(other)).not.toBe(only(gate)))
})

describe('text before approval', () => {
  it.each([
    ['plain text, Ünïcode and 日本語', 'plain text, Ünïcode and 日本語'],
    ['a\u202eb', 'a<U+202E>b'],
    ['a\u200bb\u2066', 'a<U+200B>b<U+2066>'],
    ['\u001b[2Kx\r', '<U+001B>[2Kx<U+000D>'],
    ['rm \u0430bc', 'rm <U+0430>bc'],
    ['привет', 'привет'],
    ['a\u00a0b', 'a<U+00A0>b'],
    ['line\n\ttab', 'line\n\ttab'],
    ['\u{e0041}x', '<U+E0041>x'],
    ['\ud800', '<U+D800>'],
  ])('%j is shown as %j', (text, shown) => expect(visible(text)).toBe(shown))
})

describe('the line that approves', () => {
  it.each([
    ['/w/project', {}, 'acuvo-hooks trust /w/project'],
    ["/w/it's here", {}, "acuvo-hooks trust '/w/it'\\''s here'"],
    ['/w/a\u200bb', {}, `acuvo-hooks trust "$(printf '\\057\\167\\057\\141\\342\\200\\213\\142')"`],
    ['/w', { store: '/s t' }, "acuvo-hooks trust /w --store '/s t'"],
    ['C:\\ws', {}, 'acuvo-hooks trust C:\\ws'],
    ['C:\\Users\\A B\\ws', { store: 'D:\\s' }, 'acuvo-hooks trust "C:\\Users\\A B\\ws" --store D:\\s'],
    ["\\\\server\\it's", {}, 'acuvo-hooks trust "\\\\server\\it\'s"'],
  ])('of %j', (place, given, line) => expect(trustLine({ layer: 'workspace', place, given })).toBe(line))
})

it('names of paths in the store differ where the paths do, and are names', () => {
  const paths = ['/a/b', '/a/c', '/b', '/a/b ', '/A/b', `/${'x'.repeat(300)}`, '/ü', '/']
  const names = paths.map(nameOfPath)
  expect(new Set(names).size).toBe(paths.length)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
})

describe('marks of a session', () => {
  it('are new once in each session, and gone when it ends', () => {
    const root = folderWith()
    const [one, other] = [new SessionState(root, 'one'), new SessionState(root, 'other')]
    expect([one.isFirst('a'), one.isFirst('a'), one.isFirst('b'), other.isFirst('a')]).toEqual([true, false, true, true])
    const long = new Date(Date.now() - 30 * 86_400_000)
    for (const name of readdirSync(root, { recursive: true }) as string[]) utimesSync(join(root, name), long, long)
    one.end()
    expect(readdirSync(root)).toHaveLength(1)
    clean(root)
    expect(readdirSync(root)).toEqual([])
    expect(one.isFirst('a')).toBe(true)
  })

  it('cannot be told without a session or a place', () => {
    expect(new SessionState(folderWith(), undefined).isFirst('a')).toBeUndefined()
    expect(new SessionState(join(folderWith('file'), 'file'), 'one').isFirst('a')).toBeUndefined()
  })
})
