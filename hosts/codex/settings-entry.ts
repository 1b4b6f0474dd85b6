import { isFlag, isText, ownMember, type SettingsEntry, type SettingsPath } from '../shared/settings-report.js'

/**
 * One handler of Codex's hooks.json or config.toml (hosts/codex.md section 3; the types of its fields as in
 * codex-rs/config/src/hook_config.rs, which has no unknown keys refused). A field of a wrong type drops the whole file.
 */

type Kind = (value: unknown) => boolean

const isWhole: Kind = (value) => Number.isSafeInteger(value) && (value as number) >= 0
/** TOML's whole numbers come as bigints, so that `5.0` can be told from `5`. */
const isWholeToml: Kind = (value) => typeof value === 'bigint' && value >= 0n
const orNone =
  (isKind: Kind): Kind =>
  (value) =>
    value === null || isKind(value)

type Fields = Readonly<Record<string, Readonly<Record<string, Kind>>>>

const fieldsWith = (isCount: Kind): Fields => ({
  command: {
    command: isText,
    timeout: orNone(isCount),
    statusMessage: orNone(isText),
    async: isFlag,
    commandWindows: orNone(isText),
    command_windows: orNone(isText),
    additionalContextLimit: orNone(isCount),
  },
  mcp_tool: { server: isText, tool: isText },
  prompt: {},
  agent: {},
})
const IN_JSON = fieldsWith(isWhole)
const IN_TOML = fieldsWith(isWholeToml)
/** Every type that voids no file. */
export const ENTRY_TYPES: readonly string[] = Object.keys(IN_JSON)
const REQUIRED: readonly string[] = ['command', 'server', 'tool']

/** The field that makes it bad; undefined where it is good. */
export const faultOfHandler = (handler: Readonly<Record<string, unknown>>, isToml: boolean): string | undefined => {
  const all = isToml ? IN_TOML : IN_JSON
  const type = ownMember(handler, 'type')
  const fields = isText(type) && Object.hasOwn(all, type) ? all[type] : undefined
  if (fields === undefined) return 'type'
  const bad = Object.keys(handler).find((key) => Object.hasOwn(fields, key) && fields[key]?.(handler[key]) !== true)
  if (bad !== undefined) return bad
  const missing = Object.keys(fields).find((key) => REQUIRED.includes(key) && !Object.hasOwn(handler, key))
  // Two spellings of one field are that field twice.
  return missing ?? (Object.hasOwn(handler, 'commandWindows') && Object.hasOwn(handler, 'command_windows') ? 'command_windows' : undefined)
}

/** For what the host passes over a good handler, with a warning: its type, an empty command, before 0.171.0 that it is detached. */
export const skippedFor = (handler: Readonly<Record<string, unknown>>, isOld: boolean): string | undefined => {
  if (handler.type === 'prompt' || handler.type === 'agent') return 'type'
  if (handler.type === 'command' && (handler.command as string).trim() === '') return 'command'
  return isOld && ownMember(handler, 'async') === true ? 'async' : undefined
}

/** @param handler a good one */
export const entryOf = (
  handler: Readonly<Record<string, unknown>>,
  place: { event: string; matcher: string | undefined; group: number; index: number; path: SettingsPath },
): SettingsEntry => {
  const { matcher, ...where } = place
  const type = handler.type as string
  const command = ownMember(handler, 'command')
  const commandWindows = ownMember(handler, 'commandWindows') ?? ownMember(handler, 'command_windows')
  const timeout = ownMember(handler, 'timeout')
  return {
    ...where,
    ...(matcher === undefined ? {} : { matcher }),
    type,
    ...(isText(command) ? { command } : {}),
    ...(isText(commandWindows) ? { commandWindows } : {}),
    // Nought counts as one (measured).
    ...(timeout === undefined || timeout === null ? {} : { timeoutSeconds: Math.max(Number(timeout), 1) }),
    isBackground: ownMember(handler, 'async') === true,
    failsClosed: false,
    ignoredKeys: Object.keys(handler).filter((key) => key !== 'type' && !Object.hasOwn(IN_JSON[type] ?? {}, key)),
    entry: handler,
  }
}
