import type { TargetPath, ToolCall } from '../protocol/event.js'
import { bounded } from '../text/bounds.js'
import type { EventText } from './event-text.js'

/** ACUVO_*: the event as variables (DESIGN 6), never half a value that passes for a whole one. */

const VALUE_CHARS = { posix: 32_000, windows: 8_000 }
/** For all ACUVO_* together: bytes on POSIX, characters on Windows. */
const TOTAL = { posix: 262_144, windows: 30_000 }

/** Says in a cut value where the whole one is. */
const cutMark = (): string => '… [cut; the whole event is in ACUVO_EVENT_FILE and on stdin]'

/** What of the event an environment can carry, and what of it is not whole. */
export interface EventVariables {
  env: Record<string, string>
  /** Whether anything was cut or left out. */
  isWhole: boolean
  /** Whether this variable was cut or left out. */
  lacks: (name: string) => boolean
}

export interface HookPlace {
  label: string
  root: string
  stateDir: string
  depth: number
  /** The target paths that the hook matches. */
  paths: readonly TargetPath[]
  /** Whether it is told these only, not all of the call's. */
  onlyThese: boolean
}

export const eventVariables = (text: EventText, hook: HookPlace, platform: NodeJS.Platform = process.platform): EventVariables => {
  const kind = platform === 'win32' ? 'windows' : 'posix'
  const env: Record<string, string> = {}
  const notWhole = new Set<string>()
  const omitted: string[] = []
  let left = TOTAL[kind]
  for (const [name, whole] of variablesOf(text, hook, VALUE_CHARS[kind])) {
    if (whole === undefined) continue
    const value = whole === null || whole.includes('\0') ? null : bounded(whole, VALUE_CHARS[kind], cutMark)
    const size = value === null ? 0 : name.length + 2 + (kind === 'windows' ? value.length : Buffer.byteLength(value))
    if (value === null || size > left) {
      omitted.push(name)
      notWhole.add(name)
      continue
    }
    left -= size
    env[name] = value
    if (value !== whole) notWhole.add(name)
  }
  if (omitted.length > 0) env.ACUVO_OMITTED = bounded(omitted.join(' '), VALUE_CHARS[kind])
  const isFurtherArgument = (name: string): boolean =>
    notWhole.has(`ACUVO_${FURTHER_ARGUMENTS}`) && name.startsWith('ACUVO_TOOL_ARG_') && !(name in env)
  return { env, isWhole: notWhole.size === 0, lacks: (name) => notWhole.has(name) || isFurtherArgument(name) }
}

/** A value; undefined: there is none; null: there is one that a variable cannot carry. */
type Value = string | undefined | null

/** In order of importance: when room runs out, the last are left out. */
const variablesOf = (text: EventText, hook: HookPlace, maxChars: number): [name: string, value: Value][] => {
  const { event } = text
  const { tool, result, stop, workspace } = event
  const fixed: Record<string, Value> = {
    HOOK_EVENT: event.event,
    EVENT_NATIVE: event.nativeEvent,
    HOOK_NAME: hook.label,
    HOST: event.host,
    HOST_VERSION: event.hostVersion,
    WORKSPACE_ROOT: hook.root,
    CWD: workspace.cwd,
    STATE_DIR: hook.stateDir,
    DEPTH: String(hook.depth),
    SESSION_ID: event.sessionId,
    AGENT_ID: event.agentId,
    TOOL_NAME: tool === undefined ? undefined : protocolNameOf(tool),
    TOOL_NATIVE: tool?.nativeName,
    TOOL_CALL_ID: tool?.callId,
    TOOL_OK: result?.ok === undefined ? undefined : String(result.ok),
    TOOL_ERROR: result?.error,
    SESSION_OK: stop?.status === undefined ? undefined : String(stop.status === 'completed'),
    SESSION_STOPPED_BECAUSE: event.endReason ?? stop?.status,
    SESSION_ROUNDS: stop?.rounds === undefined ? undefined : String(stop.rounds),
    TOOL_ARG_PATH: onePath((hook.paths[0] ?? tool?.paths[0])?.path),
    TOOL_CONTENT_FILE: (hook.paths[0] ?? tool?.paths[0])?.contentFile,
    TOOL_COMMAND: tool?.command ?? (tool?.names.includes('run_command') ? null : undefined),
    PROMPT: event.prompt,
    TOOL_PATHS: hook.onlyThese ? onePerLine(hook.paths.map(({ path }) => path)) : pathsOf(tool),
    TOOL_ARGS: text.argumentsText(maxChars),
  }
  return [...Object.entries(fixed), ...Object.entries(scalarArguments(text))].map(([name, value]) => [`ACUVO_${name}`, value])
}

/** The name by which a policy would name the tool: its kind, `server.tool`, or its own where no table knows it. */
export const protocolNameOf = ({ mcp, kind, names, nativeName }: ToolCall): string | undefined => {
  if (mcp?.server !== undefined) return `${mcp.server}.${mcp.tool}`
  return kind === 'unknown' ? nativeName : names[0]
}

const pathsOf = (tool: ToolCall | undefined): Value =>
  tool === undefined || tool.paths.length === 0 ? undefined : onePerLine(tool.paths.map(({ path }) => path))

/** A name that is no UTF-8 would be another one in a variable. */
const onePath = (path: string | undefined): Value => (path?.isWellFormed() === false ? null : path)

/** Nor can a path that holds a newline stand in a list of lines. */
const onePerLine = (paths: readonly string[]): Value =>
  paths.some((path) => path.includes('\n') || !path.isWellFormed()) ? null : [...new Set(paths)].join('\n')

/** A call with more arguments than this has the rest left out: hardly a policy names them, and each costs. */
const MAX_ARGUMENTS = 500
/** Stands for all that were left out because there are too many. */
const FURTHER_ARGUMENTS = 'TOOL_ARG_*'

/** TOOL_ARG_<KEY> for each scalar argument. Two arguments that come to one name are both left out. */
const scalarArguments = (text: EventText): Record<string, Value> => {
  const values: Record<string, Value> = {}
  const input = text.event.tool?.input ?? {}
  let count = 0
  for (const key in input) {
    const value = input[key]
    if (!['string', 'number', 'boolean'].includes(typeof value) || key === '') continue
    if (++count > MAX_ARGUMENTS) {
      values[FURTHER_ARGUMENTS] = null
      break
    }
    const name = `TOOL_ARG_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
    if (name === 'TOOL_ARG_PATH') continue
    if (name in values) values[name] = null
    else values[name] = typeof value === 'number' ? text.numberText(key, value) : String(value)
  }
  return values
}
