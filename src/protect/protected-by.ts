import { isAbsolute, sep } from 'node:path'
import type { ProtocolEvent, TargetPath, ToolCall } from '../protocol/event.js'
import { realPathOf } from '../paths/real.js'
import { deniedToProtect, proposedChange } from '../text/protection.js'
import { Guard, type Hit } from './guard.js'
import { Marks, mayWrite, simplified } from './marks.js'
import { namesOf } from './names.js'
import { isSettingsFolder, type ProtectedPlaces } from './places.js'
import { namedEffect, textArguments } from './tool-words.js'
import { touchOf, type Touch } from './touch.js'

export type { ProtectedPlaces } from './places.js'

export type SelfProtect = 'deny' | 'propose' | 'off'

export type ProtectionAnswer = { verdict: 'deny'; reason: string } | { verdict: 'pass'; notice: string }

/** Longer lists of targets are looked at whole; only so many reasons are kept. */
const MOST_TOUCHES = 20

/**
 * The built-in self-protection (DESIGN 8): keeps the agent from changing what judges it. Holds on every host, whatever
 * policies there are. Reading is free. Shell texts are read as far as they can be: what a program that is started does
 * with its arguments, and what only run time tells, stays unknown. It is best effort there, and no sandbox.
 *
 * @param mode the person's own setting; `propose` lets writes under `.acuvo/` pass undecided, with a notice
 * @returns undefined: nothing protected is touched. Asynchronous only because the shell reader is a part loaded on demand.
 */
export const protectedBy = async (
  event: ProtocolEvent,
  places: ProtectedPlaces,
  mode: SelfProtect,
): Promise<ProtectionAnswer | undefined> => {
  const { tool } = event
  if (mode === 'off' || event.event !== 'PreToolUse' || tool === undefined) return undefined
  const guard = new Guard(places)
  const touches = [...pathTouches(tool, event.workspace.cwd, guard), ...(await textTouches(event, tool, guard))]
  return touches.length === 0 ? undefined : answerTo(touches, mode)
}

const answerTo = (touches: readonly Touch[], mode: SelfProtect): ProtectionAnswer => {
  const beyond = touches.find((touch) => touch.touch !== 'thing' || touch.kind !== 'policy')
  if (mode === 'propose' && beyond === undefined)
    return {
      verdict: 'pass',
      notice: proposedChange([...new Set(touches.map((touch) => ('path' in touch ? touch.path : '')))].slice(0, 3)),
    }
  return { verdict: 'deny', reason: deniedToProtect((mode === 'propose' && beyond) || (touches[0] as Touch)) }
}

const READING_KINDS = new Set<ToolCall['kind']>(['read_file', 'search_files', 'fetch_url', 'web_search'])

/** What the call's own target paths touch. */
const pathTouches = (tool: ToolCall, cwd: string, guard: Guard): Touch[] => {
  const touches: Touch[] = []
  const effect = tool.paths.some(({ kind }) => kind === 'unknown') ? namedEffect(tool) : { reads: false, moves: false }
  for (const target of tool.paths) {
    if (touches.length >= MOST_TOUCHES) break
    if (target.kind === 'read' || (target.kind === 'unknown' && effect.reads)) continue
    const holds = target.kind === 'delete' || target.kind === 'move' || (target.kind === 'unknown' && effect.moves)
    for (const path of pathsOf(target, cwd)) {
      const hit = (holds ? guard.below(path) : guard.at(path)) ?? (holds && target.kind === 'unknown' ? folderHit(path) : undefined)
      if (hit !== undefined) touches.push(touchOf(hit, path))
    }
  }
  return touches
}

/** A whole settings folder that is moved into place brings its files with it. */
const folderHit = (path: string): Hit | undefined => (isSettingsFolder(namesOf(path).at(-1)) ? { kind: 'settings', path } : undefined)

/** The places a target may mean: its spelling, its new place, and where `link/../x` leads on disk. */
const pathsOf = ({ path, movedTo, spelled }: TargetPath, cwd: string): string[] => {
  const read = spelled.includes('..') ? realPathOf(isAbsolute(spelled) ? spelled : `${cwd}${sep}${spelled}`) : undefined
  return [path, movedTo, read].filter((each) => each !== undefined)
}

/** What the call's texts would do: a shell command, code, or a patch whose paths could not be read. */
const textTouches = async ({ workspace }: ProtocolEvent, tool: ToolCall, guard: Guard): Promise<Touch[]> => {
  const marks = new Marks(guard.given)
  const reads = READING_KINDS.has(tool.kind)
  if (tool.pathsUnreadable && !reads && marks.in(simplified(JSON.stringify(tool.input))))
    return [{ touch: 'unreadable', words: tool.nativeName }]
  const texts = reads ? [] : shellTextsOf(tool)
  const suspects = texts.filter((text) => {
    const simple = simplified(text)
    return marks.in(simple) || mayWrite(simple)
  })
  if (suspects.length === 0) return []
  const { shellTouches } = await import('../protect/shell-call.js')
  return shellTouches(suspects, { guard, marks, cwd: workspace.cwd, dialect: dialectOf(tool, workspace.cwd) }).slice(0, MOST_TOUCHES)
}

const shellTextsOf = (tool: ToolCall): string[] => {
  if (tool.kind !== 'run_command') return tool.kind === 'mcp' || tool.kind === 'unknown' ? textArguments(tool.input) : []
  return tool.command === undefined ? textArguments(tool.input, true) : [tool.command]
}

const dialectOf = (tool: ToolCall, cwd: string): 'posix' | 'windows' =>
  tool.names.some((name) => /powershell|pwsh/i.test(name) && name === tool.nativeName) || /^[A-Za-z]:/.test(cwd) ? 'windows' : 'posix'
