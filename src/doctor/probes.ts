import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Approvals } from '../approval/approvals.js'
import { findPolicyFiles } from '../config/find.js'
import { sampleOf, type Sample } from '../../hosts/samples.js'
import { ourWords } from '../../hosts/settings-readers.js'
import { readAnswer, type GivenAnswer } from '../../hosts/shared/answer-reader.js'
import { nativeNameOf } from '../../hosts/shared/rows.js'
import { word } from '../install/line.js'
import { removeTemporary, temporaryFolder } from '../paths/temporary-folder.js'
import type { HostId } from '../protocol/event.js'
import { doctorTexts, type FindingId } from '../text/doctor-texts.js'
import { finding, type DoctorFinding } from './finding.js'
import { isToolGate, type DoctorMachine, type HostSetup, type OurLine } from './host-setup.js'
import { PROBE_TIMEOUT_MS, runLine, shellOf, type Ending } from './probe.js'

/**
 * Starts registered lines as their host would: a policy that nobody approved must be held, a folder without one must pass, a payload
 * that cannot be read must be refused. What runs is the line as it stands in the settings with `--store` and `--user-config` of a
 * temporary folder behind it, so that neither a record nor a person's own hooks have a part in it.
 */

export interface Probe {
  host: HostId
  event: string
  expects: 'held' | 'passed' | 'refused'
  passed: boolean
}

interface Task {
  setup: HostSetup
  line: OurLine
  expects: Probe['expects']
}

export interface ProbeSetting {
  machine: DoctorMachine
  /** Lines that are not as `install` writes them are started too. */
  runEdited: boolean
  /** Told before each. */
  starting: (host: HostId, event: string) => void
}

/** So many at a time. */
const PARALLEL = 3

export const probe = async (
  setups: readonly HostSetup[],
  { machine, runEdited, starting }: ProbeSetting,
): Promise<{ probes: Probe[]; findings: DoctorFinding[] }> => {
  const waiting = setups.flatMap((setup) => tasksOf(setup, runEdited))
  const probes: Probe[] = []
  const findings: DoctorFinding[] = []
  const base = mkdtempSync(join(placeFor(machine), 'acuvo-doctor-'))
  // What hangs once hangs every time.
  const hanging = new Set<HostId>()
  try {
    const work = async (): Promise<void> => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        if (hanging.has(task.setup.id)) continue
        starting(task.setup.id, task.line.entry.event)
        const found = await tried(task, base, machine)
        probes.push({ host: task.setup.id, event: task.line.entry.event, expects: task.expects, passed: found === undefined })
        if (found === undefined) continue
        if (found.id !== 'probe-timed-out' || !hanging.has(task.setup.id)) findings.push(found)
        if (found.id === 'probe-timed-out') hanging.add(task.setup.id)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
  } finally {
    removeTemporary(base)
  }
  const order = (one: { host?: HostId; event?: string; what?: string }): string => `${one.host ?? ''} ${one.event ?? one.what ?? ''}`
  return {
    probes: probes.sort((a, b) => (order(a) + a.expects < order(b) + b.expects ? -1 : 1)),
    findings: findings.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  }
}

/** A folder for temporary ones that no workspace's policy is about. */
export const placeFor = ({ places }: DoctorMachine): string => {
  const approvals = new Approvals(places)
  const isFree = (folder: string): boolean =>
    findPolicyFiles([folder], folder, places, approvals).every(({ layer }) => layer !== 'workspace') && isWritable(folder)
  const own = temporaryFolder()
  return [own, '/tmp', '/var/tmp'].find(isFree) ?? own
}

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The gate before a tool call in every way, its other announcements once, and the start of a session. */
const tasksOf = (setup: HostSetup, runEdited: boolean): Task[] => {
  const { descriptor } = setup.adapter
  const [gate, start] = (['PreToolUse', 'SessionStart'] as const).map((event) => nativeNameOf(descriptor, event))
  const seen = new Set<string>()
  return setup.ours
    .filter((line) => line.loads && (line.isAsInstalled || (runEdited && handsWordsOn(line))))
    .filter(({ entry: { event, command } }) => !seen.has(`${event} ${command}`) && seen.add(`${event} ${command}`))
    .flatMap((line): Task[] => {
      const { event } = line.entry
      const expected = event === gate ? EVERY : isToolGate(setup, event) ? EVERY.slice(0, 1) : event === start ? EVERY.slice(1, 2) : []
      return expected.map((expects) => ({ setup, line, expects }))
    })
}

/** Whether words behind an edited line reach our program: else what it does could not be kept apart from the real store. */
export const handsWordsOn = ({ entry: { command = '', args } }: OurLine): boolean =>
  args !== undefined || (!/(?:^|\s)#/.test(command) && ourWords(`${command} --probe 1`)?.slice(-2).join(' ') === '--probe 1')

const EVERY: readonly Probe['expects'][] = ['held', 'passed', 'refused']
const FAILED: Readonly<Record<Probe['expects'], FindingId>> = {
  held: 'probe-not-held',
  passed: 'probe-not-passed',
  refused: 'probe-not-refused',
}

/** Nothing of it may run; it would stop everything. */
const UNAPPROVED = JSON.stringify({ hooks: [{ event: 'PreToolUse', deny: 'a policy of acuvo-hooks doctor, which nobody approved' }] })
/** Cut off in the middle. */
const MALFORMED_CHARS = 40

const tried = async ({ setup, line, expects }: Task, base: string, machine: DoctorMachine): Promise<DoctorFinding | undefined> => {
  const { id: host, adapter, checkUp } = setup
  const { event, command = '', args } = line.entry
  const folder = mkdtempSync(join(base, 'probe-'))
  const [root, store] = [join(folder, 'workspace'), join(folder, 'store')]
  mkdirSync(root)
  // Where no policy applies nobody asked to be guarded, and what cannot be read passes.
  if (expects !== 'passed') {
    mkdirSync(join(root, '.acuvo'))
    writeFileSync(join(root, '.acuvo', 'hooks.json'), UNAPPROVED)
  }
  const sample = sampleFor(host, event, root)
  if (sample === undefined) return undefined
  const payload = JSON.stringify(sample.payload)
  const apart = ['--store', word(store), '--user-config', word(join(folder, 'no-hooks.json'))].join(' ')
  const whole = args === undefined ? command : [command, ...args].map(word).join(' ')
  const shell = shellOf(checkUp)
  const ending = await runLine({
    line: `${whole} ${apart}`,
    shell,
    cwd: sample.start.cwd,
    env: sample.start.env,
    home: machine.places.home,
    stdin: expects === 'refused' ? payload.slice(0, MALFORMED_CHARS) : payload,
  })
  const parts = { event, shell, seconds: String(PROBE_TIMEOUT_MS / 1000) }
  if (ending.is === 'timed-out') return finding('probe-timed-out', { host, file: line.file.file, parts })
  if (ending.is === 'not-started')
    return finding('probe-not-started', { host, file: line.file.file, parts: { ...parts, answer: ending.code } })
  const answer = readAnswer(adapter.descriptor, event, ending)
  // The machine owner's policy has its say everywhere.
  const mayStop = expects !== 'passed' || existsSync(machine.places.managedPolicy)
  const isRight = (answer.is === 'stop' && mayStop) || (answer.is === 'pass' && expects === 'passed')
  return isRight
    ? undefined
    : finding(FAILED[expects], { host, file: line.file.file, parts: { ...parts, answer: inWords(answer, ending) } })
}

const sampleFor = (host: HostId, event: string, root: string): Sample | undefined => {
  const session = `acuvo-doctor-${randomUUID()}`
  const forms = [{ command: 'true' }, { tool: 'read_file', path: 'README.md' }, { tool: 'server.tool' }, {}]
  return forms.map((form) => sampleOf({ host, event, root, session, ...form })).find((sample): sample is Sample => !('lacks' in sample))
}

const inWords = (
  answer: ReturnType<typeof readAnswer>,
  { stdout, stderr, exitCode, signal }: GivenAnswer & { signal: string | null },
): string => {
  const { answers } = doctorTexts
  const said = stderr.trim() === '' ? stdout.trim() : stderr.trim()
  const how =
    answer.is !== 'lost'
      ? answers[answer.is]
      : answer.why === 'exit'
        ? answers.exit(signal === null ? answers.code(exitCode ?? 1) : answers.signal(signal))
        : answers[answer.why]
  return how + (said === '' ? answers.saidNothing : answers.said(said))
}

export type { Ending }
