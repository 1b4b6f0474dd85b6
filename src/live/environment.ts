import { join } from 'node:path'
import type { LivePlaces } from '../../hosts/live.js'

/** The environment of a program that is started apart: made of what is named here, so that no key, proxy or setting of the person's reaches it. */

type Env = Readonly<Record<string, string | undefined>>

/** What any program needs of this machine. */
const KEPT =
  process.platform === 'win32'
    ? ['Path', 'PATH', 'PATHEXT', 'SystemRoot', 'SystemDrive', 'ComSpec', 'ProgramFiles', 'ProgramFiles(x86)', 'NUMBER_OF_PROCESSORS']
    : ['PATH', 'USER', 'LOGNAME', 'SHELL', 'TZ']

export const essentials = (env: Env): Record<string, string> =>
  Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

/**
 * @param origin of the scripted model: it is the proxy too, which refuses and keeps what is asked of anybody else
 * @param own what the host is told besides
 */
export const isolated = (
  env: Env,
  { home, temp }: LivePlaces,
  origin: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...essentials(env),
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
  XDG_DATA_HOME: join(home, '.local', 'share'),
  XDG_CACHE_HOME: join(home, '.cache'),
  ...(process.platform === 'win32'
    ? { USERPROFILE: home, APPDATA: join(home, 'AppData', 'Roaming'), LOCALAPPDATA: join(home, 'AppData', 'Local'), TEMP: temp, TMP: temp }
    : { TMPDIR: temp }),
  HTTP_PROXY: origin,
  HTTPS_PROXY: origin,
  http_proxy: origin,
  https_proxy: origin,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
  ...own,
})
