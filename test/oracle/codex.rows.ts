/** hosts/codex.md 1 and 5, line by line. R = the hook's reason, E = its stderr, C = its context. */
import { row, type Row } from './row.js'

const specific = (hookEventName: string, keys: object) => ({ hookSpecificOutput: { hookEventName, ...keys } })
const pre = (keys: object) => specific('PreToolUse', keys)
const denial = { permissionDecision: 'deny', permissionDecisionReason: 'R' }
const deny = pre(denial)
const json = JSON.stringify
const denied = { blocked: true, modelSees: ['R'] }
const lost = { valid: false }
const command = { command: 'echo rewritten' }

const preToolUse: Row[] = (
  [
    ['exit 2 + stderr', { exit: 2, err: 'E\n' }, { blocked: true, modelSees: ['E'], personSees: ['E'] }],
    ['exit 2, empty stderr', { exit: 2 }, { ...lost, problem: 'exit 2 without a reason' }],
    ['exit 2, deny on stdout only', { exit: 2, out: deny }, { ...lost, problem: 'exit 2 without a reason' }],
    ['exit 1, deny on stdout', { exit: 1, out: deny }, { ...lost, problem: 'exited with code 1' }],
    ['127', { exit: 127, err: 'E' }, { ...lost, problem: 'exited with code 127' }],
    ['a signal', { signal: 'SIGKILL' }, { ...lost, problem: 'without a status code' }],
    ['deny', { out: deny, err: 'E' }, { ...denied, personSees: ['R'] }],
    ['deny, pretty-printed', { out: `${json(deny, null, 2)}\n` }, denied],
    [
      'deny + exit 2 + stderr',
      { out: deny, exit: 2, err: 'E' },
      { blocked: true, modelSees: ['E'], problem: 'stdout is read after exit 0' },
    ],
    ['deny, no reason', { out: pre({ permissionDecision: 'deny' }) }, { ...lost, problem: 'non-empty' }],
    ['deny, blank reason', { out: pre({ ...denial, permissionDecisionReason: ' \n' }) }, { ...lost, problem: 'non-empty' }],
    ['deny + continue:true', { out: { ...deny, continue: true } }, denied],
    ['deny + suppressOutput:false', { out: { ...deny, suppressOutput: false } }, denied],
    ['deny + nulls', { out: { ...deny, systemMessage: null, stopReason: null, decision: null, reason: null } }, denied],
    ['deny + continue:false', { out: { ...deny, continue: false } }, { ...lost, problem: 'unsupported continue' }],
    ['deny + stopReason', { out: { ...deny, stopReason: 'S' } }, { ...lost, problem: 'unsupported stopReason' }],
    ['deny + suppressOutput:true', { out: { ...deny, suppressOutput: true } }, { ...lost, problem: 'unsupported suppressOutput' }],
    ['deny + unknown key', { out: { ...deny, foo: 1 } }, { ...lost, problem: 'unknown key foo' }],
    ['deny + unknown nested key', { out: pre({ ...denial, foo: 1 }) }, { ...lost, problem: 'unknown key hookSpecificOutput.foo' }],
    ['deny, no hookEventName', { out: { hookSpecificOutput: denial } }, { ...lost, problem: 'is missing' }],
    ['deny, no Codex event', { out: specific('Foo', denial) }, { ...lost, problem: 'Foo is no event' }],
    ['deny, another Codex event', { out: specific('PostToolUse', denial) }, { ...denied, problem: 'not "PreToolUse"' }],
    ['deny + systemMessage', { out: { ...deny, systemMessage: 'M' } }, { ...denied, personSees: ['M', 'R'] }],
    ['deny + additionalContext', { out: pre({ ...denial, additionalContext: 'C' }) }, { blocked: true, modelSees: ['C', 'R'] }],
    ['legacy block', { out: { decision: 'block', reason: 'R' } }, denied],
    ['approve', { out: { decision: 'approve' } }, { ...lost, problem: 'unsupported decision:approve' }],
    ['allow', { out: pre({ permissionDecision: 'allow' }) }, { ...lost, problem: 'unsupported permissionDecision:allow' }],
    ['allow + additionalContext', { out: pre({ permissionDecision: 'allow', additionalContext: 'C' }) }, { ...lost, problem: 'allow' }],
    ['ask', { out: pre({ permissionDecision: 'ask' }) }, { ...lost, problem: 'unsupported permissionDecision:ask' }],
    ['defer', { out: pre({ permissionDecision: 'defer' }) }, { ...lost, problem: 'permissionDecision must be' }],
    [
      'allow + updatedInput',
      { out: pre({ permissionDecision: 'allow', updatedInput: command }) },
      { widened: true, updatedInput: command },
    ],
    [
      'allow + updatedInput without command',
      { out: pre({ permissionDecision: 'allow', updatedInput: { cmd: 'x' } }) },
      { ...lost, blocked: true, modelSees: ['hook returned updatedInput without string field `command`'], problem: 'string command' },
    ],
    [
      'the same on an MCP tool',
      { out: pre({ permissionDecision: 'allow', updatedInput: { text: 'x' } }) },
      { widened: true, updatedInput: { text: 'x' }, options: { tool: 'mcp__demo__echo' } },
    ],
    ['updatedInput without allow', { out: pre({ updatedInput: command }) }, { ...lost, problem: 'updatedInput without' }],
    ['additionalContext', { out: pre({ additionalContext: 'C' }) }, { modelSees: ['C'] }],
    ['systemMessage', { out: { systemMessage: 'M' } }, { personSees: ['M'] }],
    ['nothing', {}],
    ['{}', { out: {} }],
    ['bare hookSpecificOutput', { out: pre({}) }],
    ['all null', { out: { systemMessage: null, stopReason: null, decision: null, reason: null, hookSpecificOutput: null } }],
    ['plain text', { out: 'hello there' }, { ...lost, problem: 'plain text' }],
    ['{oops', { out: '{oops' }, { ...lost, problem: 'malformed' }],
    ['[1]', { out: '[1]' }, { ...lost, problem: 'array' }],
    ['{"foo":1}', { out: { foo: 1 } }, { ...lost, problem: 'unknown key foo' }],
    ['text before', { out: `log\n${json(deny)}` }, { ...lost, problem: 'text around' }],
    ['text after', { out: `${json(deny)}\nlog` }, { ...lost, problem: 'text around' }],
    ['two documents', { out: `${json(deny)}\n${json(deny)}` }, { ...lost, problem: 'more than one' }],
    ['byte order mark', { out: `\ufeff${json(deny)}` }, { ...lost, problem: 'byte order mark' }],
    ['half a surrogate pair', { out: json(deny).replace('"R"', '"R \\ud800"') }, { ...lost, problem: 'surrogate' }],
    ['a whole surrogate pair', { out: json(deny).replace('"R"', '"R \\ud83d\\ude00"') }, { blocked: true, modelSees: ['R \u{1f600}'] }],
    ['backslash, then ud800', { out: json(deny).replace('"R"', '"R \\\\ud800"') }, { blocked: true, modelSees: ['R \\ud800'] }],
    ['a number out of range', { out: json(deny).replace('"R"', '"R","updatedInput":[1e999]') }, { ...lost, problem: 'out of range' }],
    [
      'nested too deep',
      { out: json(deny).replace('"R"', `"R","updatedInput":${'['.repeat(130)}${']'.repeat(130)}`) },
      { ...lost, problem: 'nested deeper' },
    ],
    ['timeout', { out: deny }, { ...lost, problem: 'timed out', options: { timedOut: true } }],
    ['failClosed is unknown here', { exit: 1 }, { ...lost, problem: 'code 1', options: { failClosed: true } }],
  ] as [string, Parameters<typeof row>[2], Parameters<typeof row>[3]?][]
).map(([title, said, expect]) => row('PreToolUse', title, said, expect))

const block = { decision: 'block', reason: 'R' }
const replaced = { modelSees: ['R'], replacedOutput: 'R' }
const goesOn = { blocked: true, continues: true }
const request = (decision: object) => ({ out: specific('PermissionRequest', { decision }) })

const others: Row[] = [
  row('PostToolUse', 'block', { out: block }, replaced),
  row('PostToolUse', 'exit 2 + stderr', { exit: 2, err: 'R' }, replaced),
  row('PostToolUse', 'block, no reason', { out: { decision: 'block' } }, { ...lost, problem: 'non-empty' }),
  row('PostToolUse', 'reason without decision', { out: { reason: 'R' } }, { ...lost, problem: 'reason without' }),
  row(
    'PostToolUse',
    'updatedMCPToolOutput',
    { out: specific('PostToolUse', { updatedMCPToolOutput: 1 }) },
    { ...lost, problem: 'updatedMCPToolOutput' },
  ),
  row(
    'PostToolUse',
    'updatedToolOutput',
    { out: specific('PostToolUse', { updatedToolOutput: 'x' }) },
    { ...lost, problem: 'updatedToolOutput' },
  ),
  row('PostToolUse', 'permissionDecision', { out: specific('PostToolUse', denial) }, { ...lost, problem: 'permissionDecision' }),
  row('PostToolUse', 'suppressOutput:true', { out: { suppressOutput: true } }, { ...lost, problem: 'suppressOutput' }),
  row('PostToolUse', 'continue:false + stopReason', { out: { continue: false, stopReason: 'R' } }, { ...replaced }),
  row('PostToolUse', 'continue:false + both', { out: { continue: false, stopReason: 'S', reason: 'R' } }, replaced),
  row(
    'PostToolUse',
    'block + context',
    { out: { ...block, ...specific('PostToolUse', { additionalContext: 'C' }) } },
    { modelSees: ['C', 'R'], replacedOutput: 'R' },
  ),
  row('Stop', 'block', { out: block }, { ...goesOn, modelSees: ['R'] }),
  row('Stop', 'exit 2 + stderr', { exit: 2, err: 'E' }, { ...goesOn, modelSees: ['E'] }),
  row('Stop', 'exit 2, no stderr', { exit: 2 }, { ...lost, problem: 'exit 2 without' }),
  row('Stop', 'block + continue:false', { out: { ...block, continue: false } }, { continues: false }),
  row('Stop', 'plain text', { out: 'words' }, { ...lost, problem: 'not JSON' }),
  row(
    'Stop',
    'any hookSpecificOutput',
    { out: { ...block, ...specific('Stop', {}) } },
    { ...lost, problem: 'unknown key hookSpecificOutput' },
  ),
  row('Stop', 'block, no reason', { out: { decision: 'block' } }, { ...lost, problem: 'non-empty' }),
  row('Stop', 'suppressOutput', { out: { suppressOutput: true } }),
  row('SubagentStop', 'block', { out: block }, { ...goesOn, modelSees: ['R'] }),
  row('UserPromptSubmit', 'block', { out: block }, { blocked: true, personSees: ['R'] }),
  row('UserPromptSubmit', 'exit 2 + stderr', { exit: 2, err: 'E' }, { blocked: true, personSees: ['E'] }),
  row('UserPromptSubmit', 'continue:false', { out: { continue: false } }, { blocked: true, continues: false }),
  row('UserPromptSubmit', 'block, no reason', { out: { decision: 'block' } }, { ...lost, problem: 'non-empty' }),
  row('UserPromptSubmit', 'plain text', { out: 'words\n' }, { modelSees: ['words'] }),
  row('UserPromptSubmit', 'additionalContext', { out: specific('UserPromptSubmit', { additionalContext: 'C' }) }, { modelSees: ['C'] }),
  row('SessionStart', 'plain text', { out: 'words' }, { modelSees: ['words'] }),
  row(
    'SessionStart',
    'byte order mark + text',
    { out: '\ufeffwords' },
    { ...lost, modelSees: ['\ufeffwords'], problem: 'byte order mark' },
  ),
  row('SessionStart', '[note] hi', { out: '[note] hi' }, { ...lost, problem: 'invalid SessionStart JSON' }),
  row(
    'SessionStart',
    'continue:false',
    { out: { continue: false, stopReason: 'S' } },
    { blocked: true, continues: false, personSees: ['S'] },
  ),
  row('SessionStart', 'exit 2', { exit: 2, err: 'E' }, { ...lost, problem: 'exited with code 2' }),
  row('SubagentStart', 'continue:false', { out: { continue: false } }, { problem: 'ignores continue:false' }),
  row('SubagentStart', 'exit 2', { exit: 2, err: 'E' }, { ...lost, problem: 'exited with code 2' }),
  row('PermissionRequest', 'allow', request({ behavior: 'allow' }), { widened: true }),
  row('PermissionRequest', 'deny', request({ behavior: 'deny', message: 'R' }), denied),
  row('PermissionRequest', 'no behavior', request({}), { ...lost, problem: 'behavior is missing' }),
  row('PermissionRequest', 'exit 2 + stderr', { exit: 2, err: 'E' }, { blocked: true, modelSees: ['E'] }),
  row('PermissionRequest', 'updatedInput', request({ behavior: 'allow', updatedInput: {} }), { ...lost, problem: 'updatedInput' }),
  row('PermissionRequest', 'interrupt', request({ behavior: 'deny', interrupt: true }), { ...lost, problem: 'interrupt' }),
  row('PermissionRequest', 'top-level decision', { out: block }, { ...lost, problem: 'unknown key decision' }),
  row('PermissionRequest', '{}', { out: {} }),
  row('PreCompact', 'continue:false', { out: { continue: false } }, { blocked: true, continues: false }),
  row('PreCompact', 'exit 2', { exit: 2, err: 'E' }, { ...lost, problem: 'exited with code 2' }),
  row('PreCompact', 'block', { out: block }, { ...lost, problem: 'unknown key decision' }),
  row('PostCompact', 'continue:false', { out: { continue: false } }, { continues: false }),
  row('Interrupt', 'systemMessage', { out: { systemMessage: 'M' } }, { personSees: ['M'] }),
  row('Interrupt', 'continue', { out: { continue: true } }, { ...lost, problem: 'unknown key continue' }),
  row('Interrupt', 'text', { out: 'words' }, { ...lost, problem: 'not JSON' }),
  row('Notification', 'no such event', { exit: 2, err: 'E' }, { ...lost, problem: 'no event of Codex' }),
]

export const codexRows: Row[] = [...preToolUse, ...others]
