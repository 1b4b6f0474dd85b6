import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../src/chain/answer.js'
import { conflictingKeyOf } from '../../src/input/conflicting-keys.js'
import { conflictingSpellings } from '../../src/input/spellings.js'
import { rawMember } from '../../src/input/raw-member.js'
import { pathsInArguments } from '../../hosts/shared/paths.js'
import { toAbsolute } from '../../src/paths/absolute.js'
import { realPathOf } from '../../src/paths/real.js'
import { codeWrites, mayWrite, simplified } from '../../src/protect/marks.js'
import { protectedBy } from '../../src/protect/protected-by.js'
import type { ProtocolEvent } from '../../src/protocol/event.js'
import { LONGEST_TEXT } from '../../src/shell/limits.js'
import { readShell } from '../../src/shell/read.js'
import { safeText } from '../../src/text/safe.js'

/**
 * Readers of text from outside, on texts made to hurt. Nothing here is timed: what is worse than linear does not come to an
 * end on these within the limit of any test run.
 */

const LONG = 1_000_000
const hurtful = [
  '{',
  '{\n',
  '{"',
  '{\n\n"a',
  ' ',
  '.',
  '\n',
  '\t\n',
  '"',
  '\\',
  '\\"',
  '/',
  './',
  '<',
  '</a-',
  '\u200b',
  'é',
  'C:\\',
  '\\\\',
  "'",
  '}{',
  '[',
  ':',
  '\r',
  '\u2028',
  '{\r',
  '\u001b[0m',
]

describe('text that hurts', () => {
  it.each(hurtful)('%j a million times', (part) => {
    const text = part.repeat(LONG / part.length)
    expect(readAnswer(text, 'PreToolUse')).toBeDefined()
    expect(readAnswer(`log\n${text}`, 'PreToolUse')).toBeDefined()
    expect(safeText(text).length).toBeGreaterThan(0)
    expect(toAbsolute(text, '/w', '/h').length).toBeGreaterThan(0)
    expect(toAbsolute(`${text}x`, 'C:\\w', 'C:\\h').length).toBeGreaterThan(0)
    expect(pathsInArguments({ path: text, other: text }, { cwd: '/w' })).toBeDefined()
    const json = JSON.stringify({ a: text, b: { a: text } })
    expect(conflictingKeyOf(json, JSON.parse(json))).toBeUndefined()
    expect(rawMember(Buffer.from(json), 'b')).toBeDefined()
  })
})

it('an object of a million keys, with and without a second spelling', () => {
  const many = Object.fromEntries(Array.from({ length: LONG }, (_, index) => [index % 2 === 0 ? `k${index}` : `some_key-${index}`, index]))
  expect(conflictingSpellings(many)).toBeUndefined()
  const text = JSON.stringify(many)
  expect(conflictingKeyOf(text, many)).toBeUndefined()
  expect(conflictingKeyOf(`{"k0":1,${text.slice(1)}`, many)).toBe('k0')
  expect(conflictingSpellings({ ...many, someKey1: 0 })).toEqual(['some_key-1', 'someKey1'])
})

it('a path of a million missing folders', () => {
  expect(realPathOf(`/nowhere${'/a'.repeat(LONG)}`)).toBe(`/nowhere${'/a'.repeat(LONG)}`)
  expect(realPathOf(`/nowhere${'/a/..'.repeat(LONG / 4)}/x`)).toBe('/nowhere/x')
})

const PLACES = {
  home: '/nowhere/home',
  env: { PATH: '/usr/bin' },
  roots: ['/nowhere/ws'],
  own: ['/nowhere/store'],
  pinned: ['/nowhere/ws/guard.sh'],
  program: '/nowhere/dist/acuvo-hooks.cjs',
}

const callOf = (command: string, nativeName = 'Bash'): ProtocolEvent => ({
  protocolVersion: 1,
  host: 'codex',
  event: 'PreToolUse',
  nativeEvent: 'PreToolUse',
  announcement: 'first',
  workspace: { root: '/nowhere/ws', roots: ['/nowhere/ws'], cwd: '/nowhere/ws' },
  tool:
    nativeName === 'Bash'
      ? { names: ['run_command'], nativeName, kind: 'run_command', input: { command }, command, paths: [] }
      : { names: [nativeName], nativeName, kind: 'unknown', input: { code: command }, paths: [] },
})

const hurtfulToShells = [
  ...hurtful,
  'rm ',
  'rm .acuvo;',
  'cd a;',
  'env ',
  'sudo env ',
  'xargs ',
  'eval ',
  '(',
  '$(',
  '`',
  '{',
  '{a,b}',
  '{a,',
  '[',
  '*',
  '.*/',
  'a=$a$a;',
  'a=x;a+=$a;',
  '$a',
  '"$a"',
  '${a:-',
  'for a in $a;do ',
  'if ',
  'case a in ',
  '<<E\n',
  '<<<a ',
  'a|',
  'a&&',
  '>a ',
  '> .acuvo ',
  'f(){ ',
  "bash -c '",
  'find -exec a ; ',
  'find . -delete;',
  'open(',
  "open('.acuvo',",
  '.acuvo ',
  '.claude/',
  'sed ',
  'sed -e a -i ',
  'python3 -c ".acuvo write";',
  'acuvo-hooks ',
  'node x;',
  'git rm a;',
  'cp a b;',
  'export A=1;',
  'claude;',
  '\\x41',
  '$(echo a) ',
  '"$X" .acuvo;',
  'git checkout -- .acuvo/*;',
  'git rm "*";',
  'git -c alias.a=b a;',
  'alias a="b c";a;',
  'tmux new x;',
  'node - < a;',
  'cat a|sh;',
  'cp /nowhere/dist/acuvo-hooks.cjs a;',
  'sed "w a" b;',
  'sed -i w w w ',
  'print("a");',
  '@ * * * * ',
  'bash <(echo a);',
  'powershell -c a;',
  'split a b;',
  'gzip a;',
  'for c in a b;do $c .acuvo;done;',
  '+++ a\n',
  '*** Delete File: a\n',
]

describe('shell texts that hurt', () => {
  it.each(hurtfulToShells)('%j again and again', async (part) => {
    const long = part.repeat(LONG / part.length)
    expect(readShell(long).tooLong).toBe(true)
    expect(mayWrite(simplified(long))).toBeDefined()
    expect(codeWrites(long)).toBeDefined()
    const readable = part.repeat(LONGEST_TEXT / part.length)
    expect(readShell(readable).tooLong).toBe(false)
    await protectedBy(callOf(readable), PLACES, 'deny')
    await protectedBy(callOf(`rm .acuvo; ${readable}`.slice(0, LONGEST_TEXT)), PLACES, 'deny')
    await protectedBy(callOf(long), PLACES, 'deny')
    await protectedBy(callOf(readable, 'run_code'), PLACES, 'deny')
    await protectedBy(callOf(long, 'patch_code'), PLACES, 'deny')
  })
})
