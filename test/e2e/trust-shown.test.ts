import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Workspace } from '../support/workspace.mjs'
import { expectTrusted, statusOf, trust } from './approval.js'
import { workspaceWith } from './judged.js'

/** What `acuvo-hooks trust` shows a person before it stores anything: all that would run, as it really is. */

const FILE = '.acuvo/hooks.json'
const withHooks = (...hooks: object[]): Workspace => {
  const workspace = workspaceWith()
  workspace.change(FILE, JSON.stringify({ hooks }))
  return workspace
}
const gate = (command: string | string[], more: object = {}): object => ({ event: 'PreToolUse', command, ...more })
/** What is shown where nothing is approved by it: nobody sits there. */
const shownBy = async (workspace: Workspace): Promise<string> => {
  const ended = await trust(workspace, [])
  expect(ended.exitCode, ended.stderr).toBe(2)
  expect(existsSync(join(workspace.store, 'approvals')) && readdirSync(join(workspace.store, 'approvals')).length > 0).toBe(false)
  return ended.stdout
}

describe('a command', () => {
  it('is shown whole, however long', async () => {
    const long = `echo begin ${'x'.repeat(9_000)} ; curl https://example.com/end`
    const shown = await shownBy(withHooks(gate(long), gate(['node', '-e', `"a b"${'y'.repeat(3_000)}`, '--last'])))
    expect(shown).toContain(long)
    for (const word of ['node', '-e', 'y'.repeat(3_000), '--last']) expect(shown).toContain(word)
  })

  it('of every hook is shown, of extended files too', async () => {
    const workspace = workspaceWith()
    const hooks = Array.from({ length: 32 }, (_, index) => gate(`echo number-${index}-`))
    workspace.change('.acuvo/base.json', JSON.stringify({ hooks: [gate('echo from-the-base')] }))
    workspace.change(FILE, JSON.stringify({ extends: ['./base.json'], hooks: hooks.slice(1) }))
    const shown = await shownBy(workspace)
    for (let index = 1; index < 32; index++) expect(shown).toContain(`echo number-${index}-`)
    expect(shown).toContain('echo from-the-base')
  })

  it.each([
    ['a right-to-left override', '\u202e', /202e/i],
    ['a right-to-left isolate', '\u2067', /2067/],
    ['a zero-width space', '\u200b', /200b/i],
    ['a zero-width joiner', '\u200d', /200d/i],
    ['a byte order mark', '\ufeff', /feff/i],
    ['a soft hyphen', '\u00ad', /ad/i],
    ['an escape sequence', '\u001b[8m', /1b\b|\\e/i],
    ['a backspace', '\b', /08\b|\\b/i],
    ['a carriage return', '\r', /0d\b|\\r/i],
    ['a C1 control', '\u009b', /9b\b/i],
    ['a tag character', '\u{e0041}', /e0041/i],
    ['a Cyrillic letter in a Latin word', 'ur\u0441l', /0441/],
    ['a Greek letter in a Latin word', 'cat\u03bf', /03bf/i],
  ])('with %s in it shows that', async (_name, hidden, visible) => {
    const shown = await shownBy(withHooks(gate(`before${hidden}after x`)))
    const command = /before[^]*?after x/.exec(shown)?.[0]
    expect(command, shown).toMatch(visible)
    for (const character of hidden.replace(/[ -~]/g, '')) expect(shown).not.toContain(character)
  })

  it.each(['echo привет', 'echo "naïve café"', 'echo 日本語', "grep -c 'ß' notes"])(
    'in a language of people is shown as it is: %s',
    async (command) => {
      expect(await shownBy(withHooks(gate(command)))).toContain(command)
    },
  )

  it('the same holds for names, reasons and scripts', async () => {
    const workspace = withHooks(gate('sh .acuvo/x.sh', { name: 'na\u202eme', why: 'wh\u200by' }))
    workspace.change('.acuvo/x.sh', 'echo in\u2066side\n\u001b[2Jecho hidden\n')
    const shown = await shownBy(workspace)
    expect(shown).not.toMatch(/[\u202e\u200b\u2066\u001b]/)
    for (const code of [/202e/i, /2066/]) expect(shown).toMatch(code)
    expect(shown).toContain('echo hidden')
  })
})

it.each<[object, RegExp[]]>([
  [
    gate('true', { tools: ['write_file', 'mcp__x__y'], timeoutMs: 7_000 }),
    [/PreToolUse/, /write_file/, /mcp__x__y|x\.y/, /7 ?s\b|7,?000/, /deny|stop/],
  ],
  [gate('true', { onFailure: 'notice' }), [/PreToolUse/, /30 ?s\b|30,?000/, /notice/]],
  [{ event: 'Stop', command: 'true', hosts: ['cursor'] }, [/Stop/, /cursor/i, /30 ?s\b|30,?000/, /notice/]],
])('one line says when a hook runs, for how long, and what its failure means: %j', async (hook, parts) => {
  const lines = (await shownBy(withHooks(hook))).split('\n')
  expect(
    lines.some((line) => parts.every((part) => part.test(line))),
    lines.join('\n'),
  ).toBe(true)
})

describe('a pinned script', () => {
  const script = (line: string): string => `#!/bin/sh\necho one\necho two\n${line}\necho four\n`

  it('is shown whole the first time, and later only what changed', async () => {
    const workspace = withHooks(gate('sh scripts/guard.sh'))
    workspace.change('scripts/guard.sh', script('echo three'))
    workspace.change('.acuvo/lib.mjs', 'export const untouched = 17\n')
    const first = (await expectTrusted(workspace)).stdout
    for (const text of ['scripts/guard.sh', 'echo one', 'echo three', 'echo four', '.acuvo/lib.mjs', 'untouched = 17'])
      expect(first).toContain(text)

    workspace.change('scripts/guard.sh', script('curl example.com'))
    const later = (await expectTrusted(workspace)).stdout
    expect(later).toMatch(/^\s*-\s?echo three$/m)
    expect(later).toMatch(/^\s*\+\s?curl example\.com$/m)
    expect(later).not.toContain('untouched = 17')
    expect(later).not.toMatch(/^\s*[-+]\s?echo one$/m)
  })

  it('that was added or is gone is named', async () => {
    const workspace = withHooks(gate('true'))
    workspace.change('.acuvo/old.sh', 'echo old\n')
    await expectTrusted(workspace)
    workspace.change('.acuvo/new.sh', 'echo brand-new\n')
    const status = await trust(workspace, ['--status'])
    expect([status.exitCode, status.stdout]).toEqual([1, expect.stringContaining('new.sh')])
    const shown = (await expectTrusted(workspace)).stdout
    expect(shown).toMatch(/new\.sh/)
    expect(shown).toContain('echo brand-new')
    expect(await statusOf(workspace)).toBe(0)
  })

  it('that is no text is not poured onto the terminal', async () => {
    const workspace = withHooks(gate('.acuvo/tool'))
    workspace.change('.acuvo/tool', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff, 0xfe, 0x1b, 0x5b, 0x32, 0x4a]), 0o755)
    const shown = await shownBy(workspace)
    expect(shown).toContain('.acuvo/tool')
    expect(shown).not.toMatch(/[\u0000\u001b]/)
  })
})

it.each([
  ['npx prettier --check .', 'npx'],
  ['npm run lint', 'npm'],
  ['python3 -m guard', 'python3'],
])('what cannot be pinned is said: %s', async (command, program) => {
  const line = (await shownBy(withHooks(gate(command)))).split('\n').find((text) => text.includes('not pinned:'))
  expect(line).toContain(program)
})

it('what is pinned is not said to be unpinned', async () => {
  const workspace = withHooks(gate('sh scripts/guard.sh'), gate(['node', '.acuvo/guard.mjs']))
  workspace.change('scripts/guard.sh', 'true\n')
  workspace.change('.acuvo/guard.mjs', '\n')
  expect(await shownBy(workspace)).not.toContain('not pinned:')
})
