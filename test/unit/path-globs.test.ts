import fc from 'fast-check'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import picomatch from 'picomatch'
import { afterAll, describe, expect, it } from 'vitest'
import { compilePathGlobs, faultOfPathGlob } from '../../src/globs/compile.js'
import { globMatcher } from '../../src/globs/matcher.js'
import { matchingPaths } from '../../src/globs/match.js'
import { searchMatcher } from '../../src/globs/search-matcher.js'
import { toAbsolute } from '../../src/paths/absolute.js'
import { realPathOf } from '../../src/paths/real.js'
import type { PathKind, TargetPath } from '../../src/protocol/event.js'

const temp = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-globs-')))
afterAll(() => rmSync(temp, { recursive: true, force: true }))

const root = join(temp, 'a root [x] (y)')
const home = join(temp, 'home')
const place = { root, home, platform: 'linux' as const }

const files = (...paths: string[]): void => {
  for (const path of paths) {
    mkdirSync(dirname(join(temp, path)), { recursive: true })
    writeFileSync(join(temp, path), '')
  }
}
const inRoot = (...paths: string[]): void => files(...paths.map((path) => `a root [x] (y)/${path}`))
const link = (path: string, to: string): void => symlinkSync(to, join(root, path))

inRoot(
  'infra/main.tf',
  'infra/docs/a.md',
  'docs/a.md',
  'pkg/infra/deep/x.tf',
  'pkg/src/a.ts',
  'empty/readme.md',
  'plain/a.ts',
  'secret.pem',
)
files('home/.ssh/id', 'outside/x.tf', 'elsewhere/conf/x')
link('way', 'infra')
link('docs/to-infra', '../infra/main.tf')
link('infra/docs/to-main', '../main.tf')
link('docs/folder', '../infra')
link('dangling', 'infra/new.tf')
link('loop', 'loop')
link('leaves', '../outside')
link('s', 'infra/deep')
link('made', 's/../new.tf')
link('made-too', 'made')
symlinkSync(root, join(temp, 'linked-root'))
symlinkSync(join(temp, 'elsewhere'), join(temp, 'etc'))
for (let index = 0; index < 5100; index += 1700) mkdirSync(join(root, 'many', String(index)), { recursive: true })
for (let index = 0; index < 5100; index++) mkdirSync(join(root, 'many', String(index - (index % 1700)), `f${index}`))
mkdirSync(join(root, 'infra/deep'))

const target = (path: string, more: Partial<TargetPath> = {}): TargetPath => ({
  path: toAbsolute(path, root, home),
  spelled: path,
  kind: 'update',
  ...more,
})

const fires = (globs: readonly string[], one: TargetPath, where: Parameters<typeof matchingPaths>[2] = place): boolean =>
  matchingPaths(compilePathGlobs(globs), { kind: 'unknown', paths: [one] }, where).length > 0

type Row = [globs: string[], path: string, fires: boolean]

describe('a path against globs', () => {
  const rows: Row[] = [
    [['infra/**'], 'infra/main.tf', true],
    [['infra/**'], 'infra/.env', true],
    [['infra/**'], 'infra/.git/config', true],
    [['infra/**'], 'infra', true],
    [['infra/**'], 'infra2/x', false],
    [['infra/**'], 'x/infra/y', false],
    [['infra/**'], './infra//x', true],
    [['infra/**'], 'docs/../infra/x', true],
    [['infra/**'], '../outside/infra/x', false],
    [['./infra/**'], 'infra/x', true],
    [['././infra//**'], 'infra/x', true],
    [['infra/./x'], 'infra/x', true],
    [['infra/'], 'infra/a/b', true],
    [['infra/'], 'infra', true],
    [['infra'], 'infra/a', false],
    [['infra'], 'infra', true],
    [['**'], 'a/b/c', true],
    [['**'], '.', true],
    [['*'], '.', false],
    [['./'], 'a/b', true],
    [['*'], 'a', true],
    [['*'], '.hidden', true],
    [['*'], 'a/b', false],
    [['**/*.pem'], 'secret.pem', true],
    [['**/*.pem'], 'a/b/c.pem', true],
    [['**/*.pem'], '.pem', true],
    [['**/*.pem'], 'a.pem.txt', false],
    [['*.pem'], 'a/b.pem', false],
    [['.env*'], '.env', true],
    [['.env*'], '.env.local', true],
    [['.env*'], 'a.env', false],
    [['**/.env'], '.env', true],
    [['**/.env'], 'a/.env', true],
    [['a/**/b'], 'a/b', true],
    [['a/**/b'], 'a/x/y/b', true],
    [['a/**/b'], 'ab', false],
    [['a/**/**/b'], 'a/b', true],
    [['a/*/b'], 'a/b', false],
    [['a/*/b'], 'a/.x/b', true],
    [['**/x/**'], 'x', true],
    [['**/x/**'], 'a/x', true],
    [['**/x/**'], 'a/x/b', true],
    [['**/x/**'], 'ax/b', false],
    [['x/**/*'], 'x', false],
    [['*/**'], 'a', true],
    [['**.js'], 'a.js', true],
    [['**.js'], 'b/a.js', false],
    [['{a,b}/**'], 'b/c', true],
    [['{a,b}/**'], 'c/b', false],
    [['a{,.bak}'], 'a', true],
    [['a{,.bak}'], 'a.bak', true],
    [['{a,{b,c}/d}.ts'], 'c/d.ts', true],
    [['{a/**,b}/c'], 'a/x/c', true],
    [['v{1..12}/x'], 'v10/x', true],
    [['v{1..12}/x'], 'v13/x', false],
    [['v{01..12}/x'], 'v07/x', true],
    [['{a..c}'], 'b', true],
    [['{a}'], '{a}', true],
    [['{a'], '{a', true],
    [['[ab].ts'], 'b.ts', true],
    [['[ab].ts'], 'c.ts', false],
    [['[a-c].ts'], 'c.ts', true],
    [['[^a].ts'], 'b.ts', true],
    [['[!a].ts'], 'a.ts', false],
    [['[!a].ts'], 'b.ts', true],
    [['[[:digit:]]'], '7', true],
    [['[[:digit:]]'], 'd', false],
    [['[]x]'], ']', true],
    [['[a-]'], '-', true],
    [['a[b'], 'a[b', true],
    [['app/[id]/**'], 'app/[id]/page.tsx', true],
    [['app/(group)/**'], 'app/(group)/page.tsx', true],
    [['a?c'], 'abc', true],
    [['a?c'], 'a/c', false],
    [['?'], '😀', true],
    [['@(a|b).ts'], 'b.ts', true],
    [['@(a|b).ts'], 'ab.ts', false],
    [['?(a)b'], 'b', true],
    [['+(ab)'], 'abab', true],
    [['+(ab)'], 'aba', false],
    [['*(ab)c'], 'c', true],
    [['!(a|b)'], 'c', true],
    [['!(a|b)'], 'a', false],
    [['!(a|b)/**'], 'c/x', true],
    [['!(a|b)/**'], 'a/x', false],
    [['*.!(js)'], 'a.ts', true],
    [['*.!(js)'], 'a.js', false],
    [['!(test).js'], 'testing.js', true],
    [['!(a)*'], 'ab', false],
    [['a\\*b'], 'a*b', true],
    [['a\\*b'], 'axb', false],
    [['a.b+$^'], 'a.b+$^', true],
    [['a.b'], 'axb', false],
    [['infra/**', '!infra/docs/**'], 'infra/docs/a.md', false],
    [['infra/**', '!infra/docs/**'], 'infra/main.tf', true],
    [['!infra/docs/**', 'infra/**'], 'infra/docs/a.md', false],
    [['!docs/**'], 'docs/a.md', false],
    [['!docs/**'], 'src/a.ts', true],
    [['!docs/**'], '../outside/x.tf', true],
    [['!!docs/**'], 'docs/a.md', true],
    [['.env*', '!.env.example'], '.env.example', false],
    // Links: any way that leads there counts, an exempted way does not exempt where it leads.
    [['infra/**'], 'way/main.tf', true],
    [['infra/**'], 'way/not-yet.tf', true],
    [['way/**'], 'way/main.tf', true],
    [['way/**'], 'infra/main.tf', false],
    [['infra/**'], 'dangling', true],
    [['infra/**', '!docs/**'], 'docs/to-infra', true],
    [['infra/**', '!docs/**'], 'docs/folder/main.tf', true],
    [['infra/**', '!infra/docs/**'], 'infra/docs/to-main', true],
    [['leaves/**'], 'leaves/x.tf', true],
    [['**/*.tf'], '../outside/x.tf', false],
    [['loop'], 'loop', true],
    [['infra/**'], 'loop/x', false],
    // Home and absolute.
    [['~/.ssh/**'], '~/.ssh/id', true],
    [['~/.ssh/**'], '.ssh/id', false],
    [['~'], '~/x', true],
    [['~x/**'], '~x/a', true],
    [[`${temp}/outside/**`], '../outside/x.tf', true],
    [[`${temp}/etc/**`], '../elsewhere/conf/x', true],
    [[`${temp}/etc/conf/x`], '../elsewhere/conf/x', true],
    [['/'], 'x', true],
    [['C:\\ws\\**'], 'C:\\ws\\a', true],
    [['c:/ws/**'], 'C:\\ws\\a', true],
    [['C:\\ws\\**'], 'D:\\ws\\a', false],
    [['**'], 'C:\\ws\\a', false],
    [['\\\\server\\share\\**'], '\\\\server\\share\\a', true],
    // Unicode: the glob is composed, the path may be either.
    [['caf\u00e9/**'], 'cafe\u0301/x', true],
    [['cafe\u0301/**'], 'caf\u00e9/x', true],
    [['**', '!caf\u00e9/**'], 'cafe\u0301/x', false],
    [['Infra/**'], 'infra/x', false],
    [['a\nb'], 'a\nb', true],
    [['a b/**'], 'a b/c', true],
  ]
  it.each(rows)('%j %j: %j', (globs, path, expected) => {
    expect(fires(globs, target(path))).toBe(expected)
  })

  it.each<Row>([
    [['Infra/**'], 'infra/x', true],
    [['infra/**'], 'INFRA/X', true],
    [['[A-C]x'], 'bX', true],
    [['straSSe'], 'STRASSE', true],
    [['\u00c4/**'], 'a\u0308/x', true],
    [['\u03a3\u03c2'], '\u03c3\u03a3', true],
    [['**', '!DOCS/**'], 'docs/x', false],
  ])('on macOS %j %j: %j', (globs, path, expected) => {
    expect(fires(globs, target(path), { ...place, platform: 'darwin' })).toBe(expected)
  })

  it('counts from the root whichever way the root is reached', () => {
    const linked = { ...place, root: join(temp, 'linked-root') }
    expect(fires(['infra/**'], target('infra/main.tf'), linked)).toBe(true)
    expect(fires(['infra/**'], { ...target('x'), path: join(linked.root, 'infra/new') }, linked)).toBe(true)
    expect(fires(['infra/**'], { ...target('x'), path: join(linked.root, 'infra/new') })).toBe(true)
    expect(fires(['infra/**'], target('INFRA/x'), { root: root.toUpperCase(), home, platform: 'win32' })).toBe(true)
    expect(fires(['src/**'], target('C:\\Ws\\src\\a'), { root: 'c:\\ws', home: 'C:\\me', platform: 'win32' })).toBe(true)
    expect(fires(['~/**'], target('x'), { root, home: '' })).toBe(false)
  })

  it('keeps the order and leaves out what does not match', () => {
    const paths = ['infra/b', 'x', 'infra/a'].map((path) => target(path))
    expect(matchingPaths(compilePathGlobs(['infra/**']), { kind: 'edit_file', paths }, place)).toEqual([paths[0], paths[2]])
    expect(matchingPaths({ globs: [] }, { kind: 'edit_file', paths }, place)).toEqual([])
  })
})

describe('`..` behind a link leaves what the link leads to', () => {
  const called = { ...place, cwd: root }
  it.each<Row>([
    [['infra/**'], 's/../x.txt', true],
    [['infra/**'], './s/.././x.txt', true],
    [['x.txt'], 's/../x.txt', true],
    [['infra/**'], 's/../../x.txt', false],
    [['infra/**'], 's/missing/../../x.txt', true],
    [['infra/**'], 'missing/../s/../x.txt', true],
    [['infra/way2/**'], 's/../way2/x', true],
    [['infra/**'], 'docs/../plain/x.txt', false],
    [['infra/**', '!infra/x.txt'], 's/../x.txt', false],
    [['infra/**', '!x.txt'], 's/../x.txt', true],
    [['infra/**'], `${root}/s/../x.txt`, true],
    [['infra/**'], `file://${root.replaceAll(' ', '%20')}/s/%2e%2e/x.txt`, true],
    [['infra/**'], `~/../${root.slice(temp.length + 1)}/s/../x.txt`, true],
    [['~/x.txt'], 's/../x.txt', false],
    // A link that is written through, to what is not there yet.
    [['infra/new.tf'], 'made', true],
    [['infra/new.tf'], 'made-too', true],
    [['infra/**'], 'loop/../x', false],
    [['infra/**'], 'C:\\ws\\..\\x', false],
  ])('%j %j: %j', (globs, path, expected) => {
    expect(fires(globs, target(path), called)).toBe(expected)
  })

  it('also for what is deleted, moved or searched there', () => {
    expect(fires(['infra/*.tf'], target('s/..', { kind: 'delete' }), called)).toBe(true)
    expect(fires(['infra/**'], target('s/../../plain', { kind: 'delete' }), called)).toBe(false)
    const end = target('s/../a.ts', { kind: 'move' })
    const paths = [target('plain/a.ts', { kind: 'move', movedTo: end.path }), end]
    expect(matchingPaths(compilePathGlobs(['infra/**']), { kind: 'edit_file', paths }, called)).toEqual([end])
    const search = { kind: 'search_files' as const, paths: [target('s/..', { kind: 'read' })], searchGlobs: ['*.tf'] }
    expect(matchingPaths(compilePathGlobs(['infra/*.tf']), search, called)).toEqual(search.paths)
  })

  it('counts from the folder of the call, where that is known', () => {
    const path = { ...target('x.txt'), spelled: 's/../x.txt' }
    expect(fires(['infra/**'], path)).toBe(false)
    expect(fires(['infra/**'], path, { ...called, cwd: join(root, 'plain') })).toBe(false)
    expect(fires(['infra/**'], { ...path, spelled: '../s/../x.txt' }, { ...called, cwd: join(root, 'plain') })).toBe(true)
    expect(fires(['infra/**'], path, { ...called, platform: 'win32' })).toBe(false)
  })
})

describe('what is moved or deleted takes along what is in it', () => {
  it.each<[globs: string[], path: string, kind: PathKind, movedTo: string | undefined, fires: boolean]>([
    [['infra/**'], 'infra', 'delete', undefined, true],
    [['infra/*.tf'], 'infra', 'delete', undefined, true],
    [['infra/*.tf'], 'infra', 'update', undefined, false],
    [['infra/*.yaml'], 'infra', 'delete', undefined, false],
    [['pkg/infra/**'], 'pkg', 'delete', undefined, true],
    [['pkg/infra/**'], 'pkg', 'move', 'pkg2', true],
    [['pkg/infra/**'], 'pkg/src', 'delete', undefined, false],
    [['**/*.tf'], 'pkg', 'delete', undefined, true],
    [['**/*.tf'], 'plain', 'delete', undefined, false],
    [['**/*.tf'], 'many', 'delete', undefined, true],
    [['infra/**'], 'many', 'delete', undefined, false],
    [['infra/**', '!infra/docs/**'], 'infra/docs', 'delete', undefined, false],
    [['docs/**', '!docs/**/*.md'], 'empty', 'delete', undefined, false],
    [['not/there/yet/**'], 'not', 'delete', undefined, true],
    [['secret.pem/x/**'], 'secret.pem', 'delete', undefined, false],
    [['infra/**'], '.', 'delete', undefined, true],
    [['infra/**'], '..', 'delete', undefined, true],
    [['*.tf'], '..', 'move', '../../x', true],
    [['infra/**'], 'plain/a.ts', 'move', 'infra/a.ts', true],
    [['infra/**'], 'infra/main.tf', 'move', 'x.tf', true],
    [['infra/**'], 'plain/a.ts', 'move', 'way/a.ts', true],
    [['infra/**'], 'plain/a.ts', 'move', 'plain/b.ts', false],
    [['lib/infra/**'], 'pkg', 'move', 'lib', true],
    [['lib/other/**'], 'pkg', 'move', 'lib', false],
    [['infra/**'], 'way', 'delete', undefined, true],
    [['~/.ssh/id'], '~/.ssh', 'delete', undefined, true],
  ])('%j %j %s to %j: %j', (globs, path, kind, movedTo, expected) => {
    const to = movedTo === undefined ? {} : { movedTo: toAbsolute(movedTo, root, home) }
    expect(fires(globs, target(path, { kind, ...to }))).toBe(expected)
  })
})

describe('a search', () => {
  it.each<[globs: string[], searched: string, search: string[], fires: boolean]>([
    [['.env*'], '.env', [], true],
    [['.env*'], '.', [], false],
    [['.env*'], '.', ['.env'], true],
    [['.env*'], '.', ['{.env,zzz}'], true],
    [['.env*'], '.', ['*.env'], true],
    [['.env*'], '.', ['.e*'], true],
    [['.env*'], '.', ['.en[v]'], true],
    [['.env*'], '.', ['.e?v'], true],
    [['.env*'], '.', ['*.pem'], false],
    [['.env*'], '.', ['*.ts', '.env.l*'], true],
    [['.env*'], '.', ['!.env'], false],
    [['.env*'], '.', [`${root}/.env*`], true],
    [['.env*'], 'infra', ['../.env*'], true],
    [['.env*'], 'infra', ['.env'], false],
    [['**/.env'], 'infra', ['.env'], true],
    [['**/.env'], '.', ['src/**/.env'], true],
    [['**/*.test.ts'], '.', ['src/**/*.ts'], true],
    [['.env*', '!.env.example'], '.', ['.env.example'], false],
    [['.env*', '!.env.example'], '.', ['.env.*'], true],
    [['infra/**'], 'infra', ['*.md'], true],
    [['infra/**'], 'way', ['*.md'], true],
    [['infra/**'], '.', ['infra/*.ts'], true],
    [['infra/**'], '.', ['**/*'], true],
    [['infra/**'], '.', ['src/**'], false],
    [['infra/*.tf'], '.', ['*.tf'], true],
    [['infra/*.tf'], '.', ['/infra/*.tf'], false],
    [['~/.ssh/**'], '.', ['~/.ssh/*'], true],
    [['.env*'], '.', [''], false],
    [['.env*'], '.', ['{1..100000}'], true],
    [['.env*'], '.', ['*'.repeat(5000)], true],
  ])('%j in %j for %j: %j', (globs, searched, searchGlobs, expected) => {
    const tool = { kind: 'search_files' as const, paths: [target(searched, { kind: 'read' })], searchGlobs }
    expect(matchingPaths(compilePathGlobs(globs), tool, place, searchMatcher).length > 0).toBe(expected)
  })

  it('is read like the hosts read it', () => {
    expect(searchMatcher('*.ts')('a/b.ts')).toBe(true)
    expect(searchMatcher('/*.ts')('a/b.ts')).toBe(false)
    expect(searchMatcher('!*.ts')('a.ts')).toBe(false)
    expect(searchMatcher('{a,b}.ts')('x/b.ts')).toBe(true)
  })
})

describe('what is compiled', () => {
  it('is plain data with samples that match', () => {
    const compiled = compilePathGlobs(['infra/{a,b}/*.tf', '!infra/docs/', '~/x', '/etc/**', '!(a|x|0)/[!b]?/+(c)'])
    expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled)
    expect(compiled.globs.map(({ anchor, negated, pattern, base }) => [anchor, negated, pattern, base])).toEqual([
      ['root', false, 'infra/a/*.tf', 'infra/a'],
      ['root', false, 'infra/b/*.tf', 'infra/b'],
      ['root', true, 'infra/docs/**', 'infra/docs'],
      ['home', false, 'x', ''],
      ['absolute', false, 'etc/**', 'etc'],
      ['root', false, '!(a|x|0)/[!b]?/+(c)', ''],
    ])
    for (const { pattern, samples } of compiled.globs) {
      expect(samples.length).toBeGreaterThan(0)
      for (const sample of samples) expect(globMatcher(pattern)(sample), sample).toBe(true)
    }
  })

  it.each<[glob: string, mayBeOutside: boolean, fault: ReturnType<typeof faultOfPathGlob>]>([
    ['', true, 'empty'],
    [' ', true, 'empty'],
    ['!', true, 'empty'],
    ['/etc/x', false, 'outside'],
    ['/etc/x', true, undefined],
    ['~/x', false, 'outside'],
    ['~/x', true, undefined],
    ['!~/x', false, 'outside'],
    ['C:\\x', false, 'outside'],
    ['C:/x', true, undefined],
    ['\\\\server\\x', false, 'outside'],
    ['{a,/b}', false, 'outside'],
    ['a/../b', true, 'outside'],
    ['{a,..}/b', true, 'outside'],
    ['..', true, 'outside'],
    ['a..b/...', false, undefined],
    ['a\0b', true, 'nul'],
    ['+(+(a))', false, 'bad'],
    ['*(a|@(b|+(c)))', false, 'bad'],
    ['a'.repeat(1001), false, 'bad'],
    ['{1..1000}', false, undefined],
    ['{1..1001}', false, 'bad'],
    ['{a,b}'.repeat(10), false, 'bad'],
    ['{1..999999999999999}', false, 'bad'],
    ['infra\\docs\\**', false, 'bad'],
    ['infra\\', false, 'bad'],
    ['a\\*b', false, undefined],
    ['[^/]*', false, 'bad'],
    ['infra/**', false, undefined],
    ['!infra/**', false, undefined],
    ['!(a|b)', false, undefined],
    ['!(*)', false, 'bad'],
    ['[id', false, undefined],
    ['[^0-9a-zA-Z]', false, undefined],
    ['!(a|x|0)', false, undefined],
  ])('%j (outside: %j) has the fault %j', (glob, mayBeOutside, fault) => {
    expect(faultOfPathGlob(glob, mayBeOutside)).toBe(fault)
  })
})

describe('nothing is slow and nothing throws', () => {
  /** Of computing, not of the clock: whatever else the machine does meanwhile. */
  const within = (milliseconds: number, run: () => void): void => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(milliseconds)
  }

  it.each([
    '**/*a*a*a*a*a*a*a*a*b',
    '**/a/**/a/**/a/**/a/**/b',
    '+(a|aa)b',
    '*(*a|a*)b',
    '*.!(js)',
    '!(a)!(b)!(c)',
    '@(**|a)@(**|b)c',
    '*?*?*?*?*?z',
    '*!(*a)b',
    '+(*a|?)+(?|a)b',
  ])('%s', (glob) => {
    for (const path of ['a'.repeat(10_000), 'a'.repeat(4000), 'a/'.repeat(5000) + 'a', '.'.repeat(10_000) + 'x', 'é'.repeat(10_000)])
      within(2000, () => void fires([glob, `!${glob}`], target(path), { ...place, platform: 'darwin' }))
  })

  it('what is too long to be told counts, and exempts nothing', () => {
    const path = target('b'.repeat(10_000))
    expect(fires(['+(a)'], path)).toBe(true)
    expect(fires(['**', '!+(b)'], path)).toBe(true)
    expect(fires(['infra/**'], path)).toBe(false)
    expect(fires(['b*b'], path)).toBe(true)
  })

  it('a hook with a thousand globs', () => {
    const hook = compilePathGlobs(['**/*{1..1000}*a'])
    const searches = {
      kind: 'search_files' as const,
      paths: [target('.', { kind: 'read' })],
      searchGlobs: ['{1..200}*b*', '**/x{1..200}?b'],
    }
    within(5000, () => void matchingPaths(hook, searches, place))
    within(5000, () => void matchingPaths(hook, { kind: 'unknown', paths: [target('many', { kind: 'move', movedTo: '/x' })] }, place))
  })

  const remembering = (): ((path: string) => string | undefined) => {
    const known = new Map<string, string | undefined>()
    return (path) => (known.has(path) ? known : known.set(path, realPathOf(path))).get(path)
  }
  const patch = Array.from({ length: 3990 }, (_, index) =>
    target(index % 10 === 0 ? `infra/${index % 20 === 0 ? 'docs' : 'live'}/f${index}.tf` : `src/p${index % 40}/file-${index}.ts`),
  )

  it('many hooks with many paths, whose links are looked up once', () => {
    const hooks = Array.from({ length: 32 }, () => compilePathGlobs(['**/*.{lock,pem,key,crt,env}', 'infra/**', '!infra/docs/**']))
    let looked = 0
    const known = remembering()
    const where = { ...place, cwd: root, realPathOf: (path: string) => (looked++, known(path)) }
    const found = (hook: (typeof hooks)[0]): number => matchingPaths(hook, { kind: 'edit_file', paths: patch }, where).length
    within(5000, () => expect(new Set(hooks.map(found))).toEqual(new Set([199])))
    expect(looked).toBeLessThan(patch.length + 10)
  })

  it('what is remembered goes with the memory of links', () => {
    const paths = [target('turned/x')]
    const found = (known: (path: string) => string | undefined): number =>
      matchingPaths(compilePathGlobs(['infra/**']), { kind: 'edit_file', paths }, { ...place, realPathOf: known }).length
    const before = remembering()
    expect(found(before)).toBe(0)
    link('turned', 'infra')
    expect([found(before), found(remembering()), found(realPathOf)]).toEqual([0, 1, 1])
    rmSync(join(root, 'turned'))
  })

  it('what is left when it has taken too long counts', () => {
    const where = { ...place, realPathOf: remembering() }
    const hook = compilePathGlobs(['**/*{1..999}*z', '!**'])
    within(15_000, () => {
      for (let index = 0; index < 64; index++) matchingPaths(hook, { kind: 'edit_file', paths: patch }, where)
    })
    expect(matchingPaths(hook, { kind: 'edit_file', paths: patch }, where)).toEqual(patch)
    expect(matchingPaths({ globs: [] }, { kind: 'edit_file', paths: patch }, where)).toEqual([])
  })

  it('takes any glob and any path', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'ab/.*?[]{}(),|!@+\\~^-:\0C😀\u0301') })
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1, maxLength: 3 }), odd, odd, (globs, path, search) => {
        for (const glob of globs) faultOfPathGlob(glob, false)
        const tool = { kind: 'search_files' as const, paths: [target(path)], searchGlobs: [search] }
        matchingPaths(compilePathGlobs(globs), tool, place)
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with picomatch where picomatch means what it says', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '*', '?', '{a,b}', '@(a|b)', '?(b)', '+(ab)'),
      minLength: 1,
      maxLength: 4,
    })
    const globs = fc.array(fc.oneof(name, fc.constant('**')), { minLength: 1, maxLength: 4 })
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 }).filter((one) => !/^\.{1,2}$/.test(one))
    fc.assert(
      fc.property(globs, fc.array(plain, { minLength: 1, maxLength: 4 }), (segments, names) => {
        // Its `***` is not `**`, after a group its wildcards count repetitions, an empty name takes its slash along; a name of dots alone is resolved here; below a wildcard folder it leaves out the folder itself.
        fc.pre(segments.every((one) => one === '**' || !/\*\*|\)[?*+]|^(\?\(b\))+$|^[.?*]*\.[.?*]*$/.test(one)))
        const [glob, path] = [segments.join('/'), names.join('/')]
        fc.pre(!(glob.endsWith('/**') && fires([glob.slice(0, -3)], target(path))))
        expect([glob, path, fires([glob], { ...target('x'), path: `${root}/${path}` })]).toEqual([
          glob,
          path,
          picomatch.makeRe(glob, { dot: true, windows: false }).test(path),
        ])
      }),
      { numRuns: 3000 },
    )
  })
})
