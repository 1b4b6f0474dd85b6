import { linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../support/workspace.mjs'
import {
  claude,
  cursor,
  inTurn,
  mcp,
  move,
  onEachHost,
  patch,
  remove,
  shell,
  typedPatch,
  withPolicy,
  writeOf,
  type ProtectionRow,
} from './self-protection.calls.js'

/** Scripts elsewhere in the workspace that the approved policy starts: pinned, so protected like the policy itself. */

/** NFC; its two parts of a letter are one on some disks. */
export const ACCENTED = 'scripts/pr\u00fcfen.sh'
const ACCENTED_NFD = ACCENTED.normalize('NFD')

/** A pinned script of each kind. No hook matches what the rows do: fetch_url is called by none of them. */
export const PINNING_POLICY = {
  pins: ['config/rules/*.json'],
  hooks: [
    { event: 'PreToolUse', name: 'guard', tools: ['fetch_url'], command: 'sh .acuvo/guard.sh' },
    { event: 'PreToolUse', name: 'second', tools: ['fetch_url'], command: 'sh scripts/guard.sh' },
    { event: 'PreToolUse', name: 'third', tools: ['fetch_url'], command: ['./bin/check', '--strict'] },
    { event: 'PreToolUse', name: 'fourth', tools: ['fetch_url'], command: `sh ${ACCENTED}` },
  ],
}
export const PINNED_FILES = ['.acuvo/guard.sh', 'scripts/guard.sh', 'bin/check', ACCENTED, 'config/rules/a.json']

const second =
  (make: (target: string, at: string) => void, at: string) =>
  ({ root }: Workspace): void =>
    make(join(root, 'scripts/guard.sh'), join(root, at))

export const PINNED_DENIED: readonly ProtectionRow[] = withPolicy([
  ...onEachHost('write of the script of a command', (host) => writeOf(host, '{root}/scripts/guard.sh')),
  ...onEachHost('write of the program of a command', (host) => writeOf(host, 'bin/check')),
  ...onEachHost('write of a file named by pins', (host) => writeOf(host, '{root}/config/rules/a.json')),
  ...onEachHost('rm of the script', (host) => shell(host, 'rm scripts/guard.sh')),
  { name: 'Edit of the script', call: claude('Edit', { file_path: '{root}/scripts/guard.sh', old_string: 'a', new_string: 'b' }) },
  { name: 'Write in upper case', call: claude('Write', { file_path: '{root}/Scripts/GUARD.sh', content: 'x' }) },
  { name: 'Write of an accented name in its other form', call: claude('Write', { file_path: `{root}/${ACCENTED_NFD}`, content: 'x' }) },
  { name: 'Delete of the script', call: cursor('Delete', { file_path: 'scripts/guard.sh' }) },
  { name: 'Delete of its folder', call: cursor('Delete', { file_path: '{root}/scripts' }) },
  { name: 'patch that deletes the script', call: patch(...remove('scripts/guard.sh')) },
  { name: 'patch that moves the script', call: patch(...move('scripts/guard.sh', 'scripts/old.sh')) },
  { name: 'patch on an accented name in its other form', call: patch(...remove(ACCENTED_NFD)) },
  { name: 'typed patch that deletes the script', call: typedPatch('cd scripts && ', ...remove('guard.sh')) },
  { name: 'MCP move of its folder', call: mcp('claude-code', 'move_file', { source: 'scripts', destination: 'old' }) },
  {
    name: 'Write through a link',
    call: claude('Write', { file_path: '{root}/x.sh', content: 'x' }),
    before: second(symlinkSync, 'x.sh'),
  },
  { name: 'Write through a hard link', call: cursor('Write', { file_path: 'y.sh', content: 'x' }), before: second(linkSync, 'y.sh') },
  ...inTurn([
    ['rm of the folder of the script', 'rm -rf scripts'],
    ['mv of the folder of the script', 'mv scripts old'],
    ['cd, then rm of the script', 'cd scripts && rm guard.sh'],
    ['> of the script', 'echo exit 0 > ./scripts/guard.sh'],
    ['sed -i of the script', 'sed -i s/1/0/ scripts/guard.sh'],
    ['git checkout of its folder', 'git checkout main -- scripts'],
    ['chmod of the program of a command', 'chmod -x bin/check'],
    ['rm of an accented name in its other form', `rm ${ACCENTED_NFD}`],
    ['rm of a file named by pins', 'rm config/rules/a.json'],
  ]),
])

export const PINNED_PASSED: readonly ProtectionRow[] = [
  ...withPolicy([
    ...onEachHost('write beside the script', (host) => writeOf(host, '{root}/scripts/other.sh')),
    ...inTurn([
      ['cat of the script', 'cat scripts/guard.sh'],
      ['the script by hand', 'sh scripts/guard.sh < payload.json'],
      ['rm beside the script', 'rm scripts/other.sh'],
      ['git diff of the script', 'git diff HEAD -- scripts/guard.sh'],
      ['copy of the script elsewhere', 'cp scripts/guard.sh /tmp/guard.sh'],
      ['a text that names the script', 'echo "rm scripts/guard.sh" >> notes.md'],
    ]),
  ]),
  ...onEachHost('write of a script that nothing pins', (host) => writeOf(host, '{root}/scripts/guard.sh')).map((row) => ({
    ...row,
    only: 'without a policy' as const,
  })),
]
