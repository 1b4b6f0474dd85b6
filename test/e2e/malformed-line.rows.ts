import { nativeName, type Host } from '../support/payloads.mjs'
import { changed, without, type Payload } from './malformed-stdin.rows.js'

/**
 * Kinds of registered lines, with a good or a bad payload, each with what becomes of a PreToolUse call where a policy
 * denies everything.
 *
 * - judged: the policy's own deny, in the form of the host that really called
 * - held: could not run, exit 2
 * - blocked: one of the two
 * - passed: not about a call, so the neutral answer
 */
export interface LineRow {
  name: string
  args: (line: { host: Host; other: Host; event: string }) => string[]
  /** Default: the payload as it is. */
  send?: (text: string, payload: Payload) => string
  then: 'judged' | 'held' | 'blocked' | 'passed'
  /** Whether host and event can still be told without the line, so that other events and other workspaces are neutral. */
  told: boolean
}

const good = ({ host, event }: { host: Host; event: string }): string[] => ['--host', host, '--event', nativeName(host, event)]
const hostOnly = ({ host }: { host: Host }): string[] => ['--host', host]
const noMarks = (fields: Payload) => (): string => JSON.stringify(fields)
/** A line with the right host and this `--event`. */
const eventIs =
  (event: string) =>
  ({ host }: { host: Host }): string[] => ['--host', host, '--event', event]
const TWO_COULD = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const garbage = (): string => 'sk-live-SECRET-4242 {'

export const LINE_ROWS: readonly LineRow[] = [
  // No word about the event.
  { name: 'no --event', args: hostOnly, then: 'judged', told: true },
  { name: 'no --event, and the payload names none', args: hostOnly, send: without('hook_event_name'), then: 'held', told: false },
  { name: 'no --event, and the payload names null', args: hostOnly, send: changed({ hook_event_name: null }), then: 'held', told: false },
  {
    name: 'no --event, and the payload names a number',
    args: hostOnly,
    send: changed({ hook_event_name: 4711 }),
    then: 'held',
    told: false,
  },
  {
    name: 'no --event, an event of tomorrow',
    args: hostOnly,
    send: changed({ hook_event_name: 'BrandNewEvent' }),
    then: 'passed',
    told: false,
  },
  { name: 'no --event, not JSON', args: hostOnly, send: garbage, then: 'held', told: false },
  { name: 'no --event, empty', args: hostOnly, send: () => '', then: 'held', told: false },
  { name: 'no --event, an array', args: hostOnly, send: (text) => `[${text}]`, then: 'held', told: false },
  // A wrong word about the event.
  { name: 'a typo in --event, the payload names it', args: eventIs('PreTolUse'), then: 'judged', told: true },
  {
    name: 'a typo in --event, the payload names none',
    args: eventIs('PreTolUse'),
    send: without('hook_event_name'),
    then: 'held',
    told: false,
  },
  { name: 'a typo in --event, not JSON', args: eventIs('PreTolUse'), send: garbage, then: 'held', told: false },
  {
    name: 'the canonical name in --event, the payload names none',
    args: ({ host, event }) => ['--host', host, '--event', event],
    send: without('hook_event_name'),
    then: 'judged',
    told: true,
  },
  {
    name: 'another event in --event, the payload names its own',
    args: ({ host }) => ['--host', host, '--event', nativeName(host, 'SessionEnd')],
    then: 'judged',
    told: true,
  },
  { name: '--event without a value', args: ({ host }) => ['--host', host, '--event'], then: 'blocked', told: true },
  // Nothing or a wrong word about the host.
  { name: 'no option at all', args: () => [], then: 'judged', told: true },
  { name: 'no --host', args: ({ host, event }) => ['--event', nativeName(host, event)], then: 'judged', told: true },
  { name: 'no --host, an empty object', args: () => ['--event', 'PreToolUse'], send: noMarks({}), then: 'held', told: false },
  {
    name: 'no --host, a call without any mark of a host',
    args: () => ['--event', 'PreToolUse'],
    send: noMarks({ tool_name: 'X', tool_input: {} }),
    then: 'held',
    told: false,
  },
  { name: 'no --host, a call that two hosts could have sent', args: () => [], send: noMarks(TWO_COULD), then: 'held', told: false },
  {
    name: "another host's line, the payload tells its own",
    args: ({ other, event }) => good({ host: other, event }),
    then: 'judged',
    told: true,
  },
  { name: "another host's --host alone, the payload tells its own", args: ({ other }) => ['--host', other], then: 'judged', told: true },
  {
    name: 'a typo in --host',
    args: ({ host, event }) => ['--host', `${host}x`, '--event', nativeName(host, event)],
    then: 'blocked',
    told: true,
  },
  {
    name: 'a typo in --host, not JSON',
    args: ({ host }) => ['--host', `${host}x`, '--event', 'PreToolUse'],
    send: garbage,
    then: 'held',
    told: false,
  },
  {
    name: '--host without a value',
    args: ({ host, event }) => ['--event', nativeName(host, event), '--host'],
    then: 'blocked',
    told: true,
  },
  // Other faults of the line.
  { name: 'a typo in the name of an option', args: (line) => ['--hots', 'cursor', ...good(line)], then: 'blocked', told: true },
  { name: 'an unknown option', args: (line) => [...good(line), '--verbose'], then: 'blocked', told: true },
  { name: 'a word too many', args: (line) => [...good(line), 'now'], then: 'blocked', told: true },
  { name: 'an empty word', args: (line) => [...good(line), ''], then: 'blocked', told: true },
  { name: '--host-timeout that is no number', args: (line) => [...good(line), '--host-timeout', 'soon'], then: 'blocked', told: true },
  { name: '--host-timeout with a unit', args: (line) => [...good(line), '--host-timeout', '30s'], then: 'blocked', told: true },
  { name: '--host-timeout 0', args: (line) => [...good(line), '--host-timeout', '0'], then: 'blocked', told: true },
  { name: '--host-timeout below 0', args: (line) => [...good(line), '--host-timeout', '-5'], then: 'blocked', told: true },
  { name: '--host-timeout without a value', args: (line) => [...good(line), '--host-timeout'], then: 'blocked', told: true },
  {
    name: '--host-timeout that is no number, not JSON',
    args: (line) => [...good(line), '--host-timeout', 'soon'],
    send: garbage,
    then: 'held',
    told: true,
  },
]
