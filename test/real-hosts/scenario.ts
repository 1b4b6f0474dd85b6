import type { Act, ModelRequest, Script, ToolCall, Turn, Turns } from '../../hosts/live.js'
import type { Place } from './place.js'

/**
 * What the tests of a real host are made of. A *session* is one start of the real program in a scratch repository in which our own
 * `install` has registered our built artefact; the model is a script. A *scenario* is one thing that must hold in it: a check of what
 * the model received and of what the disk shows. Checks know nothing of the test runner, so that the mutation run asks them too.
 */

export interface CallResult {
  /** Everything the model received as the result of the call. */
  text: string
  /** False also where the host does not say. */
  isError: boolean
}

/** What one start of the host came to. */
export interface Outcome {
  exitCode: number | undefined
  /** Results that a model received, by the call's label. */
  results: ReadonlyMap<string, CallResult>
  /** All texts that the main model, and that subagents received: results too, but not what they said themselves. */
  told: string
  toldSubagent: string
  requests: readonly ModelRequest[]
  /** What the host shows to the person: notices of hooks, how calls were refused, the end; not what the model said and read. */
  shown: string
  /** The host's own words for how the turn ended. */
  ended: string
  stdout: string
  stderr: string
  durationMs: number
}

export interface Seen extends Outcome {
  place: Place
  /** @throws when no model received a result of that call */
  result: (label: string) => CallResult
}

/** One start of the host. `Options`: what that host's start takes. */
export interface Start<Options> {
  /** After install and approval (and what stood before), before the host starts. */
  prepare?: (place: Place) => void
  script: Script | ((place: Place) => Script)
  options?: Options | ((place: Place) => Options)
}

export interface Session<Options> extends Start<Options> {
  name: string
  /** Written to .acuvo/hooks.json and approved: an object, or text as it is. Absent: no policy. */
  policy?: object | string | ((place: Place) => object)
  /** Further files of the project, there before the approval. */
  files?: Readonly<Record<string, string>>
  /** `false`: written and not approved. */
  approved?: boolean
  /** Where `install` registers us; absent: user. */
  scope?: 'user' | 'local' | 'shared'
  /** Further words of `install`; absent: the host's. */
  installWords?: readonly string[]
  /** Further starts in the same place. */
  then?: readonly Start<Options>[]
  scenarios: Readonly<Record<string, Check>>
  /** The oldest version of the host in which a scenario holds, by its title; absent: every one. */
  since?: Readonly<Record<string, string>>
  /** Scenarios in which there is no answer of ours that could be replaced, with the reason. They must fail where nothing is registered. */
  withoutAnswer?: Readonly<Record<string, string>>
  /** Scenarios in which what is right is to say nothing, with the reason. */
  silenceIsRight?: Readonly<Record<string, string>>
}

/** Throws where the scenario does not hold. @param seen the first start @param later the further ones */
export type Check = (seen: Seen, later: readonly Seen[]) => void

/** One real host as the tests start it. */
export interface RealHost<Options> {
  id: string
  /** Of the program that is started. */
  version: string
  /** Further words of our `install`, where a session names none. */
  installWords?: readonly string[]
  start: (place: Place, script: Script, options: Options | undefined) => Promise<Outcome>
}

// --- scripts -------------------------------------------------------------------------------------------------------

/** A call of the scripted model. The label, unique in its session, is part of its id, by which its result is found. */
export const call = (label: string, tool: string, input: ToolCall['input']): ToolCall => ({ tool, input, id: `toolu_${label}` })

export const labelOf = (id: string): string => id.replace(/^toolu_/, '')

export const say = (text: string): Act => ({ text })

/** A turn that first does something to the disk, as another process would, while the host waits for its model. */
export const after = (act: () => void, turn: Turn): (() => Turn) => {
  let done = false
  return () => {
    if (!done) act()
    done = true
    return turn
  }
}

/** Turns in order; the last one repeats. */
export const turns =
  (...list: readonly (Turn | (() => Turn))[]): Turns =>
  ({ round }) => {
    const turn = list[Math.min(round, list.length - 1)] ?? []
    return typeof turn === 'function' ? turn() : turn
  }

/** What a scripted subagent is asked. */
export const SUBAGENT_PROMPT = 'Do your part and report.'

export const DONE_WORDS = 'All done.'
export const END: Turn = [{ text: DONE_WORDS }]

// --- versions ------------------------------------------------------------------------------------------------------

/** `2.1.197` is before `2.1.332`. */
export const isBefore = (version: string, other: string): boolean => {
  const [one = [], two = []] = [version, other].map((text) => text.split('.').map(Number))
  const at = one.findIndex((part, index) => part !== (two[index] ?? 0))
  return at !== -1 && (one[at] as number) < (two[at] ?? 0)
}

export const holdsIn = <Options>({ version }: RealHost<Options>, { since }: Session<Options>, title: string): boolean =>
  since?.[title] === undefined || !isBefore(version, since[title])
