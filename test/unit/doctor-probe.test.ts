import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAnswer, type ReadAnswer } from '../../hosts/shared/answer-reader.js'
import { hostOf } from '../../hosts/index.js'
import { runLine as run } from '../../src/doctor/probe.js'
import { DOCTOR_FINDINGS, filled } from '../../src/text/doctor-texts.js'
import { isGoneWithin } from '../support/program.mjs'

/** Starting a line, and what its answer is worth to a host. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acuvo-probe-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (line: string, shell = '/bin/sh') => ({ line, shell, cwd: folder, env: { OWN: 'x' }, home: '/the/home', stdin: '{"a":1}' })

describe('a start', () => {
  it('sees a poor environment and all of the input', async () => {
    const ended = await run(start('cat; env | sort | cut -d= -f1 | tr "\\n" " "; echo "$PATH" "$HOME" >&2; exit 3'))
    expect(ended).toMatchObject({ is: 'ended', exitCode: 3, stderr: '/usr/bin:/bin /the/home\n' })
    expect((ended as { stdout: string }).stdout).toMatch(/^\{"a":1\}HOME OWN PATH PWD (?:SHLVL )?(?:_ )?$/)
  })

  it('that hangs is ended, with what it started', async () => {
    const ended = await run(start(`sleep 60 & echo $! > pid; sleep 60`), 1_000)
    expect(ended).toEqual({ is: 'timed-out', stdout: '' })
    expect(await isGoneWithin(Number(readFileSync(join(folder, 'pid'), 'utf8')), 5_000)).toBe(true)
  })

  it('whose child keeps the pipe open is ended too', async () => {
    expect(await run(start('sleep 60 &'), 1_000)).toEqual({ is: 'timed-out', stdout: '' })
  })

  it('that ends by a signal says so', async () => {
    expect(await run(start('kill -9 $$'))).toMatchObject({ is: 'ended', exitCode: null, signal: 'SIGKILL' })
  })

  it('in a shell that is not there is none', async () => {
    expect(await run(start('true', '/no/such/shell'))).toEqual({ is: 'not-started', code: 'ENOENT' })
  })
})

const ROWS: readonly [host: string, event: string, stdout: string, stderr: string, exitCode: number | null, is: string][] = [
  ['claude-code', 'PreToolUse', '', '', 0, 'pass'],
  ['claude-code', 'PreToolUse', '{}', '', 0, 'pass'],
  ['claude-code', 'PreToolUse', '', 'no', 2, 'stop'],
  ['claude-code', 'PreToolUse', '', '', 2, 'silent-stop'],
  ['claude-code', 'PreToolUse', '', 'no', 1, 'exit'],
  ['claude-code', 'PreToolUse', '', '', null, 'exit'],
  ['claude-code', 'PreToolUse', 'hello', '', 0, 'not-json'],
  ['claude-code', 'PreToolUse', '{"a":1}\n{"b":2}', '', 0, 'not-json'],
  ['claude-code', 'PreToolUse', '{"permissionDecision":"deny"}', '', 0, 'unknown-key'],
  [
    'claude-code',
    'PreToolUse',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}',
    '',
    0,
    'stop',
  ],
  [
    'codex',
    'PreToolUse',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":" "}}',
    '',
    0,
    'unknown-value',
  ],
  [
    'codex',
    'PreToolUse',
    '{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny","permissionDecisionReason":"r"}}',
    '',
    0,
    'unknown-value',
  ],
  [
    'codex',
    'PreToolUse',
    '{"x":1,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}',
    '',
    0,
    'unknown-key',
  ],
  ['codex', 'PreToolUse', '{"systemMessage":null}', '', 0, 'unknown-value'],
  ['codex', 'SessionStart', '', 'x', 2, 'exit'],
  ['cursor', 'preToolUse', '', '', 0, 'silent'],
  ['cursor', 'preToolUse', '{}', '', 0, 'silent'],
  ['cursor', 'preToolUse', '{"permission":"allow"}', '', 0, 'pass'],
  ['cursor', 'preToolUse', '{"permission":"deny","user_message":"r","agent_message":"r"}', '', 0, 'stop'],
  ['cursor', 'preToolUse', '{"permission":"deny","userMessage":"r"}', '', 0, 'unknown-key'],
  ['cursor', 'beforeReadFile', '{"permission":"deny","user_message":"r"}', '', 0, 'stop'],
  ['cursor', 'sessionStart', '{}', '', 0, 'pass'],
  ['cursor', 'sessionStart', '', '', 0, 'silent'],
]

it.each(ROWS)('%s %s: %s, %s, exit %s is %s', (host, event, stdout, stderr, exitCode, is) => {
  const read: ReadAnswer = readAnswer(hostOf(host).descriptor, event, { stdout, stderr, exitCode })
  expect(read.is === 'lost' ? read.why : read.is).toBe(is)
})

describe('the table of findings', () => {
  it.each(Object.entries(DOCTOR_FINDINGS))('%s says what and how to mend it', (id, { what, mend }) => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(what).toMatch(/^\S.*\S$/)
    expect(mend).toMatch(/^\S.*\S$/)
  })

  it('fills in what it is about, made harmless', () => {
    expect(filled('{host} at {events}', { host: 'h', events: 'a\u001b[31m\nb' })).not.toMatch(/[\u001b\n]/)
  })
})
