import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { DEFAULT_CONTEXT_CHARS } from '../../hosts/shared/contexts.js'
import { hostOf } from '../../hosts/index.js'
import { PinCheck } from '../approval/pins.js'
import { placeOf } from '../approval/pinned-bytes.js'
import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import { limitsAt } from '../check/limits.js'
import { budgetMs } from '../clock/deadline.js'
import { readLog, type LoggedDecision } from '../log/read.js'
import { grantedEnvironment, passedEnvironment } from '../process/passed-environment.js'
import { commandHere } from '../process/spawn-plan.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isStopEvent } from '../protocol/events.js'
import type { Decided } from '../run/decide.js'
import { hostTimeoutOf } from '../run/judge.js'
import type { Machine } from '../run/machine.js'
import type { RunOptions } from '../run/options.js'
import { matchingFor, settingsOf, type JudgedHook } from '../run/policies.js'
import type { Explained } from '../shapes/explain.js'
import { DEFAULT_STOP_LIMIT } from '../state/stops.js'
import { faultForPerson } from '../text/policy-error.js'
import { effectOf, outcomeOf } from './outcomes.js'
import { resolvedOf } from './resolved.js'
import { causeOf, matchedBy } from './why-hooks.js'
import { whyApplies } from './why-policies.js'

/** Everything that `explain` says about a decision, as one document. */

export interface ExplainedFrom {
  decided: Decided
  /** Where the payload comes from, and its bytes. */
  from: string
  bytes: Buffer
  machine: Machine
  options: RunOptions
  /** As it is, without what is said of a recorded session. */
  env: Machine['env']
  /** Whether commands were run. */
  ran: boolean
}

export const explained = async ({ decided, from, bytes, machine, options, env, ran }: ExplainedFrom): Promise<Explained> => {
  const { host, event, nativeEvent, why, unreadable, judged, decision, verdict, rendered, policies } = decided
  const hooks = event === undefined ? [] : await hookRecords(decided, event, machine, ran)
  const roots = event === undefined ? [] : rootsOf(event, policies)
  return {
    version: 1,
    payload: { from, sha256: sha256(bytes) },
    ...(host === undefined ? {} : { host: host.id }),
    ...(event?.hostVersion === undefined ? {} : { hostVersion: event.hostVersion }),
    ...(nativeEvent === undefined ? {} : { nativeEvent }),
    ...(event === undefined ? {} : { event: event.event }),
    ...(why === undefined ? {} : { why }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(event === undefined ? {} : { root: event.workspace.root, roots: event.workspace.roots, cwd: event.workspace.cwd }),
    ...(event?.tool === undefined ? {} : { tool: toolRecord(event.tool) }),
    config: event === undefined ? [] : policies.map((policy) => configRecord(policy, event)),
    absent: event === undefined ? [] : absentFrom(policies, machine),
    hooks,
    ...(event === undefined ? {} : { limits: limitsRecord(event, policies, options) }),
    droppedVariables: event === undefined ? [] : droppedFrom(env, roots),
    ...(judged?.guarded === undefined || isOverruled(judged) ? {} : { protection: protectionRecord(judged.guarded) }),
    held: [...(judged?.holding.holds ?? [])],
    stopped: judged?.denied !== undefined || (event?.event === 'PreToolUse' && hooks.some(({ notAsApproved }) => notAsApproved.length > 0)),
    ran,
    ...(verdict === undefined ? {} : { verdict }),
    ...(decision?.reason === undefined ? {} : { reason: decision.reason }),
    receives: { stdout: rendered.stdout, stderr: rendered.stderr, exitCode: rendered.exitCode },
    dropped: [...rendered.dropped],
    effect: effectOf(decided),
  }
}

/** What mends a policy passes whatever the built-in protection says. */
const isOverruled = ({ guarded, holding }: NonNullable<Decided['judged']>): boolean =>
  guarded?.verdict === 'deny' && holding.mended !== undefined

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const toolRecord = ({ nativeName, names, command, paths }: NonNullable<ProtocolEvent['tool']>): Explained['tool'] => ({
  native: nativeName,
  names: [...names],
  ...(command === undefined ? {} : { command }),
  paths: paths.map(({ path, kind }) => ({ path, kind })),
})

const protectionRecord = (guarded: NonNullable<NonNullable<Decided['judged']>['guarded']>): NonNullable<Explained['protection']> =>
  guarded.verdict === 'deny' ? { verdict: 'deny', text: guarded.reason } : { verdict: 'pass', text: guarded.notice }

const configRecord = (policy: StandingPolicy, event: ProtocolEvent): Explained['config'][number] => {
  const { file, layer, root, content, standing } = policy
  const approval = chainOf(policy)?.approvals.at(-1)
  return {
    path: file,
    layer,
    root,
    why: whyApplies(policy, event),
    ...('bytes' in content ? { hash: sha256(content.bytes) } : {}),
    state: standing.state,
    ...(approval === undefined ? {} : { approvedAt: approval.at, approvedHash: sha256(approval.policy) }),
    extends: (approval?.pinned ?? [])
      .filter((file) => file.extends === true)
      .map(({ path }) => placeOf(path, layer === 'workspace' ? root : dirname(file))),
    hooks: chainOf(policy)?.hooks.length ?? 0,
    errors: [
      ...('errors' in standing ? (standing.errors ?? []).map(faultForPerson) : []),
      ...(standing.state === 'refused' ? [`${standing.recordFile} ${standing.why}`] : []),
    ],
  }
}

const absentFrom = (policies: readonly StandingPolicy[], { places }: Machine): Explained['absent'] =>
  (
    [
      ['managed', places.managedPolicy],
      ['user', places.userPolicy],
    ] as const
  )
    .filter(([layer]) => !policies.some((policy) => policy.layer === layer))
    .map(([layer, path]) => ({ path, layer }))

const rootsOf = ({ workspace }: ProtocolEvent, policies: readonly StandingPolicy[]): string[] => [
  ...new Set([workspace.root, ...workspace.roots, ...policies.map(({ root }) => root)]),
]

/** Ours are made anew for each hook. */
const droppedFrom = (env: Machine['env'], roots: readonly string[]): string[] => {
  const passed = passedEnvironment(env, roots)
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && !(name in passed) && !name.startsWith('ACUVO_'))
    .sort()
}

const limitsRecord = (event: ProtocolEvent, policies: readonly StandingPolicy[], options: RunOptions): NonNullable<Explained['limits']> => {
  const hostTimeoutMs = hostTimeoutOf(event, { options })
  const settings = settingsOf(policies)
  return {
    budgetMs: Math.min(budgetMs(event.event, hostTimeoutMs), settings.budgetMs ?? Infinity),
    hostTimeoutMs,
    contextChars: settings.contextChars ?? DEFAULT_CONTEXT_CHARS,
    ...(isStopEvent(event.event) ? { stopLimit: settings.stopLimit ?? DEFAULT_STOP_LIMIT } : {}),
    contextMax: hostOf(event.host).descriptor.contextChars,
  }
}

const hookRecords = async (decided: Decided, event: ProtocolEvent, machine: Machine, ran: boolean): Promise<Explained['hooks']> => {
  const { hooks, policies } = decided
  const matching = await matchingFor(policies, event, machine.places.home)
  const path = passedEnvironment(machine.env, rootsOf(event, policies)).PATH ?? ''
  const lastRuns = lastRunsOf(machine.places.log)
  const checks = new Map<StandingPolicy, PinCheck>()
  // Without commands run, outcomes are those of texts alone.
  const answering = { ...decided, hooks: ran ? hooks : hooks.filter(({ hook }) => hook.says !== undefined) }
  return hooks.map((judged) => {
    const { hook, policy, index, mismatch } = judged
    const place = { ...matching, root: policy.root }
    const isNear = mismatch === undefined || mismatch === 'path' || mismatch === 'command'
    const by = isNear ? matchedBy(hook, event, place) : { tools: [], paths: [], commands: [] }
    const isCommand = hook.says === undefined
    const command = isCommand ? commandHere(hook) : undefined
    const resolved = mismatch === undefined && isCommand ? resolvedOf(hook, policy, index, path) : undefined
    const outcome = ran || !isCommand ? outcomeOf(answering, judged) : undefined
    const lastRun = lastRuns.get(`${hook.label}\0${policy.file}`)
    return {
      hook: hook.label,
      file: policy.file,
      event: hook.event,
      does: hook.says?.answer ?? 'command',
      mode: hook.mode ?? 'enforce',
      matched: mismatch === undefined,
      ...(mismatch === undefined ? {} : { mismatch }),
      cause: causeOf(judged, event, by),
      ...(mismatch === undefined ? { matchedBy: by } : {}),
      paths: judged.paths.map(({ path: target }) => target),
      ...(command === undefined ? {} : { command: typeof command === 'string' ? command : [...command] }),
      ...(resolved === undefined ? {} : { resolved }),
      notAsApproved: mismatch === undefined && isCommand ? pinFaultsOf(judged, checks) : [],
      ...(isCommand && hook.background !== true ? { timeoutMs: hook.timeoutMs } : {}),
      ...(isCommand ? { onFailure: hook.onFailure } : {}),
      grants: Object.keys(grantedEnvironment(machine.env, grantsOf(judged, event))),
      limits: mismatch === undefined ? limitsAt(hook, event, policy.root) : [],
      ...(outcome === undefined ? {} : { outcome: outcomeRecord(outcome) }),
      ...(lastRun === undefined ? {} : { lastRun }),
    }
  })
}

const grantsOf = ({ hook }: JudgedHook, { host }: ProtocolEvent): string[] => [
  ...(hook.env ?? []),
  ...(hook.stdin === 'host' ? hostOf(host).hookVariables : []),
]

const outcomeRecord = ({
  outcome,
  cause,
  would,
  changed,
  exitCode,
  signal,
  durationMs,
}: NonNullable<ReturnType<typeof outcomeOf>>): NonNullable<Explained['hooks'][number]['outcome']> => ({
  outcome,
  ...(cause === undefined ? {} : { cause }),
  ...(would === undefined ? {} : { would }),
  ...(changed === undefined ? {} : { changed }),
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(signal === undefined ? {} : { signal }),
  durationMs,
})

const pinFaultsOf = ({ policy, index }: JudgedHook, checks: Map<StandingPolicy, PinCheck>): string[] => {
  const chain = chainOf(policy)
  if (chain === undefined) return []
  const check = checks.get(policy) ?? new PinCheck(chain)
  checks.set(policy, check)
  return check.faultsOf(index)
}

type LastRun = NonNullable<Explained['hooks'][number]['lastRun']>

/** The last record of each hook, by its name and file; none where the log cannot be read. */
const lastRunsOf = (log: string): Map<string, LastRun> => {
  const read = readLog(log)
  const decisions: readonly LoggedDecision[] = 'refused' in read ? [] : read.decisions
  const runs = new Map<string, LastRun>()
  for (const { at, id, outcomes } of decisions) {
    for (const { hook, file = '', outcome, durationMs } of outcomes)
      runs.set(`${hook}\0${file}`, {
        at,
        outcome,
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(id === undefined ? {} : { id }),
      })
  }
  return runs
}
