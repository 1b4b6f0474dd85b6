/** Kinds of stdin, each with what becomes of a PreToolUse call by DESIGN 1 and 4, issue 2 point 8, FR-45 to FR-51. */

export type Payload = Record<string, unknown>

export interface StdinRow {
  name: string
  /** What is sent in place of a good payload. */
  send: (text: string, payload: Payload) => string | Buffer
  /** judged: the payload is readable, so the policy's own deny comes; held: unreadable; blocked: either will do. */
  then: 'judged' | 'held' | 'blocked'
  /** Words of the reason. */
  says?: readonly string[]
}

const BOM = '\ufeff'
const NUL = '\0'
const byte = (...bytes: number[]): Buffer => Buffer.from(bytes)
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const utf32le = (text: string): Buffer => Buffer.from(Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0).buffer)
/** `text` with raw bytes put into the secret's place. */
const within = (text: string, bytes: Buffer): Buffer => {
  const at = text.indexOf('sk-live')
  return at === -1
    ? Buffer.concat([Buffer.from(text), bytes])
    : Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))])
}
export const changed = (fields: Payload) => (_text: string, payload: Payload) => JSON.stringify({ ...payload, ...fields })
export const without =
  (...keys: string[]) =>
  (_text: string, payload: Payload) =>
    JSON.stringify(Object.fromEntries(Object.entries(payload).filter(([key]) => !keys.includes(key))))
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** Further fields, each with the value of another one. */
const withCopies = (copies: Record<string, string>) => (_text: string, payload: Payload) =>
  JSON.stringify({ ...payload, ...Object.fromEntries(Object.entries(copies).map(([copy, of]) => [copy, payload[of]])) })

const READABLE: StdinRow[] = [
  { name: 'as it should be', send: (text) => text, then: 'judged' },
  { name: 'a newline after it', send: (text) => `${text}\n`, then: 'judged' },
  { name: 'CR LF around', send: (text) => `\r\n${text}\r\n`, then: 'judged' },
  {
    name: 'pretty-printed with CR LF',
    send: (_text, payload) => JSON.stringify(payload, null, 2).replaceAll('\n', '\r\n'),
    then: 'judged',
  },
  { name: 'blanks, tabs and newlines around', send: (text) => ` \t\n\n${text}\n\n\t `, then: 'judged' },
  { name: 'one BOM', send: (text) => BOM + text, then: 'judged' },
  { name: 'two BOMs', send: (text) => BOM + BOM + text, then: 'judged' },
  { name: 'five BOMs', send: (text) => BOM.repeat(5) + text, then: 'judged' },
  { name: 'a BOM and a newline', send: (text) => `${BOM}\r\n${text}`, then: 'judged' },
  {
    name: 'keys spelled with escapes',
    send: (text) => text.replace('"tool_name"', '"\\u0074ool_name"').replace('"hook_', '"\\u0068ook_'),
    then: 'judged',
  },
  { name: 'a lone surrogate', send: (text) => text.replace('sk-live', '\\udc88sk-live'), then: 'judged' },
  { name: 'a reversed surrogate pair', send: (text) => text.replace('sk-live', '\\udc00\\ud800'), then: 'judged' },
  { name: 'an escaped NUL', send: (text) => text.replace('sk-live', '\\u0000sk-live'), then: 'judged' },
  { name: 'a NUL in the cwd', send: changed({ cwd: '/tmp/a\0b' }), then: 'judged' },
  { name: 'a cwd that is not there', send: changed({ cwd: '/nonexistent/of/course' }), then: 'judged' },
  { name: 'a cwd that is a number', send: changed({ cwd: 4711 }), then: 'judged' },
  { name: 'the session id missing', send: without('session_id'), then: 'judged' },
  { name: 'nulls where words belong', send: changed({ session_id: null, transcript_path: null, permission_mode: null }), then: 'judged' },
  { name: 'unknown fields', send: changed({ brand_new: { a: [1, null] }, toString: 1, constructor: 'x' }), then: 'judged' },
  {
    name: 'a __proto__ field',
    send: (text) => text.replace('{', '{"__proto__":{"tool_name":"Nothing","hook_event_name":"Stop"},'),
    then: 'judged',
  },
  { name: 'an empty tool input', send: changed({ tool_input: {} }), then: 'judged' },
  { name: 'an unknown tool', send: changed({ tool_name: 'BrandNewWriter' }), then: 'judged' },
  { name: 'the event missing, known from --event', send: without('hook_event_name'), then: 'judged' },
  { name: 'the event null, known from --event', send: changed({ hook_event_name: null }), then: 'judged' },
  { name: 'the event a number, known from --event', send: changed({ hook_event_name: 4711 }), then: 'judged' },
  { name: 'the event empty, known from --event', send: changed({ hook_event_name: '' }), then: 'judged' },
  { name: 'an unknown event name, known from --event', send: changed({ hook_event_name: 'BrandNewEvent' }), then: 'judged' },
  { name: 'the input under two spellings, equal', send: withCopies({ toolInput: 'tool_input', sessionId: 'session_id' }), then: 'judged' },
  { name: 'the input under a second spelling that is null', send: changed({ toolInput: null }), then: 'judged' },
  { name: 'a key twice, equal', send: (text) => text.replace('{', '{"pad" : {"a": [1]}, "pad" : {"a": [1]},'), then: 'judged' },
  { name: 'other fields that look alike', send: changed({ tool_inputs: {}, tool: 1, input: 2, tool_name_2: 'x' }), then: 'judged' },
  {
    name: 'numbers that no double holds',
    send: (text) => text.replace('{', '{"n":123456789012345678901234567890,"big":1e999,"small":-1e-999,"zero":-0,'),
    then: 'judged',
  },
  {
    name: 'numbers that no double holds in the tool input',
    send: (text) => text.replace('"tool_input":{', '"tool_input":{"n":9007199254740993,"big":1e999,'),
    then: 'judged',
  },
  {
    name: 'ids with newlines, slashes and dots',
    send: changed({ session_id: '../../a\n/b\r', tool_use_id: '/../\n;x', agent_id: '.' }),
    then: 'judged',
  },
  { name: 'an id of 64 KB', send: changed({ session_id: 'i'.repeat(65_536), tool_use_id: '/'.repeat(65_536) }), then: 'judged' },
  { name: 'a path of 64 KB', send: changed({ tool_input: { command: 'x', file_path: 'a/'.repeat(32_768) } }), then: 'judged' },
  { name: 'a cwd of 64 KB', send: changed({ cwd: `/${'a/'.repeat(32_768)}` }), then: 'judged' },
  { name: 'nesting 10,000 deep beside the call', send: (text) => text.replace('{', `{"deep":${nested(10_000)},`), then: 'judged' },
  {
    name: 'nesting 10,000 deep in the tool input',
    send: (text) => text.replace('"tool_input":{', `"tool_input":{"deep":${nested(10_000)},`),
    then: 'judged',
  },
  // Whoever cannot pass such a thing on to a hook could not run it; the call is stopped either way.
  {
    name: 'huge nesting in the tool input',
    send: (text) => text.replace('"tool_input":{', `"tool_input":{"deep":${nested(200_000)},`),
    then: 'blocked',
  },
  { name: 'huge nesting beside the call', send: (text) => text.replace('{', `{"deep":${nested(200_000)},`), then: 'blocked' },
]

/** FR-37: who decides and who acts may each read another one. */
const CONFLICTING: StdinRow[] = [
  ...['toolInput', 'ToolInput', 'tool-input', 'TOOL_INPUT', 'toolinput'].map((key): StdinRow => ({
    name: `the input as ${key} too, with another value`,
    send: (_text, payload) => JSON.stringify({ ...payload, tool_input: payload.tool_input ?? {}, [key]: { command: 'true' } }),
    then: 'held',
    says: ['two spellings'],
  })),
  {
    name: 'the tool under two names',
    send: (_text, payload) => JSON.stringify({ toolName: 'Nothing', tool_name: 'x', ...payload }),
    then: 'held',
    says: ['two spellings'],
  },
  {
    name: 'the event under two names',
    send: (_text, payload) => JSON.stringify({ ...payload, hookEventName: 'Nothing' }),
    then: 'held',
    says: ['two spellings'],
  },
  {
    name: 'an argument of the tool under two names',
    send: (_text, payload) =>
      JSON.stringify({
        ...payload,
        tool_input: { command: 'a', Command: 'b' },
        ...(payload.tool_name === undefined ? { tool_input: null } : {}),
      }),
    then: 'held',
    says: ['two spellings'],
  },
  {
    name: 'a key twice with white space before its colon',
    send: (text) => text.replace('{', '{"hook_event_name" :"Nothing","cwd"\n:"/",'),
    then: 'held',
    says: ['stands twice'],
  },
  {
    name: 'a key twice, once with an escape',
    send: (text) => text.replace('{', '{"hook_event_\\u006eame":"Nothing",'),
    then: 'held',
    says: ['stands twice'],
  },
  {
    name: 'a key twice in arguments that are a text',
    send: changed({ tool_input: '{"command":"ls","command":"rm"}' }),
    then: 'held',
    says: ['tool input'],
  },
]

const UNREADABLE: StdinRow[] = [
  { name: 'empty', send: () => '', then: 'held', says: ['no payload'] },
  { name: 'a newline', send: () => '\n', then: 'held', says: ['no payload'] },
  { name: 'white space only', send: () => ' \t\r\n '.repeat(100), then: 'held', says: ['no payload'] },
  { name: 'a BOM only', send: () => BOM, then: 'held', says: ['no payload'] },
  { name: 'UTF-16 LE with BOM', send: (text) => Buffer.from(BOM + text, 'utf16le'), then: 'held', says: ['UTF-16'] },
  { name: 'UTF-16 BE with BOM', send: (text) => utf16be(BOM + text), then: 'held', says: ['UTF-16'] },
  { name: 'UTF-16 LE without BOM', send: (text) => Buffer.from(text, 'utf16le'), then: 'held' },
  { name: 'UTF-16 BE without BOM', send: (text) => utf16be(text), then: 'held' },
  { name: 'UTF-32 LE with BOM', send: (text) => utf32le(`${BOM}${text}`), then: 'held' },
  { name: 'a byte that is no UTF-8', send: (text) => within(text, byte(0xff)), then: 'held', says: ['UTF-8'] },
  { name: 'Latin-1', send: (text) => within(text, byte(0xe9, 0x20)), then: 'held', says: ['UTF-8'] },
  { name: 'an overlong slash', send: (text) => within(text, byte(0xc0, 0xaf)), then: 'held', says: ['UTF-8'] },
  { name: 'a surrogate in UTF-8', send: (text) => within(text, byte(0xed, 0xb2, 0x88)), then: 'held', says: ['UTF-8'] },
  { name: 'a raw NUL inside', send: (text) => within(text, byte(0)), then: 'held', says: ['NUL'] },
  { name: 'a raw NUL before', send: (text) => NUL + text, then: 'held', says: ['NUL'] },
  { name: 'a raw NUL after', send: (text) => text + NUL, then: 'held', says: ['NUL'] },
  { name: 'a BOM after', send: (text) => text + BOM, then: 'held' },
  { name: 'a BOM inside', send: (text) => text.replace('{', `{${BOM}`), then: 'held' },
  { name: 'not JSON', send: () => 'hello sk-live-SECRET-4242', then: 'held', says: ['JSON'] },
  { name: 'an array', send: (text) => `[${text}]`, then: 'held', says: ['object'] },
  { name: 'a text', send: (text) => JSON.stringify(text), then: 'held', says: ['object'] },
  { name: 'a number', send: () => '4711', then: 'held', says: ['object'] },
  { name: 'null', send: () => 'null', then: 'held', says: ['object'] },
  { name: 'true', send: () => 'true', then: 'held', says: ['object'] },
  { name: 'truncated by one', send: (text) => text.slice(0, -1), then: 'held', says: ['JSON'] },
  { name: 'truncated in the secret', send: (text) => text.slice(0, Math.max(text.indexOf('SECRET'), 9) + 3), then: 'held', says: ['JSON'] },
  { name: 'an opening brace', send: () => '{', then: 'held', says: ['JSON'] },
  { name: 'two documents', send: (text) => text + text, then: 'held', says: ['after'] },
  { name: 'two documents on two lines', send: (text) => `${text}\n${text}\n`, then: 'held', says: ['after'] },
  { name: 'an empty document after it', send: (text) => `${text}{}`, then: 'held', says: ['after'] },
  { name: 'text after it', send: (text) => `${text}\nsk-live-SECRET-4242 done`, then: 'held', says: ['after'] },
  { name: 'a bracket after it', send: (text) => `${text}}`, then: 'held', says: ['after'] },
  { name: 'a log line before it', send: (text) => `[info] starting\n${text}`, then: 'held', says: ['JSON'] },
  { name: 'an empty document before it', send: (text) => `{}\n${text}`, then: 'held', says: ['after'] },
  { name: 'a trailing comma', send: (text) => `${text.slice(0, -1)},}`, then: 'held', says: ['JSON'] },
  { name: 'single quotes', send: (text) => text.replaceAll('"', "'"), then: 'held', says: ['JSON'] },
  { name: 'a comment', send: (text) => `// payload\n${text}`, then: 'held', says: ['JSON'] },
  { name: 'NaN', send: (text) => text.replace('{', '{"duration":NaN,'), then: 'held', says: ['JSON'] },
  { name: 'a raw newline in a text', send: (text) => text.replace('{', '{"a":"b\nc",'), then: 'held', says: ['JSON'] },
  { name: 'a bad escape', send: (text) => text.replace('{', '{"a":"\\x41",'), then: 'held', says: ['JSON'] },
  ...CONFLICTING,
  { name: 'huge nesting without end', send: () => '['.repeat(500_000), then: 'held', says: ['JSON'] },
  { name: 'a nested array alone', send: () => nested(200_000), then: 'held' },
]

/** DESIGN 4: a PreToolUse payload without a usable tool name or input is unreadable. At other events there is nothing to hold. */
const NO_CALL: StdinRow[] = [
  { name: 'no tool_name', send: without('tool_name'), then: 'held', says: ['tool'] },
  { name: 'tool_name a number', send: changed({ tool_name: 4711 }), then: 'held', says: ['tool'] },
  { name: 'tool_name null', send: changed({ tool_name: null }), then: 'held', says: ['tool'] },
  { name: 'tool_name empty', send: changed({ tool_name: '' }), then: 'held', says: ['tool'] },
  { name: 'tool_name an array', send: changed({ tool_name: ['Bash'] }), then: 'held', says: ['tool'] },
  { name: 'no tool_input', send: without('tool_input'), then: 'held', says: ['tool'] },
  { name: 'tool_input null', send: changed({ tool_input: null }), then: 'held', says: ['tool'] },
  // For Codex the input may be any JSON (codex.md 2), so words of a command may be usable there.
  { name: 'tool_input an array', send: changed({ tool_input: ['rm', '-rf'] }), then: 'blocked' },
  { name: 'tool_input a number', send: changed({ tool_input: 4711 }), then: 'held', says: ['tool'] },
  { name: 'tool_input words', send: changed({ tool_input: 'rm -rf sk-live-SECRET-4242' }), then: 'blocked' },
  { name: 'no word about the call', send: without('tool_name', 'tool_input', 'tool_use_id'), then: 'held', says: ['tool'] },
]

export const STDIN_ROWS: readonly StdinRow[] = [...READABLE, ...UNREADABLE, ...NO_CALL]
