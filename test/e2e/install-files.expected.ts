import type { Host } from '../support/payloads.mjs'

/**
 * What `install` writes, put together by hand from the contract and the hosts' documents: which events, in which order, with which
 * entry; and how a JSON text looks that is indented like its neighbours.
 */

/** Native event and its seconds. `gate`: in the fail-closed wrapper. `switch`: with the host's own switch. */
type Row = readonly [event: string, seconds: number, ...('gate' | 'switch')[]]

const EVENTS: Readonly<Record<Host, readonly Row[]>> = {
  'claude-code': [
    ['SessionStart', 610],
    ['UserPromptSubmit', 130],
    ['PreToolUse', 130, 'gate', 'switch'],
    ['PreSkillShellCommand', 130, 'gate', 'switch'],
    ['PostToolUse', 610],
    ['PostToolUseFailure', 610],
    ['PreCompact', 130],
    ['SubagentStart', 130],
    ['SubagentStop', 610],
    ['Stop', 610],
    ['Notification', 610],
    ['SessionEnd', 60],
    ['ConfigChange', 610],
  ],
  codex: [
    ['SessionStart', 610],
    ['UserPromptSubmit', 130],
    ['PreToolUse', 130, 'gate'],
    ['PostToolUse', 610],
    ['PreCompact', 130],
    ['SubagentStart', 130],
    ['SubagentStop', 610],
    ['Stop', 610],
    ['SessionEnd', 3],
  ],
  cursor: [
    ['sessionStart', 610],
    ['beforeSubmitPrompt', 130],
    ['preToolUse', 130, 'gate', 'switch'],
    ['beforeMCPExecution', 130, 'gate', 'switch'],
    ['beforeReadFile', 130, 'gate', 'switch'],
    ['beforeTabFileRead', 130, 'gate', 'switch'],
    ['postToolUse', 610],
    ['postToolUseFailure', 610],
    ['afterMCPExecution', 610],
    ['afterTabFileEdit', 610],
    ['preCompact', 130],
    ['subagentStart', 130, 'switch'],
    ['subagentStop', 610],
    ['stop', 610],
    ['sessionEnd', 610],
  ],
}

export const eventNames = (host: Host): string[] => EVENTS[host].map(([event]) => event)

const WRAPPER = `'"$0" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }'`

/** The line of an event. @param launcher as one word of a shell */
export const lineOf = (host: Host, event: string, launcher: string): string => {
  const row = EVENTS[host].find(([name]) => name === event) as Row
  const line = `${launcher} run --host ${host} --event ${event} --host-timeout ${row[1]}`
  return row.includes('gate') ? `/bin/sh -c ${WRAPPER} ${line}` : line
}

const SWITCH: Readonly<Record<Host, object>> = { 'claude-code': { onFailure: 'block' }, codex: {}, cursor: { failClosed: true } }

/** What stands in the array of an event. @param change of the handler, for entries that are not as they should be */
export const entryOf = (host: Host, event: string, launcher: string, change: object = {}): object => {
  const row = EVENTS[host].find(([name]) => name === event) as Row
  const handler = {
    ...(host === 'cursor' ? {} : { type: 'command' }),
    timeout: row[1],
    ...(row.includes('switch') ? SWITCH[host] : {}),
    command: lineOf(host, event, launcher),
    ...change,
  }
  return host === 'cursor' ? handler : { hooks: [handler] }
}

/** A value over several lines, the first one left where it stands. */
export const block = (value: unknown, indent: string, unit = '  ', eol = '\n'): string =>
  JSON.stringify(value, null, '\u0001')
    .split('\n')
    .map((line, at) => {
      const levels = /^\u0001*/.exec(line)?.[0].length ?? 0
      return at === 0 ? line : indent + unit.repeat(levels) + line.slice(levels)
    })
    .join(eol)

/** Members `"event": [entry]` of the events, each on a line of its own, joined by commas. */
export const members = (host: Host, launcher: string, events: readonly string[], indent: string, unit = '  ', eol = '\n'): string =>
  events.map((event) => `${indent}${JSON.stringify(event)}: ${block([entryOf(host, event, launcher)], indent, unit, eol)}`).join(`,${eol}`)

/** The same on one line. `gap`: what stands behind a colon or comma. */
export const inline = (value: unknown, gap: string): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((inner) => inline(inner, gap)).join(`,${gap}`)}]`
  const parts = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${gap}${inline(inner, gap)}`)
  return `{${gap}${parts.join(`,${gap}`)}${gap}}`
}

/** A file with nothing but our entries. */
export const freshFile = (host: Host, launcher: string): string =>
  host === 'cursor'
    ? `{\n  "version": 1,\n  "hooks": {\n${members(host, launcher, eventNames(host), '    ')}\n  }\n}\n`
    : `{\n  "hooks": {\n${members(host, launcher, eventNames(host), '    ')}\n  }\n}\n`
