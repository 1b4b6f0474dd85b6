import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTS, type Host } from '../support/payloads.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { modelText, personText, workspaceWith } from './judged.js'
import {
  add,
  claude,
  cursor,
  cursorReadEvent,
  mcp,
  move,
  onEachHost,
  patch,
  readOf,
  remove,
  shell,
  typedPatch,
  update,
  writeOf,
  type Call,
  type ProtectionRow,
} from './self-protection.calls.js'
import { answerIn, expectDenied, expectNoOpinion, expectPassesWithWords, inOwn } from './self-protection.runs.js'

/** While a workspace's file does not load, a host's file tool may mend exactly that file, and nothing else may happen (issue 3, point 6). */

const FILE = '{root}/.acuvo/hooks.json'
const BROKEN = '{ "hooks": [ { "event": "PreTolUse" '
const GOOD = { hooks: [{ event: 'PreToolUse', name: 'guard', tools: ['fetch_url'], command: 'true' }] }

/** Two ways to come to a broken file. */
const BREAKS: readonly (readonly [string, object | undefined])[] = [
  ['a file that was approved and is broken now', GOOD],
  ['a broken file that was never approved', undefined],
]
const brokenAfter = (approved: object | undefined): Workspace => {
  const workspace = makeWorkspace(approved)
  workspace.change('.acuvo/hooks.json', BROKEN)
  return workspace
}

const edit = { old_string: 'a', new_string: 'b' }

const MENDING: readonly ProtectionRow[] = [
  { name: 'Read', call: claude('Read', { file_path: FILE }) },
  { name: 'Write', call: claude('Write', { file_path: FILE, content: '{}' }) },
  { name: 'Edit', call: claude('Edit', { file_path: FILE, ...edit }) },
  { name: 'MultiEdit', call: claude('MultiEdit', { file_path: FILE, edits: [edit] }) },
  { name: 'a patch that updates it', call: patch(...update('.acuvo/hooks.json')) },
  { name: 'a patch on its absolute path', call: patch(...update(FILE)) },
  { name: 'a patch that writes it anew', call: patch(...add('.acuvo/hooks.json')) },
  { name: 'Read', call: cursor('Read', { file_path: FILE }) },
  { name: 'the event of a Read', call: cursorReadEvent(FILE) },
  { name: 'Write', call: cursor('Write', { file_path: FILE, content: '{}' }) },
  { name: 'StrReplace', call: cursor('StrReplace', { path: '.acuvo/hooks.json', ...edit }) },
]

const ON_EACH_HOST: readonly (readonly [string, (host: Host) => Call])[] = [
  ['a shell command', (host) => shell(host, 'ls')],
  ['a read of it by the shell', (host) => shell(host, 'cat .acuvo/hooks.json')],
  ['a write of it by the shell', (host) => shell(host, "echo '{}' > .acuvo/hooks.json")],
  ['its deletion by the shell', (host) => shell(host, 'rm .acuvo/hooks.json')],
  ['a write of it by an MCP tool', (host) => mcp(host, 'write_file', { path: FILE, content: '{}' })],
  ['a read of it by an MCP tool', (host) => mcp(host, 'read_file', { path: FILE })],
  ['a write of another file', (host) => writeOf(host, '{root}/src/a.ts')],
  ['a write of a script beside it', (host) => writeOf(host, '{root}/.acuvo/guard.sh')],
  ["a write of the host's settings", (host) => writeOf(host, '{root}/.claude/settings.json')],
  ['a read of another file', (host) => readOf(host, '{root}/src/a.ts')],
]

const HELD: readonly ProtectionRow[] = [
  ...ON_EACH_HOST.flatMap(([name, call]) => onEachHost(name, call)),
  { name: 'a patch with a second file', call: patch(...update('.acuvo/hooks.json'), ...update('src/a.ts')) },
  { name: 'a patch with a script as second file', call: patch(...update('.acuvo/hooks.json'), ...add('.acuvo/guard.sh')) },
  { name: 'a patch that deletes it', call: patch(...remove('.acuvo/hooks.json')) },
  { name: 'a patch that moves it', call: patch(...move('.acuvo/hooks.json', 'old.json')) },
  { name: 'a patch that moves a file over it', call: patch(...move('src/a.json', '.acuvo/hooks.json')) },
  { name: 'a patch that was typed into a shell', call: typedPatch('', ...update('.acuvo/hooks.json')) },
  { name: 'a Write with a second path', call: cursor('Write', { file_path: FILE, path: 'src/a.ts', content: '{}' }) },
  { name: 'a Delete of it', call: cursor('Delete', { file_path: FILE }) },
  { name: 'a Delete of its folder', call: cursor('Delete', { file_path: '.acuvo' }) },
  { name: 'a read of its folder', call: claude('LS', { path: '{root}/.acuvo' }) },
]

describe.each(BREAKS)('%s', (_, approved) => {
  // Each in a workspace of its own: what is told once a session must not be told to another row.
  it.concurrent.each(MENDING)('$name on $call.host passes undecided, with words', ({ call }) =>
    inOwn(brokenAfter(approved), async (workspace) => {
      const answered = await answerIn(workspace, call)
      // A read event of Cursor has no key for words that do not deny (hosts/cursor.md 5).
      if (call.more?.hook_event_name === 'beforeReadFile') return expectNoOpinion(call, answered)
      expectPassesWithWords(answered, /hooks\.json/, /held/)
      expect(modelText(answered)).toContain('hooks.json')
      if (call.host !== 'cursor') expect(personText(answered)).toContain('hooks.json')
    }),
  )

  describe('every other call is held:', () => {
    let workspace: Workspace
    beforeAll(() => {
      workspace = brokenAfter(approved)
    })
    afterAll(() => workspace.remove())
    it.concurrent.each(HELD)('$name on $call.host', async ({ call }) => {
      expect((await answerIn(workspace, call)).judgement.blocked).toBe(true)
    })
  })
})

/** `.acuvo/hooks.json` is no regular file of its own, and broken. */
const LINKED: readonly (readonly [string, (workspace: Workspace) => void])[] = [
  [
    'a link to a broken file inside',
    ({ root }) => {
      mkdirSync(join(root, 'policy'))
      renameSync(join(root, '.acuvo/hooks.json'), join(root, 'policy/hooks.json'))
      symlinkSync('../policy/hooks.json', join(root, '.acuvo/hooks.json'))
    },
  ],
  [
    'a link out of the workspace',
    ({ root, base }) => {
      renameSync(join(root, '.acuvo/hooks.json'), join(base, 'out.json'))
      symlinkSync(join(base, 'out.json'), join(root, '.acuvo/hooks.json'))
    },
  ],
  [
    'a link that leads nowhere',
    ({ root }) => {
      renameSync(join(root, '.acuvo/hooks.json'), join(root, 'old.json'))
      symlinkSync('gone.json', join(root, '.acuvo/hooks.json'))
    },
  ],
]

describe.each(LINKED)('%s in its place', (_, replace) => {
  it.each(HOSTS)('is not mended on %s', async (host) => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.json', BROKEN)
    replace(workspace)
    expect((await answerIn(workspace, writeOf(host, FILE))).judgement.blocked).toBe(true)
    expect((await answerIn(workspace, writeOf(host, '{root}/policy/hooks.json'))).judgement.blocked).toBe(true)
  })
})

describe.each(HOSTS)('on %s', (host) => {
  it('a file that loads is not mended: approved', async () => {
    expectDenied(await answerIn(workspaceWith(GOOD), writeOf(host, FILE)))
  })

  it('a file that loads is not mended: changed, or never approved', async () => {
    const changed = workspaceWith(GOOD)
    changed.change('.acuvo/hooks.json', JSON.stringify({ hooks: [] }))
    const unapproved = workspaceWith()
    unapproved.change('.acuvo/hooks.json', JSON.stringify(GOOD))
    for (const workspace of [changed, unapproved]) expect((await answerIn(workspace, writeOf(host, FILE))).judgement.blocked).toBe(true)
  })

  it("the user's own chain still judges it", async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({
      hooks: [{ event: 'PreToolUse', name: 'mine', tools: ['write_file', 'edit_file'], command: 'echo not today >&2; exit 1' }],
    })
    workspace.change('.acuvo/hooks.json', BROKEN)
    const answered = await answerIn(workspace, writeOf(host, FILE))
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('not today')
  })
})
