import { isAbsolute } from 'node:path'
import type { ReadingContext } from '../../hosts/types.js'
import { regularText } from '../paths/regular-file.js'
import { isThere } from '../paths/stats.js'
import { formerFolder, withoutMark } from '../runtime/runtime.js'
import { givenHome } from '../store/home.js'
import { placesOf, type PlaceOverrides, type Places } from '../store/places.js'

/** Of a host's own settings file. */
const MAX_SETTINGS_BYTES = 1_048_576

/** What a decision may know of the machine it is made on. Everything else is in the payload and the policy files. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>
  /** Absent when nobody knows it. */
  cwd?: string
  places: Places
}

/** @param overrides from `--store` and `--user-config` */
export const thisMachine = async (overrides: PlaceOverrides = {}): Promise<Machine> => {
  const env = process.env
  const cwd = workingDirectory(env)
  return { env, places: placesOf(env, await homeOf(env), process.platform, overrides), ...(cwd === undefined ? {} : { cwd }) }
}

/** Also of a folder that was deleted under us: what stands above it still applies. */
const workingDirectory = (env: Machine['env']): string | undefined => {
  try {
    return formerFolder(env) ?? process.cwd()
  } catch {
    return withoutMark('/proc/self/cwd') ?? (env.PWD !== undefined && isAbsolute(env.PWD) ? env.PWD : undefined)
  }
}

/** What asks the system is loaded only where the environment does not say it. */
const homeOf = async (env: Machine['env']): Promise<string> => givenHome(env) ?? (await import('../runtime/account.js')).homeFolder()

/** The part of it that reading a payload may use. */
export const readingContextOf = ({ env, cwd, places }: Machine, eventHint?: string): ReadingContext => ({
  env,
  home: places.home,
  ...(cwd === undefined ? {} : { processCwd: cwd }),
  ...(eventHint === undefined ? {} : { eventHint }),
  exists: isThere,
  readText: (path) => regularText(path, MAX_SETTINGS_BYTES),
})
