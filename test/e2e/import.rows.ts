import type { HostName } from '../oracle/index.js'
import type { Situation } from './conformance.payloads.js'

/** Settings and payloads, with what the import must come to, written from the hosts' documents. */

export interface Answer {
  exit?: number
  stdout?: unknown
  stderr?: string
  /** A whole command in place of one that prints and ends. */
  command?: string
}

export interface ImportRow {
  host: HostName
  what: string
  /** Native. */
  event: string
  matcher?: string
  /** Further keys of the entry. */
  entry?: Record<string, unknown>
  answer: Answer
  situation: Situation
  /** Whether the host starts the entry for it. */
  starts?: boolean
  /** The host ends it at its timeout. */
  timedOut?: boolean
  /**
   * `same`: decided as the host would. Otherwise what the import must have named: where the host goes on and we deny, or (`silence`,
   * `text`, `output`) the other way round.
   */
  comes: string
}

type Short = [what: string, answer: Answer, comes?: string, more?: Partial<ImportRow>]

const rowsOf = (host: HostName, event: string, situation: Situation, rows: readonly Short[]): ImportRow[] =>
  rows.map(([what, answer, comes = 'same', more = {}]) => ({ host, event, what, answer, comes, situation, ...more }))

const shell: Situation = { event: 'PreToolUse', tool: { kind: 'run_command', command: 'ls' } }
const write: Situation = { event: 'PreToolUse', tool: { kind: 'write_file', path: 'a.txt' } }
const edit: Situation = { event: 'PreToolUse', tool: { kind: 'edit_file', path: 'a.txt' } }
const mcp: Situation = { event: 'PreToolUse', tool: { kind: 'mcp', server: 'notes', tool: 'echo' } }
const remove: Situation = { event: 'PreToolUse', tool: { kind: 'delete_file', path: 'a.txt' } }
const after: Situation = { event: 'PostToolUse', tool: { kind: 'run_command', command: 'ls' } }
const at = (event: string): Situation => ({ event })

const nested = (fields: object, event = 'PreToolUse'): object => ({ hookSpecificOutput: { hookEventName: event, ...fields } })
const deny = nested({ permissionDecision: 'deny', permissionDecisionReason: 'never' })
const allow = nested({ permissionDecision: 'allow' })
const ask = nested({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })
const block = { decision: 'block', reason: 'not yet' }
const refused: Answer = { exit: 2, stderr: 'no' }
const closed = { entry: { onFailure: 'block' } }

const claude = (event: string, situation: Situation, rows: readonly Short[]): ImportRow[] => rowsOf('claude-code', event, situation, rows)

export const CLAUDE: ImportRow[] = [
  ...claude('PreToolUse', shell, [
    ['silence', {}],
    ['exit 2', refused],
    ['exit 2 without a word', { exit: 2 }],
    ['exit 2 and words on stdout', { exit: 2, stdout: 'no' }],
    ['a deny', { stdout: deny }],
    ['a deny beside exit 1', { stdout: deny, exit: 1 }],
    ['a deny beside exit 2', { stdout: deny, ...refused }],
    ['a deny without a reason', { stdout: nested({ permissionDecision: 'deny' }) }],
    ['a deny, then killed', { command: `printf '%s' '${JSON.stringify(deny)}'; kill -9 $$` }],
    ['the older deny', { stdout: block }],
    ['an allow', { stdout: allow }],
    ['the older allow', { stdout: { decision: 'approve' } }],
    ['an allow beside exit 2', { stdout: allow, ...refused }],
    ['an ask', { stdout: ask }],
    ['a rewrite', { stdout: nested({ updatedInput: { command: 'ls -l' } }) }],
    ['an allowed rewrite', { stdout: nested({ permissionDecision: 'allow', updatedInput: { command: 'ls -l' } }) }],
    ['a context', { stdout: nested({ additionalContext: 'mind this' }) }],
    ['a message', { stdout: { systemMessage: 'hello' } }],
    ['plain text', { stdout: 'checked' }],
    ['an empty object', { stdout: {} }],
    ['exit 1', { exit: 1, stderr: 'crashed' }, 'exit'],
    ['an allow beside exit 1', { exit: 1, stdout: allow }, 'exit'],
    ['half a document', { stdout: '{oops' }, 'answer'],
    ['a deny and a line behind it', { stdout: `${JSON.stringify(deny)}\ndone` }, 'answer'],
    ['a deny with a null', { stdout: { ...deny, systemMessage: null } }, 'answer'],
    ['a deny in the wrong place', { stdout: { permissionDecision: 'deny' } }, 'answer'],
    ['a key that nobody knows', { stdout: { verdict: 'deny' } }, 'answer'],
    ['no such program', { command: 'no-such-program-anywhere' }, 'failure'],
    ['killed', { command: 'kill -9 $$' }, 'failure'],
    ['too long', { command: 'exec sleep 20' }, 'failure', { entry: { timeout: 1 }, timedOut: true }],
    ['continue: false', { stdout: { continue: false, stopReason: 'halt' } }, 'end-turn'],
    ['exit 1, failing closed', { exit: 1, stderr: 'crashed' }, 'same', closed],
    ['too long, failing closed', { command: 'exec sleep 20' }, 'same', { entry: { onFailure: 'block', timeout: 1 }, timedOut: true }],
    ['half a document, failing closed', { stdout: '{oops' }, 'answer', closed],
    ['for another tool', refused, 'same', { matcher: 'Write', starts: false }],
    ['in small letters', refused, 'same', { matcher: 'bash', starts: false }],
    ['an expression that is none', refused, 'same', { matcher: '(Bash', starts: false }],
    ['one of several', refused, 'same', { matcher: 'Write|Bash' }],
    ['a list with a comma', refused, 'same', { matcher: 'Bash, Write' }],
    ['an anchored expression', refused, 'same', { matcher: '^Bash$' }],
    ['any tool', refused, 'same', { matcher: '*' }],
    ['any tool by an expression', refused, 'same', { matcher: '.*' }],
    ['all but this tool', refused, 'same', { matcher: '^(?!Bash)', starts: false }],
    ['not a command but its words', {}, 'same', { entry: { command: 'sh', args: ['-c', 'echo no >&2; exit 2'] } }],
    [
      'words with a variable',
      {},
      'same',
      { entry: { command: 'sh', args: ['-c', 'test "$0" = . && exit 0; exit 2', '${CLAUDE_PROJECT_DIR}/x'] } },
    ],
    ['a script by the variable of the project', { command: 'test -d "$CLAUDE_PROJECT_DIR/.claude" || exit 1; exit 2' }],
    ["the host's own bytes", { command: `grep -q '"hook_event_name":"PreToolUse"' || exit 1; exit 2` }],
  ]),
  ...claude('PreToolUse', edit, [
    ['an edit by a list', refused, 'same', { matcher: 'Write, Edit' }],
    ['an edit is no write', refused, 'same', { matcher: 'Write', starts: false }],
  ]),
  ...claude('PreToolUse', write, [['an open expression', refused, 'same', { matcher: 'Wri.*' }]]),
  ...claude('PreToolUse', mcp, [
    ['a server by an expression', refused, 'same', { matcher: 'mcp__notes__.*' }],
    ['a tool of a server', refused, 'same', { matcher: 'mcp__notes__echo' }],
    ['a server without its tools', refused, 'same', { matcher: 'mcp__notes', starts: false }],
    ['another server', refused, 'same', { matcher: 'mcp__mail__.*', starts: false }],
  ]),
  ...claude('PreToolUse', { event: 'PreToolUse', tool: { name: 'Agent', input: { prompt: 'x' } } }, [
    ["a tool's older name", refused, 'same', { matcher: 'Task' }],
  ]),
  ...claude('PreToolUse', { event: 'PreToolUse', tool: { name: 'Brandnew', input: {} } }, [
    ['a tool that no table knows', refused, 'same', { matcher: 'Brandnew' }],
  ]),
  ...claude('PostToolUse', after, [
    ['silence after', {}],
    ['a block after', { stdout: block }],
    ['a block after, then killed', { command: `printf '%s' '${JSON.stringify(block)}'; kill -9 $$` }, 'crash'],
    ['exit 2 after', refused],
    ['a context after', { stdout: nested({ additionalContext: 'mind this' }, 'PostToolUse') }],
    ['exit 1 after', { exit: 1, stderr: 'crashed' }, 'exit'],
    ['continue: false after', { stdout: { continue: false, stopReason: 'halt' } }, 'turn'],
  ]),
  ...claude('PostToolUse', { ...after, native: 'PostToolUseFailure', payload: { error: 'Exit code 3' } }, [
    ['a success hook after a failure', refused, 'same', { starts: false }],
  ]),
  ...claude('PostToolUseFailure', { ...after, native: 'PostToolUseFailure', payload: { error: 'Exit code 3' } }, [
    ['exit 2 after a failure', refused],
  ]),
  ...claude('PostToolUseFailure', after, [['a failure hook after a success', refused, 'same', { starts: false }]]),
  ...claude('UserPromptSubmit', at('UserPromptSubmit'), [
    ['a prompt passes', {}],
    ['a prompt is blocked', { stdout: block }],
    ['a prompt and exit 2', refused],
    ['a prompt and plain text', { stdout: 'remember the style guide' }],
    ['a prompt and continue: false', { stdout: { continue: false, stopReason: 'halt' } }],
    ['a prompt and exit 1', { exit: 1, stderr: 'crashed' }, 'exit'],
    ['a prompt is blocked beside exit 1', { stdout: block, exit: 1 }],
    ['a prompt is blocked, then killed', { command: `printf '%s' '${JSON.stringify(block)}'; kill -9 $$` }, 'crash'],
    ['a prompt and exit 1, failing closed', { exit: 1, stderr: 'crashed' }, 'same', closed],
    ['a prompt and a start that fails, failing closed', { command: 'no-such-program-anywhere' }, 'same', closed],
  ]),
  ...claude('Stop', at('Stop'), [
    ['the end', {}],
    ['not yet', { stdout: block }],
    ['not yet, by exit 2', refused],
    ['the end for good', { stdout: { continue: false } }],
    ['exit 1 at the end', { exit: 1, stderr: 'crashed' }, 'exit'],
    ['a context at the end', { stdout: nested({ additionalContext: 'run the tests' }, 'Stop') }, 'context'],
    ['not yet, beside exit 1', { stdout: block, exit: 1 }],
    ['not yet, then killed', { command: `printf '%s' '${JSON.stringify(block)}'; kill -9 $$` }, 'crash'],
  ]),
  ...claude('SubagentStop', at('SubagentStop'), [["a subagent's end", { stdout: block }]]),
  ...claude('PreCompact', at('PreCompact'), [
    ['a compaction', {}],
    ['no compaction', { stdout: block }],
    ['no compaction, by exit 2', refused],
    ['no compaction, then killed', { command: `printf '%s' '${JSON.stringify(block)}'; kill -9 $$` }, 'crash'],
  ]),
  ...claude('SessionStart', at('SessionStart'), [['a start with a text', { stdout: 'the branch is main' }]]),
  ...claude('Notification', at('Notification'), [['a notification', {}]]),
  ...claude('SessionEnd', at('SessionEnd'), [['the end of a session', {}]]),
]

const codex = (event: string, situation: Situation, rows: readonly Short[]): ImportRow[] => rowsOf('codex', event, situation, rows)

export const CODEX: ImportRow[] = [
  ...codex('PreToolUse', shell, [
    ['silence', {}],
    ['exit 2', refused],
    ['exit 2 without a word', { exit: 2 }, 'silent-exit'],
    ['a deny', { stdout: deny }],
    ['a deny beside exit 2', { stdout: deny, ...refused }],
    ['a deny beside exit 1', { stdout: deny, exit: 1 }, 'exit'],
    ['the older deny', { stdout: block }],
    ['a deny without a reason', { stdout: nested({ permissionDecision: 'deny' }) }, 'answer'],
    ['a deny and an unknown key', { stdout: { ...deny, note: 1 } }, 'answer'],
    ['a line, then a deny', { stdout: `checking\n${JSON.stringify(deny)}` }, 'answer'],
    ['an allow', { stdout: allow }],
    ['an ask', { stdout: ask }, 'ask'],
    ['a rewrite', { stdout: nested({ permissionDecision: 'allow', updatedInput: { command: 'ls -l' } }) }],
    ['plain text', { stdout: 'checked' }],
    ['exit 1', { exit: 1, stderr: 'crashed' }, 'exit'],
    ['no such program', { command: 'no-such-program-anywhere' }, 'failure'],
    ['too long', { command: 'exec sleep 20' }, 'failure', { entry: { timeout: 1 }, timedOut: true }],
    ['this tool', refused, 'same', { matcher: 'Bash' }],
    ['the name that the model uses', refused, 'same', { matcher: 'exec_command', starts: false }],
    ['an expression', refused, 'same', { matcher: '^Ba' }],
    ['an expression with look-ahead', refused, 'same', { matcher: '^(?!Write)', starts: false }],
    ['for patches', refused, 'same', { matcher: 'apply_patch', starts: false }],
  ]),
  ...codex('PreToolUse', write, [
    ['a patch', refused, 'same', { matcher: 'apply_patch' }],
    ["a patch by other hosts' names", refused, 'same', { matcher: 'Edit|Write' }],
    ['a patch is no shell', refused, 'same', { matcher: 'Bash', starts: false }],
  ]),
  ...codex('PreToolUse', mcp, [
    ['a server by an expression', refused, 'same', { matcher: 'mcp__notes__.*' }],
    ['a server without its tools', refused, 'same', { matcher: 'mcp__notes', starts: false }],
  ]),
  ...codex('PostToolUse', after, [
    ['silence after', {}],
    ['a block after', { stdout: block }, 'output'],
    ['exit 1 after', { exit: 1, stderr: 'crashed' }, 'exit'],
  ]),
  ...codex('UserPromptSubmit', at('UserPromptSubmit'), [
    ['a prompt is blocked', { stdout: block }],
    ['a prompt and exit 2', refused],
    ['a prompt and plain text', { stdout: 'remember the style guide' }],
    ['a prompt and continue: false', { stdout: { continue: false, stopReason: 'halt' } }],
  ]),
  ...codex('SessionStart', at('SessionStart'), [
    ['a start and continue: false', { stdout: { continue: false, stopReason: 'halt' } }, 'start'],
  ]),
  ...codex('Stop', at('Stop'), [
    ['not yet', { stdout: block }],
    ['not yet, by exit 2', refused],
    ['exit 1 at the end', { exit: 1, stderr: 'crashed' }, 'exit'],
  ]),
  ...codex('PreCompact', at('PreCompact'), [
    ['no compaction', { stdout: { continue: false, stopReason: 'not now' } }],
    ['exit 2 at a compaction', refused, 'exit-two'],
  ]),
]

const cursor = (event: string, situation: Situation, rows: readonly Short[]): ImportRow[] => rowsOf('cursor', event, situation, rows)
const shut = { entry: { failClosed: true } }
const flatDeny = { permission: 'deny', user_message: 'never' }

export const CURSOR: ImportRow[] = [
  ...cursor('preToolUse', shell, [
    ['an allow', { stdout: { permission: 'allow' } }],
    ['silence', {}],
    ['silence, failing closed', {}, 'silence', shut],
    ['a deny', { stdout: flatDeny }],
    ['exit 2', refused],
    ['exit 1', { exit: 1, stderr: 'crashed' }, 'exit'],
    ['exit 1, failing closed', { exit: 1, stderr: 'crashed' }, 'same', shut],
    ['no such program, failing closed', { command: 'no-such-program-anywhere' }, 'same', shut],
    ['too long', { command: 'exec sleep 20' }, 'failure', { entry: { timeout: 1 }, timedOut: true }],
    ['plain text', { stdout: 'checked' }, 'text'],
    ['an ask', { stdout: { permission: 'ask', user_message: 'sure?' } }, 'ask'],
    ["another host's deny", { stdout: deny }],
    ['a rewrite', { stdout: { permission: 'allow', updated_input: { command: 'ls -l', cwd: '', timeout: 30000 } } }],
    ['for another tool', refused, 'same', { matcher: 'Write', starts: false }],
    ['an open expression', refused, 'same', { matcher: 'She' }],
  ]),
  ...cursor('preToolUse', shell, [
    ['a deny beside exit 1', { stdout: flatDeny, exit: 1 }, 'exit'],
    ['a deny beside exit 1, failing closed', { stdout: flatDeny, exit: 1 }, 'same', shut],
    ['an empty object, failing closed', { stdout: {} }, 'same', shut],
    ['an allow beside exit 2', { stdout: { permission: 'allow' }, ...refused }],
  ]),
  ...cursor('preToolUse', remove, [['one of several', refused, 'same', { matcher: 'Write|Delete' }]]),
  ...cursor('preToolUse', mcp, [['a tool of a server', refused, 'same', { matcher: 'MCP:echo' }]]),
  ...cursor('preToolUse', { event: 'PreToolUse', native: 'beforeShellExecution', payload: { command: 'ls', cwd: '', sandbox: false } }, [
    ['a hook of another announcement', refused, 'same', { starts: false }],
  ]),
  ...cursor(
    'beforeShellExecution',
    { event: 'PreToolUse', native: 'beforeShellExecution', payload: { command: 'ls', cwd: '', sandbox: false } },
    [
      ['a shell call passes', { stdout: { permission: 'allow' } }],
      ['a shell call is denied', { stdout: flatDeny }],
      ['a shell call, by its own payload', { command: `grep -q '"command":"ls"' || exit 0; echo no >&2; exit 2` }],
      ['a shell call is asked about', { stdout: { permission: 'ask', user_message: 'sure?' } }, 'ask'],
    ],
  ),
  ...cursor('beforeShellExecution', shell, [['a hook of a later announcement', refused, 'same', { starts: false }]]),
  ...cursor(
    'beforeReadFile',
    { event: 'PreToolUse', native: 'beforeReadFile', payload: { file_path: '/x/.env', content: 'A=1', attachments: [] } },
    [['a read is denied', { stdout: flatDeny }]],
  ),
  ...cursor(
    'beforeMCPExecution',
    {
      event: 'PreToolUse',
      native: 'beforeMCPExecution',
      payload: { tool_name: 'echo', tool_input: '{}', mcp_server_name: 'notes', command: 'notes' },
    },
    [['an MCP call is denied', { stdout: flatDeny }]],
  ),
  ...cursor('beforeSubmitPrompt', at('UserPromptSubmit'), [
    ['a prompt passes', { stdout: { continue: true } }],
    ['a prompt is refused', { stdout: { continue: false, user_message: 'no' } }],
    ['a prompt and exit 2', refused, 'exit-two'],
  ]),
  ...cursor('subagentStart', at('SubagentStart'), [
    ['a subagent is refused', { stdout: flatDeny }],
    ['a subagent and exit 1', { exit: 1, stderr: 'crashed' }, 'exit'],
  ]),
  ...cursor('stop', at('Stop'), [
    ['the end', { stdout: {} }],
    ['not yet', { stdout: { followup_message: 'run the tests' } }],
    ['exit 1 at the end', { exit: 1, stderr: 'crashed' }, 'exit'],
  ]),
  ...cursor('postToolUse', after, [['a context after', { stdout: { additional_context: 'mind this' } }]]),
]
