import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostOf } from '../../hosts/index.js'
import { rowOf } from '../../hosts/shared/rows.js'
import { knownKeysAt } from '../../src/config/schema.js'
import { EVENT_NAMES } from '../../src/protocol/events.js'
import { TOOL_KINDS } from '../../src/protocol/tools.js'
import { EXIT } from '../../src/text/command-texts.js'
import { EventText } from '../../src/chain/event-text.js'
import { eventVariables } from '../../src/chain/event-variables.js'

/** What the README says is what the code does. */

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const section = (heading: string): string => readme.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#+ /m)[0] ?? ''
const firstColumn = (text: string): string[] =>
  [...text.matchAll(/^\| (.+?) \|/gm)].flatMap((row) => [...(row[1] ?? '').matchAll(/`([^`]+)`/g)].map((name) => name[1] ?? ''))

describe('the tables', () => {
  it('name every key of a hook and of the file, and no other', () => {
    const now = (path: string[]): string[] => knownKeysAt(path).sort()
    expect(firstColumn(section('Keys of a hook')).sort()).toEqual(now(['hooks', '0']))
    expect(firstColumn(section('Keys of the file')).sort()).toEqual(now([]))
  })

  it('name every event and every kind of tool', () => {
    for (const event of EVENT_NAMES) expect(section('Keys of a hook')).toContain(`\`${event}\``)
    for (const kind of TOOL_KINDS) expect(section('Keys of a hook')).toContain(`\`${kind}\``)
  })

  it('name every variable that a hook can see', () => {
    const everything = eventVariables(
      new EventText({
        protocolVersion: 1,
        host: 'h',
        hostVersion: '1',
        event: 'PostToolUse',
        nativeEvent: 'n',
        announcement: 'first',
        sessionId: 's',
        agentId: 'a',
        prompt: 'p',
        workspace: { root: '/w', roots: ['/w'], cwd: '/w' },
        tool: {
          names: ['run_command'],
          nativeName: 'N',
          kind: 'run_command',
          callId: 'c',
          command: 'x',
          input: { nul: '\0' },
          paths: [{ path: '/w/a', spelled: 'a', kind: 'add' }],
        },
        result: { ok: true, error: 'e' },
        stop: { status: 'completed', rounds: 1 },
      }),
      { label: 'l', root: '/w', stateDir: '/s', depth: 1, paths: [], onlyThese: false },
      'linux',
    ).env
    const made = [...Object.keys(everything), 'ACUVO_EVENT_FILE', 'ACUVO_PATHS_FILE', 'ACUVO_TOOL_ARG_<KEY>']
    expect(firstColumn(section('What a hook sees')).sort()).toEqual(made.sort())
  })

  it('name the exit codes', () => {
    const codes = [...section('Commands and exit codes').matchAll(/^\| (\d) \| (.+) \|$/gm)].map((row) => `${row[1]} ${row[2]}`)
    expect(codes.slice(-4)).toEqual([
      expect.stringMatching(new RegExp(`^${EXIT.fine} fine`)),
      expect.stringMatching(new RegExp(`^${EXIT.denied} denied`)),
      expect.stringMatching(new RegExp(`^${EXIT.usage} wrong usage`)),
      expect.stringMatching(new RegExp(`^${EXIT.undecided} could not decide`)),
    ])
  })
})

describe('the lines to register', () => {
  const page = readFileSync(new URL('../../docs/register-by-hand.md', import.meta.url), 'utf8')
  const snippet = (host: string): { hooks: Record<string, unknown> } =>
    JSON.parse(new RegExp(`<!-- register ${host} -->\\n\`\`\`json\\n([^]*?)\`\`\``).exec(page)?.[1] ?? '') as {
      hooks: Record<string, unknown>
    }

  it.each(['claude-code', 'codex', 'cursor'])(
    'of %s name events of the host, each its own, and are closed on gates before a tool call',
    (host) => {
      for (const [nativeEvent, entries] of Object.entries(snippet(host).hooks)) {
        const row = rowOf(hostOf(host).descriptor, nativeEvent)
        expect(row, nativeEvent).toBeDefined()
        const text = JSON.stringify(entries)
        expect(text).toContain(`run --host ${host} --event ${nativeEvent} --host-timeout `)
        expect(/"timeout":(\d+)/.exec(text)?.[1]).toBe(/--host-timeout (\d+)/.exec(text)?.[1])
        expect(text.includes('exit 2; }'), nativeEvent).toBe(row?.event === 'PreToolUse')
        const closed = { 'claude-code': '"onFailure":"block"', cursor: '"failClosed":true' }[host]
        // Cursor asks for a permission before a subagent starts, too.
        const isClosed = row?.event === 'PreToolUse' || nativeEvent === 'subagentStart'
        if (closed !== undefined) expect(text.includes(closed), nativeEvent).toBe(isClosed)
      }
    },
  )
})
