import { accessSync, constants, openSync, readSync, closeSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Whether programs and scripts are there, as a start of a hook would find them. Runs nothing. */

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

export const isExecutable = (path: string): boolean => {
  if (process.platform === 'win32') return isFile(path)
  try {
    accessSync(path, constants.X_OK)
    return isFile(path)
  } catch {
    return false
  }
}

/** @param path the folders, as in PATH @returns undefined where no folder has it */
export const programOnPath = (name: string, path: string): string | undefined => {
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat', '.com'] : ['']
  for (const folder of path.split(delimiter).filter((entry) => isAbsolute(entry)))
    for (const ending of endings) {
      const file = join(folder, name + ending)
      if (isExecutable(file)) return file
    }
  return undefined
}

const SHEBANG_BYTES = 256

/** The first line of a script that names its interpreter; undefined for any other file. */
export const shebangOf = (path: string): { interpreter: string; byName: boolean; hasCarriageReturn: boolean } | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const bytes = Buffer.alloc(SHEBANG_BYTES)
    const text = bytes.toString('latin1', 0, readSync(fd, bytes, 0, SHEBANG_BYTES, 0))
    const [, line] = /^#!([^\n]*)/.exec(text) ?? []
    if (line === undefined) return undefined
    const [program = '', ...args] = line.trim().split(/\s+/)
    const named = /(?:^|\/)env$/.test(program) ? args.find((word) => !word.startsWith('-') && !word.includes('=')) : undefined
    return { interpreter: named ?? program, byName: named !== undefined, hasCarriageReturn: line.endsWith('\r') }
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** What a POSIX shell has itself, so that no file of that name is needed. */
const BUILTINS: ReadonlySet<string> = new Set(
  (
    '. : [ alias bg bind break builtin caller case cd command compgen complete continue declare dirs disown do done echo elif else enable ' +
    'esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd printf ' +
    'pushd pwd read readarray readonly return select set shift shopt source suspend test then time times trap true type typeset ulimit ' +
    'umask unalias unset until wait while { } [[ ]] !'
  ).split(' '),
)

export const isBuiltIn = (name: string): boolean => BUILTINS.has(name)
