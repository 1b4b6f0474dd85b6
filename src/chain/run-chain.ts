import { statSync } from 'node:fs'
import { join } from 'node:path'
import { nowMs } from '../clock/now.js'
import type { Hook, PolicyFile } from '../config/types.js'
import type { Log } from '../log/log.js'
import { grantedEnvironment, passedEnvironment } from '../process/passed-environment.js'
import type { Interruption } from '../process/interruption.js'
import { Scratch } from '../process/scratch.js'
import { passDecision, type Decision } from '../protocol/decision.js'
import type { ProtocolEvent, TargetPath } from '../protocol/event.js'
import { isGateEvent, isStopEvent } from '../protocol/events.js'
import { nameOfPath } from '../store/names.js'
import type { Places } from '../store/places.js'
import { causes, skippedAfterDeny, skippedTooDeep } from '../text/messages.js'
import { EventText } from './event-text.js'
import { merged, type Said } from './merge.js'
import { labelOf, onTrialSaid, outcomeOf, saidBy } from './said.js'
import { runEach, type RunOnce } from './run-each.js'
import { declaredAnswer, filledIn } from './declared.js'
import { rewriteOf, type Rejudged } from './rewrite.js'
import type { HookRun, HookRunner } from './run-hook.js'

/**
 * Runs the matched hooks one after the other, in order; the first deny ends it (DESIGN 7). Every matched hook gets
 * exactly one outcome.
 */

/** From here on a hook started the agent that started us, again and again: only gates run. */
const TOO_DEEP = 3

export interface MatchedHook {
  /** Tells it from every other hook of the call. */
  id: string
  hook: Hook
  policy: PolicyFile
  /** The target paths that it is about. */
  paths: readonly TargetPath[]
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
  /** Names of the host's variables for hooks that read the host's own payload. */
  hookVariables: readonly string[]
  /** The host's payload, with this input and output in it. */
  hostBytes: (event: ProtocolEvent) => Buffer
  /** Whether the host can run the call with another input. */
  takesRewrite: boolean
  /** Judges the call again with another input: what is still to run. @param ran ids of the hooks that did */
  rejudge: (input: Record<string, unknown>, ran: ReadonlySet<string>) => Promise<Rejudged>
  /** At a stop event: whether the agent may be sent on for this reason, once more. */
  mayGoOn: (reason: string) => boolean
  /** Whether a person is to be told this now; not what was said in the session already. */
  isNews: (mark: string) => boolean
  /** Starts commands; absent where every hook is a text. */
  runner: HookRunner | undefined
  /** Called when something ends us; the hooks that ran are ended already. */
  onInterruption: (interruption: Interruption) => void
  /** Takes what may wait until the answer is out. */
  afterAnswer: (act: () => void) => void
}

export const runChain = async (first: readonly MatchedHook[], event: ProtocolEvent, setting: ChainSetting): Promise<Decision> => {
  const chain = new Chain(event, setting, first)
  setting.afterAnswer(() => chain.scratch.remove())
  try {
    await chain.run(first)
  } finally {
    chain.unwatch()
  }
  return chain.decision
}

class Chain {
  decision: Decision = passDecision()
  readonly scratch: Scratch
  readonly unwatch: () => void
  #event: ProtocolEvent
  #text: EventText
  readonly #setting: ChainSetting
  readonly #roots: readonly string[]
  #passed: Record<string, string> | undefined
  readonly #depth: number
  readonly #ran = new Set<string>()

  constructor(event: ProtocolEvent, setting: ChainSetting, first: readonly MatchedHook[]) {
    this.#event = event
    this.#setting = setting
    this.#text = new EventText(event, setting.rawInput)
    this.scratch = new Scratch(setting.places.scratch)
    this.unwatch = setting.runner?.endGroupsWhenInterrupted(setting.onInterruption) ?? ((): void => undefined)
    this.#depth = Number(setting.env.ACUVO_DEPTH) || 0
    this.#roots = [event.workspace.root, ...event.workspace.roots, ...first.map(({ policy }) => policy.root)]
  }

  async run(first: readonly MatchedHook[]): Promise<void> {
    for (let waiting = [...first], next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      this.#ran.add(next.id)
      const skip = this.#skipOf(next)
      if (skip !== undefined) {
        await this.#skip(next, skip)
        continue
      }
      const rest = await this.#take(next, await this.#answerOf(next))
      if (rest !== undefined) waiting = [...rest]
    }
  }

  /** Why a hook is not run, and whether it counts as one that could not run. */
  #skipOf({ hook, skip }: MatchedHook): { cause: string; kind: 'denied' | 'budget' | 'deep' | 'pins' } | undefined {
    if (this.decision.verdict === 'deny') return { cause: skippedAfterDeny, kind: 'denied' }
    if (skip !== undefined) return { cause: skip, kind: 'pins' }
    if (this.#depth >= TOO_DEEP && !isGateEvent(hook.event)) return { cause: skippedTooDeep(this.#depth), kind: 'deep' }
    const isLate = hook.says === undefined && nowMs() >= this.#setting.deadline && this.decision.outcomes.length > 0
    return isLate ? { cause: causes.budget(this.#setting.budgetMs), kind: 'budget' } : undefined
  }

  async #skip(matched: MatchedHook, { cause, kind }: { cause: string; kind: 'denied' | 'budget' | 'deep' | 'pins' }): Promise<void> {
    const { hook, policy } = matched
    // One that cleans outputs runs whatever another said about them.
    if (kind !== 'pins' && kind !== 'budget' && this.#isRedactor(matched))
      return void (await this.#take(matched, await this.#answerOf(matched)))
    this.decision.outcomes.push({ hook: hook.label, file: policy.file, outcome: 'skipped', cause, durationMs: 0 })
    if (kind === 'deep') this.#setting.log.add('too_deep', `"${hook.label}" was not run: ${cause}`)
    if (kind === 'pins') this.decision.notices.push({ from: labelOf(hook), text: cause })
    const isRedactor = kind !== 'denied' && kind !== 'deep' && this.#isRedactor(matched)
    // A gate that there was no time for has not let the call through.
    if (kind === 'budget' && (isGateEvent(hook.event) || isRedactor)) this.#merge(hook, saidBy(hook, { ...failure(cause), isRedactor }))
    else if (isRedactor)
      this.decision = merged(
        this.decision,
        { ...saidBy(hook, { ...failure(cause), isRedactor }), outcome: 'passed' },
        hook.event,
        () => false,
      )
  }

  #isRedactor({ hook, policy }: MatchedHook): boolean {
    return hook.event === 'PostToolUse' && hook.command !== undefined && this.#runner.isRedactor(hook, policy.root)
  }

  get #runner(): HookRunner {
    const { runner } = this.#setting
    if (runner === undefined) throw new Error('a hook with a command among texts')
    return runner
  }

  async #answerOf(matched: MatchedHook): Promise<HookRun> {
    const { hook, policy } = matched
    const { root } = policy
    const { says } = hook
    if (says !== undefined) {
      const answer: RunOnce = (paths) => Promise.resolve({ ...declaredAnswer(says, this.#event, paths, root), durationMs: 0 })
      return runEach(matched, this.#event, answer, true)
    }
    const { runHook } = this.#runner
    const passed = (this.#passed ??= passedEnvironment(this.#setting.env, this.#roots))
    const { env, places, hostBytes, hookVariables } = this.#setting
    const granted = grantedEnvironment(env, [...(hook.env ?? []), ...(hook.stdin === 'host' ? hookVariables : [])])
    const once: RunOnce = (paths) =>
      runHook(hook, this.#text, {
        ...this.#setting,
        root,
        // A command cannot be started in a folder that is gone.
        cwd: isFolder(root) ? root : places.home,
        stateDir: stateDirOf(places, root),
        depth: this.#depth + 1,
        passed,
        granted,
        hostBytes: () => hostBytes(this.#event),
        scratch: this.scratch,
        paths,
        onlyThese: hook.each !== undefined || (isStopEvent(hook.event) && hook.paths !== undefined),
      })
    return runEach(matched, this.#event, once, false)
  }

  /** @returns the hooks that are still to run, where the call was changed */
  async #take({ hook: whole, policy, paths }: MatchedHook, run: HookRun): Promise<readonly MatchedHook[] | undefined> {
    const { log, takesRewrite, rejudge } = this.#setting
    const { instead } = whole
    const hook = instead === undefined ? whole : { ...whole, instead: filledIn(instead, this.#event, paths, policy.root) }
    for (const key of run.keysIgnored) log.add('key_ignored', `"${hook.label}" answered with "${key}", which means nothing here`)
    if (run.allows && hook.mayAllow !== true) log.add('allow_ignored', `"${hook.label}" answered allow, which counts as pass`)
    const outcome = outcomeOf(hook, policy, run)
    if (hook.mode === 'warn') {
      this.decision.outcomes.push(outcome)
      this.#merge(hook, onTrialSaid(hook, run, outcome, this.#setting))
      return undefined
    }
    const rewrite = run.rewrite === undefined ? undefined : rewriteOf(run.rewrite, this.#event)
    if (rewrite !== undefined && 'fault' in rewrite) {
      const failed: HookRun = { ...failure(causes.malformed(rewrite.fault)), ...(run.result === undefined ? {} : { result: run.result }) }
      this.decision.outcomes.push(outcomeOf(hook, policy, failed))
      this.#merge(hook, saidBy(hook, failed))
      return undefined
    }
    this.decision.outcomes.push(outcome)
    this.#merge(hook, saidBy(hook, run))
    if (rewrite === undefined || this.decision.verdict === 'deny') return undefined
    if (!takesRewrite) {
      log.add('answer_dropped', `rewrite_unsupported: ${this.#event.host} cannot take it at ${this.#event.nativeEvent}`)
      return this.#deny(rewrite.denied(labelOf(hook)))
    }
    const rejudged = await rejudge(rewrite.input, this.#ran)
    if ('denied' in rejudged) return this.#deny(rejudged.denied)
    if ('unreadable' in rejudged) return this.#deny(rewrite.unread(labelOf(hook), rejudged.unreadable))
    this.#event = rejudged.event
    this.#text = new EventText(rejudged.event)
    this.decision.input = rewrite.input
    for (const notice of rejudged.notices) this.decision.notices.push({ from: '', text: notice })
    return rejudged.rest
  }

  #deny(reason: string): undefined {
    this.decision = { ...this.decision, verdict: 'deny', reason }
    return undefined
  }

  #merge(hook: Hook, said: Said): void {
    this.decision = merged(this.decision, said, hook.event, this.#setting.mayGoOn)
    // The next hook sees what the model would.
    const { output } = this.decision
    if (output === undefined || this.#event.result === undefined || said.output === undefined) return
    const result = { ...this.#event.result, output: 'value' in output ? output.value : output.withheld }
    this.#event = { ...this.#event, result }
    this.#text = new EventText(this.#event, this.#setting.rawInput)
  }
}

const failure = (cause: string): HookRun => ({ outcome: 'failed', cause, keysIgnored: [], durationMs: 0 })

/** A hook's own folder for what it wants to remember; one a root, outside the workspace. */
const stateDirOf = (places: Places, root: string): string => join(places.store, 'hooks', nameOfPath(root))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
