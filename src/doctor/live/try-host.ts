import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { hostOf } from '../../../hosts/index.js'
import { liveHostOf, type HookTrust, type LiveHost } from '../../../hosts/live.js'
import { nativeNameOf } from '../../../hosts/shared/rows.js'
import { isolated } from '../../live/environment.js'
import { runLive, type LiveResult } from '../../live/run-live.js'
import { makeScratch, type Scratch } from '../../live/scratch.js'
import type { LiveTry } from '../../shapes/doctor-live.js'
import { doctorLiveTexts } from '../../text/doctor-live-texts.js'
import type { FindingId } from '../../text/doctor-texts.js'
import { finding, type DoctorFinding } from '../finding.js'
import type { DoctorMachine, HostSetup, OurLine } from '../host-setup.js'
import { placeFor } from '../probes.js'
import { managerVariables, programOf } from '../versions.js'
import { askedCalls, judged, scriptOf, type Judged } from './judge.js'
import { layLines, layPolicy, linkProgram, ownersFile, placesIn, policyWith } from './throw-away.js'

/** Starts the installed program of one host, apart from everything of the person's, and sees whether it obeys. */

export interface Tried {
  live: Omit<LiveTry, 'verdict' | 'because'>
  /** Whether every call came out as the policy says; undefined: nobody can tell. */
  isObeyed?: boolean
  findings: DoctorFinding[]
}

export interface TrySetting {
  machine: DoctorMachine
  runEdited: boolean
  /** Told of each folder that is made, so that it goes with us whatever happens. */
  made: (scratch: Scratch) => void
  /** Folders of the whole machine that a host reads settings from; absent: the host's own. */
  ownerFolders?: readonly string[]
}

const TIMEOUT_MS = 120_000

/** @throws the system's error, where a folder or a port cannot be had */
export const tryHost = async (setup: HostSetup, setting: TrySetting): Promise<Tried> => {
  const { id: host, version } = setup
  const { machine, ownerFolders = hostOf(host).settings.system } = setting
  const program = programOf(host, machine)
  const named = { ...(program === undefined ? {} : { program }), ...(version === undefined ? {} : { version }) }
  const refused = (id: FindingId, parts: { file?: string } = {}): Tried => ({
    live: { host, ...named, calls: [], refused: [] },
    findings: [finding(id, { host, ...parts })],
  })
  const live = liveHostOf(host)
  if (live === undefined) return refused('live-no-way')
  if (process.platform === 'win32') return refused('live-not-apart')
  if (program === undefined) return refused('live-no-program')
  if (version === undefined) return refused('live-no-version', { file: program })
  const owners = ownersFile(ownerFolders)
  if (owners !== undefined) return refused('live-owner-settings', { file: owners })

  const trust = await trustOf(setup, live, program, setting)
  const scratch = newScratch(setting)
  const own = placesIn(scratch.folder, scratch.home)
  mkdirSync(dirname(own.store), { recursive: true })
  linkProgram(machine.places, own)
  const policy = policyWith(randomUUID().slice(0, 8))
  layPolicy(policy, scratch.project, own)
  mkdirSync(`${scratch.home}/${live.folder}`, { recursive: true })
  live.trustProject?.(scratch)
  const { lines, left } = layLines(setup, scratch, own, setting.runEdited)
  const edited = leftFindings(setup, left)
  // Without a line of ours in it the try would say nothing about one that is there.
  if (left.some((line) => isGate(line, setup)) && !lines.some((line) => isGate(line, setup)))
    return { live: { host, ...named, calls: [], refused: [], ...trust.told }, findings: [...trust.findings, ...edited] }
  const asked = askedCalls(policy, live, scratch.project)
  const env = managerVariables({ env: machine.env, home: machine.places.home })
  const result = await runLive({
    host: live,
    program,
    places: scratch,
    prompt: 'Go on.',
    script: scriptOf(asked),
    env,
    timeoutMs: TIMEOUT_MS,
  })
  const calls = judged(asked, policy, live, result, scratch.project)
  const outcome = outcomeOf({ setup, calls, result, managedPolicy: machine.places.managedPolicy })
  return {
    live: {
      host,
      ...named,
      calls: calls.map(({ hasOurReason: _reason, ...call }) => call),
      ...trust.told,
      refused: [...new Set(result.requests.filter(({ method }) => method === 'CONNECT').map(({ path }) => path))],
      durationMs: result.durationMs,
    },
    ...(outcome.isObeyed === undefined ? {} : { isObeyed: outcome.isObeyed }),
    findings: [...trust.findings, ...edited, ...outcome.findings],
  }
}

const newScratch = ({ machine, made }: TrySetting): Scratch => {
  const scratch = makeScratch(placeFor(machine))
  made(scratch)
  return scratch
}

/** The calls of the try are announced at no other event. */
const isGate = ({ entry }: OurLine, { adapter }: HostSetup): boolean => entry.event === nativeNameOf(adapter.descriptor, 'PreToolUse')

const leftFindings = ({ id: host }: HostSetup, left: readonly OurLine[]): DoctorFinding[] =>
  left.length === 0
    ? []
    : [finding('live-line-edited', { host, parts: { events: [...new Set(left.map(({ entry }) => entry.event))].join(', ') } })]

// --- what the host makes of the trust in our lines --------------------------------------------------------------

const TRUST_FINDINGS: Readonly<Record<Exclude<HookTrust['state'], 'trusted'>, FindingId>> = {
  untrusted: 'hook-not-trusted',
  outdated: 'hook-trust-outdated',
  off: 'hook-switched-off',
}

const trustOf = async (
  { id: host, version = '', files, ours }: HostSetup,
  live: LiveHost,
  program: string,
  setting: TrySetting,
): Promise<{ told: { trust?: HookTrust[] }; findings: DoctorFinding[] }> => {
  const holding = files.filter((file) => ours.some((line) => line.loads && line.file === file))
  if (live.trust === undefined || holding.length === 0) return { told: {}, findings: [] }
  const scratch = newScratch(setting)
  const model = await live.startModel({ main: [] })
  try {
    const { machine } = setting
    const variables = { ...isolated(process.env, scratch, model.origin, live.variables(scratch, model.origin)) }
    const trust = await live.trust({
      program,
      places: scratch,
      env: { ...variables, ...managerVariables({ env: machine.env, home: machine.places.home }) },
      files: holding.flatMap(({ file, level, text }) => (level === 'managed' ? [] : [{ file, level, text }])),
      states: files.flatMap(({ level, report }) => (level === 'user' ? (report.switches.trust ?? []) : [])),
    })
    return { told: { trust }, findings: trustFindings(host, trust) }
  } catch (error) {
    return { told: {}, findings: [finding('live-trust-unread', { host, parts: { version, reason: (error as Error).message } })] }
  } finally {
    await model.close()
    scratch.remove()
  }
}

const trustFindings = (host: HostSetup['id'], trust: readonly HookTrust[]): DoctorFinding[] =>
  [...new Set(trust.map(({ file }) => file))].flatMap((file) =>
    Object.entries(TRUST_FINDINGS).flatMap(([state, id]) => {
      const events = trust.filter((one) => one.file === file && one.state === state).map(({ event }) => event)
      return events.length === 0 ? [] : [finding(id, { host, file, parts: { events: events.join(', ') } })]
    }),
  )

// --- what came of it --------------------------------------------------------------------------------------------

interface Outcome {
  setup: HostSetup
  calls: readonly Judged[]
  result: LiveResult
  managedPolicy: string
}

const outcomeOf = ({ setup, calls, result, managedPolicy }: Outcome): Pick<Tried, 'isObeyed' | 'findings'> => {
  const { id: host, version = '' } = setup
  const told = (some: readonly Judged[]): Record<string, string> => ({
    version,
    calls: doctorLiveTexts.calls(some.map(({ call }) => call)),
    told: some.map((one) => (one.told === undefined ? doctorLiveTexts.toldNothing : doctorLiveTexts.told(one.told)))[0] ?? '',
  })
  const over = calls.filter(({ policy, happened }) => policy === 'forbids' && happened === 'carried-out')
  const lost = calls.filter(({ policy, happened, hasOurReason }) => policy === 'forbids' && happened === 'stopped' && !hasOurReason)
  const stopped = calls.filter(({ policy, happened }) => policy === 'allows' && happened === 'stopped')
  const missed = calls.filter(({ happened }) => happened === 'nothing')
  const disobeyed = over.length > 0 ? [finding('live-not-obeyed', { host, parts: told(over) })] : []
  const owners = lost.length + stopped.length > 0 && existsSync(managedPolicy)
  const broken = owners
    ? [finding('live-owner-policy', { host, file: managedPolicy, parts: told([...lost, ...stopped]) })]
    : [
        ...(lost.length > 0 ? [finding('live-reason-lost', { host, parts: told(lost) })] : []),
        ...(stopped.length > 0 ? [finding('live-allowed-stopped', { host, parts: told(stopped) })] : []),
      ]
  const unfinished = missed.length > 0 ? [unfinishedFinding(setup, result, told(missed))] : []
  const isObeyed = over.length > 0 || (broken.length > 0 && !owners) ? false : missed.length > 0 || owners ? undefined : true
  return { ...(isObeyed === undefined ? {} : { isObeyed }), findings: [...disobeyed, ...broken, ...unfinished] }
}

const unfinishedFinding = ({ id: host }: HostSetup, result: LiveResult, parts: Readonly<Record<string, string>>): DoctorFinding => {
  if (result.timedOut) return finding('live-not-ended', { host, parts: { ...parts, seconds: String(TIMEOUT_MS / 1000) } })
  const code = result.notStarted ?? result.signal ?? doctorLiveTexts.exit(result.exitCode ?? 0)
  return finding('live-not-run', { host, parts: { ...parts, code, said: doctorLiveTexts.told(lastWords(result)) } })
}

const lastWords = ({ stdout, stderr }: LiveResult): string =>
  (stderr.trim() === '' ? stdout : stderr).trim().split('\n').slice(-3).join(' ')
