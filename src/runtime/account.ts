import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'
import { givenHome } from '../store/home.js'
import { isStandalone } from './runtime.js'

/**
 * What the system says of the person whose process this is. Node asks the system; Bun repeats the environment (`HOME`, `SHELL`; 1.4.5),
 * which whoever starts us can set to anything, so the executable reads the list of accounts itself.
 */
export interface Account {
  /** Absolute. Absent where nobody can tell. */
  home?: string
  /** The login shell. Absent where there is none, and where nobody can tell. */
  shell?: string
}

const ACCOUNTS = '/etc/passwd'

/** The home folder of a command that people run: what the environment says, else the account's, else `/`. */
export const homeFolder = (): string => givenHome(process.env) ?? thisAccount().home ?? '/'

export const thisAccount = (): Account => {
  const { home, shell } = isStandalone ? listed() : asked()
  return { ...(home !== undefined && isAbsolute(home) ? { home } : {}), ...(shell ? { shell } : {}) }
}

const asked = (): { home?: string; shell?: string | null } => {
  try {
    const { homedir, shell } = userInfo()
    return { home: homedir, shell }
  } catch {
    return {}
  }
}

/** Where no list of accounts has this one, as on a Mac: what Bun repeats. */
const listed = (): { home?: string; shell?: string | null } => {
  const line = linesOf(ACCOUNTS).find((fields) => fields[2] === String(process.getuid?.()))
  return line === undefined ? asked() : { home: line[5] ?? '', shell: line[6] ?? '' }
}

/** name, password, number, group, words, home, shell */
const linesOf = (file: string): string[][] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
  } catch {
    return []
  }
}
