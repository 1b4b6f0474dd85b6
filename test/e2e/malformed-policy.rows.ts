import { EVENTS } from '../support/payloads.mjs'
/** Kinds of text in `.acuvo/hooks.json`, each valid or broken by DESIGN 5 and issue 2 point 5 (FR-24 to FR-28, FR-32). */

export interface BrokenRow {
  name: string
  text: string | Buffer
  /** For each fault the words that must stand in one line about it: line, JSON path, offending text, nearest name. */
  faults: readonly (readonly string[])[]
  /** After a fault of syntax a reader may see more of them, so the number is open. */
  atLeast?: true
}

/** Hooks that are fine by themselves and leave a mark when anything of a broken file is run. Lines 2 to 6. */
const MARKERS = ['PreToolUse', 'PostToolUse', 'SessionStart', 'UserPromptSubmit', 'Stop']
  .map((event) => `  { "event": "${event}", "command": "touch ran" }`)
  .join(',\n')

/** A file whose sixth hook, in line 7, is `hook`. */
const hook = (name: string, hook: string, ...faults: string[][]): BrokenRow => ({
  name,
  text: `{ "hooks": [\n${MARKERS},\n  ${hook}\n] }\n`,
  faults: faults.map((words) => ['line 7', 'hooks[5]', ...words]),
})
/** A hook on PreToolUse with a good command and, in line 7, one key more. */
const key = (name: string, entry: string, ...faults: string[][]): BrokenRow =>
  hook(name, `{ "event": "PreToolUse", "command": "true", ${entry} }`, ...faults)
/** A file with one more entry in line 8. */
const top = (name: string, entry: string, ...faults: string[][]): BrokenRow => ({
  name,
  text: `{ "hooks": [\n${MARKERS}\n  ],\n  ${entry}\n}\n`,
  faults: faults.map((words) => ['line 8', ...words]),
})
const raw = (name: string, text: string | Buffer, ...faults: string[][]): BrokenRow => ({ name, text, faults })
const notJson = (name: string, text: string | Buffer, ...words: string[]): BrokenRow => ({ name, text, faults: [words], atLeast: true })

const NOT_YET = 'not supported yet'
const good = `{ "hooks": [\n${MARKERS}\n] }\n`

export const SYNTAX: readonly BrokenRow[] = [
  notJson('a trailing comma in an array', `{\n"hooks": [ { "event": "PreToolUse", "command": "touch ran" }, ] }`, 'line 2'),
  notJson('a trailing comma in an object', `{ "hooks": [\n\n{ "event": "PreToolUse", "command": "touch ran", } ] }`, 'line 3'),
  notJson('a line comment', good.replace(',\n', ', // guard\n'), 'line 2'),
  notJson('a block comment', good.replace('"hooks"', '/* all */ "hooks"'), 'line 1'),
  notJson('a hash comment', `# guards\n${good}`, 'line 1'),
  notJson('single quotes', `{\n\n'hooks': [] }`, 'line 3'),
  notJson('a key without quotes', `{\n hooks: [] }`, 'line 2'),
  notJson('a missing comma', good.replace('},\n  { "event": "PostToolUse"', '}\n  { "event": "PostToolUse"'), 'line 3'),
  notJson('a missing colon', `{\n "hooks" [] }`, 'line 2'),
  notJson('truncated', good.slice(0, -5), 'line '),
  notJson('truncated in a text', `{ "hooks": [\n{ "event": "PreToo`, 'line 2'),
  notJson('an opening brace', '{', 'line 1'),
  notJson('a bracket too many', `${good}}`, 'line 8'),
  notJson('two documents', `${good}${good}`, 'line 8'),
  notJson('text after it', `${good}done`, 'line 8'),
  notJson('a raw newline in a text', `{ "hooks": [{ "event": "PreToolUse",\n "command": "touch\nran" }] }`, 'line 2'),
  notJson('a raw tab in a text', `{ "hooks": [{ "event": "PreToolUse",\n "command": "touch\tran" }] }`, 'line 2'),
  notJson('a bad escape', `{ "hooks": [{ "event": "PreToolUse",\n "command": "touch \\x72an" }] }`, 'line 2'),
  notJson('NaN', `{ "hooks": [{ "event": "PreToolUse", "command": "touch ran",\n "timeoutMs": NaN }] }`, 'line 2'),
  notJson('a hexadecimal number', `{ "hooks": [{ "event": "PreToolUse", "command": "touch ran",\n "timeoutMs": 0x10 }] }`, 'line 2'),
  notJson('a leading zero', `{ "hooks": [{ "event": "PreToolUse", "command": "touch ran",\n "timeoutMs": 0100 }] }`, 'line 2'),
  notJson('True', `{\n "hooks": True }`, 'line 2'),
  notJson('YAML', 'hooks:\n  - event: PreToolUse\n    command: touch ran\n', 'line 1'),
  raw('an empty file', '', ['empty']),
  raw('white space only', ' \n\t\r\n ', ['empty']),
  raw('a BOM only', '\ufeff', ['empty']),
  raw('a byte that is no UTF-8', Buffer.concat([Buffer.from(good), Buffer.from([0xff])]), ['UTF-8']),
  raw('Latin-1 in a text', Buffer.from(good.replace('touch ran', 'touch ran; echo \xe9t\xe9'), 'latin1'), ['UTF-8']),
  raw('UTF-16 LE with BOM', Buffer.from(`\ufeff${good}`, 'utf16le'), ['UTF-8']),
  raw('UTF-16 BE with BOM', Buffer.from(`\ufeff${good}`, 'utf16le').swap16(), ['UTF-8']),
  notJson('UTF-16 LE without BOM', Buffer.from(good, 'utf16le')),
  notJson('a raw NUL', good.replace('touch ran', 'touch\0ran'), 'line 2'),
  notJson('a raw NUL after it', `${good}\0`, 'line 8'),
  raw('an array', `[${good}]`, ['line 1', 'array']),
  raw('the list of hooks alone', `[\n${MARKERS}\n]`, ['line 1', 'array']),
  raw('a text', '"hooks"', ['line 1', 'hooks']),
  raw('a number', '4711', ['line 1', '4711']),
  raw('null', 'null', ['line 1', 'null']),
  raw('true', 'true', ['line 1', 'true']),
  notJson('nested arrays without end', '['.repeat(200_000)),
  notJson('nested arrays', '['.repeat(200_000) + ']'.repeat(200_000)),
  notJson('nesting inside a hook', good.replace('"touch ran"', '['.repeat(200_000) + ']'.repeat(200_000))),
  raw('more than 1 MiB', good + ' '.repeat(1_048_577), ['1048576']),
]

export const FILE_KEYS: readonly BrokenRow[] = [
  raw('a typo in hooks', `{\n "hoks": [\n${MARKERS}\n] }`, ['line 2', '"hoks"', '"hooks"']),
  raw('hooks in capitals', `{\n "Hooks": [\n${MARKERS}\n] }`, ['line 2', '"Hooks"', '"hooks"']),
  raw('events at the top', `{\n "PreToolUse": [{ "command": "touch ran" }] }`, ['line 2', 'unknown key', '"PreToolUse"']),
  raw('hooks twice', `{ "hooks": [\n${MARKERS}\n  ],\n  "hooks": [] }`, ['line 8', 'line 1', 'duplicate key', '"hooks"']),
  raw('hooks twice, once spelled with an escape', `{ "hooks": [\n${MARKERS}\n  ],\n  "h\\u006foks": [] }`, [
    'line 8',
    'line 1',
    'duplicate key',
    '"hooks"',
  ]),
  top('an unknown key', '"colour": "red"', ['unknown key', '"colour"']),
  top('a typo in version', '"versoin": 1', ['"versoin"', '"version"']),
  top('a typo in $schema', '"schema": "x"', ['"schema"', '"$schema"']),
  top('a __proto__ key', '"__proto__": { "hooks": [] }', ['unknown key', '"__proto__"']),
  top('a constructor key', '"constructor": 1', ['unknown key', '"constructor"']),
  top('an empty key', '"": 1', ['unknown key', '""']),
  top('version 2', '"version": 2', ['version', '2']),
  top('version as a text', '"version": "1"', ['version', '1']),
  top('version null', '"version": null', ['version', 'null']),
  top('$schema a number', '"$schema": 4711', ['$schema', '4711']),
  raw('hooks an object', `{\n "hooks": { "PreToolUse": [] } }`, ['line 2', 'hooks', 'array']),
  raw('hooks null', `{\n "hooks": null }`, ['line 2', 'hooks', 'null']),
  raw('hooks a text', `{\n "hooks": "touch ran" }`, ['line 2', 'hooks', '"touch ran"']),
  top('log, of later work', '"log": 4711', ['"log"', NOT_YET]),
  top('budgetMs 0', '"budgetMs": 0', ['budgetMs', '0', '1 to 600000']),
  top('budgetMs a text', '"budgetMs": "1s"', ['budgetMs', '"1s"']),
  top('stopLimit too large', '"stopLimit": 8', ['stopLimit', '8', '0 to 7']),
  top('stopLimit with a fraction', '"stopLimit": 1.5', ['stopLimit', '1.5']),
  top('contextChars negative', '"contextChars": -1', ['contextChars', '-1']),
  top('extends a number', '"extends": 4711', ['extends', 'a text or an array of texts', 'a number']),
  top('extends a name', '"extends": ["base"]', ['extends[0]', '"base"', './']),
  top('extends that leads nowhere', '"extends": "./gone.json"', ['extends', '"./gone.json"', 'no file']),
  top('extends itself', '"extends": ["./hooks.json"]', ['extends[0]', '"./hooks.json"', 'extends this one']),
  top('extends out of the workspace', '"extends": ["../../base.json"]', ['extends[0]', '"../../base.json"']),
  top('extends a package that is not installed', '"extends": ["npm:@acuvo/none"]', ['extends[0]', '"npm:@acuvo/none"', 'no file']),
  top('pins a text', '"pins": "x"', ['pins', 'an array', 'a text']),
  top('pins out of the workspace', '"pins": ["../x"]', ['pins[0]', '"../x"', 'relative to the root']),
  top('pins an absolute path', '"pins": ["/etc/x"]', ['pins[0]', '"/etc/x"', 'relative to the root']),
  top('selfProtect in a workspace', '"selfProtect": "off"', ['selfProtect', "user's own file"]),
  raw(
    '33 hooks',
    `{ "hooks": [\n${Array.from({ length: 33 }, () => '{ "event": "PreToolUse", "command": "touch ran" }').join(',\n')}\n] }`,
    ['hooks', '33', '32'],
  ),
]

export const HOOK_KEYS: readonly BrokenRow[] = [
  hook('a hook that is a text', '"touch ran"', ['"touch ran"']),
  hook('a hook that is null', 'null', ['null']),
  hook('a hook that is a list', '["PreToolUse", "touch ran"]', ['array']),
  hook('an empty hook', '{}', ['event'], ['command']),
  key('a typo in timeoutMs', '"timeOutMs": 5000', ['unknown key', '"timeOutMs"', '"timeoutMs"']),
  key('a timeout without a unit', '"timeout": 5', ['unknown key', '"timeout"', '"timeoutMs"']),
  key('the key matcher of another program', '"matcher": "Bash"', ['unknown key', '"matcher"']),
  key('a __proto__ key', '"__proto__": { "mode": "off" }', ['unknown key', '"__proto__"']),
  key('a toString key', '"toString": "x"', ['unknown key', '"toString"']),
  hook('a typo in command', '{ "event": "PreToolUse", "comand": "true" }', ['unknown key', '"comand"', '"command"'], ['command']),
  hook('a typo in event', '{ "evnet": "PreToolUse", "command": "true" }', ['unknown key', '"evnet"', '"event"'], ['event']),
  hook('a capital', '{ "Event": "PreToolUse", "command": "true" }', ['unknown key', '"Event"', '"event"'], ['event']),
  key('a key twice', '"command": "touch ran"', ['duplicate key', '"command"', 'line 7']),
  key('a key twice, once spelled with an escape', '"comm\\u0061nd": "touch ran"', ['duplicate key', '"command"']),
  key('a key twice deeper down', '"env": { "a": 1, "a": 2 }', ['hooks[5].env', 'array', 'object'], ['duplicate key', '"a"']),
  hook('no event', '{ "command": "true" }', ['event']),
  hook('event a number', '{ "event": 4711, "command": "true" }', ['event', '4711']),
  hook('event null', '{ "event": null, "command": "true" }', ['event', 'null']),
  hook('several events', '{ "event": ["PreToolUse", "Stop"], "command": "true" }', ['event', 'array']),
  hook('event empty', '{ "event": "", "command": "true" }', ['hooks[5].event', '""']),
  hook('a typo in the name of an event', '{ "event": "PreTolUse", "command": "true" }', ['hooks[5].event', '"PreTolUse"', '"PreToolUse"']),
  hook('an event in lower case', '{ "event": "pretooluse", "command": "true" }', ['hooks[5].event', '"pretooluse"', '"PreToolUse"']),
  hook('an event with a space', '{ "event": "PreToolUse ", "command": "true" }', ['hooks[5].event', '"PreToolUse "', '"PreToolUse"']),
  hook("Cursor's name of an event", '{ "event": "beforeSubmitPrompt", "command": "true" }', [
    'hooks[5].event',
    '"beforeSubmitPrompt"',
    '"UserPromptSubmit"',
  ]),
  hook("Cursor's name of a call", '{ "event": "beforeShellExecution", "command": "true" }', [
    'hooks[5].event',
    '"beforeShellExecution"',
    '"PreToolUse"',
  ]),
  hook("Claude Code's name of an event", '{ "event": "PostToolUseFailure", "command": "true" }', [
    'hooks[5].event',
    '"PostToolUseFailure"',
    '"PostToolUse"',
  ]),
  hook('an event that no hook has', '{ "event": "ConfigChange", "command": "true" }', ['hooks[5].event', '"ConfigChange"']),
  key('a typo in the name of a tool', '"tools": ["run_command", "write_fil"]', ['hooks[5].tools[1]', '"write_fil"', '"write_file"']),
  key('a tool with a hyphen', '"tools": ["edit-file"]', ['hooks[5].tools[0]', '"edit-file"', '"edit_file"']),
  key('a native tool in lower case', '"tools": ["bash"]', ['hooks[5].tools[0]', '"bash"', '"Bash"']),
  key('a pattern of tools', '"tools": ["Edit|Write"]', ['hooks[5].tools[0]', '"Edit|Write"']),
  key('a regular expression', '"tools": [".*"]', ['hooks[5].tools[0]', '".*"']),
  key('a server without a tool', '"tools": ["mcp__files"]', ['hooks[5].tools[0]', '"mcp__files"', 'files.*']),
  key('a server with an empty tool', '"tools": ["mcp__files__"]', ['hooks[5].tools[0]', '"mcp__files__"']),
  key('an empty tool', '"tools": ["Bash", ""]', ['hooks[5].tools[1]', '""']),
  key('no tools', '"tools": []', ['hooks[5].tools']),
  key('tools a text', '"tools": "Bash"', ['hooks[5].tools', '"Bash"', 'array']),
  key('tools with a number', '"tools": [4711]', ['hooks[5].tools[0]', '4711']),
  key('tools null', '"tools": null', ['hooks[5].tools', 'null']),
  ...['Stop', 'SessionStart', 'UserPromptSubmit', 'PreCompact', 'Notification'].map((event) =>
    hook(`tools on ${event}`, `{ "event": "${event}", "command": "true", "tools": ["Bash"] }`, ['hooks[5].tools', event]),
  ),
  key('a short name of a host', '"hosts": ["claude"]', ['hooks[5].hosts[0]', '"claude"']),
  key('a typo in the name of a host', '"hosts": ["cursor", "cluade-code"]', ['hooks[5].hosts[1]', '"cluade-code"', '"claude-code"']),
  key('hosts a text', '"hosts": "cursor"', ['hooks[5].hosts', '"cursor"', 'array']),
  key('no hosts', '"hosts": []', ['hooks[5].hosts']),
  key('timeoutMs 0', '"timeoutMs": 0', ['hooks[5].timeoutMs', '0']),
  key('timeoutMs -1', '"timeoutMs": -1', ['hooks[5].timeoutMs', '-1']),
  key('timeoutMs 1.5', '"timeoutMs": 1.5', ['hooks[5].timeoutMs', '1.5']),
  key('timeoutMs "30s"', '"timeoutMs": "30s"', ['hooks[5].timeoutMs', '"30s"']),
  key('timeoutMs 1e9', '"timeoutMs": 1e9', ['hooks[5].timeoutMs', '1e9']),
  key('timeoutMs 1e999', '"timeoutMs": 1e999', ['hooks[5].timeoutMs']),
  key('timeoutMs null', '"timeoutMs": null', ['hooks[5].timeoutMs', 'null']),
  ...['PreToolUse', 'UserPromptSubmit', 'PreCompact', 'SubagentStart'].map((event) =>
    hook(`timeoutMs 120001 on ${event}`, `{ "event": "${event}", "command": "true", "timeoutMs": 120001 }`, [
      'hooks[5].timeoutMs',
      '120001',
      '120000',
      event,
    ]),
  ),
  hook('timeoutMs 600001 on Stop', '{ "event": "Stop", "command": "true", "timeoutMs": 600001 }', [
    'hooks[5].timeoutMs',
    '600001',
    '600000',
    'Stop',
  ]),
  hook('onFailure deny on PostToolUse', '{ "event": "PostToolUse", "command": "true", "onFailure": "deny" }', [
    'hooks[5].onFailure',
    '"deny"',
    'PostToolUse',
  ]),
  hook('onFailure deny on Stop', '{ "event": "Stop", "command": "true", "onFailure": "deny" }', ['hooks[5].onFailure', '"deny"', 'Stop']),
  hook('onFailure ask on PostToolUse', '{ "event": "PostToolUse", "command": "true", "onFailure": "ask" }', [
    'hooks[5].onFailure',
    '"ask"',
    'PreToolUse',
  ]),
  hook('onFailure ask on UserPromptSubmit', '{ "event": "UserPromptSubmit", "command": "true", "onFailure": "ask" }', [
    'hooks[5].onFailure',
    '"ask"',
    'PreToolUse',
  ]),
  key('onFailure in capitals', '"onFailure": "Deny"', ['hooks[5].onFailure', '"Deny"', '"deny"']),
  key('onFailure block', '"onFailure": "block"', ['hooks[5].onFailure', '"block"']),
  key('onFailure false', '"onFailure": false', ['hooks[5].onFailure', 'false']),
  hook('no command', '{ "event": "PreToolUse" }', ['command']),
  hook('command empty', '{ "event": "PreToolUse", "command": "" }', ['hooks[5].command', '""']),
  hook('command blank', '{ "event": "PreToolUse", "command": " \\t\\n" }', ['hooks[5].command']),
  hook('command a number', '{ "event": "PreToolUse", "command": 4711 }', ['hooks[5].command', '4711']),
  hook('command null', '{ "event": "PreToolUse", "command": null }', ['hooks[5].command', 'null']),
  hook('command an object', '{ "event": "PreToolUse", "command": { "linux": "true" } }', ['hooks[5].command', 'object']),
  hook('command an empty list', '{ "event": "PreToolUse", "command": [] }', ['hooks[5].command']),
  hook('command a list with an empty program', '{ "event": "PreToolUse", "command": ["", "x"] }', ['hooks[5].command[0]', '""']),
  hook('command a list with a number', '{ "event": "PreToolUse", "command": ["true", 4711] }', ['hooks[5].command[1]', '4711']),
  hook('command a list in a list', '{ "event": "PreToolUse", "command": ["true", ["x"]] }', ['hooks[5].command[1]', 'array']),
  hook('a NUL in the command', '{ "event": "PreToolUse", "command": "tr\\u0000ue" }', ['hooks[5].command', 'NUL']),
  hook('a NUL in a word of the command', '{ "event": "PreToolUse", "command": ["true", "a\\u0000b"] }', ['hooks[5].command[1]', 'NUL']),
  key('name a number', '"name": 4711', ['hooks[5].name', '4711']),
  key('name empty', '"name": ""', ['hooks[5].name', '""']),
  key('why a list', '"why": ["x"]', ['hooks[5].why', 'array']),
  key('paths a text', '"paths": "infra/**"', ['hooks[5].paths', 'array', '"infra/**"']),
  key('paths empty', '"paths": []', ['hooks[5].paths', 'never fire']),
  key('a path that is empty', '"paths": ["a", ""]', ['hooks[5].paths[1]', 'empty']),
  key('a path above the root', '"paths": ["../other/**"]', ['hooks[5].paths[0]', '..']),
  key('a path of the machine', '"paths": ["/etc/**"]', ['hooks[5].paths[0]', '"/etc/**"', 'relative to the root']),
  key('a path at home', '"paths": ["~/.ssh/**"]', ['hooks[5].paths[0]', '"~/.ssh/**"', 'relative to the root']),
  key('commands a text', '"commands": "git push"', ['hooks[5].commands', 'array', '"git push"']),
  key('a command that is empty', '"commands": ["!"]', ['hooks[5].commands[0]', 'empty']),
  hook('deny empty', '{ "event": "PreToolUse", "deny": " " }', ['hooks[5].deny', 'empty']),
  hook('deny true', '{ "event": "PreToolUse", "deny": true }', ['hooks[5].deny', 'true']),
  hook('deny where nothing can be denied', '{ "event": "SessionEnd", "deny": "never" }', ['hooks[5].deny', 'SessionEnd']),
  hook('ask at another event', '{ "event": "UserPromptSubmit", "ask": "sure?" }', ['hooks[5].ask', 'PreToolUse only']),
  hook('context at a stop', '{ "event": "Stop", "context": "look" }', ['hooks[5].context', 'go on']),
  key('two answers', '"deny": "never"', ['hooks[5].deny', '"command"', 'one of']),
  hook('two texts', '{ "event": "PreToolUse", "deny": "never", "notice": "look" }', ['hooks[5].notice', '"deny"']),
  key('mode of its own', '"mode": "audit"', ['hooks[5].mode', '"audit"', 'enforce']),
  key('each of something else', '"each": "file"', ['hooks[5].each', '"file"', 'path']),
  hook('each at a prompt', '{ "event": "UserPromptSubmit", "command": "true", "each": "path" }', ['hooks[5].each', 'not about files']),
  hook('paths at a prompt', '{ "event": "UserPromptSubmit", "command": "true", "paths": ["a"] }', ['hooks[5].paths', 'not about files']),
  hook('commands at a stop', '{ "event": "Stop", "command": "true", "commands": ["ls"] }', ['hooks[5].commands', 'not about a tool']),
  key('env a text', '"env": "HOME"', ['hooks[5].env', 'array']),
  key('a variable that is none', '"env": ["MY-TOKEN"]', ['hooks[5].env[0]', '"MY-TOKEN"']),
  key('a variable of ours', '"env": ["ACUVO_HOST"]', ['hooks[5].env[0]', '"ACUVO_HOST"']),
  key('PATH', '"env": ["PATH"]', ['hooks[5].env[0]', '"PATH"']),
  key('stdin of its own', '"stdin": "none"', ['hooks[5].stdin', '"none"']),
  key('background on a gate', '"background": true', ['hooks[5].background', 'waits for an answer']),
  hook('background with a timeout', '{ "event": "PostToolUse", "command": "true", "background": true, "timeoutMs": 5 }', [
    'hooks[5].timeoutMs',
    'background',
  ]),
  key('detach a text', '"detach": "yes"', ['hooks[5].detach', '"yes"']),
  key('mayAllow a text', '"mayAllow": "yes"', ['hooks[5].mayAllow', '"yes"']),
  hook('mayAllow without a command', '{ "event": "PreToolUse", "deny": "never", "mayAllow": true }', ['hooks[5].mayAllow', 'command']),
  key('shellProgram of its own', '"shellProgram": "zsh"', ['hooks[5].shellProgram', '"zsh"']),
  hook('shellProgram with words', '{ "event": "PreToolUse", "command": ["true"], "shellProgram": "bash" }', [
    'hooks[5].shellProgram',
    'text',
  ]),
  hook('commandWindows alone', '{ "event": "PreToolUse", "deny": "never", "commandWindows": "x" }', ['hooks[5].commandWindows', 'command']),
  key('commandWindows with a pasted variable', '"commandWindows": "type %ACUVO_TOOL_ARG_PATH%"', ['hooks[5].commandWindows', '%ACUVO_']),
]

const onEach = (events: readonly string[], more = ''): string =>
  events.map((event) => `{ "event": "${event}", "command": "true"${more} }`).join(', ')
const EVERY_KEY = `"name": "n", "why": "w", "tools": ["*"], "hosts": ["codex", "cursor", "claude-code"], "timeoutMs": 120000, "onFailure": "ask"`
const TOOL_NAMES = [
  'run_command',
  'Bash',
  'Shell',
  'apply_patch',
  'mcp__files__*',
  'mcp__files__read',
  'files.*',
  'files.read',
  'native:AnyName',
]

export const VALID: readonly { name: string; text: string }[] = [
  { name: 'an empty object', text: '{}' },
  { name: 'no hooks', text: '{ "hooks": [] }' },
  { name: '$schema and version', text: '{ "$schema": "https://example.com/s.json", "version": 1, "hooks": [] }' },
  { name: 'a BOM', text: '\ufeff{ "hooks": [{ "event": "PreToolUse", "command": "true" }] }' },
  { name: 'CR LF', text: '{\r\n  "hooks": [\r\n    { "event": "PreToolUse", "command": "true" }\r\n  ]\r\n}\r\n' },
  { name: 'white space around', text: ' \n\t{}\n\n ' },
  { name: 'keys spelled with escapes', text: '{ "h\\u006foks": [{ "event": "PreToolUse", "comm\\u0061nd": "true" }] }' },
  { name: 'every key of today', text: `{ "hooks": [{ "event": "PreToolUse", "command": ["true"], ${EVERY_KEY} }] }` },
  { name: 'every kind of tool name', text: `{ "hooks": [${onEach(['PreToolUse'], `, "tools": ${JSON.stringify(TOOL_NAMES)}`)}] }` },
  { name: 'the longest timeout elsewhere', text: `{ "hooks": [${onEach(['PostToolUse'], ', "timeoutMs": 600000')}] }` },
  {
    name: 'deny on the other gates',
    text: `{ "hooks": [${onEach(['UserPromptSubmit', 'PreCompact', 'SubagentStart'], ', "onFailure": "deny"')}] }`,
  },
  { name: 'every event', text: `{ "hooks": [${onEach(EVENTS)}] }` },
  { name: '32 hooks', text: `{ "hooks": [${onEach(Array.from({ length: 32 }, () => 'Stop'))}] }` },
]
