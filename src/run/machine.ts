import { lstatSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { ReadingContext } from '../../hosts/types.js'
import { placesOf, type Places } from '../store/places.js'

/** What a decision may know of the machine it is made on. Everything else is in the payload and the policy files. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>
  /** Absent when our working directory was deleted. */
  cwd?: string
  places: Places
}

export const thisMachine = async (): Promise<Machine> => {
  const env = process.env
  const cwd = workingDirectory()
  return { env, places: placesOf(env, await homeOf(env)), ...(cwd === undefined ? {} : { cwd }) }
}

const workingDirectory = (): string | undefined => {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

const homeOf = async (env: Machine['env']): Promise<string> => {
  const home = env.HOME ?? env.USERPROFILE
  if (home !== undefined && isAbsolute(home)) return home
  try {
    // Loaded only where the environment does not say it.
    return (await import('node:os')).userInfo().homedir
  } catch {
    return '/'
  }
}

/** The part of it that reading a payload may use. */
export const readingContextOf = ({ env, cwd, places }: Machine, eventHint?: string): ReadingContext => ({
  env,
  home: places.home,
  ...(cwd === undefined ? {} : { processCwd: cwd }),
  ...(eventHint === undefined ? {} : { eventHint }),
  exists: (path) => {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) !== undefined
    } catch {
      // A name that no file can have, or a folder that may not be searched.
      return false
    }
  },
  readText: (path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return undefined
    }
  },
})
