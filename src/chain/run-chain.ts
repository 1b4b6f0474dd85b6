import { join } from 'node:path'
import { statSync } from 'node:fs'
import type { Hook, PolicyFile } from '../config/types.js'
import type { Log } from '../log/log.js'
import { passedEnvironment } from '../process/passed-environment.js'
import { endGroupsWhenInterrupted, type Interruption } from '../process/interruption.js'
import { Scratch } from '../process/scratch.js'
import { passDecision, type Decision, type HookOutcome } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isGateEvent, isStopEvent } from '../protocol/events.js'
import { nameOfPath } from '../store/names.js'
import type { Places } from '../store/places.js'
import { bounded, tailOf } from '../text/bounds.js'
import { couldNotRun, deniedBy, goOnSays, reportedBy, skippedAfterDeny, stoppedBecause, stopLimitReached } from '../text/messages.js'
import { safeLine, safeText } from '../text/safe.js'
import { EventText } from './event-text.js'
import { runHook, type HookRun, type HookSetting } from './run-hook.js'

/**
 * Runs the matched hooks one after the other, in order; the first deny ends it (DESIGN 7). Every matched hook gets
 * exactly one outcome.
 */

/** Characters of a hook's own words that go into a reason. */
const REASON_CHARS = 4_000
const CONTEXT_CHARS = 8_192
const TAIL_CHARS = 400
const LABEL_CHARS = 100
/** How often a stop hook may send the agent on in one turn, where the host counts. */
const STOP_ROUNDS = 3

export interface MatchedHook {
  hook: Hook
  policy: PolicyFile
  /** Why it is not run, in words for the person; absent: it runs. */
  skip?: string
}

export interface ChainSetting {
  env: Readonly<Record<string, string | undefined>>
  places: Places
  /** When the chain must be done, on the clock of `nowMs()`. */
  deadline: number
  budgetMs: number
  log: Log
  /** The bytes of the call's arguments in the payload, where they stand there as they are in the event, on one line. */
  rawInput?: Buffer | undefined
  /** Called when something ends us; the hooks that ran are ended already. */
  onInterruption: (interruption: Interruption) => void
  /** Takes what may wait until the answer is out. */
  afterAnswer: (act: () => void) => void
}

export const runChain = async (matched: readonly MatchedHook[], event: ProtocolEvent, setting: ChainSetting): Promise<Decision> => {
  const decision = passDecision()
  const scratch = new Scratch(setting.places.scratch)
  const passed = passedEnvironment(setting.env, [
    event.workspace.root,
    ...event.workspace.roots,
    ...matched.map(({ policy }) => policy.root),
  ])
  const depth = (Number(setting.env.ACUVO_DEPTH) || 0) + 1
  const text = new EventText(event, setting.rawInput)
  setting.afterAnswer(() => scratch.remove())
  const unwatch = endGroupsWhenInterrupted(setting.onInterruption)
  try {
    for (const { hook, policy, skip } of matched) {
      const skipped = decision.verdict === 'deny' ? skippedAfterDeny : skip
      if (skipped !== undefined) {
        decision.outcomes.push({ hook: hook.label, file: policy.file, outcome: 'skipped', cause: skipped, durationMs: 0 })
        if (skipped === skip) decision.notices.push({ from: bounded(safeLine(hook.label), LABEL_CHARS), text: skip })
        continue
      }
      const { root } = policy
      const hookSetting: HookSetting = {
        ...setting,
        root,
        // A command cannot be started in a folder that is gone.
        cwd: isFolder(root) ? root : setting.places.home,
        stateDir: stateDirOf(setting.places, root),
        depth,
        passed,
        scratch,
      }
      const run = await runHook(hook, text, hookSetting)
      decision.outcomes.push(outcomeOf(hook, policy, run))
      record(run, hook, setting.log)
      settle(decision, hook, event, run)
    }
  } finally {
    unwatch()
  }
  return decision
}

/** Takes what one hook said into the decision. */
const settle = (decision: Decision, hook: Hook, event: ProtocolEvent, run: HookRun): void => {
  const label = bounded(safeLine(hook.label), LABEL_CHARS)
  if (run.context !== undefined) decision.contexts.push({ from: label, text: bounded(safeText(run.context), CONTEXT_CHARS) })
  if (run.notice !== undefined) decision.notices.push({ from: label, text: bounded(safeText(run.notice), REASON_CHARS) })
  if (run.outcome === 'denied') settleDenial(decision, label, event, bounded(safeText(run.words ?? ''), REASON_CHARS))
  if (run.outcome === 'failed') {
    const failure = couldNotRun(label, safeText(run.cause ?? ''))
    if (isGateEvent(event.event) && hook.onFailure !== 'notice') deny(decision, stoppedBecause(failure, event.event))
    else decision.notices.push({ from: '', text: failure })
  }
}

const settleDenial = (decision: Decision, label: string, { event, stop }: ProtocolEvent, words: string): void => {
  if (isGateEvent(event)) return deny(decision, deniedBy(label, words, event))
  if (event === 'PostToolUse') return deny(decision, reportedBy(label, words))
  if (!isStopEvent(event)) return void decision.notices.push({ from: '', text: reportedBy(label, words) })
  const said = goOnSays(label, words)
  // A host that counts lets a hook speak up several times; a flag alone says that one did.
  const sentOnBefore = stop?.rounds === undefined ? stop?.active === true : stop.rounds >= STOP_ROUNDS
  if (sentOnBefore) decision.notices.push({ from: '', text: stopLimitReached(said) })
  else deny(decision, said)
}

const deny = (decision: Decision, reason: string): void => {
  decision.verdict = 'deny'
  decision.reason = reason
}

const outcomeOf = (hook: Hook, policy: PolicyFile, { outcome, cause, result, durationMs }: HookRun): HookOutcome => {
  const tail =
    result === undefined
      ? ''
      : tailOf(
          safeText(
            [result.stdout, result.stderr]
              .map((text) => text.trim())
              .filter(Boolean)
              .join('\n'),
          ),
          TAIL_CHARS,
        )
  return {
    hook: hook.label,
    file: policy.file,
    outcome,
    ...(cause === undefined ? {} : { cause }),
    ...(result?.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result?.signal === undefined ? {} : { signal: result.signal }),
    durationMs,
    ...(tail === '' ? {} : { outputTail: tail }),
  }
}

const record = (run: HookRun, hook: Hook, log: Log): void => {
  if (run.allowIgnored) log.add('allow_ignored', `"${hook.label}" answered allow, which counts as pass`)
  for (const key of run.keysIgnored) log.add('key_ignored', `"${hook.label}" answered with "${key}", which means nothing here`)
}

/** A hook's own folder for what it wants to remember; one a root, outside the workspace. */
const stateDirOf = (places: Places, root: string): string => join(places.store, 'hooks', nameOfPath(root))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
