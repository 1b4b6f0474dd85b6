import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { agentVariableIn } from '../../hosts/agent-shells.js'
import { momentOf } from '../../src/log/filter.js'
import { showsUnicode } from '../../src/output/locale.js'
import { sha256 } from '../../src/store/sha256.js'
import { redacted } from '../../src/text/redacted.js'
import { mayHoldSecret } from '../../src/text/secret-hint.js'

describe('SHA-256', () => {
  it('is the one of FIPS 180-4', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it('agrees with the one of Node at every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = Array.from({ length }, (_, index) => String.fromCodePoint((index * 7919) % 0xd000)).join('')
      expect(sha256(text), String(length)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })
})

describe('redacted', () => {
  it.each([
    ['curl -u user:hunter2 https://h', 'hunter2'],
    ['curl https://user:hunter2@h/x', 'hunter2'],
    ['curl -H "Authorization: Bearer hunter2hunter2" h', 'hunter2'],
    ['mysql -u root -phunter2 db', 'hunter2'],
    ['PGPASSWORD=hunter2 psql', 'hunter2'],
    ['export API_KEY="hunter2 x"', 'hunter2'],
    ['tool --password hunter2', 'hunter2'],
    ['tool --token=hunter2', 'hunter2'],
    ['{"client_secret": "hunter2"}', 'hunter2'],
    [String.raw`{"content":"{\"password\": \"hunter2\"}"}`, 'hunter2'],
    ['aws AKIAIOSFODNN7EXAMPLE x', 'AKIAIOSFODNN7EXAMPLE'],
    [`git ghp_${'a1'.repeat(18)} x`, 'a1a1'],
    ['-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----', 'hunter2'],
    ['-----BEGIN PRIVATE KEY-----\nhunter2 and no end', 'hunter2'],
    [`x eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.hunter2 y`, 'hunter2'],
    ['smbclient -U bob%hunter2 //h/s', 'hunter2'],
    ["smbclient -U 'DOM\\\\bob%hunter2 x' //h/s", 'hunter2'],
    ['htpasswd -b .htpasswd bob hunter2', 'hunter2'],
    ['htpasswd -c -nbB bob hunter2 > .htpasswd', 'hunter2'],
    ['curl --oauth2-bearer hunter2 https://h', 'hunter2'],
    ['echo k7x2m9qp4zt8w3ny6rb1vj5h', 'k7x2m9qp'],
    ['echo K7X2M9QP4ZT8W3NY6RB1VJ5H', 'K7X2M9QP'],
    ['x sk-ant-api03-hunter2hunter2hunter2', 'hunter2'],
  ])('%s', (text, secret) => {
    const after = redacted(text)
    expect(after).not.toContain(secret)
    expect(after).toContain('[redacted]')
    expect(mayHoldSecret(text)).toBe(true)
  })

  it.each([
    'git push origin main',
    'npm test -- --author me',
    'cat src/token/authors.ts',
    'ls -la',
    'echo "https://example.com/a@b"',
    'mkdir -p src',
    'git show 0123456789abcdef0123456789abcdef01234567',
    'cat 123e4567-e89b-12d3-a456-426614174000.json',
    'psql -U postgres -d db1',
    'ls /usr/lib/python3/dist-packages/very_long_module_name_2_of_3',
    'curl -u bob https://h/100%25',
  ])('leaves %s as it is', (text) => expect(redacted(text)).toBe(text))

  it('is linear', () => {
    for (const piece of [
      'token',
      'password=',
      'a.b-',
      'eyJaaaaaaaaa.',
      '-----BEGIN PRIVATE KEY-----',
      'https://a',
      'mysql -p',
      '-u a:',
      '"',
    ])
      redacted(piece.repeat(32_000 / piece.length))
  }, 2_000)
})

describe('momentOf', () => {
  const now = Date.UTC(2026, 10, 30, 12)
  it.each<[string, number | undefined]>([
    ['90s', now - 90_000],
    ['2h', now - 7_200_000],
    ['7d', now - 604_800_000],
    ['2026-11-30T09:00:00Z', Date.UTC(2026, 10, 30, 9)],
    ['2026-11-30T09:00+01:00', Date.UTC(2026, 10, 30, 8)],
    ['2026-11-30', new Date(2026, 10, 30).getTime()],
    ['2h30m', undefined],
    ['-2h', undefined],
    ['2026-11-31', undefined],
    ['2026-02-30T10:00', undefined],
    ['2026-02-30T10:00Z', undefined],
    ['now', undefined],
    ['', undefined],
  ])('%s', (text, moment) => expect(momentOf(text, now)).toBe(moment))
})

describe('which shell and locale it is', () => {
  it.each([
    [{ LC_ALL: 'C', LANG: 'en_GB.UTF-8' }, false],
    [{ LC_ALL: '', LANG: 'en_GB.utf8' }, true],
    [{ LC_CTYPE: 'UTF-8' }, true],
    [{}, false],
  ])('%j', (env, unicode) => expect(showsUnicode(env, 'linux')).toBe(unicode))

  it.each([
    [{ CLAUDECODE: '1' }, 'CLAUDECODE'],
    [{ CODEX_SANDBOX: 'seatbelt' }, 'CODEX_SANDBOX'],
    [{ CURSOR_AGENT: '1' }, 'CURSOR_AGENT'],
    [{ CLAUDECODE: '', CODEX_HOME: '/x', CURSOR_TRACE_ID: 'x', CLAUDE_CONFIG_DIR: '/y' }, undefined],
  ])('%j', (env, variable) => expect(agentVariableIn(env)).toBe(variable))
})
