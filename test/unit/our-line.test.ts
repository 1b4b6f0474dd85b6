import { describe, expect, it } from 'vitest'
import { registeredEvents, SCOPES } from '../../hosts/registrations.js'
import { isOurLine, ourHost, ourWords } from '../../hosts/settings-readers.js'
import { registeredLine } from '../../src/install/line.js'
import { HOSTS } from '../support/payloads.mjs'

const WRAPPER = `sh -c '"$0" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }'`

describe('our line, whatever is around it', () => {
  it.each([
    'acuvo-hooks run --host codex',
    '/home/me/.local/share/acuvo-hooks/acuvo-hooks run --host codex --event PreToolUse --host-timeout 130',
    '"/home/my self/.local/share/acuvo-hooks/acuvo-hooks" run --host codex',
    "'/home/me/acuvo-hooks' run --host=codex",
    '/home/my\\ self/acuvo-hooks run --host codex',
    '~/.local/share/acuvo-hooks/acuvo-hooks run --host codex',
    '"$HOME"/.local/share/acuvo-hooks/acuvo-hooks run --host codex',
    `${WRAPPER} /home/me/acuvo-hooks run --host codex --event PreToolUse --host-timeout 130`,
    `${WRAPPER} '/home/my self/acuvo-hooks' run --host codex`,
    `/bin/${WRAPPER} '/home/my self/acuvo-hooks' run --host codex`,
    'node /x/dist/acuvo-hooks.cjs run --host codex',
    'node --no-warnings "/x/dist/acuvo-hooks.cjs" run --host codex',
    '/usr/bin/env -i PATH=/bin node /x/acuvo-hooks.cjs run --host codex',
    'npx acuvo-hooks run --host codex',
    'npx -y acuvo-hooks@0.1.0 run --host codex',
    'npx --package acuvo-hooks acuvo-hooks run --host codex',
    'pnpm exec acuvo-hooks run --host codex',
    'bun x acuvo-hooks run --host codex',
    'timeout 100 acuvo-hooks run --host codex',
    'exec acuvo-hooks run --host codex',
    'FOO=1 BAR="a b" acuvo-hooks run --host codex',
    'bash -lc "acuvo-hooks run --host codex"',
    "zsh -c 'exec /x/acuvo-hooks run --host codex'",
    'sh /x/acuvo-hooks run --host codex',
    'cd /tmp && acuvo-hooks run --host codex',
    'acuvo-hooks run --host codex 2>/dev/null',
    'acuvo-hooks run --host codex || exit 2',
    '( acuvo-hooks run --host codex )',
    'if [ -x /x/acuvo-hooks ]; then /x/acuvo-hooks run --host codex; else exit 2; fi',
    'l="$HOME/.local/share/acuvo-hooks/acuvo-hooks"; [ -x "$l" ] || exit 2; exec "$l" run --host codex',
    `sh -c 'l="$HOME/.local/share/acuvo-hooks/acuvo-hooks"; [ -x "$l" ] && exec "$l" "$@"; echo "run: npx acuvo-hooks install" >&2; exit 2' acuvo-hooks run --host codex`,
    '"$(command -v acuvo-hooks)" run --host codex',
    '$(which acuvo-hooks) run --host codex',
    '"${ACUVO:-/x/acuvo-hooks}" run --host codex',
    'firejail --quiet /x/acuvo-hooks run --host codex',
    '"C:\\Users\\me\\AppData\\Local\\acuvo-hooks\\acuvo-hooks.cmd" run --host codex',
    'C:\\Users\\me\\acuvo-hooks\\acuvo-hooks.cmd run --host codex',
    "& 'C:\\Users\\me\\acuvo-hooks.cmd' run --host codex",
    '%LOCALAPPDATA%\\acuvo-hooks\\acuvo-hooks.cmd run --host codex',
    '$env:LOCALAPPDATA\\acuvo-hooks\\acuvo-hooks.cmd run --host codex',
    '\\acuvo-hooks run --host codex',
    'cmd /c "C:\\x\\acuvo-hooks.cmd" run --host codex',
    'powershell -Command "& \'C:\\x\\acuvo-hooks.cmd\' run --host codex"',
  ])('%s', (line) => {
    expect(isOurLine(line)).toBe(true)
    expect(ourHost(line)).toBe('codex')
  })

  it('as a program with arguments', () => {
    expect(ourWords('/x/acuvo-hooks', ['run', '--host', 'claude-code'])).toEqual(['--host', 'claude-code'])
    expect(isOurLine('node', ['/x/acuvo-hooks.cjs', 'run'])).toBe(true)
    expect(isOurLine('node', ['/x/guard.mjs', 'run'])).toBe(false)
  })
})

describe('a line that only speaks of us', () => {
  it.each([
    'guard.sh',
    'echo acuvo-hooks run --host codex',
    "echo 'acuvo-hooks run --host codex is installed'",
    'acuvo-hooks log --follow',
    'acuvo-hooks check',
    'cat /var/log/acuvo-hooks/run.log',
    'node guard.mjs --log acuvo-hooks.json run',
    'my-acuvo-hooks run --host codex',
    '/x/acuvo-hooks-old/guard run --host codex',
    'acuvo-hooks.bak run --host codex',
    'grep -q "acuvo-hooks run" .claude/settings.json',
    '# acuvo-hooks run --host codex',
    'guard # acuvo-hooks run --host codex',
    'test -x /x/acuvo-hooks run',
    'true /x/acuvo-hooks run --host codex',
    ': /x/acuvo-hooks run --host codex',
    'exit 0 /x/acuvo-hooks run --host codex',
    'ACUVO="acuvo-hooks run --host codex" guard',
    '',
  ])('%s', (line) => expect(isOurLine(line)).toBe(false))
})

it.each([
  ['quotes', '"'.repeat(300_001)],
  ['shells in shells', `${"sh -c '".repeat(50_000)} acuvo-hooks run`],
  ['words', 'node '.repeat(200_000) + 'acuvo-hooks run'],
  ['backslashes', '\\'.repeat(300_000) + 'acuvo-hooks run'],
])('long: %s', (_what, line) => expect(typeof isOurLine(line)).toBe('boolean'))

const LAUNCHERS = ['/home/me/.local/share/acuvo-hooks/acuvo-hooks', "/home/it's my self/acuvo-hooks", '/home/$(x) \\ "q"/acuvo-hooks']
const ON_WINDOWS = ['C:\\Users\\me\\AppData\\Local\\acuvo-hooks\\acuvo-hooks.cmd', 'C:\\Users\\my self\\acuvo-hooks.cmd']

it.each(HOSTS)('every line that is ever registered for %s', (host) => {
  for (const event of registeredEvents(host)) {
    const lines = [
      ...SCOPES.flatMap((scope) => LAUNCHERS.map((launcher) => registeredLine(host, event, { scope, launcher, platform: 'linux' }))),
      ...ON_WINDOWS.map((launcher) => registeredLine(host, event, { scope: 'user', launcher, platform: 'win32' })),
    ]
    for (const line of lines)
      expect(ourWords(line), line).toEqual(['--host', host, '--event', event.name, '--host-timeout', expect.any(String)])
  }
})
