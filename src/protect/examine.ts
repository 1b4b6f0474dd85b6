import { isAbsolute, sep } from 'node:path'
import type { SelfProtect } from '../config/types.js'
import type { ProtocolEvent, TargetPath, ToolCall } from '../protocol/event.js'
import { realPathOf } from '../paths/real.js'
import { LONGEST_TEXT } from '../shell/limits.js'
import { deniedToProtect, proposedChange } from '../text/protection.js'
import { Guard, type Hit } from './guard.js'
import { Marks, mayWrite, mayWriteOtherwise, simplified } from './marks.js'
import { namesOf } from './names.js'
import { isPlain, namesNothing } from './plain-text.js'
import { isSettingsFolder, type ProtectedPlaces } from './places.js'
import type { ProtectionAnswer } from './protected-by.js'
import { knownEffect, namedEffect, patchArguments, textArguments, unwrittenIn } from './tool-words.js'
import { touchOf, type Touch } from './touch.js'

/** Longer lists of targets are looked at whole; only so many reasons are kept. */
const MOST_TOUCHES = 20

/**
 * Looks closely at a call that a glance could not clear: its targets, and the texts that it would run. Shell texts are read
 * as far as they can be: what a program that is started does with its arguments, and what only run time tells, stays
 * unknown. It is best effort there, and no sandbox.
 *
 * @returns undefined: nothing protected is touched. Asynchronous only because the shell reader is a part loaded on demand.
 */
export const examine = async (event: ProtocolEvent, places: ProtectedPlaces, mode: SelfProtect): Promise<ProtectionAnswer | undefined> => {
  const { tool } = event
  if (tool === undefined) return undefined
  const known = tool.kind === 'unknown' ? knownEffect(event, tool) : undefined
  if (known === 'harmless') return undefined
  const guard = new Guard(places)
  const touches = [...pathTouches(tool, event.workspace.cwd, guard, known === 'writes'), ...(await textTouches(event, tool, guard))]
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
const pathTouches = (tool: ToolCall, cwd: string, guard: Guard, isKnownToWrite: boolean): Touch[] => {
  const written = tool.paths.filter(({ kind }) => kind !== 'read')
  const isNamed = written.some(({ kind }) => kind === 'unknown')
  const effect = isNamed && !isKnownToWrite ? namedEffect(tool) : { reads: false, moves: false }
  const isUnwritten = isNamed && !effect.reads ? unwrittenIn(tool) : () => effect.reads
  const touches: Touch[] = []
  for (const target of written) {
    if (touches.length >= MOST_TOUCHES) break
    if (target.kind === 'unknown' && isUnwritten(target.spelled)) continue
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
  if (tool.pathsUnreadable && !reads && marks.inText(JSON.stringify(tool.input))) return [{ touch: 'unreadable', words: tool.nativeName }]
  if (reads) return []
  const patches = tool.kind === 'mcp' || tool.kind === 'unknown' ? patchesOf(tool) : []
  const texts = shellTextsOf(tool).filter((text) => isSuspect(text, workspace.cwd, guard, marks))
  if (texts.length === 0 && patches.length === 0) return []
  const { shellTouches } = await import('../protect/shell-call.js')
  return shellTouches(texts, patches, { guard, marks, cwd: workspace.cwd, dialect: dialectOf(tool, workspace.cwd) }).slice(0, MOST_TOUCHES)
}

/** Cheap tests first; a plain text that writes nothing, and one whose words are free, need no reading. */
const isSuspect = (text: string, cwd: string, guard: Guard, marks: Marks): boolean => {
  // Longer ones are not read: only what they name can be told.
  if (text.length > LONGEST_TEXT) return marks.inText(text)
  const simple = simplified(text)
  if (marks.byName(simple) || mayWriteOtherwise(simple)) return true
  if (mayWrite(simple)) return !isPlain(text) || !namesNothing(text, cwd, guard)
  return marks.in(simple) && !isPlain(text)
}

const patchesOf = (tool: ToolCall): string[] => (namedEffect(tool).reads ? [] : patchArguments(tool))

const shellTextsOf = (tool: ToolCall): string[] => {
  if (tool.kind !== 'run_command') return tool.kind === 'mcp' || tool.kind === 'unknown' ? textArguments(tool) : []
  return tool.command === undefined ? textArguments(tool, true) : [tool.command]
}

const dialectOf = (tool: ToolCall, cwd: string): 'posix' | 'windows' =>
  tool.names.some((name) => /powershell|pwsh/i.test(name) && name === tool.nativeName) || /^[A-Za-z]:/.test(cwd) ? 'windows' : 'posix'
