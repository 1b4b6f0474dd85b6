import { posix, win32 } from 'node:path'

/**
 * Where things stand outside every workspace. Pure: nothing is made or looked up here.
 */

export interface Places {
  /** The person's home folder; `.acuvo` there or above is not a workspace's. */
  home: string
  /** The machine owner's policy. */
  managedPolicy: string
  /** The person's own policy. */
  userPolicy: string
  /** Folder of our own for everything we keep. */
  store: string
  /** Below the store: files that live only while a hook runs. */
  scratch: string
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * @param env the environment; relative values of XDG variables are ignored, as their specification says
 * @param home the person's home folder, absolute
 */
export const placesOf = (env: Env, home: string, platform: NodeJS.Platform = process.platform): Places => {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  const folder = (variable: string, fallback: string): string => {
    const value = env[variable]
    return value !== undefined && isAbsolute(value) ? value : fallback
  }
  const place = (config: string, state: string, managed: string): Places => {
    const store = join(state, 'acuvo-hooks')
    return {
      home,
      managedPolicy: join(managed, 'acuvo', 'hooks.json'),
      userPolicy: join(config, 'acuvo', 'hooks.json'),
      store,
      scratch: join(store, 'run'),
    }
  }
  if (platform === 'win32') {
    const local = folder('LOCALAPPDATA', join(home, 'AppData', 'Local'))
    return place(folder('APPDATA', join(home, 'AppData', 'Roaming')), local, folder('ProgramData', 'C:\\ProgramData'))
  }
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support')
    return place(folder('XDG_CONFIG_HOME', support), folder('XDG_STATE_HOME', support), '/Library/Application Support')
  }
  return place(folder('XDG_CONFIG_HOME', join(home, '.config')), folder('XDG_STATE_HOME', join(home, '.local', 'state')), '/etc')
}
