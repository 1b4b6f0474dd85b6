import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Guard } from '../../src/protect/guard.js'
import { isPlain, namesNothing } from '../../src/protect/plain-text.js'

/** Protected things that are links themselves: what they lead to is protected under its own name; and the quick look at plain words. */

const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-links-')))
const home = join(base, 'home')
const ws = join(base, 'ws')
afterAll(() => rmSync(base, { recursive: true, force: true }))

for (const folder of [
  'home/dotfiles',
  'ws/.claude',
  'ws/.acuvo/lib',
  'ws/.acuvo/tests',
  'ws/shared/codex',
  'ws/scripts',
  'ws/tools',
  'ws/src',
  'ws/dist',
])
  mkdirSync(join(base, folder), { recursive: true })
const files = [
  'home/dotfiles/bashrc',
  'ws/shared.json',
  'ws/shared/codex/config.toml',
  'ws/shared/rules.json',
  'ws/shared/test.json',
  'ws/tools/guard.mjs',
  'ws/a',
  'ws/b',
  'ws/other.json',
  'base-store',
]
for (const file of files) writeFileSync(join(base, file), '')
mkdirSync(join(base, 'disk/store'), { recursive: true })
symlinkSync('dotfiles/bashrc', join(home, '.bashrc'))
symlinkSync('dotfiles/zshenv', join(home, '.zshenv'))
symlinkSync('../shared.json', join(ws, '.claude/settings.json'))
symlinkSync('../commands.md', join(ws, '.claude/notes.md'))
symlinkSync('shared/codex', join(ws, '.codex'))
symlinkSync('../../shared/rules.json', join(ws, '.acuvo/lib/rules.json'))
symlinkSync('../../shared/test.json', join(ws, '.acuvo/tests/test.json'))
symlinkSync('../tools/guard.mjs', join(ws, 'scripts/guard.mjs'))
symlinkSync(join(base, 'disk'), join(base, 'data'))
symlinkSync('scripts', join(ws, 'way'))
linkSync(join(ws, 'shared.json'), join(ws, 'second.json'))

const guard = new Guard({
  home,
  env: {},
  roots: [ws],
  own: [join(base, 'data/store'), join(base, 'opt/dist')],
  pinned: [join(ws, 'scripts/guard.mjs')],
  program: join(base, 'opt/dist/acuvo-hooks.cjs'),
})

describe('what a protected link leads to', () => {
  it.each([
    ['ws/shared.json', 'settings'],
    ['ws/second.json', 'settings'],
    ['ws/shared/codex/config.toml', 'settings'],
    ['ws/shared/rules.json', 'policy'],
    ['ws/tools/guard.mjs', 'pinned'],
    ['home/dotfiles/bashrc', 'startup'],
    ['home/dotfiles/zshenv', 'startup'],
    ['disk/store/records/x', 'own'],
  ])('%s: %s', (path, kind) => {
    expect(guard.at(join(base, path))?.kind).toBe(kind)
  })

  it.each(['ws/shared', 'ws/tools', 'home/dotfiles', 'disk'])('is held by %s', (path) => {
    expect(guard.below(join(base, path))).toBeDefined()
  })

  it.each([
    'ws/other.json',
    'ws/commands.md',
    'ws/shared/test.json',
    'ws/shared/codex/notes.md',
    'ws/tools/other.mjs',
    'home/dotfiles/vimrc',
    'disk/other',
  ])('not: %s', (path) => {
    expect(guard.at(join(base, path))).toBeUndefined()
  })
})

describe('a plain text', () => {
  it.each([
    'npm install',
    'rm -rf node_modules dist',
    'ls > out.txt',
    'mkdir -p build && cp a b',
    'git checkout main',
    'cd src && rm x',
    'mv a c; touch ./b',
  ])('names nothing: %s', (text) => {
    expect(isPlain(text) && namesNothing(text, ws, guard)).toBe(true)
  })

  it.each([
    'rm .acuvo/x',
    'rm shared.json',
    'cp a shared/rules.json',
    'rm -rf shared',
    'mv way/guard.mjs x',
    'cd way && rm guard.mjs',
    'cd && rm .bashrc',
    'cd tools; touch guard.mjs',
    'cp -t tools a',
    'cp -ttools a',
    'cp --target-directory=tools a',
    'git -C tools rm guard.mjs',
    'git checkout main -- tools',
    'git checkout -- :/',
    'GIT_WORK_TREE=tools git checkout -f',
    'rm -rf .',
    'rm -rf src/..',
    'rm -rf ../ws',
    'mv second.json x',
    'touch scripts/guard.mjs',
    `rm -rf ${base}/disk`,
  ])('may name something: %s', (text) => {
    expect(isPlain(text) && namesNothing(text, ws, guard)).toBe(false)
  })

  it.each([
    'rm $X',
    'rm *',
    'rm "a b"',
    'rm {a,b}',
    'rm ~/x',
    'rm `x`',
    'rm a\\b',
    'cat < a > b',
    'rm [a]',
    'rm a?',
    "rm 'a'",
    '(rm a)',
    'rm é',
  ])('is not: %s', (text) => {
    expect(isPlain(text)).toBe(false)
  })
})
