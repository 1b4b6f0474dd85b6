import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nowMs } from '../clock/now.js'
import type { Hook } from '../config/types.js'
import { carriageReturnScript, hookTextsOf, variablesNamedIn } from '../process/hook-texts.js'
import { runCommand, type CommandResult } from '../process/run-command.js'
import type { Scratch } from '../process/scratch.js'
import { isGateEvent } from '../protocol/events.js'
import { causes } from '../text/messages.js'
import type { EventText } from './event-text.js'
import { eventVariables, type EventVariables } from './event-variables.js'
import { interpret, type Interpretation, type Limits } from './interpret.js'

/** Runs one matched hook and says what it came to. Never throws: what goes wrong is a failure of the hook. */

export interface HookSetting {
  root: string
  /** A folder that is there. */
  cwd: string
  /** Made when the hook names it. */
  stateDir: string
  depth: number
  /** The host's variables that every hook may see. */
  passed: Readonly<Record<string, string>>
  scratch: Scratch
  /** When the chain must be done, on the clock of `nowMs()`, and how long that was in all. */
  deadline: number
  budgetMs: number
}

export interface HookRun extends Interpretation {
  result?: CommandResult
  durationMs: number
}

export const runHook = async (hook: Hook, text: EventText, setting: HookSetting): Promise<HookRun> => {
  const { event } = text
  const startedAt = nowMs()
  const failed = (cause: string): HookRun => ({ outcome: 'failed', cause, keysIgnored: [], durationMs: Math.round(nowMs() - startedAt) })
  const limits: Limits = { timeoutMs: hook.timeoutMs, budgetMs: setting.budgetMs }
  if (startedAt >= setting.deadline) return failed(causes.budget(limits.budgetMs))
  try {
    const texts = hookTextsOf(hook.command, setting.root)
    const variables = eventVariables(text, { label: hook.label, root: setting.root, stateDir: setting.stateDir, depth: setting.depth })
    const named = variablesNamedIn(texts)
    const half = isGateEvent(event.event) ? [...named].find(variables.lacks) : undefined
    if (half !== undefined) return failed(causes.halfValue(half))

    if (named.has('ACUVO_STATE_DIR')) mkdirSync(setting.stateDir, { recursive: true, mode: 0o700 })
    const document = text.document(setting.root)
    const files = eventFiles(text, document, named, variables, setting.scratch)
    // Python would put its compiled modules beside a pinned script, and take those it finds there for the script's own.
    const python = { PYTHONPYCACHEPREFIX: join(setting.stateDir, 'pycache') }
    const env = { ...setting.passed, ...python, ...variables.env, ...files }
    const stdin = stdinOf(document, files.ACUVO_EVENT_FILE, setting.scratch)
    const request = { command: hook.command, cwd: setting.cwd, env, stdin, timeoutMs: hook.timeoutMs, deadline: setting.deadline }
    const running = runCommand(request)
    if ('fd' in stdin) setting.scratch.close(stdin.fd)
    const result = await running
    return { ...interpret(result, event.event, limits, carriageReturnScript(texts)), result, durationMs: result.durationMs }
  } catch (error) {
    return failed(causes.notStarted((error as NodeJS.ErrnoException).code ?? (error as Error).message))
  }
}

/**
 * The whole event, and all target paths separated by NUL, as files: made when the hook names them or when a variable
 * could not carry its value.
 *
 * @throws when the hook needs one and it cannot be made
 */
const eventFiles = (
  { event }: EventText,
  document: Buffer,
  named: ReadonlySet<string>,
  { isWhole }: EventVariables,
  scratch: Scratch,
): Record<string, string> => {
  const files: Record<string, string> = {}
  const offer = (variable: string, name: string, content: () => string | Buffer): void => {
    if (!named.has(variable) && isWhole) return
    try {
      files[variable] = scratch.file(name, content())
    } catch (error) {
      if (named.has(variable)) throw error
    }
  }
  offer('ACUVO_EVENT_FILE', 'event.json', () => document)
  if (event.tool !== undefined)
    offer('ACUVO_PATHS_FILE', 'paths', () => [...new Set(event.tool?.paths.map(({ path }) => `${path}\0`))].join(''))
  return files
}

/**
 * The event file where there is one; else a nameless file, because `/dev/stdin` cannot be opened where it is one of
 * Node's pipes; where there is no room for a file, a pipe.
 */
const stdinOf = (document: Buffer, eventFile: string | undefined, scratch: Scratch): { fd: number } | { bytes: Buffer } => {
  try {
    return { fd: eventFile === undefined ? scratch.descriptor(document) : scratch.open(eventFile) }
  } catch {
    return { bytes: document }
  }
}
