import { mkdirSync, symlinkSync } from 'node:fs'
import { contains, equal, lacks, ok, ran, stopped } from '../../checks.js'
import { call, END, turns } from '../../scenario.js'
import { added, NOTES, noted, patch, POLICY, shell, typedPatch, type CodexSession } from '../parts.js'

/** Denials of calls of every kind. Reasons are the hook's (README, Answers); the words in front are Codex's (hosts/codex.md 5). */

const infra = (by: string, path: string, kind: string): string[] => [
  `blocked by PreToolUse hook: denied by "${by}": ${path} is changed by people only (${kind})`,
  'Instead: open an issue',
  POLICY,
]

export const denials: CodexSession = {
  name: 'a hook denies',
  asks: [24],
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'push', commands: ['git push --force'], deny: 'PUSH-NO', instead: 'open a pull request' },
      {
        event: 'PreToolUse',
        name: 'infra',
        tools: ['write_file', 'edit_file', 'delete_file'],
        paths: ['infra/**', '!infra/docs/**'],
        deny: '${path} is changed by people only (${tool})',
        instead: 'open an issue',
      },
      { event: 'PreToolUse', name: 'secrets', commands: ['cat *private*'], deny: 'READ-NO' },
      { event: 'PreToolUse', name: 'images', tools: ['read_file'], paths: ['private/**'], deny: 'VIEW-NO of ${path}' },
      { event: 'PreToolUse', name: 'notes', tools: ['notes.echo_note'], command: ['sh', '-c', 'echo MCP-NO >&2; exit 3'] },
      {
        event: 'PreToolUse',
        name: 'guard',
        tools: ['run_command'],
        command: 'case "$ACUVO_TOOL_COMMAND" in *exit-one*) echo EXIT-ONE >&2; exit 1;; *exit-two*) echo EXIT-TWO >&2; exit 2;; esac',
      },
      {
        event: 'PreToolUse',
        name: 'json',
        commands: ['touch by-json*'],
        command: `echo '{"decision":"deny","reason":"JSON-NO"}'`,
      },
      {
        event: 'PreToolUse',
        name: 'theirs',
        tools: ['Bash'],
        stdin: 'host',
        command: 'sh theirs.sh',
      },
      { event: 'PreToolUse', name: 'asker', commands: ['touch asked*'], ask: 'ASK-WORDS' },
      { event: 'PreToolUse', name: 'halt', commands: ['touch halted*'], command: `echo '{"continue":false,"stopReason":"HALT-WORDS"}'` },
    ],
  },
  files: {
    'infra/old.tf': 'as it was\n',
    'move.txt': 'm\n',
    'private/key.txt': 'THE-KEY-ITSELF\n',
    'src/main.ts': 'x\n',
    // A hook as it would be written for Codex alone.
    'theirs.sh': `if grep -q '"tool_name":"Bash".*theirs-no'; then printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"THEIRS-NO"}}'; fi\n`,
  },
  prepare: ({ at }) => {
    mkdirSync(at('infra/docs'))
    symlinkSync('infra', at('way'))
  },
  options: NOTES,
  script: {
    main: turns(
      [shell('push-no', 'cd . && git push --force origin main')],
      [shell('push-wrapped', `bash -lc 'git push --force'`)],
      [shell('exit-one', 'touch exit-one.txt')],
      [shell('exit-two', 'touch exit-two.txt')],
      [shell('json-no', 'touch by-json.txt')],
      [shell('theirs-no', 'touch theirs-no.txt')],
      [shell('ask-no', 'touch asked.txt')],
      [shell('halt-no', 'touch halted.txt')],
      [patch('write-no', ...added('infra/new.tf', 'one'))],
      [patch('edit-no', '*** Update File: infra/old.tf', '@@', '-as it was', '+changed')],
      [patch('delete-no', '*** Delete File: infra/old.tf')],
      [patch('move-no', '*** Update File: move.txt', '*** Move to: infra/moved.txt', '@@', '-m', '+n')],
      [patch('both-no', ...added('free-beside.txt', 'one'), ...added('infra/beside.tf', 'two'))],
      [patch('link-no', ...added('way/through.tf', 'one'))],
      [patch('docs-yes', ...added('infra/docs/page.md', 'page'))],
      [typedPatch('typed-no', '', ...added('typed-free.txt', 'z'), ...added('infra/typed.tf', 'z'))],
      [typedPatch('typed-there-no', 'cd src && ', ...added('../infra/typed2.tf', 'z'))],
      [typedPatch('typed-yes', '', ...added('typed.txt', 'z'))],
      [shell('there-no', `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: there.tf\n+z\n*** End Patch\nEOF`, { workdir: 'infra' })],
      [shell('read-no', 'cat private/key.txt')],
      [call('view-no', 'view_image', { path: 'private/key.txt' })],
      [noted('mcp-no', 'echo_note', { note: 'never noted' })],
      [
        shell('side-1', 'touch exit-one-2.txt'),
        patch('side-2', ...added('side.txt', 'side')),
        patch('side-3', ...added('infra/side.tf', 'x')),
        shell('side-4', 'touch side-4.txt'),
      ],
      END,
    ),
  },
  scenarios: {
    'a shell command by its pattern, without a process, with what to do instead': (seen) =>
      stopped(seen, 'push-no', ['denied by "push": PUSH-NO\nInstead: open a pull request', POLICY]),
    'a shell command inside another shell': (seen) => stopped(seen, 'push-wrapped', ['denied by "push": PUSH-NO']),
    'a shell command, by a hook that ends with 1': (seen) =>
      stopped(seen, 'exit-one', ['Command blocked by PreToolUse hook: denied by "guard": EXIT-ONE', POLICY], ['exit-one.txt']),
    'a shell command, by a hook that ends with 2': (seen) => stopped(seen, 'exit-two', ['denied by "guard": EXIT-TWO'], ['exit-two.txt']),
    'a shell command, by a JSON answer': (seen) => stopped(seen, 'json-no', ['denied by "json": JSON-NO', POLICY], ['by-json.txt']),
    'by a hook script written for Codex': (seen) => stopped(seen, 'theirs-no', ['denied by "theirs": THEIRS-NO'], ['theirs-no.txt']),
    'an ask, which Codex cannot put to anybody': (seen) => stopped(seen, 'ask-no', ['"asker"', 'ASK-WORDS'], ['asked.txt']),
    'an end of the turn, which Codex cannot carry beside a deny': (seen) => {
      stopped(seen, 'halt-no', ['denied by "halt": HALT-WORDS'], ['halted.txt'])
      ok(seen.results.has('write-no'), 'the turn ended')
    },
    'a patch that adds a file': (seen) => stopped(seen, 'write-no', infra('infra', 'infra/new.tf', 'write_file'), ['infra/new.tf']),
    'a patch that changes a file': (seen) => {
      stopped(seen, 'edit-no', infra('infra', 'infra/old.tf', 'edit_file'))
      equal(seen.place.read('infra/old.tf'), 'as it was\n')
    },
    'a patch that deletes a file': (seen) => {
      stopped(seen, 'delete-no', infra('infra', 'infra/old.tf', 'delete_file'))
      ok(seen.place.has('infra/old.tf'))
    },
    'a patch that moves a file in': (seen) => {
      stopped(seen, 'move-no', ['denied by "infra": infra/moved.txt is changed by people only'], ['infra/moved.txt'])
      equal(seen.place.read('move.txt'), 'm\n')
    },
    'a patch of two files, of which one is free: neither is written': (seen) =>
      stopped(seen, 'both-no', infra('infra', 'infra/beside.tf', 'write_file'), ['free-beside.txt', 'infra/beside.tf']),
    'a patch of a file behind a link, and no file that is exempt': (seen) => {
      stopped(seen, 'link-no', ['denied by "infra"'], ['infra/through.tf'])
      ran(seen, 'docs-yes', { 'infra/docs/page.md': 'page\n' })
    },
    'a patch that is typed into a shell, and no other': (seen) => {
      stopped(seen, 'typed-no', ['denied by "infra": infra/typed.tf'], ['infra/typed.tf', 'typed-free.txt'])
      ran(seen, 'typed-yes', { 'typed.txt': 'z\n' })
    },
    'a patch that is typed behind cd': (seen) =>
      stopped(seen, 'typed-there-no', ['denied by "infra": infra/typed2.tf'], ['infra/typed2.tf']),
    'a patch that is typed in a folder of its own': (seen) =>
      stopped(seen, 'there-no', ['denied by "infra": infra/there.tf'], ['infra/there.tf']),
    'a read by a shell command': (seen) => {
      stopped(seen, 'read-no', ['denied by "secrets": READ-NO'])
      lacks(seen.told, 'THE-KEY-ITSELF')
    },
    'a look at an image': (seen) =>
      stopped(seen, 'view-no', ['Tool call blocked by PreToolUse hook: denied by "images": VIEW-NO of private/key.txt']),
    'an MCP call, by a command without a shell': (seen) => {
      stopped(seen, 'mcp-no', ['Tool call blocked by PreToolUse hook: denied by "notes": MCP-NO', 'Tool: '])
      lacks(seen.told, 'noted: never noted')
    },
    'each of several calls at once, and no other': (seen) => {
      stopped(seen, 'side-1', ['EXIT-ONE'], ['exit-one-2.txt'])
      ran(seen, 'side-2', { 'side.txt': 'side\n' })
      stopped(seen, 'side-3', ['denied by "infra": infra/side.tf'], ['infra/side.tf'])
      ran(seen, 'side-4', { 'side-4.txt': '' })
    },
    'and the turn goes on to its end': (seen) => {
      equal(seen.exitCode, 0)
      equal(seen.ended, 'turn.completed')
      contains(seen.result('push-no').text, 'PUSH-NO')
    },
  },
}
