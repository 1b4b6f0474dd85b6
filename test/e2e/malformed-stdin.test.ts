import { describe, expect, it } from 'vitest'
import { HOSTS, nativeName, payload, shellCall, type Host } from '../support/payloads.mjs'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { deliver, type Delivered, type Via } from './deliver.js'
import { expectBlocked, expectNeutral, expectUnreadable, inWorkspace, judged } from './expectations.js'
import { LINE_ROWS } from './malformed-line.rows.js'
import { STDIN_ROWS, type Payload } from './malformed-stdin.rows.js'

/**
 * What a host may write on our stdin and in the registered line, by issue 2 point 8. Before a tool call whatever cannot
 * be read is a deny where a policy applies; at every other event, and where no policy applies, it is the neutral answer.
 */

const SECRET = 'sk-live-SECRET-4242'
/** Denies every call in words of its own, so that a judged call can be told from a held one. */
const DENIES_ALL = { hooks: [{ event: 'PreToolUse', name: 'nothing may run', command: 'echo never >&2; exit 2' }] }
const OWN_DENY = 'denied by "nothing may run": never'

/** Stop and PostToolUse stand for all events where nothing is held. */
const EVENTS = ['PreToolUse', 'PostToolUse', 'Stop'] as const
type Event = (typeof EVENTS)[number]

const goodPayload = (host: Host, event: Event, root: string): Payload =>
  event === 'Stop'
    ? payload(host, event, root, { last_assistant_message: SECRET })
    : shellCall(host, root, `deploy --token ${SECRET}`, event)

/** Codex has a real pipe; the other two are Node programs, whose pipes are sockets. */
const VIA: Readonly<Record<Host, Via>> = { 'claude-code': 'socket', codex: 'pipe', cursor: 'socket' }

/** The variables that the host's documents say every hook gets. */
const envOf = (host: Host, { root, env }: Workspace): NodeJS.ProcessEnv => {
  const { CLAUDE_PROJECT_DIR: _claude, CURSOR_PROJECT_DIR: _cursor, ...bare } = env
  if (host === 'codex') return bare
  return { ...bare, CLAUDE_PROJECT_DIR: root, ...(host === 'cursor' ? { CURSOR_PROJECT_DIR: root } : {}) }
}

type Send = (text: string, payload: Payload) => string | Buffer
interface Sent {
  host: Host
  event: Event
  args: string[]
  send: Send
}
const sentTo = ({ host, event, args, send }: Sent, workspace: Workspace) => {
  const good = goodPayload(host, event, workspace.root)
  const options = { cwd: workspace.root, env: envOf(host, workspace) }
  return { line: ['run', ...args], bytes: send(JSON.stringify(good), good), options }
}
/** Over what the host itself would use. */
const handOver = (sent: Sent, workspace: Workspace): Promise<Ended> => {
  const { line, bytes, options } = sentTo(sent, workspace)
  return deliver(line, [bytes], { ...options, via: VIA[sent.host] })
}
/** The same bytes, however they come. */
const tell = (sent: Sent, workspace: Workspace): Promise<Ended> => {
  const { line, bytes, options } = sentTo(sent, workspace)
  return askProgram(line, { stdin: bytes, ...options })
}

const lineOf = (host: Host, event: Event): string[] => ['--host', host, '--event', nativeName(host, event)]

const expectOutcome = (then: 'judged' | 'held' | 'blocked', host: Host, ended: Ended, says: readonly string[] = []): void => {
  if (then === 'held') expectUnreadable(host, ended, says)
  else expectBlocked(host, ended)
  if (then === 'judged') expect(ended.stderr).toContain(OWN_DENY)
}

const expectNoSecret = ({ stdout, stderr }: Ended): void => expect(stdout + stderr).not.toMatch(/sk-live|SECRET|4242/)

/**
 * Every row is a call of every host. It comes over the host's own kind of stdin in one of them, in turn; there it is also shown what
 * is the same at other events and without a policy.
 */
const inTurn = <Row extends object>(rows: readonly Row[], host: Host): (Row & { isWhole: boolean })[] =>
  rows.map((row, index) => ({ ...row, isWhole: HOSTS[index % HOSTS.length] === host }))

describe.each(HOSTS)('stdin from %s', (host) => {
  it.concurrent.each(inTurn(STDIN_ROWS, host))('$name: $then', async ({ send, then, says, isWhole }) => {
    const at = (event: Event): Sent => ({ host, event, args: lineOf(host, event), send })
    await inWorkspace(DENIES_ALL, async (workspace) => {
      const call = await (isWhole ? handOver : tell)(at('PreToolUse'), workspace)
      expectOutcome(then, host, call, says)
      expectNoSecret(call)
      for (const event of isWhole ? (['PostToolUse', 'Stop'] as const) : []) {
        const other = await tell(at(event), workspace)
        expectNeutral(host, event, other)
        expectNoSecret(other)
      }
    })
    if (!isWhole) return
    await inWorkspace(undefined, async (workspace) => expectNeutral(host, 'PreToolUse', await tell(at('PreToolUse'), workspace)))
  })
})

describe.each(HOSTS)('the registered line of %s', (host) => {
  const other: Host = host === 'cursor' ? 'claude-code' : 'cursor'
  it.concurrent.each(inTurn(LINE_ROWS, host))('$name: $then', async ({ args, send = (text) => text, then, told, isWhole }) => {
    const at = (event: Event): Sent => ({ host, event, args: args({ host, other, event }), send })
    await inWorkspace(DENIES_ALL, async (workspace) => {
      const call = await (isWhole ? handOver : tell)(at('PreToolUse'), workspace)
      if (then === 'passed') expect(judged(host, 'PreToolUse', call), call.stderr).toMatchObject({ blocked: false, widened: false })
      else expectOutcome(then, host, call)
      expectNoSecret(call)
      if (told) expectNeutral(host, 'Stop', await tell(at('Stop'), workspace))
    })
    await inWorkspace(undefined, async (workspace) => {
      const unguarded = await tell(at('PreToolUse'), workspace)
      if (told) expectNeutral(host, 'PreToolUse', unguarded)
      expect(unguarded.exitCode, unguarded.stderr).toBe(0)
      expect(judged(host, 'PreToolUse', unguarded)).toMatchObject({ blocked: false, widened: false })
    })
  })
})

describe('where an unreadable payload is held', () => {
  const broken = async (workspace: Workspace, env: NodeJS.ProcessEnv, cwd: string): Promise<Delivered> =>
    deliver(['run', '--host', 'claude-code', '--event', 'PreToolUse'], ['{'], { cwd, env: { ...envOf('codex', workspace), ...env } })

  it("under the host's project variable, though we stand elsewhere", () =>
    inWorkspace(DENIES_ALL, async (workspace) => {
      expectUnreadable('claude-code', await broken(workspace, { CLAUDE_PROJECT_DIR: workspace.root }, workspace.base))
      expectUnreadable('cursor', await broken(workspace, { CURSOR_PROJECT_DIR: workspace.root }, workspace.base))
      expectNeutral('claude-code', 'PreToolUse', await broken(workspace, {}, workspace.base))
    }))

  it('below a workspace that has a policy', () =>
    inWorkspace(DENIES_ALL, async (workspace) => {
      workspace.write('deep/down/file', '')
      expectUnreadable('claude-code', await broken(workspace, {}, `${workspace.root}/deep/down`))
    }))

  it("under the person's own policy, and under a broken one", () =>
    inWorkspace(undefined, async (workspace) => {
      workspace.write('../home/.config/acuvo/hooks.json', '{ "hooks": [] }')
      expectUnreadable('claude-code', await broken(workspace, {}, workspace.root))
      workspace.write('../home/.config/acuvo/hooks.json', '{')
      expectUnreadable('claude-code', await broken(workspace, {}, workspace.root))
    }))
})
