import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../support/workspace.mjs'
import { claude, cursor, inTurn, mcp, onEachHost, patch, update, writeOf, type ProtectionRow } from './self-protection.calls.js'

/** A protected file under another name: links, steps up, case, Unicode. All of them are denied. */

/** A link at this place below the root; what it leads to need not be there. */
const link =
  (at: string, target: string) =>
  ({ root, home }: Workspace): void =>
    symlinkSync(target.replace('{home}', home).replace('{root}', root), join(root, at))

const folder =
  (at: string, then: (workspace: Workspace) => void) =>
  (workspace: Workspace): void => {
    mkdirSync(join(workspace.root, at), { recursive: true })
    then(workspace)
  }

/** A second name of a file that is there. */
const hardLink =
  (at: string, target: string) =>
  (workspace: Workspace): void =>
    linkSync(workspace.change(target, 'x'), join(workspace.root, at))

const both =
  (first: (workspace: Workspace) => void, second: (workspace: Workspace) => void) =>
  (workspace: Workspace): void => {
    first(workspace)
    second(workspace)
  }

/** An approved policy whose folder stands here, and `.acuvo` is a link to it. */
const linkedPolicy =
  (at: string) =>
  (workspace: Workspace): void => {
    workspace.change(`${at}/hooks.json`, '{ "hooks": [] }')
    workspace.change(`${at}/guard.sh`, 'exit 0')
    link('.acuvo', at)(workspace)
    workspace.approve()
  }

const LINKS: readonly ProtectionRow[] = [
  ...onEachHost('a link to a file beside the policy', (host) => writeOf(host, '{root}/notes.json')).map((row) => ({
    ...row,
    before: (workspace: Workspace): void => {
      workspace.change('.acuvo/other.json', '{}')
      link('notes.json', '.acuvo/other.json')(workspace)
    },
  })),
  ...onEachHost('a hard link to the settings', (host) => writeOf(host, '{root}/copy.json')).map((row) => ({
    ...row,
    before: hardLink('copy.json', '.claude/settings.json'),
  })),
  ...onEachHost('a dangling link to the policy', (host) => writeOf(host, '{root}/new.json')).map((row) => ({
    ...row,
    before: link('new.json', '.acuvo/hooks.json'),
  })),
  {
    name: 'a link to the folder',
    call: claude('Write', { file_path: '{root}/docs/hooks.json', content: 'x' }),
    before: folder('.acuvo', link('docs', '.acuvo')),
  },
  { name: 'a dangling link to the folder', call: patch('*** Add File: docs/hooks.json', '+x'), before: link('docs', '.acuvo') },
  {
    name: "a link to the user's settings",
    call: cursor('Write', { file_path: 'prefs.json', content: 'x' }),
    before: link('prefs.json', '{home}/.claude/settings.json'),
  },
  { name: 'a link to the home', call: claude('Write', { file_path: '{root}/h/.bashrc', content: 'x' }), before: link('h', '{home}') },
  {
    name: 'a chain of links',
    call: patch(...update('a')),
    before: both(link('a', 'b'), both(link('b', './/c'), link('c', '.codex/hooks.json'))),
  },
  {
    name: 'a link in a folder to a link above it',
    call: cursor('StrReplace', { path: 'src/x', old_string: 'a', new_string: 'b' }),
    before: folder('src', both(link('src/x', '../y'), link('y', '.cursor/hooks.json'))),
  },
  {
    name: 'a step up behind a link',
    call: patch(...update('deep/../hooks.json')),
    before: folder('.acuvo/tests', link('deep', '.acuvo/tests')),
  },
  {
    name: 'a link among the tests that leads to the policy',
    call: claude('Write', { file_path: '{root}/.acuvo/tests/x.json', content: 'x' }),
    before: folder('.acuvo/tests', link('.acuvo/tests/x.json', '../hooks.json')),
  },
  {
    name: 'tests that are a link to the folder above',
    call: cursor('Write', { file_path: '{root}/.acuvo/tests/hooks.json', content: 'x' }),
    before: folder('.acuvo', link('.acuvo/tests', '.')),
  },
  {
    name: 'the root by another way',
    call: claude('Edit', { file_path: '{base}/alias/.acuvo/hooks.json', old_string: 'a', new_string: 'b' }),
    before: ({ base, root }) => symlinkSync(root, join(base, 'alias')),
  },
  {
    name: 'a hard link to a script',
    call: mcp('cursor', 'write_file', { path: '{root}/plain.sh', content: 'x' }),
    before: hardLink('plain.sh', '.acuvo/check.sh'),
  },
  {
    name: 'a hard link to the start-up file',
    call: mcp('codex', 'write_file', { path: 'rc', content: 'x' }),
    before: hardLink('rc', '../home/.bashrc'),
  },
  {
    name: 'a protected folder that is a link, under its real name',
    call: claude('Write', { file_path: '{root}/policy/guard.sh', content: 'x' }),
    before: linkedPolicy('policy'),
    only: 'without a policy',
  },
  {
    name: 'settings that are a link, under their real name',
    call: patch(...update('shared.json')),
    before: folder('.claude', (workspace) => {
      renameSync(workspace.change('s.json', '{}'), join(workspace.root, 'shared.json'))
      link('.claude/settings.json', '../shared.json')(workspace)
    }),
  },
  {
    name: 'deletion of a folder that holds what a protected link leads to',
    call: cursor('Delete', { file_path: '{root}/policy' }),
    before: linkedPolicy('policy/in'),
    only: 'without a policy',
  },
]

const SPELLINGS: readonly (readonly [name: string, path: string])[] = [
  ['a step up', '{root}/src/../.acuvo/hooks.json'],
  ['a step up out of the tests', '{root}/.acuvo/tests/../hooks.json'],
  ['double slashes', '{root}//.acuvo//hooks.json'],
  ['dots', './.acuvo/./hooks.json'],
  ['a way round through the folder above', '../project/.acuvo/hooks.json'],
  ['upper case', '{root}/.ACUVO/HOOKS.JSON'],
  ['mixed case', '{root}/.Claude/Settings.Json'],
  ['upper case in the home', '{home}/.BashRC'],
  ['a long s', '{root}/.claude/\u017fettings.json'],
  ['a long s in a folder', '{root}/.cur\u017for/hooks.json'],
  ['a Kelvin sign', '{root}/.codex/hoo\u212as.json'],
  ['a zero-width joiner', '{root}/.acu\u200dvo/hooks.json'],
  ['a zero-width space', '{root}/.cursor/hooks\u200b.json'],
  ['a soft hyphen', '{root}/.co\u00addex/config.toml'],
  ['a byte order mark', '{root}/\ufeff.acuvo/hooks.json'],
  ['a word joiner and upper case', '{root}/.CLAUDE/set\u2060tings.json'],
]

const IN_A_SHELL: readonly (readonly [name: string, command: string])[] = [
  ['a step up', 'rm src/../.acuvo/hooks.json'],
  ['double slashes', 'rm .acuvo//hooks.json'],
  ['upper case', 'rm -rf .ACUVO'],
  ['a long s', 'rm .claude/\u017fettings.json'],
  ['a Kelvin sign', 'rm .cursor/hoo\u212as.json'],
  ['a zero-width joiner', 'echo x > .acu\u200dvo/hooks.json'],
  ['a way round through the folder above', 'mv ../project/.acuvo ../x'],
]

export const NAMES_DENIED: readonly ProtectionRow[] = [
  ...LINKS,
  ...inTurn(
    SPELLINGS.map(([name, path]) => [`a name with ${name}`, path]),
    writeOf,
  ),
  ...inTurn(IN_A_SHELL.map(([name, command]) => [`a name in a shell with ${name}`, command])),
]
