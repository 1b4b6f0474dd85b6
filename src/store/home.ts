import { isAbsolute, resolve } from 'node:path'

/** The home folder that the environment names. Undefined where it names none, and where its name leads to another folder from everywhere. */
export const givenHome = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const home = env.HOME ?? env.USERPROFILE
  return home !== undefined && isAbsolute(home) ? resolve(home) : undefined
}
