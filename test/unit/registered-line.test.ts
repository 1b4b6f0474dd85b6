import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { HOST_IDS } from '../../hosts/index.js'
import { entryWith, registeredEvents, registrationOf, settingsFile } from '../../hosts/registrations.js'
import { ourHost, runsOthers } from '../../hosts/shared/our-line.js'
import { registeredLine, windowsWord, word } from '../../src/install/line.js'

/** What is registered in each host, by the contract (DESIGN 3 and 7) and the host's documents. */

const CLAUDE_CODE = {
  SessionStart: 610,
  UserPromptSubmit: 130,
  PreToolUse: 130,
  PreSkillShellCommand: 130,
  PostToolUse: 610,
  PostToolUseFailure: 610,
  PreCompact: 130,
  SubagentStart: 130,
  SubagentStop: 610,
  Stop: 610,
  Notification: 610,
  SessionEnd: 60,
  ConfigChange: 610,
}
const CODEX = {
  SessionStart: 610,
  UserPromptSubmit: 130,
  PreToolUse: 130,
  PostToolUse: 610,
  PreCompact: 130,
  SubagentStart: 130,
  SubagentStop: 610,
  Stop: 610,
  SessionEnd: 3,
}
const CURSOR = {
  sessionStart: 610,
  beforeSubmitPrompt: 130,
  preToolUse: 130,
  beforeMCPExecution: 130,
  beforeReadFile: 130,
  beforeTabFileRead: 130,
  postToolUse: 610,
  postToolUseFailure: 610,
  afterMCPExecution: 610,
  afterTabFileEdit: 610,
  preCompact: 130,
  subagentStart: 130,
  subagentStop: 610,
  stop: 610,
  sessionEnd: 610,
}

describe.each([
  ['claude-code', CLAUDE_CODE, ['PreToolUse', 'PreSkillShellCommand'], ['PreToolUse', 'PreSkillShellCommand'], { onFailure: 'block' }],
  ['codex', CODEX, ['PreToolUse'], [], {}],
  [
    'cursor',
    CURSOR,
    ['preToolUse', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'],
    ['preToolUse', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead', 'subagentStart'],
    { failClosed: true },
  ],
])('%s', (host, seconds, wrapped, failClosed, set) => {
  const events = registeredEvents(host)

  it('has these events with these timeouts', () => {
    expect(Object.fromEntries(events.map((event) => [event.name, event.seconds]))).toEqual(seconds)
  })

  it('has the wrapper on these', () => expect(events.filter((event) => event.wrapped).map(({ name }) => name)).toEqual(wrapped))

  it("has the host's own switch on these", () => {
    for (const event of events) expect(event.set, event.name).toEqual((failClosed as string[]).includes(event.name) ? set : {})
  })
})

it('every event that is registered has a row, and none voids the file', () => {
  for (const host of HOST_IDS) expect(registeredEvents(host).map(({ name }) => name)).not.toContain('WorktreeCreate')
})

const eventOf = (host: string, name: string) => registeredEvents(host).find((event) => event.name === name) ?? expect.fail(name)
const POSIX = { scope: 'user', launcher: '/home/u/.local/share/acuvo-hooks/acuvo-hooks', platform: 'linux' } as const

describe('the line', () => {
  it('of a gate stands in the wrapper', () => {
    expect(registeredLine('codex', eventOf('codex', 'PreToolUse'), POSIX)).toBe(
      `/bin/sh -c '"$0" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }' /home/u/.local/share/acuvo-hooks/acuvo-hooks run --host codex --event PreToolUse --host-timeout 130`,
    )
  })

  it('of another event does not', () => {
    expect(registeredLine('cursor', eventOf('cursor', 'stop'), POSIX)).toBe(
      '/home/u/.local/share/acuvo-hooks/acuvo-hooks run --host cursor --event stop --host-timeout 610',
    )
  })

  it('that is shared finds the launcher by HOME', () => {
    const setting = { ...POSIX, scope: 'shared' } as const
    expect(registeredLine('claude-code', eventOf('claude-code', 'Stop'), setting)).toBe(
      `/bin/sh -c 'l="$HOME/.local/share/acuvo-hooks/acuvo-hooks"; [ -x "$l" ] || exit 0; exec "$l" "$@"' acuvo-hooks run --host claude-code --event Stop --host-timeout 610`,
    )
    expect(registeredLine('claude-code', eventOf('claude-code', 'PreToolUse'), setting)).toBe(
      `/bin/sh -c 'l="$HOME/.local/share/acuvo-hooks/acuvo-hooks"; [ -x "$l" ] || { echo "acuvo-hooks is not installed for this user; a person has to run, in this repository: npx acuvo-hooks install claude-code --scope shared" >&2; exit 2; }; "$l" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }' acuvo-hooks run --host claude-code --event PreToolUse --host-timeout 130`,
    )
  })

  it.each([
    ['claude-code', 'PreToolUse', 'C:\\Users\\a $b\\x.cmd', '"C:/Users/a \\$b/x.cmd"'],
    ['codex', 'PreToolUse', 'C:\\Users\\a b\\x.cmd', '"C:/Users/a b/x.cmd"'],
    ['cursor', 'preToolUse', 'C:\\Users\\a $b\\x.cmd', '"C:/Users/a `$b/x.cmd"'],
  ])('of %s on Windows has no sh around it', (host, name, launcher, quoted) => {
    expect(registeredLine(host, eventOf(host, name), { scope: 'user', launcher, platform: 'win32' })).toBe(
      `${quoted} run --host ${host} --event ${name} --host-timeout 130`,
    )
  })
})

describe('a word', () => {
  const AWKWARD = [
    '/plain/path',
    "/it's",
    '/a b',
    '/$HOME',
    '/`id`',
    '/a"b',
    '/a\\b',
    "/a\\'b",
    "/'",
    '/a\nb',
    '/a!b',
    '/a*?[b]',
    '/~',
    '/é',
    '/a;b&c|d',
    "/''\\\\",
  ]

  it.each(['sh', 'bash'])('is one word for %s whatever stands in it', (shell) => {
    for (const text of AWKWARD) expect(execFileSync(shell, ['-c', `printf %s ${word(text)}`]).toString()).toBe(text)
  })

  it('has no backslash in single quotes, where fish would read it', () => {
    for (const text of AWKWARD) expect(word(text).replace(/\\['\\]/g, '')).not.toContain('\\')
  })

  it('on Windows keeps what cmd cannot be told', () => expect(windowsWord('C:\\a%b', 'cmd')).toBe('"C:/a%b"'))
})

it('every line that we write is told to be ours, and for which host', () => {
  for (const host of HOST_IDS) {
    for (const event of registeredEvents(host)) {
      for (const launcher of ['/h/acuvo-hooks', "/it's a $home/acuvo-hooks"])
        for (const scope of ['user', 'shared'] as const)
          expect(ourHost(registeredLine(host, event, { scope, launcher, platform: 'linux' })), `${host} ${event.name} ${scope}`).toBe(host)
      const onWindows = registeredLine(host, event, { scope: 'user', launcher: 'C:\\Users\\a b\\acuvo-hooks.cmd', platform: 'win32' })
      expect(ourHost(onWindows)).toBe(host)
    }
  }
})

describe('another program beside us in one command', () => {
  it.each([
    ['acuvo-hooks run', false],
    [registeredLine('codex', eventOf('codex', 'PreToolUse'), POSIX), false],
    [registeredLine('codex', eventOf('codex', 'PreToolUse'), { ...POSIX, scope: 'shared' }), false],
    [registeredLine('codex', eventOf('codex', 'Stop'), { ...POSIX, scope: 'shared' }), false],
    ['/x/acuvo-hooks run || true', false],
    ['/x/acuvo-hooks run; exit 0', false],
    ['/x/acuvo-hooks run 2>&1 >/dev/null', false],
    ['cd /x && A=1 timeout 5 node ./acuvo-hooks.cjs run', false],
    ['if acuvo-hooks run; then exit 0; else exit 2; fi', false],
    ['other && acuvo-hooks run', true],
    ['acuvo-hooks run; other', true],
    ['acuvo-hooks run | tee log', true],
    ['A=1 other; acuvo-hooks run', true],
    ["sh -c 'other; acuvo-hooks run'", true],
    ['timeout 5 other; acuvo-hooks run', true],
    ['acuvo-hooks run\nother', true],
  ])('%s', (command, others) => expect(runsOthers(command)).toBe(others))
})

describe('the file', () => {
  it.each([
    ['claude-code', 'user', {}, '/h/.claude/settings.json'],
    ['claude-code', 'user', { CLAUDE_CONFIG_DIR: '/c' }, '/c/settings.json'],
    ['claude-code', 'local', { CLAUDE_CONFIG_DIR: '/c' }, '/w/.claude/settings.local.json'],
    ['claude-code', 'shared', {}, '/w/.claude/settings.json'],
    ['codex', 'user', {}, '/h/.codex/hooks.json'],
    ['codex', 'user', { CODEX_HOME: '/c' }, '/c/hooks.json'],
    ['codex', 'local', {}, '/w/.codex/hooks.json'],
    ['cursor', 'user', { CURSOR_DATA_DIR: '/c' }, '/h/.cursor/hooks.json'],
    ['cursor', 'shared', {}, '/w/.cursor/hooks.json'],
  ] as const)('of %s, %s, with %j is %s', (host, scope, env, file) => {
    expect(settingsFile(registrationOf(host), scope, { env, home: '/h', workspace: '/w' })).toEqual({ file })
  })

  it('is not guessed from a relative variable', () => {
    expect(settingsFile(registrationOf('codex'), 'user', { env: { CODEX_HOME: 'c' }, home: '/h' })).toEqual({
      fault: { variable: 'CODEX_HOME' },
    })
  })
})

it('an entry has the keys of its host', () => {
  expect(entryWith(registrationOf('claude-code'), eventOf('claude-code', 'PreToolUse'), 'x')).toEqual({
    hooks: [{ type: 'command', timeout: 130, onFailure: 'block', command: 'x' }],
  })
  expect(entryWith(registrationOf('codex'), eventOf('codex', 'PreToolUse'), 'x')).toEqual({
    hooks: [{ type: 'command', timeout: 130, command: 'x' }],
  })
  expect(entryWith(registrationOf('cursor'), eventOf('cursor', 'subagentStart'), 'x')).toEqual({
    timeout: 130,
    failClosed: true,
    command: 'x',
  })
})
