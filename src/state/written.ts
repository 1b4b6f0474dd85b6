import type { ProtocolEvent, TargetPath, ToolCall, Written } from '../protocol/event.js'
import { parsedLine, type SessionState } from './session.js'

/**
 * Which files were written since the last user prompt, for hooks on Stop that are about files: kept by what we see after each
 * call. What cannot be told (a shell call, a subagent that the host keeps to itself) is kept as such.
 */

const NAME = 'written'
interface Line {
  prompt?: string | undefined
  agent?: string | undefined
  /** A file that was written. */
  path?: string
  /** A call that is about to write: until it is seen again, nobody knows what it did. */
  begins?: string
  ends?: string
  /** Something that may have written anything. */
  unseen?: true
}

/** What a call may write: nothing, exactly its files, its files and perhaps others, or who knows what. */
export type Effect = 'nothing' | 'files' | 'files and more' | 'unseen'

/** Keeps what a call writes, or is about to. */
export const noteWrites = (session: SessionState, event: ProtocolEvent, effect: Effect): void => {
  const { tool, promptId: prompt, agentId: agent } = event
  if (tool === undefined || effect === 'nothing') return
  const put = (line: Line): void => void session.append(NAME, JSON.stringify({ prompt, agent, ...line }))
  if (effect !== 'files') put({ unseen: true })
  if (effect === 'unseen') return
  if (event.event === 'PreToolUse') return put({ begins: keyOf(tool) })
  for (const { path, kind } of tool.paths) if (kind !== 'read') put({ path })
  put({ ends: keyOf(tool) })
}

const keyOf = ({ callId, paths, nativeName }: ToolCall): string => callId ?? `${nativeName} ${paths[0]?.path ?? ''}`

/** A new prompt of the user's begins. A subagent's own prompts are not the user's. */
export const forgetWrites = (session: SessionState, { agentId }: ProtocolEvent): void => {
  if (agentId === undefined) session.forget(NAME)
}

export const writtenSince = (session: SessionState, { event, promptId, agentId }: ProtocolEvent): Written => {
  const lines = session.lines(NAME)?.map((line) => parsedLine<Line>(line))
  // Where nothing can be kept, nothing was.
  if (lines === undefined || !session.append(NAME, '{}')) return { paths: [], isComplete: false }
  const whole = lines.filter((line) => line !== undefined)
  const mine = whole.filter(({ prompt, agent }) => {
    if (event === 'SubagentStop') return agent === agentId
    // A prompt that nobody announced: what the main agent did for another one is over.
    return agent !== undefined || prompt === undefined || promptId === undefined || prompt === promptId
  })
  const ended = new Set(mine.map(({ ends }) => ends))
  const isComplete =
    whole.length === lines.length && mine.every(({ unseen, begins }) => unseen === undefined && (begins === undefined || ended.has(begins)))
  const paths = [...new Set(mine.flatMap(({ path }) => path ?? []))]
  return { paths: paths.map((path): TargetPath => ({ path, spelled: path, kind: 'update' })), isComplete }
}
