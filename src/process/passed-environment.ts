import { posix } from 'node:path'
import { isWithin, toAbsolute } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { MARK_VARIABLE } from './end/mark.js'

/** What a hook sees of the host's environment (DESIGN 6): an allowlist, so that no secret of the host's is ever in it. */

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
  // Where a hook started the agent that started us, what runs below belongs to that hook too.
  MARK_VARIABLE,
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
/**
 * The launcher takes NODE_EXTRA_CA_CERTS out of our own start, which it makes twice as long, and hands it on under this name; hooks
 * have it under its own.
 */
export const KEPT_CA_FILE = 'ACUVO_EXTRA_CA_CERTS'
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

type Env = Readonly<Record<string, string | undefined>>

const mayPass = (name: string, ownName: string, onWindows: boolean): boolean =>
  ownName === 'PATH' ||
  PASSED.includes(name) ||
  name === KEPT_CA_FILE ||
  PROXIES.includes(name) ||
  PASSED_PREFIXES.some((prefix) => name.startsWith(prefix)) ||
  (onWindows && PASSED_ON_WINDOWS.includes(ownName))

/** @param roots folders whose own programs must not be found by name: an agent can write there */
export const passedEnvironment = (
  parent: Env,
  roots: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> => {
  const passed: Record<string, string> = {}
  const onWindows = platform === 'win32'
  for (const name in parent) {
    const ownName = onWindows ? name.toUpperCase() : name
    // A look at the name first: reading a variable of the process costs more.
    const value = mayPass(name, ownName, onWindows) ? parent[name] : undefined
    if (value === undefined) continue
    if (name === KEPT_CA_FILE) passed.NODE_EXTRA_CA_CERTS = value
    else if (ownName === 'PATH') passed[name] = trustedPath(value, roots, onWindows)
    else passed[name] = PROXIES.includes(name) ? value.replace(/^([a-z0-9+.-]+:\/\/)?.*@/is, '$1') : value
  }
  if (!onWindows) passed.PATH ||= DEFAULT_PATH
  // cmd.exe looks for a program in the workspace before it looks in PATH, unless it is told not to.
  else passed.NoDefaultCurrentDirectoryInExePath = '1'
  return passed
}

/** Variables that a policy names for one hook, as the host has them. */
export const grantedEnvironment = (parent: Env, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (parent[name] === undefined ? [] : [[name, parent[name]]])))

const SYSTEM_FOLDERS = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']

/** PATH without empty, relative or in-workspace entries. */
const trustedPath = (path: string, roots: readonly string[], onWindows: boolean): string => {
  const compared = (folder: string): string => (onWindows ? folder.toUpperCase() : folder)
  const places = roots.flatMap((root) => [root, realPathOf(root) ?? root]).map(compared)
  const isOutside = (folder: string): boolean => {
    // Where the system's own folders lead no agent decides.
    const real = SYSTEM_FOLDERS.includes(folder) ? folder : (realPathOf(folder) ?? folder)
    return !places.some((root) => root !== '/' && [folder, real].some((one) => isWithin(compared(one), root)))
  }
  const folderOf = onWindows ? wholeOnWindows : whole
  const delimiter = onWindows ? ';' : ':'
  return path
    .split(delimiter)
    .filter((entry) => {
      const folder = folderOf(entry)
      return folder !== undefined && isOutside(folder)
    })
    .join(delimiter)
}

/** The folder that an entry names, wherever a program is started; undefined for one that depends on that. */
const whole = (entry: string): string | undefined => (posix.isAbsolute(entry) ? posix.normalize(entry) : undefined)

const wholeOnWindows = (quoted: string): string | undefined => {
  const entry = quoted.replaceAll('"', '')
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(entry) ? toAbsolute(entry, entry) : undefined
}
