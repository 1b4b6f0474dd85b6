import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { statsOf } from '../paths/stats.js'
import { placedProgram } from '../paths/windows-program.js'

/** The workspace that `--scope local` and `shared` are about, and git's own list of what it ignores there. */

/** @returns the folder that git's work tree begins at, else where we stand; undefined in the home folder and above it */
export const workspaceOf = (cwd: string, home: string): string | undefined => {
  const isHome = (folder: string): boolean => isWithin(home, folder)
  if (isHome(cwd)) return undefined
  for (let folder = cwd; !isHome(folder); folder = dirname(folder)) {
    if (statsOf(join(folder, '.git')) !== undefined) return folder
    if (dirname(folder) === folder) break
  }
  return cwd
}

export interface IgnoreList {
  /** `.git/info/exclude`, of the main checkout where this is a linked worktree: git reads no other. */
  file: string
  /** The line that keeps a file out. */
  line: string
}

/** @returns undefined where no git repository is */
export const ignoreListFor = (file: string, workspace: string): IgnoreList | undefined => {
  const dotGit = join(workspace, '.git')
  const stats = statsOf(dotGit)
  if (stats === undefined) return undefined
  const folder = stats.isFile() ? commonFolder(dotGit, workspace) : dotGit
  if (folder === undefined) return undefined
  const path = relative(workspace, file).split(sep).join('/')
  return { file: join(folder, 'info', 'exclude'), line: `/${path.replace(/[\\*?[]/g, '\\$&')}` }
}

const commonFolder = (dotGit: string, workspace: string): string | undefined => {
  try {
    const named = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(dotGit, 'utf8'))?.[1]
    if (named === undefined) return undefined
    const own = resolve(workspace, named)
    const common = join(own, 'commondir')
    return statsOf(common) === undefined ? own : resolve(own, readFileSync(common, 'utf8').trim())
  } catch {
    return undefined
  }
}

/** Whether git has the file: then nothing keeps it from being committed. False where git cannot be asked. */
export const isTracked = (file: string, workspace: string): boolean => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  try {
    // Git as the repository's own settings cannot bend it.
    const flags = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'ls-files', '--error-unmatch', '-z', '--']
    execFileSync(placedProgram('git', env), [...flags, `:(literal)${relative(workspace, file)}`], {
      cwd: workspace,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Adds a line to a text of lines; the text itself where it is there. */
export const withLine = (text: string, line: string): string => {
  if (linesOf(text).includes(line)) return text
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`
}

export const withoutLine = (text: string, line: string): string =>
  text
    .split(/(?<=\n)/)
    .filter((each) => each.replace(/\r?\n$/, '') !== line)
    .join('')

const linesOf = (text: string): string[] => text.split(/\r?\n/)
