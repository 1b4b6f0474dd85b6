import { nowMs } from '../clock/now.js'
import type { Hook, PolicyFile } from '../config/types.js'
import { passDecision, undecide, type Decision, type HookOutcome } from '../protocol/decision.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isGateEvent } from '../protocol/events.js'
import { causes, skippedAfterDeny, skippedChanged, skippedTooDeep, slowHook } from '../text/messages.js'
import { AskedHooks } from './asked-hooks.js'
import type { ChainSetting, MatchedHook } from './chain-setting.js'
import { filledIn } from './declared.js'
import { merged, type Said } from './merge.js'
import { rewriteOf, type Rewrite } from './rewrite.js'
import type { HookRun } from './run-hook.js'
import {
  allSaid,
  failure,
  labelOf,
  onTrialSaid,
  outcomeOf,
  saidBy,
  skippedOutcome,
  slowestMs,
  withChange,
  withholding,
  withoutNo,
} from './said.js'

/**
 * Runs the matched hooks one after the other, in order; the first deny ends it (DESIGN 7). Every matched hook gets
 * exactly one outcome.
 */

/** Outermost first. */
const LAYERS = ['managed', 'user', 'workspace'] as const
/** From here on a hook started the agent that started us, again and again: only gates run. */
const TOO_DEEP = 3

export const runChain = async (first: readonly MatchedHook[], event: ProtocolEvent, setting: ChainSetting): Promise<Decision> => {
  const chain = new Chain(event, setting, first)
  setting.afterAnswer(() => chain.end())
  const unwatch = setting.runner?.endHooksWhenInterrupted(setting.onInterruption)
  try {
    await chain.run(first)
  } finally {
    unwatch?.()
  }
  return withChange(chain.decision)
}

type Skip = { cause: string; kind: 'denied' | 'budget' | 'deep' | 'pins' }

class Chain {
  decision: Decision = passDecision()
  readonly #asked: AskedHooks
  readonly #setting: ChainSetting
  readonly #ran = new Map<string, { matched: MatchedHook; outcome: HookOutcome }>()

  constructor(event: ProtocolEvent, setting: ChainSetting, first: readonly MatchedHook[]) {
    this.#setting = setting
    this.#asked = new AskedHooks(event, setting, first)
  }

  /** Removes what the hooks were handed. */
  end(): void {
    this.#asked.scratch.remove()
  }

  async run(first: readonly MatchedHook[]): Promise<void> {
    for (let waiting = [...first], next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const skip = this.#skipOf(next)
      if (skip !== undefined) {
        await this.#skip(next, skip)
        continue
      }
      const rest = await this.#take(next, await this.#asked.answerOf(next))
      if (rest === undefined) continue
      const ids = new Set(rest.map(({ id }) => id))
      for (const left of waiting) if (!ids.has(left.id)) this.#note(left, skippedOutcome(left.hook, left.policy, skippedChanged))
      waiting = [...rest]
    }
  }

  /** Why a hook is not run, and whether it counts as one that could not run. */
  #skipOf({ hook, skip }: MatchedHook): Skip | undefined {
    const { tellsEachFile } = this.#setting
    if (this.decision.verdict === 'deny' && !(tellsEachFile && hook.says !== undefined)) return { cause: skippedAfterDeny, kind: 'denied' }
    if (skip !== undefined) return { cause: skip, kind: 'pins' }
    if (this.#asked.depth >= TOO_DEEP && !isGateEvent(hook.event)) return { cause: skippedTooDeep(this.#asked.depth), kind: 'deep' }
    const isLate = hook.says === undefined && nowMs() >= this.#setting.deadline && this.#ran.size > 0
    return isLate ? { cause: causes.budget(this.#setting.budgetMs), kind: 'budget' } : undefined
  }

  async #skip(matched: MatchedHook, { cause, kind }: Skip): Promise<void> {
    const { hook } = matched
    const isRedactor = this.#asked.isRedactor(matched)
    // One that cleans outputs runs whatever another said about them.
    if (isRedactor && (kind === 'denied' || kind === 'deep')) return void (await this.#take(matched, await this.#asked.answerOf(matched)))
    this.#note(matched, skippedOutcome(hook, matched.policy, cause))
    if (kind === 'deep') this.#setting.log.add('too_deep', `"${hook.label}" was not run: ${cause}`)
    if (kind === 'pins') this.decision.notices.push({ from: labelOf(hook), text: cause })
    if (hook.mode === 'warn' || (!isRedactor && kind !== 'budget')) return
    const said = saidBy(hook, withholding({ ...failure(cause), isRedactor }, hook.event))
    // A gate that there was no time for has not let the call through.
    if (kind === 'budget' && (isGateEvent(hook.event) || isRedactor)) this.#merge(hook, said)
    else if (isRedactor) this.#merge(hook, { ...said, outcome: 'passed' })
  }

  /** @returns the hooks that are still to run, where the call was changed */
  async #take(matched: MatchedHook, run: HookRun): Promise<readonly MatchedHook[] | undefined> {
    const { log, inputText } = this.#setting
    const { policy, paths } = matched
    if (this.#setting.tellsEachFile) run.ofFiles ??= []
    const { instead } = matched.hook
    const hook =
      instead === undefined ? matched.hook : { ...matched.hook, instead: filledIn(instead, this.#asked.event, paths, policy.root) }
    for (const key of run.keysIgnored) log.add('key_ignored', `"${hook.label}" answered with "${key}", which means nothing here`)
    if (run.allows && hook.mayAllow !== true) log.add('allow_ignored', `"${hook.label}" answered allow, which counts as pass`)
    const outcome = await outcomeOf(hook, policy, run)
    if (hook.mode === 'warn') {
      const said = await onTrialSaid(hook, run, outcome, this.#setting)
      this.#note(matched, outcome)
      this.#merge(hook, said)
      this.#tellIfSlow(matched, run, outcome)
      return undefined
    }
    const rewrite = run.rewrite === undefined ? undefined : rewriteOf(run.rewrite, this.#asked.event, inputText)
    if (rewrite !== undefined && 'fault' in rewrite) {
      const failed: HookRun = { ...failure(causes.malformed(rewrite.fault)), ...(run.result === undefined ? {} : { result: run.result }) }
      this.#note(matched, await outcomeOf(hook, policy, failed))
      this.#merge(hook, saidBy(hook, failed))
      return undefined
    }
    const stands = this.#saysNo(hook, run) ? await this.#unlessPassed({ ...matched, hook }, run, outcome) : run
    this.#note(matched, outcome)
    for (const said of allSaid(hook, stands)) this.#merge(hook, said)
    this.#tellIfSlow(matched, run, outcome)
    return rewrite === undefined || this.decision.verdict === 'deny'
      ? undefined
      : this.#change(matched, rewrite, run.allows === true && hook.mayAllow === true)
  }

  /** Goes on with the call as a hook changed it. */
  async #change({ hook, policy }: MatchedHook, rewrite: Rewrite, allowed: boolean): Promise<readonly MatchedHook[] | undefined> {
    const { log, takesRewrite, wasRewritten, rejudge } = this.#setting
    if (!takesRewrite) {
      // Announced once more as it was changed before: it needs no second change.
      if (wasRewritten(this.#asked.event)) return undefined
      log.add('answer_dropped', `rewrite_unsupported: ${this.#asked.event.host} cannot take it at ${this.#asked.event.nativeEvent}`)
      return this.#deny(rewrite.denied(labelOf(hook)))
    }
    const rejudged = await rejudge(rewrite.input, this.#settledFor(policy))
    if ('denied' in rejudged) {
      this.decision.input = rewrite.input
      return this.#deny(rejudged.denied)
    }
    if ('unreadable' in rejudged) return this.#deny(rewrite.unread(labelOf(hook), rejudged.unreadable))
    this.#asked.seeChanged(rejudged.event, rejudged.rest)
    this.decision.input = rewrite.input
    // What allowed the call knew another one.
    if (this.decision.verdict === 'allow' && !allowed) undecide(this.decision)
    for (const notice of rejudged.notices) this.decision.notices.push({ from: '', text: notice })
    return rejudged.rest
  }

  /** Hooks that need not see the changed call. Those of a file further out than the one that changed it do: machine, person, workspace. */
  #settledFor({ layer }: PolicyFile): ReadonlySet<string> {
    const inner = LAYERS.slice(LAYERS.indexOf(layer))
    return new Set([...this.#ran].filter(([, { matched }]) => inner.includes(matched.policy.layer)).map(([id]) => id))
  }

  #note(matched: MatchedHook, outcome: HookOutcome): void {
    this.#ran.set(matched.id, { matched, outcome })
    this.decision.outcomes = [...this.#ran.values()].map(({ outcome: one }) => one)
  }

  #saysNo({ event }: Hook, { outcome }: HookRun): boolean {
    return event === 'PreToolUse' && (outcome === 'denied' || (outcome === 'asked' && !this.#setting.takesAsk))
  }

  /** What a hook said; without its no, where a person let exactly this through. */
  async #unlessPassed({ id, hook, policy }: MatchedHook, run: HookRun, outcome: HookOutcome): Promise<HookRun> {
    const { stops, passFor, mayGoOn } = this.#setting
    if (policy.layer === 'managed') {
      stops.others = true
      return run
    }
    const stopper = { id, hook, policy, seen: this.#asked.event }
    const pass = await passFor(stopper)
    if (pass === undefined) {
      stops.stoppers.push(stopper)
      return run
    }
    outcome.passed = pass.id
    const otherwise = allSaid(hook, run).reduce((decision, said) => merged(decision, said, hook.event, mayGoOn), passDecision())
    stops.overruled.push({ stopper, outcome, ...pass, otherwise })
    return withoutNo(run)
  }

  #tellIfSlow({ hook, policy }: MatchedHook, run: HookRun, outcome: HookOutcome): void {
    const { log, isNews, takesNotice } = this.#setting
    const ms = slowestMs(hook, run)
    if (ms === undefined) return
    outcome.slow = true
    const text = slowHook(labelOf(hook), ms, hook.timeoutMs)
    log.add('slow_hook', text)
    if (takesNotice && isNews(`slow ${policy.file} ${hook.label}`)) this.decision.notices.push({ from: '', text })
  }

  #deny(reason: string): undefined {
    this.#setting.stops.others = true
    this.decision = { ...this.decision, verdict: 'deny', reason }
    return undefined
  }

  #merge(hook: Hook, said: Said): void {
    if (said.outcome === 'failed' && hook.onFailure !== 'notice') this.#setting.stops.others = true
    this.decision = merged(this.decision, said, hook.event, this.#setting.mayGoOn)
    const { output } = this.decision
    if (output === undefined || said.output === undefined) return
    // The next hook sees what the model would.
    this.#asked.seeOutput('value' in output ? output.value : output.withheld)
  }
}
