import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nowMs } from '../clock/now.js'
import type { Hook } from '../config/types.js'
import { bytesOfPath } from '../paths/bytes.js'
import { MARK_VARIABLE, markedWith, newMark } from '../process/end/mark.js'
import { endHooksWhenInterrupted } from '../process/interruption.js'
import { carriageReturnScript, hookTextsOf, isRedactor, replacesOutputs, variablesNamedIn, type HookScript } from '../process/hook-texts.js'
import { runCommand, startInBackground, type CommandResult } from '../process/run-command.js'
import type { Scratch } from '../process/scratch.js'
import { commandHere } from '../process/spawn-plan.js'
import type { TargetPath } from '../protocol/event.js'
import { isGateEvent } from '../protocol/events.js'
import { causes } from '../text/messages.js'
import type { EventText } from './event-text.js'
import { eventVariables, type EventVariables } from './event-variables.js'
import { interpret, type Interpretation, type Limits } from './interpret.js'

/**
 * Runs one matched hook's command and says what it came to. Never throws: what goes wrong is a failure of the hook. A chain whose
 * hooks are texts starts no process, and is handed nothing that could.
 */

export interface HookSetting {
  root: string
  /** A folder that is there. */
  cwd: string
  /** Made when the hook names it. */
  stateDir: string
  depth: number
  /** The host's variables that every hook may see. */
  passed: Readonly<Record<string, string>>
  /** Those that only this hook may see. */
  granted: Readonly<Record<string, string>>
  /** The payload as the host would hand it over now. */
  hostBytes: () => Buffer
  scratch: Scratch
  /** When the chain must be done, on the clock of `nowMs()`, and how long that was in all. */
  deadline: number
  budgetMs: number
  /** What the hook is about: its matching target paths. */
  paths: readonly TargetPath[]
  /** Whether it is told these paths only, not all of the call's. */
  onlyThese: boolean
  /** What a person approved of the files that it uses. */
  scripts: readonly HookScript[]
}

export interface HookRun extends Interpretation {
  result?: CommandResult
  durationMs: number
  /** It is one that replaces outputs. */
  isRedactor?: boolean
  /** Where it ran once for each path: each run by itself. */
  parts?: HookRun[]
  /** Where the host is told of each file: what it said of which. */
  ofFiles?: readonly { path: string; words: string }[]
  /** Why what it did not clean must not be read: an end to "hook x, which replaces outputs, …". */
  withheld?: string
}

const runHook = async (hook: Hook, text: EventText, setting: HookSetting): Promise<HookRun> => {
  const { event } = text
  const startedAt = nowMs()
  const failed = (cause: string): HookRun => ({ outcome: 'failed', cause, keysIgnored: [], durationMs: Math.round(nowMs() - startedAt) })
  const limits: Limits = { timeoutMs: hook.timeoutMs, budgetMs: setting.budgetMs }
  let redacts = false
  try {
    const command = commandHere(hook) as NonNullable<ReturnType<typeof commandHere>>
    const texts = hookTextsOf(command, setting.root, setting.scripts)
    redacts = event.event === 'PostToolUse' && replacesOutputs(texts)
    if (startedAt >= setting.deadline) return { ...failed(causes.budget(limits.budgetMs)), isRedactor: redacts }
    const { root, stateDir, depth } = setting
    const variables = eventVariables(text, { label: hook.label, root, stateDir, depth, paths: setting.paths, onlyThese: setting.onlyThese })
    const named = variablesNamedIn(texts)
    const half = isGateEvent(event.event) ? [...named].find(variables.lacks) : undefined
    if (half !== undefined) return failed(causes.halfValue(half))

    if (named.has('ACUVO_STATE_DIR')) mkdirSync(stateDir, { recursive: true, mode: 0o700 })
    const document = text.document(root)
    const files = eventFiles(text, document, named, variables, setting)
    // Python would put its compiled modules beside a pinned script, and take those it finds there for the script's own.
    const python = { PYTHONPYCACHEPREFIX: join(stateDir, 'pycache') }
    const env: Record<string, string> = { ...setting.passed, ...setting.granted, ...python, ...variables.env, ...files }
    const input = hook.stdin === 'host' ? [setting.hostBytes()] : document
    const request = { command, shellProgram: hook.shellProgram, cwd: setting.cwd, env }
    if (hook.background === true) {
      const fd = setting.scratch.descriptor(input)
      const fault = await startInBackground({ ...request, stdin: fd })
      setting.scratch.close(fd)
      if (fault !== undefined) return failed(causes.notStarted(fault))
      setting.scratch.leave()
      return { outcome: 'passed', keysIgnored: [], durationMs: Math.round(nowMs() - startedAt) }
    }
    const stdin = stdinOf(input, hook.stdin === 'host' ? undefined : files.ACUVO_EVENT_FILE, setting.scratch)
    const mark = newMark()
    const result = await runCommand({
      ...request,
      env: { ...env, [MARK_VARIABLE]: markedWith(mark, env[MARK_VARIABLE]) },
      mark,
      stdin,
      timeoutMs: hook.timeoutMs,
      deadline: setting.deadline,
      detach: hook.detach,
    })
    if ('fd' in stdin) setting.scratch.close(stdin.fd)
    return {
      ...interpret(result, event.event, limits, carriageReturnScript(texts)),
      result,
      durationMs: result.durationMs,
      isRedactor: redacts,
    }
  } catch (error) {
    return { ...failed(causes.notStarted((error as NodeJS.ErrnoException).code ?? (error as Error).message)), isRedactor: redacts }
  }
}

/**
 * The whole event, and the target paths separated by NUL, as files: made when the hook names them or when a variable
 * could not carry its value.
 *
 * @throws when the hook needs one and it cannot be made
 */
const eventFiles = (
  { event }: EventText,
  document: readonly Buffer[],
  named: ReadonlySet<string>,
  { isWhole }: EventVariables,
  { scratch, paths, onlyThese }: HookSetting,
): Record<string, string> => {
  const files: Record<string, string> = {}
  const offer = (variable: string, name: string, content: () => readonly Buffer[]): void => {
    if (!named.has(variable) && isWhole) return
    try {
      files[variable] = scratch.file(name, content())
    } catch (error) {
      if (named.has(variable)) throw error
    }
  }
  offer('ACUVO_EVENT_FILE', 'event.json', () => document)
  const told = onlyThese ? paths : event.tool?.paths
  if (told !== undefined)
    offer('ACUVO_PATHS_FILE', 'paths', () => [bytesOfPath([...new Set(told.map(({ path }) => `${path}\0`))].join(''))])
  return files
}

/**
 * The event file where there is one; else a nameless file, because `/dev/stdin` cannot be opened where it is one of
 * Node's pipes; where there is no room for a file, a pipe.
 */
const stdinOf = (document: readonly Buffer[], eventFile: string | undefined, scratch: Scratch): { fd: number } | { bytes: Buffer } => {
  try {
    return { fd: eventFile === undefined ? scratch.descriptor(document) : scratch.open(eventFile) }
  } catch {
    return { bytes: Buffer.concat(document) }
  }
}

/** What a chain with commands needs. */
export const hookRunner = { runHook, isRedactor, endHooksWhenInterrupted }
export type HookRunner = typeof hookRunner
