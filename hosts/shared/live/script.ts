/**
 * What a scripted model does and what it was sent: the same words for every host. A model of this kind stands on this machine only, in
 * place of the one that a host would talk to.
 */

/** One call of a native tool. */
export interface ToolCall {
  /** Native name, as the model gives it. */
  tool: string
  /** The arguments; of a tool that takes free text, that text. */
  input: Readonly<Record<string, unknown>> | string
  /** The name by which its result comes back: letters, digits, `_` and `-`, used once. Absent: one is made. */
  id?: string
  /** Where the host offers its tools in groups: the group's name. */
  namespace?: string
}

export type Act = { text: string } | ToolCall

/** What the model does in one answer: the acts alone, or with what its server says and how long it takes. */
export type Turn = readonly Act[] | { acts: readonly Act[]; inputTokens?: number; delayMs?: number }

/** By the number of answers that the conversation has already; the last one repeats. */
export type Turns = readonly Turn[] | ((request: ModelRequest) => Turn)

export interface Script {
  main: Turns
  /** Of conversations that the agent leads with a subagent. Absent: it says that it is done. */
  subagent?: Turns
}

/**
 * Whose request it is. `side`: what a host asks beside the conversation, such as a title; `compaction`: to sum the conversation up;
 * `other`: whatever else was asked of the server.
 */
export type RequestKind = 'main' | 'subagent' | 'compaction' | 'side' | 'other'

/** One request that the host sent. */
export interface ModelRequest {
  kind: RequestKind
  /** Answers that its conversation had before. */
  round: number
  method: string
  /** Without the origin. */
  path: string
  /** As they came, without what says who asks. */
  headers: Readonly<Record<string, string>>
  /** Empty where it is not a JSON object. */
  body: Readonly<Record<string, unknown>>
}

/** One piece of what the model was sent, in order. */
export type Told =
  | { is: 'text'; role: string; text: string }
  | { is: 'call'; id: string; tool: string; input: unknown }
  /** What came of a call; `isError` where the host says so. */
  | { is: 'result'; id: string; text: string; isError?: boolean }

export interface ScriptedModel {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** In the order in which they came; grows while the host runs. */
  requests: readonly ModelRequest[]
  close: () => Promise<void>
}

export const DONE: Turn = [{ text: 'Done.' }]

export const turnOf = (turns: Turns | undefined, request: ModelRequest): Turn => {
  if (turns === undefined) return DONE
  return typeof turns === 'function' ? turns(request) : (turns[Math.min(request.round, turns.length - 1)] ?? DONE)
}

export const actsOf = (turn: Turn): { acts: readonly Act[]; inputTokens?: number; delayMs?: number } =>
  'acts' in turn ? turn : { acts: turn }

let made = 0
/** Never the same within a process, so that no two calls of a session share one. */
export const newId = (prefix: string): string => `${prefix}_${String(++made).padStart(6, '0')}`
