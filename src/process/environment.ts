import { posix } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { bounded } from '../text/bounds.js'

/**
 * A hook's environment (DESIGN 6): an allowlist of the host's variables, and ACUVO_* for the event. Never a secret of
 * the host's, and never half a value that passes for a whole one.
 */

const PASSED = [
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'TERM',
  'TMPDIR',
  'TZ',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
  'VIRTUAL_ENV',
  'NVM_DIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'AWS_CA_BUNDLE',
  'PIP_CERT',
  'NO_PROXY',
  'no_proxy',
]
const PASSED_PREFIXES = ['LC_', 'XDG_']
/** Passed with user name and password taken off. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'FTP_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'ftp_proxy']
const PASSED_ON_WINDOWS = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'USERDOMAIN',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
  'OS',
]
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

type Env = Readonly<Record<string, string | undefined>>

/** @param roots folders whose own programs must not be found by name: an agent can write there */
export const passedEnvironment = (
  parent: Env,
  roots: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> => {
  const passed: Record<string, string> = {}
  const onWindows = platform === 'win32'
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined) continue
    const ownName = onWindows ? name.toUpperCase() : name
    if (ownName === 'PATH') passed[name] = onWindows ? value : trustedPath(value, roots)
    else if (PROXIES.includes(name)) passed[name] = value.replace(/^([a-z0-9+.-]+:\/\/)?.*@/i, '$1')
    else if (
      PASSED.includes(name) ||
      PASSED_PREFIXES.some((prefix) => name.startsWith(prefix)) ||
      (onWindows && PASSED_ON_WINDOWS.includes(ownName))
    ) {
      passed[name] = value
    }
  }
  if (!onWindows) passed.PATH ||= DEFAULT_PATH
  return passed
}

/** PATH without empty, relative or in-workspace entries. */
const trustedPath = (path: string, roots: readonly string[]): string => {
  const places = roots.flatMap((root) => [root, realPathOf(root) ?? root])
  const isOutside = (entry: string): boolean =>
    !places.some((root) => root !== '/' && (isWithin(entry, root) || isWithin(realPathOf(entry) ?? entry, root)))
  return path
    .split(':')
    .filter((entry) => posix.isAbsolute(entry) && isOutside(posix.normalize(entry)))
    .join(':')
}

const VALUE_CHARS = { posix: 32_000, windows: 8_000 }
/** For all ACUVO_* together: bytes on POSIX, characters on Windows. */
const TOTAL = { posix: 262_144, windows: 30_000 }

/** Says in a cut value where the whole one is. */
const cutMark = (): string => '… [cut; the whole event is in ACUVO_EVENT_FILE and on stdin]'

/** What of the event an environment can carry, and what of it is not whole. */
export interface EventVariables {
  env: Record<string, string>
  /** Names of variables that were cut or left out. */
  notWhole: string[]
}

export interface HookPlace {
  label: string
  root: string
  stateDir: string
  depth: number
}

export const eventVariables = (event: ProtocolEvent, hook: HookPlace, platform: NodeJS.Platform = process.platform): EventVariables => {
  const kind = platform === 'win32' ? 'windows' : 'posix'
  const env: Record<string, string> = {}
  const notWhole: string[] = []
  const omitted: string[] = []
  let left = TOTAL[kind]
  for (const [name, whole] of variablesOf(event, hook)) {
    if (whole === undefined) continue
    const value = whole === null || whole.includes('\0') ? null : bounded(whole, VALUE_CHARS[kind], cutMark)
    const size = value === null ? 0 : name.length + 2 + (kind === 'windows' ? value.length : Buffer.byteLength(value))
    if (value === null || size > left) {
      omitted.push(name)
      notWhole.push(name)
      continue
    }
    left -= size
    env[name] = value
    if (value !== whole) notWhole.push(name)
  }
  if (omitted.length > 0) env.ACUVO_OMITTED = bounded(omitted.join(' '), VALUE_CHARS[kind])
  return { env, notWhole }
}

/** A value; undefined: there is none; null: there is one that a variable cannot carry. */
type Value = string | undefined | null

/** In order of importance: when room runs out, the last are left out. */
const variablesOf = (event: ProtocolEvent, hook: HookPlace): [name: string, value: Value][] => {
  const { tool, result, stop, workspace } = event
  const fixed: Record<string, Value> = {
    HOOK_EVENT: event.event,
    HOOK_NAME: hook.label,
    HOST: event.host,
    HOST_VERSION: event.hostVersion,
    WORKSPACE_ROOT: hook.root,
    CWD: workspace.cwd,
    STATE_DIR: hook.stateDir,
    DEPTH: String(hook.depth),
    SESSION_ID: event.sessionId,
    AGENT_ID: event.agentId,
    TOOL_NAME:
      tool === undefined
        ? undefined
        : tool.mcp?.server === undefined
          ? tool.kind === 'unknown'
            ? tool.nativeName
            : tool.names[0]
          : `${tool.mcp.server}.${tool.mcp.tool}`,
    TOOL_NATIVE: tool?.nativeName,
    TOOL_CALL_ID: tool?.callId,
    TOOL_OK: result?.ok === undefined ? undefined : String(result.ok),
    TOOL_ERROR: result?.error,
    SESSION_OK: stop?.status === undefined ? undefined : String(stop.status === 'completed'),
    SESSION_STOPPED_BECAUSE: stop?.status ?? event.endReason,
    SESSION_ROUNDS: stop?.rounds === undefined ? undefined : String(stop.rounds),
    TOOL_ARG_PATH: tool?.paths[0]?.path,
    TOOL_COMMAND: tool?.command,
    PROMPT: event.prompt,
    TOOL_PATHS: tool === undefined || tool.paths.length === 0 ? undefined : onePerLine(tool.paths.map(({ path }) => path)),
    TOOL_ARGS: tool === undefined ? undefined : jsonStart(tool.input),
  }
  return [...Object.entries(fixed), ...Object.entries(scalarArguments(tool?.input ?? {}))].map(([name, value]) => [`ACUVO_${name}`, value])
}

/** The JSON of a value, or enough of its start to be cut: the longest texts in it are not written out for nothing. */
const jsonStart = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' && item.length > LONGEST_VALUE ? item.slice(0, LONGEST_VALUE) : item,
  )
const LONGEST_VALUE = VALUE_CHARS.posix + 1

/** A path that holds a newline cannot stand in a list of lines. */
const onePerLine = (paths: readonly string[]): Value => (paths.some((path) => path.includes('\n')) ? null : [...new Set(paths)].join('\n'))

/** TOOL_ARG_<KEY> for each scalar argument. Two arguments that come to one name are both left out. */
const scalarArguments = (input: Record<string, unknown>): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const [key, value] of Object.entries(input)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) continue
    const name = `TOOL_ARG_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
    if (name === 'TOOL_ARG_PATH' || key === '') continue
    values[name] = name in values ? null : String(value)
  }
  return values
}
