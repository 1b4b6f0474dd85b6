import { grantedEnvironment, passedEnvironment } from '../process/passed-environment.js'
import { Scratch } from '../process/scratch.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { isStopEvent } from '../protocol/events.js'
import type { ChainSetting, MatchedHook } from './chain-setting.js'
import { declaredAnswer, declaredOfFiles, fileOf } from './declared.js'
import { EventText } from './event-text.js'
import { isFolder, stateDirOf } from './hook-folders.js'
import { runEach, type RunOnce } from './run-each.js'
import type { HookRun, HookRunner } from './run-hook.js'
import { withholding } from './said.js'

/** Asks one hook after the other about the call as it stands by then: hooks before it may have changed it. */
export class AskedHooks {
  readonly scratch: Scratch
  /** How many of us stand around this one, each started by a hook of the next. */
  readonly depth: number
  /** The call as the next hook sees it. */
  event: ProtocolEvent
  #text: EventText
  readonly #setting: ChainSetting
  #roots: readonly string[]
  #passed: Record<string, string> | undefined

  constructor(event: ProtocolEvent, setting: ChainSetting, first: readonly MatchedHook[]) {
    this.event = event
    this.#setting = setting
    this.#text = new EventText(event, setting.rawInput)
    this.scratch = new Scratch(setting.places.scratch)
    this.depth = Number(setting.env.ACUVO_DEPTH) || 0
    this.#roots = rootsOf(event, first)
  }

  /** A hook changed the call. @param rest the hooks that are still to run */
  seeChanged(event: ProtocolEvent, rest: readonly MatchedHook[]): void {
    this.event = event
    this.#text = new EventText(event)
    this.#roots = [...this.#roots, ...rootsOf(event, rest)]
    this.#passed = undefined
  }

  /** A hook replaced the output: the next one sees what the model would. */
  seeOutput(output: unknown): void {
    this.event = withOutput(this.event, output)
    this.#text = new EventText(this.event, this.#setting.rawInput)
  }

  isRedactor({ hook, policy, scripts }: MatchedHook): boolean {
    return hook.event === 'PostToolUse' && hook.command !== undefined && this.#runner.isRedactor(hook, policy.root, scripts())
  }

  get #runner(): HookRunner {
    const { runner } = this.#setting
    if (runner === undefined) throw new Error('a hook with a command among texts')
    return runner
  }

  async answerOf(matched: MatchedHook): Promise<HookRun> {
    const { hook, policy, scripts } = matched
    const { root } = policy
    const { says } = hook
    const { tellsEachFile } = this.#setting
    if (says !== undefined && tellsEachFile) {
      return { ...declaredOfFiles({ ...hook, says }, this.event, matched.paths, root), durationMs: 0 }
    }
    if (says !== undefined) {
      const answer: RunOnce = (paths) => Promise.resolve({ ...declaredAnswer(says, this.event, paths, root), durationMs: 0 })
      return runEach(matched, this.event, answer, true)
    }
    const { env, places, hostBytes, hookVariables } = this.#setting
    const passed = (this.#passed ??= passedEnvironment(env, this.#roots))
    const granted = grantedEnvironment(env, [...(hook.env ?? []), ...(hook.stdin === 'host' ? hookVariables : [])])
    const once: RunOnce = async (paths, before) => {
      const event = before?.replace === undefined ? this.event : withOutput(this.event, before.replace.value)
      const text = event === this.event ? this.#text : new EventText(event, this.#setting.rawInput)
      const run = await this.#runner.runHook(hook, text, {
        ...this.#setting,
        root,
        // A command cannot be started in a folder that is gone.
        cwd: isFolder(root) ? root : places.home,
        stateDir: stateDirOf(places, root),
        depth: this.depth + 1,
        passed,
        granted,
        hostBytes: () => hostBytes(event),
        scratch: this.scratch,
        paths,
        onlyThese: hook.each !== undefined || (isStopEvent(hook.event) && hook.paths !== undefined),
        scripts: scripts(),
      })
      const [target] = paths
      const ofFiles =
        tellsEachFile && hook.each !== undefined && target !== undefined
          ? [{ path: fileOf(target, event), words: run.words ?? '' }]
          : undefined
      return withholding(ofFiles === undefined ? run : { ...run, ofFiles }, hook.event)
    }
    const run = await runEach(matched, this.event, once, false, tellsEachFile)
    return run.isRedactor === undefined && run.outcome === 'failed'
      ? withholding({ ...run, isRedactor: this.isRedactor(matched) }, hook.event)
      : run
  }
}

const withOutput = (event: ProtocolEvent, output: unknown): ProtocolEvent => ({ ...event, result: { ...event.result, output } })

const rootsOf = ({ workspace }: ProtocolEvent, hooks: readonly MatchedHook[]): string[] => [
  ...new Set([workspace.root, ...workspace.roots, ...hooks.map(({ policy }) => policy.root)]),
]
