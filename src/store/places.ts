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
  /** Below the store: a folder for each root that a person approved. */
  approvals: string
  /** Below the store: what a session was told. */
  sessions: string
  /** Below the store: the log. */
  log: string
  /** The installed program: its versions, the link to the current one, and the launcher that hosts start. No variable moves it but HOME. */
  installed: string
  /** Below the store: the last calls that hooks denied, for a person to look at. */
  denied: string
  /** Below the store: what a person let through once. */
  passes: string
  /** Those of them that the line which started us names, where they differ from what everybody would look for. */
  given: PlaceOverrides
}

/** What the registered line says instead, so that no environment variable moves it. Absolute. */
export interface PlaceOverrides {
  store?: string
  userPolicy?: string
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * @param env the environment; relative values of XDG variables are ignored, as their specification says
 * @param home the person's home folder, absolute
 * @param overrides from `--store` and `--user-config`
 */
export const placesOf = (env: Env, home: string, platform: NodeJS.Platform = process.platform, overrides: PlaceOverrides = {}): Places => {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  const folder = (variable: string, fallback: string): string => {
    const value = env[variable]
    return value !== undefined && isAbsolute(value) ? value : fallback
  }
  const place = (config: string, state: string, managed: string, installed: string): Places => {
    const store = overrides.store ?? join(state, 'acuvo-hooks')
    return {
      home,
      managedPolicy: join(managed, 'acuvo', 'hooks.json'),
      userPolicy: overrides.userPolicy ?? join(config, 'acuvo', 'hooks.json'),
      store,
      scratch: join(store, 'run'),
      approvals: join(store, 'approvals'),
      sessions: join(store, 'sessions'),
      log: join(store, 'log.ndjson'),
      installed,
      denied: join(store, 'denied'),
      passes: join(store, 'passes'),
      given: unusual(overrides, env, home, platform),
    }
  }
  if (platform === 'win32') {
    const local = folder('LOCALAPPDATA', join(home, 'AppData', 'Local'))
    const installed = join(home, 'AppData', 'Local', 'acuvo-hooks')
    return place(folder('APPDATA', join(home, 'AppData', 'Roaming')), local, folder('ProgramData', 'C:\\ProgramData'), installed)
  }
  const installed = join(home, '.local', 'share', 'acuvo-hooks')
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support')
    return place(folder('XDG_CONFIG_HOME', support), folder('XDG_STATE_HOME', support), '/Library/Application Support', installed)
  }
  return place(folder('XDG_CONFIG_HOME', join(home, '.config')), folder('XDG_STATE_HOME', join(home, '.local', 'state')), '/etc', installed)
}

/**
 * The launcher names the places of install time in every call. Where a person would look there anyway, with the variables that are set
 * here and without them, no message need say it.
 */
const unusual = ({ store, userPolicy }: PlaceOverrides, env: Env, home: string, platform: NodeJS.Platform): PlaceOverrides => {
  if (store === undefined && userPolicy === undefined) return {}
  const usual = [placesOf(env, home, platform), placesOf({}, home, platform)]
  return {
    ...(store === undefined || usual.every((places) => places.store === store) ? {} : { store }),
    ...(userPolicy === undefined || usual.every((places) => places.userPolicy === userPolicy) ? {} : { userPolicy }),
  }
}
