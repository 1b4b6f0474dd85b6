import { printing } from './judged.js'

/** Kinds of answers by DESIGN 6: what is malformed, so that the hook failed, and what only looks so. */

export interface MalformedRow {
  /** Also the name of the hook where several stand in one policy. */
  name: string
  command: string
  /** What the reason quotes: the offending key, or the first line of junk. */
  quotes: string
}

type Row = [name: string, answer: string | object, quotes: string]

/** Text that is not one JSON document. */
const NOT_ONE_DOCUMENT: Row[] = [
  ['a trailing comma', '{"decision":"deny",}', '{"decision":"deny",}'],
  ['single quotes', "{'decision':'deny'}", "{'decision':'deny'}"],
  ['bare keys', '{decision:"deny"}', '{decision:"deny"}'],
  ["Python's words", '{"decision": None}', '{"decision": None}'],
  ['NaN', '{"decision":"pass","reason":NaN}', 'NaN'],
  ['undefined', '{"decision":undefined}', 'undefined'],
  ['a hexadecimal escape', '{"decision":"\\x64eny"}', '{"decision":'],
  ['a comment inside', '{/* no */"decision":"deny"}', '{/* no */'],
  ['a comment after it', '{"decision":"deny"} // no entry', '// no entry'],
  ['a line comment before the end', '{"decision":"deny" // no\n}', '{"decision":"deny" // no'],
  ['a text cut off', '{"decision":"deny","reason":"no en', '{"decision":"deny","reason":'],
  ['no closing brace', '{"decision":"deny"', '{"decision":"deny"'],
  ['one closing brace too many', '{"decision":"deny"}}', '"}"'],
  ['only an opening brace', '{', '"{"'],
  ['a raw newline in a text', '{"reason":"a\nb"}', '{"reason":"a'],
  ['two documents, one a line', '{"decision":"allow"}\n{"decision":"deny","reason":"r"}\n', '{"decision":"deny","reason":"r"}'],
  ['two documents on one line', '{"decision":"allow"}{"decision":"deny"}', '{"decision":"deny"}'],
  ['two empty documents', '{}\n{}', '{}'],
  ['a line of a log after it', '{"decision":"deny"}\nbye\nnow', '"bye"'],
  ['a line of a log before it', 'hello\n{"decision":"allow"}', '"hello"'],
  ['a line of a log before it, indented', 'hello\n  {"permission":"deny"}', '"hello"'],
  ['a line of a log before several lines', `hello\n${JSON.stringify({ decision: 'deny', reason: 'r' }, null, 2)}`, '"hello"'],
  ['a line of a log before a broken one', 'hello\n{"decision":"deny"', '"hello"'],
  ['many lines of a log before it', `${'log\n'.repeat(40)}{"decision":"deny"}`, '"log"'],
  ['a blank line and a log before it', '\n\nhello\n{"continue":false}', '"hello"'],
  ['a byte order mark and a log before it', '\ufeffhello\n{"decision":"deny"}', '"hello"'],
  ['a byte order mark inside', '{\ufeff"decision":"deny"}', '"decision":"deny"}'],
  ['a byte order mark after a log', 'hello\n\ufeff{"decision":"deny"}', '"hello"'],
  ['a colour before it', '\u001b[0m{"decision":"deny"}', '{"decision":"deny"}'],
  ['a JSON line of a log before it', '{"level":"info"}\n{"decision":"deny"}', '{"decision":"deny"}'],
  ['a fence around it', '```json\n{"decision":"deny"}\n```', '"```json"'],
]

/** Keys that stand beside a known one. */
const MISSPELT = [
  'decision ',
  ...`
    Decision decison desicion reasn Reason contxt contexts notce rewrites rewrit replaces replacement permision
    permissionDecison permission_decision permissionReason updatedInputs updated_inputs updateInput updated_tool_output
    hookSpecificOuput hook_specific_output additional_contxt additionalContexts systemMesage system_message stopReson
    stop_reason continu Continue user_mesage agent_mesage followup_mesage followupMessage suppressOuput deny block message
    __proto__ constructor
  `
    .trim()
    .split(/\s+/),
]

/** Keys that mean something at the top, or in other tools, and nothing in `hookSpecificOutput`. */
const NOT_NESTED = [
  'decision',
  'reason',
  'permisionDecision',
  'additional_context',
  'systemMessage',
  'notice',
  'continue',
  'hookSpecificOutput',
]

const nested = (more: object): object => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } })

const UNKNOWN_KEYS: Row[] = [
  ...MISSPELT.map((key): Row => [`the key ${JSON.stringify(key)}`, `{${JSON.stringify(key)}:"deny"}`, `unknown key "${key}"`]),
  ...NOT_NESTED.map((key): Row => [`the nested key ${key}`, nested({ [key]: 'deny' }), `unknown key "${key}"`]),
  ['an unknown key beside a deny', { decision: 'deny', reason: 'r', trace: 'x' }, 'unknown key "trace"'],
  ['an unknown key with controls in it', '{"de\\u001b[2Jcision":"deny"}', 'unknown key "de\ufffd[2Jcision"'],
  ['an unknown key that is very long', { ['k'.repeat(9_000)]: 'deny' }, `unknown key "${'k'.repeat(39)}…"`],
]

const VERDICT_KEYS = ['decision', 'permission', 'permissionDecision']
const TEXT_KEYS = [
  'reason',
  'permissionDecisionReason',
  'stopReason',
  'user_message',
  'agent_message',
  'followup_message',
  'context',
  'additionalContext',
  'additional_context',
  'notice',
  'systemMessage',
]
const OTHER_TYPES = [5, true, null, ['x'], { a: 'x' }]

/** Every known key once with each wrong type would be many processes: types take turns. */
const turns = (keys: readonly string[], types: readonly unknown[]): Row[] =>
  keys.map((key, index) => {
    const value = types[index % types.length]
    return [`${key} as ${JSON.stringify(value)}`, { [key]: value }, `"${key}" cannot be`]
  })

const WRONG_VALUES: Row[] = [
  ...turns(VERDICT_KEYS, [null, true, ['deny']]),
  ...turns(TEXT_KEYS, OTHER_TYPES),
  ...turns(['rewrite', 'updatedInput', 'updated_input'], ['ls', null, [{ command: 'ls' }]]),
  ...turns([...TEXT_KEYS.slice(0, 1), 'context', 'notice'], [null]),
  ['a nested decision that is null', nested({ permissionDecision: null }), '"permissionDecision" cannot be "null"'],
  ['a nested context that is a number', nested({ additionalContext: 5 }), '"additionalContext" cannot be "5"'],
  ['a nested rewrite that is a text', nested({ updatedInput: 'ls' }), '"updatedInput" cannot be "ls"'],
  ...[null, [], 'deny', 5].map((value): Row => [
    `hookSpecificOutput as ${JSON.stringify(value)}`,
    { hookSpecificOutput: value },
    '"hookSpecificOutput" cannot be',
  ]),
  ...['no', 0, null].map((value): Row => [`continue as ${JSON.stringify(value)}`, { continue: value }, '"continue" cannot be']),
  ...['maybe', 'Deny', 'DENY', 'denied', 'reject', 'deny ', 'defer', 'no', ''].map((word): Row => [
    `the decision ${JSON.stringify(word)}`,
    { decision: word },
    `"decision" cannot be "${word}"`,
  ]),
  ["an object as Claude Code's decision", { decision: { behavior: 'deny' } }, '"decision" cannot be'],
  ['the permission "block" misspelt', { permission: 'blocked' }, '"permission" cannot be "blocked"'],
  ['a key twice', '{"decision":"pass","decision":"deny"}', '"decision" stands in it twice'],
  ['a key twice, once escaped', '{"decision":"pass","\\u0064ecision":"deny"}', '"decision" stands in it twice'],
  [
    'a nested key twice',
    '{"hookSpecificOutput":{"permissionDecision":"allow","permissionDecision":"deny"}}',
    '"permissionDecision" stands',
  ],
  ['a reason twice', '{"decision":"deny","reason":"a","reason":"b"}', '"reason" stands in it twice'],
]

/** Of a shell call, whose input has a text `command`. */
const REWRITES: Row[] = [
  ['a rewrite that makes a list of a text', { rewrite: { command: ['ls'] } }, '"command" another type'],
  ['a rewrite that makes an object of a text', { rewrite: { command: { run: 'ls' } } }, '"command" another type'],
  ['a rewrite that makes a number of a text', { decision: 'allow', rewrite: { command: 5 } }, '"command" another type'],
  ["Claude Code's rewrite that does", nested({ permissionDecision: 'allow', updatedInput: { command: true } }), '"command" another type'],
  ['a replacement before the call', { replace: 'x' }, '"replace" cannot be answered at PreToolUse'],
  ["Cursor's replacement before the call", { updated_mcp_tool_output: {} }, '"replace" cannot be answered at PreToolUse'],
]

const LONG: MalformedRow[] = [
  {
    name: 'a document longer than 1 MiB',
    command: `printf '{"context":"'; head -c 1100000 /dev/zero | tr '\\0' x; printf '"}'`,
    quotes: 'longer than 1048576 bytes',
  },
  { name: 'a text longer than 1 MiB', command: "head -c 1100000 /dev/zero | tr '\\0' x", quotes: 'longer than 1048576 bytes' },
]

/** A shell text that prints exactly these bytes. */
const printingBytes = (bytes: Buffer): string => `printf '${[...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`
const DENY = '{"decision":"deny","reason":"no entry"}'

/** A document that is there, behind or in bytes that hide it: what somebody meant as a deny must not pass. */
const HIDDEN: MalformedRow[] = (
  [
    ['UTF-16', Buffer.from(DENY, 'utf16le')],
    ['UTF-16 with its byte order mark', Buffer.from(`\ufeff${DENY}`, 'utf16le')],
    ['UTF-16, the big end first', Buffer.from(`\ufeff${DENY}`, 'utf16le').swap16()],
    ['a NUL before it', Buffer.from(`\0${DENY}`)],
    ['a zero-width space before it', Buffer.from(`\u200b${DENY}`)],
    ['a cleared line before it', Buffer.from(`\u001b[2K\r${DENY}`)],
    ['a line of progress before it', Buffer.from(`checked 10%\rchecked 100%\r${DENY}`)],
    ['a broken letter in it', Buffer.concat([Buffer.from('{"decision":"de'), Buffer.from([0xff]), Buffer.from('ny"}')])],
  ] satisfies [string, Buffer][]
).map(([name, bytes]) => ({ name, command: printingBytes(bytes), quotes: '' }))

const DEEP = 20_000
const NESTED_DEEP: MalformedRow = {
  name: 'a rewrite nested 20,000 deep',
  command: `printf '{"rewrite":{"a":'; awk 'BEGIN { for (i = 0; i < ${DEEP}; i++) printf "{\\"a\\":"; printf 1; for (i = 0; i < ${DEEP}; i++) printf "}" }'; printf '}}'`,
  quotes: '',
}

const rowsOf = (rows: readonly Row[]): MalformedRow[] => rows.map(([name, answer, quotes]) => ({ name, command: printing(answer), quotes }))

/** Malformed wherever they are answered. */
export const EVERYWHERE: readonly MalformedRow[] = [...rowsOf([...NOT_ONE_DOCUMENT, ...UNKNOWN_KEYS, ...WRONG_VALUES]), ...LONG]

/** Malformed before a tool call. */
export const BEFORE_A_CALL: readonly MalformedRow[] = [...EVERYWHERE, ...rowsOf(REWRITES), ...HIDDEN, NESTED_DEEP]

/** Well formed, and without meaning at these events: leaving it out would be silent. */
export const MISPLACED: readonly (MalformedRow & { events: readonly string[] })[] = (
  [
    ['a rewrite', { rewrite: { command: 'ls' } }, '"rewrite"', ['UserPromptSubmit', 'PreCompact', 'SubagentStart', 'PostToolUse', 'Stop']],
    ["Claude Code's rewrite", nested({ updatedInput: {} }), '"rewrite"', ['SessionStart', 'PostToolUse', 'SubagentStop', 'SessionEnd']],
    [
      'a replacement',
      { replace: 'x' },
      '"replace"',
      ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'SubagentStop', 'Stop', 'SessionEnd'],
    ],
    ["Claude Code's replacement", { updatedToolOutput: { a: 1 } }, '"replace"', ['SubagentStart', 'Stop', 'Notification']],
    ['a context', { context: 'obey' }, '"context"', ['Stop', 'SubagentStop']],
    ["Claude Code's context", nested({ additionalContext: 'obey' }), '"context"', ['Stop', 'SubagentStop']],
    ["Cursor's context", { permission: 'allow', additional_context: 'obey' }, '"context"', ['Stop', 'SubagentStop']],
    ['a question', { decision: 'ask' }, '"ask"', ['SessionStart', 'PostToolUse', 'Stop', 'SubagentStop', 'Notification', 'SessionEnd']],
    ["Cursor's question", { permission: 'ask', user_message: 'sure?' }, '"ask"', ['PostToolUse', 'Stop', 'SessionEnd']],
  ] satisfies [...Row, readonly string[]][]
).map(([name, answer, quotes, events]) => ({ name, command: printing(answer), quotes: `${quotes} cannot be answered at `, events }))

/** What is odd and not malformed: no opinion, before a call. */
export const NOT_MALFORMED: readonly [name: string, command: string][] = (
  [
    ['an empty object', '{}'],
    ['an empty object over lines', '{\r\n}\r\n'],
    ['an empty nested object', { hookSpecificOutput: {} }],
    ['a pass with an empty reason', { decision: 'pass', reason: '' }],
    ['an empty rewrite', { rewrite: {} }],
    ['a rewrite to what it is', { rewrite: { command: 'ls' } }],
    ['continue true', { continue: true }],
    ['a key twice with one value', '{"decision":"pass","decision":"pass"}'],
    ['keys in escapes', '{"\\u0064ecision":"p\\u0061ss"}'],
    ['a byte order mark before it', '\ufeff{"decision":"pass"}'],
    ['two byte order marks before it', '\ufeff\ufeff{"decision":"pass"}'],
    ['white space around it', ' \n\t{"decision":"pass"}\r\n\n'],
    ['half a character in a reason', '{"decision":"pass","reason":"\\ud800"}'],
    ['an empty array', '[]'],
    ['null', 'null'],
    ['a text that says deny', 'deny'],
    ['words with a brace', 'found {x} and }'],
    ['a line of a log that is JSON', 'start\n{"level":"info","msg":"decision deny"}'],
  ] satisfies [string, string | object][]
).map(([name, answer]) => [name, printing(answer)])
