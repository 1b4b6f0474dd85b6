import type { Host } from '../support/payloads.mjs'
import { block, entryOf, eventNames, freshFile, inline, lineOf, members } from './install-files.expected.js'

/** Settings files as people have them, and what they are after `install` and after `uninstall`, byte for byte. */

export interface FileRow {
  name: string
  /** Undefined: no file. */
  before: string | Buffer | undefined
  /** Undefined: it is refused, and stays. */
  after?: string | Buffer
  /** After `uninstall`; absent: the bytes from before. */
  end?: string
  /** It is written, and said that the host will not load the file for something else in it. */
  dead?: boolean
  /** What is said of a refused file. */
  says?: RegExp
}

const MARK = '\ufeff'

export const fileRows = (host: Host, launcher: string): FileRow[] => {
  const all = eventNames(host)
  const pre = host === 'cursor' ? 'preToolUse' : 'PreToolUse'
  const stop = host === 'cursor' ? 'stop' : 'Stop'
  const foreign =
    host === 'cursor'
      ? { command: 'other-guard --check' }
      : { matcher: 'Bash', hooks: [{ type: 'command', command: 'other-guard --check' }] }
  const others = (...left: string[]): string[] => all.filter((event) => !left.includes(event))
  const ours = (event: string, change: object = {}, of = launcher): object => entryOf(host, event, of, change)
  const handlerOf = (entry: object): object => ('hooks' in entry ? ((entry.hooks as object[])[0] as object) : entry)
  /** What Cursor asks of a file besides the hooks, put before them where it is not there. */
  const needed = (start: string, end: string, gap = ' '): string => (host === 'cursor' ? `${start}"version":${gap}1${end}` : '')
  const inHooks = (content: string): string => `{\n${needed('  ', ',\n')}  "hooks": {\n${content}\n  }\n}\n`
  /** A root key that the host takes. */
  const known = { 'claude-code': '"z": 1', codex: '"description": "x"', cursor: '"version": 1' }[host]
  const emptied = host === 'cursor' ? '{\n  "version": 1\n}\n' : '{}\n'
  const rest = (indent = '    ', ...left: string[]): string => members(host, launcher, others(...left), indent)
  const version = host === 'cursor' ? { version: 1 } : {}

  /** A file with other settings, hooks put in as its last member, in this style. */
  const styled = (name: string, unit: string, eol: string, end: string, mark = '', dead = false): FileRow => {
    const more = host === 'codex' ? '' : `,${eol}${unit}"list": [1, 2.50, 1e3]`
    const head = `${mark}{${eol}${unit}"description": "opus"${more}`
    return {
      name,
      dead,
      before: `${head}${eol}}${end}`,
      after: `${head},${eol}${needed(unit, `,${eol}`)}${unit}"hooks": ${block(Object.fromEntries(all.map((event) => [event, [ours(event)]])), unit, unit, eol)}${eol}}${end}`,
    }
  }

  const shapes: FileRow[] = [
    { name: 'no file', before: undefined, after: freshFile(host, launcher) },
    { name: 'an empty file', before: '', after: freshFile(host, launcher) },
    { name: 'nothing but white space', before: ' \n\t\n', after: freshFile(host, launcher) },
    styled('two spaces', '  ', '\n', '\n'),
    styled('four spaces', '    ', '\n', '\n'),
    styled('three spaces', '   ', '\n', '\n'),
    styled('one space', ' ', '\n', '\n'),
    styled('twelve spaces', ' '.repeat(12), '\n', '\n'),
    styled('tabs', '\t', '\n', '\n'),
    styled('CRLF', '  ', '\r\n', '\r\n'),
    styled('CRLF and tabs, no last newline', '\t', '\r\n', ''),
    styled('no last newline', '  ', '\n', ''),
    styled('several last newlines', '  ', '\n', '\n\n\n'),
    styled('white space at the end', '  ', '\n', '\n  \t\n'),
    styled('a byte order mark', '  ', '\n', '\n', MARK, host !== 'claude-code'),
    styled('a byte order mark and CRLF', '    ', '\r\n', '\r\n', MARK, host !== 'claude-code'),
    {
      name: 'an empty object',
      before: '{}',
      after: inHooks(members(host, launcher, all, '    ')).slice(0, -1),
    },
    {
      name: 'an empty object with a blank in it',
      before: '{ }\n',
      after: inHooks(members(host, launcher, all, '    ')),
    },
    {
      name: 'an empty object over two lines, below blank lines',
      before: '\n\n{\n}\n',
      after: `\n\n${inHooks(members(host, launcher, all, '    '))}`,
    },
    {
      name: 'one line, without blanks',
      // Codex takes no other key at the top.
      dead: host === 'codex',
      before: '{"a":1,"b":[true,null]}',
      after: `{"a":1,"b":[true,null],${needed('', ',', '')}"hooks":${inline(Object.fromEntries(all.map((event) => [event, [ours(event)]])), '')}}`,
    },
    {
      name: 'one line, with blanks',
      // Codex takes no other key at the top.
      dead: host === 'codex',
      before: '{ "a": 1, "b": {} }\n',
      after: `{ "a": 1, "b": {}, ${needed('', ', ')}"hooks": ${inline(Object.fromEntries(all.map((event) => [event, [ours(event)]])), ' ')} }\n`,
    },
    {
      name: 'odd white space everywhere',
      // Codex takes no other key at the top.
      dead: host === 'codex',
      before: `{  "a"  :1 ,\n\n      "b" :\t[ ]\n ,"c":{"hooks":[]}\n}\n\n`,
      after: `{  "a"  :1 ,\n\n      "b" :\t[ ]\n ,"c":{"hooks":[]},${needed('', ',', '')}"hooks":${inline(Object.fromEntries(all.map((event) => [event, [ours(event)]])), '')}\n}\n\n`,
    },
    {
      name: 'escapes, other letters and odd keys',
      // Codex takes no other key at the top.
      dead: host === 'codex',
      before: '{\n  "caf\\u00e9": "\\ud83d\\ude00 ü\\/",\n  "": "",\n  "__proto__": { "hooks": 1 },\n  "constructor": 1\n}\n',
      after: `{\n  "caf\\u00e9": "\\ud83d\\ude00 ü\\/",\n  "": "",\n  "__proto__": { "hooks": 1 },\n  "constructor": 1,\n${needed('  ', ',\n')}  "hooks": {\n${members(host, launcher, all, '    ')}\n  }\n}\n`,
    },
    {
      name: 'a key that stands twice elsewhere',
      // Codex takes no other key at the top.
      dead: host === 'codex',
      before: '{\n  "a": 1,\n  "a": 2\n}\n',
      after: `{\n  "a": 1,\n  "a": 2,\n${needed('  ', ',\n')}  "hooks": {\n${members(host, launcher, all, '    ')}\n  }\n}\n`,
    },
  ]

  const foreignHooks: FileRow[] = [
    {
      name: 'hooks as an empty object, first of all',
      before: '{\n  "hooks": {},\n  ' + known + '\n}\n',
      after: `{\n  "hooks": {\n${members(host, launcher, all, '    ')}\n  },\n  ${known}\n}\n`,
    },
    {
      name: 'an empty array at an event',
      before: inHooks(`    "${pre}": []`),
      after: inHooks(`    "${pre}": [\n      ${block(ours(pre), '      ')}\n    ],\n${rest('    ', pre)}`),
    },
    {
      name: 'a hook of another tool on the same event',
      before: inHooks(`    "${pre}": [\n      ${block(foreign, '      ')}\n    ]`),
      after: inHooks(
        `    "${pre}": [\n      ${block(foreign, '      ')},\n      ${block(ours(pre), '      ')}\n    ],\n${rest('    ', pre)}`,
      ),
    },
    {
      name: 'hooks of another tool on one line each',
      before: inHooks(`    "${pre}": [${inline(foreign, ' ')}, ${inline(foreign, ' ')}],\n    "${stop}": [ ]`),
      after: inHooks(
        `    "${pre}": [${inline(foreign, ' ')}, ${inline(foreign, ' ')}, ${inline(ours(pre), ' ')}],\n    "${stop}": [\n      ${block(ours(stop), '      ')}\n    ],\n${rest('    ', pre, stop)}`,
      ),
    },
    {
      name: 'events of another tool that we do not have, and unknown ones',
      dead: host === 'cursor',
      before: inHooks(`    "Madeup": [{ "x": 1 }],\n    "other": { "y": [] }`),
      after: inHooks(`    "Madeup": [{ "x": 1 }],\n    "other": { "y": [] },\n${rest()}`),
    },
    {
      name: 'a tool whose name begins like ours',
      before: inHooks(
        `    "${stop}": [\n      ${block({ ...foreign, ...(host === 'cursor' ? { command: 'my-acuvo-hooks run' } : {}) }, '      ')}\n    ]`,
      ),
      after: inHooks(
        `    "${stop}": [\n      ${block({ ...foreign, ...(host === 'cursor' ? { command: 'my-acuvo-hooks run' } : {}) }, '      ')},\n      ${block(ours(stop), '      ')}\n    ],\n${rest('    ', stop)}`,
      ),
    },
    {
      name: 'hooks on one line in a file of many',
      before: `{\n  "hooks": {"${stop}": [${inline(foreign, ' ')}]},\n  ${known}\n}\n`,
      after: `{\n  "hooks": {"${stop}": [${inline(foreign, ' ')}, ${inline(ours(stop), ' ')}], ${others(stop)
        .map((event) => `"${event}": ${inline([ours(event)], ' ')}`)
        .join(', ')}},\n  ${known}\n}\n`,
    },
    {
      name: 'foreign hooks in a file with CRLF and tabs',
      before: `{\r\n${needed('\t', ',\r\n')}\t"hooks": {\r\n\t\t"${pre}": [\r\n\t\t\t${block(foreign, '\t\t\t', '\t', '\r\n')}\r\n\t\t]\r\n\t}\r\n}`,
      after: `{\r\n${needed('\t', ',\r\n')}\t"hooks": {\r\n\t\t"${pre}": [\r\n\t\t\t${block(foreign, '\t\t\t', '\t', '\r\n')},\r\n\t\t\t${block(ours(pre), '\t\t\t', '\t', '\r\n')}\r\n\t\t],\r\n${members(host, launcher, others(pre), '\t\t', '\t', '\r\n')}\r\n\t}\r\n}`,
    },
    {
      name: 'keys spelled with escapes',
      before: `{\n${needed('  ', ',\n')}  "\\u0068ooks": {\n    "${stop.slice(0, -1)}\\u00${stop.charCodeAt(3).toString(16)}": []\n  }\n}\n`,
      after: `{\n${needed('  ', ',\n')}  "\\u0068ooks": {\n    "${stop.slice(0, -1)}\\u00${stop.charCodeAt(3).toString(16)}": [\n      ${block(ours(stop), '      ')}\n    ],\n${rest('    ', stop)}\n  }\n}\n`,
    },
  ]

  const withUs = { ...(host === 'cursor' ? {} : { type: 'command' }), command: `other-guard && ${lineOf(host, stop, launcher)}` }
  const beside = host === 'cursor' ? withUs : { hooks: [withUs] }
  foreignHooks.push({
    name: 'a command that runs another program and then us',
    before: inHooks(`    "${stop}": [\n      ${block(beside, '      ')}\n    ]`),
    after: inHooks(
      `    "${stop}": [\n      ${block(beside, '      ')},\n      ${block(ours(stop), '      ')}\n    ],\n${rest('    ', stop)}`,
    ),
  })
  if (host === 'cursor')
    foreignHooks.push({
      name: 'hooks without a version',
      before: '{\n  "hooks": {}\n}\n',
      after: `{\n  "hooks": {\n${members(host, launcher, all, '    ')}\n  },\n  "version": 1\n}\n`,
    })
  if (host === 'claude-code')
    foreignHooks.push({
      name: 'hooks that are switched off',
      dead: true,
      before: '{\n  "disableAllHooks": true\n}\n',
      after: `{\n  "disableAllHooks": true,\n  "hooks": {\n${members(host, launcher, all, '    ')}\n  }\n}\n`,
    })

  /** Files with entries of ours: after uninstall they are gone, for what stood there before is not known. */
  const own = (name: string, entries: string, end = emptied): FileRow => ({
    name,
    before: inHooks(`    "${pre}": [\n${entries}\n    ]`),
    after: inHooks(`    "${pre}": [\n      ${block(ours(pre), '      ')}\n    ],\n${rest('    ', pre)}`),
    end,
  })
  const entry = (value: object): string => `      ${block(value, '      ')}`
  const grouped = (handlers: object[], more: object = {}): object =>
    host === 'cursor' ? (handlers[0] as object) : { ...more, hooks: handlers }
  const ownEntries: FileRow[] = [
    {
      name: 'all that we write, as it is',
      before: freshFile(host, launcher),
      after: freshFile(host, launcher),
      end: host === 'cursor' ? '{\n  "version": 1\n}\n' : '{}\n',
    },
    {
      name: 'all that we write, in another order and style',
      before: JSON.stringify({ hooks: Object.fromEntries([...all].reverse().map((event) => [event, [ours(event)]])), ...version }),
      after: JSON.stringify({ hooks: Object.fromEntries([...all].reverse().map((event) => [event, [ours(event)]])), ...version }),
      end: JSON.stringify(version),
    },
    own('an entry of an older place', entry(ours(pre, {}, '/opt/old/acuvo-hooks.cjs'))),
    own('an entry of an older place with a blank', entry(ours(pre, {}, "'/opt/my old/acuvo-hooks.cjs'"))),
    own('an entry that somebody wrote by hand', entry(ours(pre, { command: `node "/opt/x/acuvo-hooks.cjs" run --host ${host}` }))),
    own('an entry by npx', entry(ours(pre, { command: 'npx -y acuvo-hooks run' }))),
    own('an entry with a shorter timeout', entry(ours(pre, { timeout: 5 }))),
    own('an entry made harmless', entry(ours(pre, { command: `${lineOf(host, pre, launcher)} || true` }))),
    own('an entry with another event', entry(ours(pre, { command: lineOf(host, stop, launcher) }))),
    own('an entry that stands there twice', `${entry(ours(pre))},\n${entry(ours(pre))}`),
    own('two entries, both old', `${entry(ours(pre, {}, '/a/acuvo-hooks'))},\n${entry(ours(pre, {}, '/b/acuvo-hooks'))}`),
    own(
      'many entries of many places',
      Array.from({ length: 5_000 }, (_none, at) => entry(ours(pre, {}, `/place-${at}/acuvo-hooks`))).join(',\n'),
    ),
    own('the good entry behind an old one', `${entry(ours(pre, {}, '/a/acuvo-hooks'))},\n${entry(ours(pre))}`),
    ...(host === 'cursor'
      ? [
          own('an entry with a matcher', entry(ours(pre, { matcher: 'Shell' }))),
          own('an entry without the switch', entry(ours(pre, { failClosed: false }))),
        ]
      : [
          own('a group with a matcher', entry({ matcher: 'Bash', ...ours(pre) })),
          own('an entry in the place of a group', entry(handlerOf(ours(pre)))),
          own('two of ours in one group', entry(grouped([handlerOf(ours(pre)), handlerOf(ours(pre, { timeout: 7 }))]))),
        ]),
    {
      name: 'an old entry between those of another tool keeps its place',
      before: inHooks(`    "${pre}": [\n${entry(foreign)},\n${entry(ours(pre, {}, '/old/acuvo-hooks'))},\n${entry(foreign)}\n    ]`),
      after: inHooks(`    "${pre}": [\n${entry(foreign)},\n${entry(ours(pre))},\n${entry(foreign)}\n    ],\n${rest('    ', pre)}`),
      end: inHooks(`    "${pre}": [\n${entry(foreign)},\n${entry(foreign)}\n    ]`),
    },
    {
      name: 'an entry of ours at an event that is not registered',
      // A group below an event that Claude Code does not have may be a misplaced guard; to Cursor any unknown event is too much.
      dead: host !== 'codex',
      before: inHooks(`    "Madeup": [\n${entry(ours(stop))}\n    ],\n    "Other": [\n${entry(foreign)},\n${entry(ours(stop))}\n    ]`),
      after: inHooks(`    "Other": [\n${entry(foreign)}\n    ],\n${rest()}`),
      end: inHooks(`    "Other": [\n${entry(foreign)}\n    ]`),
    },
    ...(host === 'cursor'
      ? []
      : [
          {
            name: 'our entry beside another in one group, started for everything',
            before: inHooks(`    "${pre}": [\n${entry({ hooks: [{ type: 'command', command: 'x' }, handlerOf(ours(pre))] })}\n    ]`),
            after: inHooks(
              `    "${pre}": [\n${entry({ hooks: [{ type: 'command', command: 'x' }, handlerOf(ours(pre))] })}\n    ],\n${rest('    ', pre)}`,
            ),
            end: inHooks(`    "${pre}": [\n${entry({ hooks: [{ type: 'command', command: 'x' }] })}\n    ]`),
          },
          {
            name: 'our entry beside another in one group with a matcher',
            before: inHooks(
              `    "${pre}": [\n${entry({ matcher: 'Bash', hooks: [handlerOf(ours(pre)), { type: 'command', command: 'x' }] })}\n    ]`,
            ),
            after: inHooks(
              `    "${pre}": [\n${entry({ matcher: 'Bash', hooks: [{ type: 'command', command: 'x' }] })},\n${entry(ours(pre))}\n    ],\n${rest('    ', pre)}`,
            ),
            end: inHooks(`    "${pre}": [\n${entry({ matcher: 'Bash', hooks: [{ type: 'command', command: 'x' }] })}\n    ]`),
          },
        ]),
  ]

  const refused: FileRow[] = [
    { name: 'a comment', before: '{\n  // mine\n  "a": 1\n}\n', says: /strict JSON \(line 2, column 3\)/ },
    { name: 'a block comment', before: '{ /* mine */ }\n', says: /strict JSON/ },
    { name: 'a trailing comma', before: '{\n  "a": 1,\n}\n', says: /strict JSON \(line 3, column 1\)/ },
    { name: 'a file that ends too early', before: '{\n  "a": [1', says: /strict JSON/ },
    { name: 'two documents', before: '{}\n{}\n', says: /strict JSON/ },
    { name: 'single quotes', before: "{'a': 1}", says: /strict JSON/ },
    { name: 'the key "hooks" twice', before: '{"hooks": {}, "hooks": {}}', says: /"hooks" twice/ },
    { name: 'the key "hooks" twice, one with an escape', before: '{"hooks": {}, "h\\u006foks": {}}', says: /"hooks" twice/ },
    { name: 'an event twice', before: `{"hooks": {"${pre}": [], "x": 1, "${pre}": []}}`, says: new RegExp(`"${pre}" twice`) },
    { name: 'hooks that are null', before: '{"hooks": null}', says: /object at "hooks"/ },
    { name: 'hooks that are an array', before: '{"hooks": []}', says: /object at "hooks"/ },
    { name: 'hooks that are a text', before: '{"hooks": "none"}', says: /object at "hooks"/ },
    { name: 'an event that is null', before: `{"hooks": {"${pre}": null}}`, says: new RegExp(`array at "hooks.${pre}"`) },
    { name: 'an event that is an object', before: `{"hooks": {"${pre}": {}}}`, says: new RegExp(`array at "hooks.${pre}"`) },
    { name: 'an event that is a text', before: `{"hooks": {"${stop}": "x"}}`, says: new RegExp(`array at "hooks.${stop}"`) },
    { name: 'an array in place of the object', before: '[]', says: /no JSON object/ },
    { name: 'a number in place of the object', before: '1', says: /no JSON object/ },
    { name: 'bytes that are not UTF-8', before: Buffer.from('{"a": "\xff"}', 'latin1'), says: /not UTF-8/ },
    { name: 'UTF-16', before: Buffer.from('\ufeff{"a": 1}', 'utf16le'), says: /not UTF-8/ },
    { name: 'a control sign in a text', before: '{"a": "\u0001"}', says: /strict JSON/ },
    { name: 'deeper than anybody reads', before: `${'['.repeat(200_000)}${']'.repeat(200_000)}`, says: /strict JSON|no JSON object/ },
  ]

  return [...shapes, ...foreignHooks, ...ownEntries, ...refused]
}
