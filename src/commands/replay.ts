import { readFileSync } from 'node:fs'
import { nowMs } from '../clock/now.js'
import { effectOf, outcomeLine, outcomeOf } from '../explain/outcomes.js'
import { decodePayload } from '../input/decode-payload.js'
import { Log } from '../log/log.js'
import { fitted } from '../output/fitted.js'
import { colours } from '../output/colours.js'
import { writeAnswer } from '../output/write-answer.js'
import type { HookOutcome } from '../protocol/decision.js'
import { decide, type Decided } from '../run/decide.js'
import { thisMachine } from '../run/machine.js'
import type { RunOptions } from '../run/options.js'
import type { JudgedHook } from '../run/policies.js'
import { checkTexts, EXIT, mismatches, replayTexts } from '../text/command-texts.js'
import { safeLine, safeText } from '../text/safe.js'
import { apart, startedHere } from './apart.js'
import { replayLines } from './replay-lines.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import { policyRecord, policySummary } from './policy-summary.js'

export interface ReplayOptions extends PlaceOptions {
  host?: string
  json?: boolean
  /** Payloads one a line, results too. */
  lines?: boolean
  /** Policies run as they stand, approved or not. */
  unapproved?: boolean
}

/**
 * Explains one recorded payload to a person. The hooks really run; the session counts as started in this folder.
 *
 * @param given a path, or `-` for stdin; only with `lines` it may be absent, and stdin is meant
 * @returns the exit code: 0 passed, 1 denied, 2 no such file, 3 the payload could not be read
 */
export const replay = async (
  given: string | undefined,
  { host, json, lines, unapproved = false, ...places }: ReplayOptions,
): Promise<number> => {
  const overrides = placeOverridesOf(places)
  if (typeof overrides === 'string') {
    writeAnswer(2, `${overrides}\n`)
    return EXIT.usage
  }
  if (given === undefined && lines !== true) {
    writeAnswer(2, `${replayTexts.noFile}\n`)
    return EXIT.usage
  }
  const file = given ?? '-'
  const options: RunOptions = { places: overrides, ...(host === undefined ? {} : { host }) }
  const cleanUps: (() => void)[] = []
  const onInterruption = (): void => {
    for (const cleanUp of cleanUps) cleanUp()
    process.exit(EXIT.undecided)
  }
  const call = {
    options,
    machine: apart(startedHere(await thisMachine(overrides)), cleanUps),
    unapproved,
    log: new Log(),
    onInterruption,
    afterAnswer: (act: () => void) => void cleanUps.push(act),
  }
  if (lines) {
    // Its payloads are of one session: what that remembers stays to the end.
    const perCall: (() => void)[] = []
    const tidy = (): void => {
      for (const act of perCall.splice(0)) act()
    }
    cleanUps.push(tidy)
    const afterAnswer = (act: () => void): void => void perCall.push(act)
    const exitCode = await replayLines(file, async (received) => {
      const decided = await decide(received, { ...call, log: new Log(), startedAtMs: nowMs(), afterAnswer })
      tidy()
      return decided
    })
    for (const cleanUp of cleanUps) cleanUp()
    return exitCode
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    writeAnswer(2, `${checkTexts.cannotRead(file, (error as NodeJS.ErrnoException).code ?? 'unknown error')}\n`)
    return EXIT.usage
  }
  const decided = await decide(decodePayload(bytes), call)
  for (const cleanUp of cleanUps) cleanUp()
  writeAnswer(1, json ? `${JSON.stringify(document(decided), null, 2)}\n` : fitted(explanation(decided, file)))
  if (decided.unreadable) return EXIT.undecided
  return decided.verdict === 'deny' ? EXIT.denied : EXIT.fine
}

const document = (decided: Decided) => ({
  version: 1,
  host: decided.host?.id,
  nativeEvent: decided.nativeEvent,
  event: decided.event,
  why: decided.why,
  policies: decided.policies.map(policyRecord),
  hooks: decided.hooks.map(({ hook, policy, mismatch }) => ({
    hook: hook.label,
    file: policy.file,
    matched: mismatch === undefined,
    mismatch,
  })),
  outcomes: decided.decision?.outcomes ?? [],
  verdict: decided.verdict,
  reason: decided.decision?.reason,
  asks: decided.decision?.asks,
  input: decided.decision?.input,
  output: decided.decision?.output,
  receives: { stdout: decided.rendered.stdout, stderr: decided.rendered.stderr, exitCode: decided.rendered.exitCode },
  effect: effectOf(decided),
})

const explanation = (decided: Decided, file: string): string => {
  const { host, event, rendered } = decided
  const tool = event?.tool
  const lines = [
    field('payload', file),
    field('host', host === undefined ? '?' : [host.descriptor.title, event?.hostVersion, event?.surface].filter(Boolean).join(', ')),
    field('event', decided.event === undefined ? (decided.nativeEvent ?? '?') : `${decided.event.event} (${decided.event.nativeEvent})`),
    ...(decided.why === undefined
      ? []
      : [field('', decided.unreadable ? replayTexts.unreadable(decided.why) : replayTexts.noEvent(decided.why))]),
    ...(tool === undefined ? [] : [field('tool', `${safeLine(tool.nativeName)}: ${tool.names.join(', ')}`)]),
    ...(tool?.command === undefined ? [] : [field('command', safeLine(tool.command))]),
    ...(tool?.paths ?? []).map(({ path, kind }, index) => field(index === 0 ? 'paths' : '', `${safeLine(path)} (${kind})`)),
    ...(event === undefined ? [] : [field('root', event.workspace.root), field('cwd', event.workspace.cwd)]),
    ...policyLines(decided),
    ...decided.hooks.flatMap((judged, index) => hookLines(judged, outcomeOf(decided, judged), index === 0)),
    '',
    field('receives', `exit ${rendered.exitCode}`),
    field('stdout', rendered.stdout.trim() === '' ? '(nothing)' : rendered.stdout.trim()),
    field('stderr', rendered.stderr.trim() === '' ? '(nothing)' : rendered.stderr.trim()),
    field('effect', effectOf(decided)),
  ]
  return `${lines.join('\n')}\n`
}

const field = (name: string, value: string): string => `${colours.dim(name.padEnd(9))} ${value.split('\n').join(`\n${' '.repeat(10)}`)}`

const policyLines = ({ policies, event }: Decided): string[] => {
  if (policies.length === 0) return event === undefined ? [] : [field('policy', replayTexts.noPolicy)]
  return policies.flatMap((policy, index) => {
    const { isValid, line, faults } = policySummary(policy)
    const head = isValid ? `${line} (${policy.layer})` : colours.red(line)
    return [field(index === 0 ? 'policy' : '', head), ...faults.map((fault) => field('', fault))]
  })
}

const hookLines = ({ hook, mismatch }: JudgedHook, outcome: HookOutcome | undefined, isFirst: boolean): string[] => {
  const name = `"${safeLine(hook.label)}"`
  const head = isFirst ? 'hooks' : ''
  if (mismatch !== undefined) return [field(head, `${colours.dim('not run')} ${name} ${mismatches[mismatch]}`)]
  if (outcome === undefined) return [field(head, `${colours.dim('not run')} ${name}`)]
  const tail = outcome.outputTail === undefined ? [] : [field('', colours.dim(safeText(outcome.outputTail).replace(/^/gm, '| ')))]
  return [field(head, outcomeLine(hook.label, outcome)), ...tail]
}
