import { symlinkSync } from 'node:fs'
import { call, END, turns } from '../../scenario.js'
import { contains, equal, lacks, ran, stopped } from '../../checks.js'
import { bash, NOTES_WORDS, read, write, type ClaudeSession } from '../parts.js'

/** Denials by hooks of every kind, each at a call that the host itself would let through. Reasons are the hook's (README, Answers). */

const POLICY = 'This is a policy of the workspace: do not retry the same call'

const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: ['print(1)\n'], outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})

export const denials: ClaudeSession = {
  name: 'a hook denies',
  policy: {
    hooks: [
      {
        event: 'PreToolUse',
        name: 'shell',
        tools: ['run_command'],
        command: 'case "$ACUVO_TOOL_COMMAND" in *denied-shell*) echo SHELL-NO >&2; exit 1;; esac',
      },
      { event: 'PreToolUse', name: 'writes', tools: ['write_file'], paths: ['closed/**'], command: 'echo WRITE-NO >&2; exit 2' },
      {
        event: 'PreToolUse',
        name: 'edits',
        tools: ['edit_file'],
        paths: ['kept.txt', 'kept.ipynb'],
        command: `echo '{"decision":"deny","reason":"EDIT-NO"}'`,
      },
      {
        event: 'PreToolUse',
        name: 'reads',
        tools: ['read_file', 'search_files'],
        paths: ['private/**'],
        deny: 'READ-NO of ${path} by ${tool}',
      },
      { event: 'PreToolUse', name: 'mcp', tools: ['notes.echo_note'], command: ['sh', '-c', 'echo MCP-NO >&2; exit 3'] },
      { event: 'PreToolUse', name: 'push', commands: ['git push --force'], deny: 'PUSH-NO', instead: 'open a pull request' },
      { event: 'PreToolUse', name: 'web', tools: ['fetch_url'], deny: 'WEB-NO' },
      {
        event: 'PreToolUse',
        name: 'theirs',
        tools: ['Bash'],
        stdin: 'host',
        command: 'sh theirs.sh',
      },
    ],
  },
  files: {
    'kept.txt': 'as it was\n',
    'kept.ipynb': NOTEBOOK,
    'private/key.txt': 'THE-KEY-ITSELF\n',
    'open.txt': 'open\n',
    // A hook as it would be written for Claude Code alone.
    'theirs.sh': `if grep -q '"tool_name":"Bash".*theirs-no'; then printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"THEIRS-NO"}}'; fi\n`,
  },
  prepare: ({ at }) => symlinkSync('closed', at('way')),
  options: { words: [...NOTES_WORDS, '--allowedTools', 'Bash,Write,Grep'] },
  script: ({ at }) => ({
    main: turns(
      [bash('shell-no', 'touch denied-shell.txt')],
      [bash('shell-yes', 'touch free.txt')],
      [write('write-no', at('closed/a.txt'), 'x')],
      [write('write-linked', at('way/b.txt'), 'x')],
      [write('write-yes', at('free2.txt'), 'free')],
      [read('read-open', at('kept.txt'))],
      [call('edit-no', 'Edit', { file_path: at('kept.txt'), old_string: 'as it was', new_string: 'changed' })],
      [write('overwrite-no', at('kept.txt'), 'written over')],
      [read('read-book', at('kept.ipynb'))],
      [call('book-no', 'NotebookEdit', { notebook_path: at('kept.ipynb'), cell_id: 'c1', new_source: 'print(2)', edit_mode: 'replace' })],
      [read('read-no', at('private/key.txt'))],
      [call('grep-no', 'Grep', { pattern: 'KEY', path: at('private'), output_mode: 'content' })],
      [call('mcp-no', 'mcp__notes__echo_note', { note: 'never noted' })],
      [bash('push-no', 'cd . && git push --force origin main')],
      [call('web-no', 'WebFetch', { url: 'https://docs.example.com/', prompt: 'Sum it up' })],
      [bash('theirs-no', 'touch theirs-no.txt')],
      [
        bash('side-1', 'touch denied-shell-2.txt'),
        write('side-2', at('side.txt'), 'side'),
        write('side-3', at('closed/side.txt'), 'x'),
        read('side-4', at('open.txt')),
      ],
      END,
    ),
  }),
  scenarios: {
    'a shell command, by a hook that ends with 1': (seen) => {
      stopped(seen, 'shell-no', ['denied by "shell": SHELL-NO', POLICY], ['denied-shell.txt'])
      ran(seen, 'shell-yes', { 'free.txt': '' })
    },
    'a new file, by a hook that ends with 2': (seen) => {
      stopped(seen, 'write-no', ['denied by "writes": WRITE-NO', POLICY], ['closed/a.txt'])
      ran(seen, 'write-yes', { 'free2.txt': 'free' })
    },
    'a new file behind a link': (seen) => stopped(seen, 'write-linked', ['denied by "writes": WRITE-NO'], ['closed/b.txt']),
    'an edit, by a JSON answer': (seen) => {
      ran(seen, 'read-open')
      stopped(seen, 'edit-no', ['denied by "edits": EDIT-NO', POLICY])
      equal(seen.place.read('kept.txt'), 'as it was\n')
    },
    'a write onto a file that is there, as an edit': (seen) => stopped(seen, 'overwrite-no', ['denied by "edits": EDIT-NO']),
    'an edit of a notebook': (seen) => {
      stopped(seen, 'book-no', ['denied by "edits": EDIT-NO'])
      equal(seen.place.read('kept.ipynb'), NOTEBOOK)
    },
    'a read': (seen) => {
      stopped(seen, 'read-no', ['denied by "reads": READ-NO of private/key.txt by read_file'])
      lacks(seen.told, 'THE-KEY-ITSELF')
    },
    'a search': (seen) => {
      stopped(seen, 'grep-no', ['denied by "reads": READ-NO of private by search_files'])
      lacks(seen.told, 'THE-KEY-ITSELF')
    },
    'an MCP call, by a command without a shell': (seen) => {
      stopped(seen, 'mcp-no', ['denied by "mcp": MCP-NO'])
      lacks(seen.told, 'noted: never noted')
    },
    'a shell command by its pattern, without a process, with what to do instead': (seen) =>
      stopped(seen, 'push-no', ['denied by "push": PUSH-NO\nInstead: open a pull request', POLICY]),
    'a page, before anybody is asked for it': (seen) => {
      stopped(seen, 'web-no', ['denied by "web": WEB-NO'])
      equal(seen.requests.filter(({ path }) => path.includes('example.com')).length, 0)
    },
    'by a hook script written for Claude Code': (seen) => stopped(seen, 'theirs-no', ['denied by "theirs": THEIRS-NO'], ['theirs-no.txt']),
    'each of several calls at once, and no other': (seen) => {
      stopped(seen, 'side-1', ['SHELL-NO'], ['denied-shell-2.txt'])
      ran(seen, 'side-2', { 'side.txt': 'side' })
      stopped(seen, 'side-3', ['WRITE-NO'], ['closed/side.txt'])
      contains(seen.result('side-4').text, 'open')
    },
  },
}
