import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { mainCheckoutOf } from '../config/find.js'
import { placedProgram } from '../paths/windows-program.js'
import { passedEnvironment } from '../process/passed-environment.js'

/**
 * Git as neither a repository's own settings nor a variable of whoever started us can bend it: it starts no monitor, hook, pager,
 * filter or other program, and talks to nobody.
 */

const MAX_GIT_BYTES = 268_435_456

/** Whoever sets these stands outside the repository: which one is meant, its index and objects, and the settings of the person's git. */
const OUTER =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/
/** Of these the ones that are paths, relative to where git was started. */
const RELATIVE = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY']

const settings = (values: readonly string[]): string[] => values.flatMap((setting) => ['-c', setting])

const HARDENED = [
  '--no-pager',
  '--no-replace-objects',
  ...settings(['core.fsmonitor=false', 'diff.external=', 'core.alternateRefsCommand=']),
]
const NO_HOOKS = settings(['core.hooksPath=/dev/null'])

type Env = Readonly<Record<string, string | undefined>>

/**
 * The environment that git is started with.
 *
 * @param cwd where we were started; a program of that repository is not taken for git
 * @param given whether the repository is the one that the variables name, not the one that stands around a folder
 */
export const gitEnvironment = (env: Env, cwd: string, given: boolean): Record<string, string> => {
  const outer = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    if (!given || value === undefined || !OUTER.test(name)) return []
    return [[name, RELATIVE.includes(name) ? resolve(cwd, value) : value]]
  })
  return {
    ...passedEnvironment(env, ownFolders(env, cwd)),
    ...Object.fromEntries(outer),
    LC_ALL: 'C',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Of a partial clone nothing is fetched: where from, and by which program, the repository says.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  }
}

/** The arguments for one call. */
export const gitArguments = (args: readonly string[]): string[] => [...HARDENED, ...NO_HOOKS, ...args]

/** @throws when it ends with anything but 0, with its `stderr` and `status` */
export const git = (cwd: string, args: readonly string[], env: Record<string, string>, input?: string): Buffer =>
  execFileSync(placedProgram('git', env), gitArguments(args), {
    cwd,
    env,
    maxBuffer: MAX_GIT_BYTES,
    windowsHide: true,
    ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] } : { input, stdio: ['pipe', 'pipe', 'pipe'] }),
  })

/**
 * Where git looks for one of its hooks: whatever a setting says, and however git understands it, an empty one included. It starts none.
 *
 * @returns as git prints it, relative to `cwd` or absolute @throws as `git`
 */
export const gitHookFile = (cwd: string, name: string, env: Record<string, string>): Buffer =>
  execFileSync(placedProgram('git', env), [...HARDENED, 'rev-parse', '--git-path', `hooks/${name}`], {
    cwd,
    env,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Why a call of git failed, in its own words. */
export const gitFault = (error: unknown): string => {
  const { stderr, code, message } = error as { stderr?: Buffer; code?: string; message?: string }
  const [line] = (stderr?.toString('utf8') ?? '').trim().split('\n', 1)
  return line || (code === 'ENOENT' ? 'git is not found' : (message?.split('\n', 1)[0] ?? ''))
}

/**
 * Folders of the repository, where anybody may have put a program of the name of git: those around the folder, the main checkout of a
 * linked worktree, and what variables name. A home that is a repository itself holds the person's own programs.
 */
const ownFolders = (env: Env, cwd: string): string[] => {
  const around: string[] = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    const isHome = env.HOME !== undefined && folder === env.HOME
    if (existsSync(join(folder, '.git')) && (around.length === 0 || !isHome)) around.push(folder)
    if (isHome || folder === dirname(folder)) break
  }
  const { GIT_DIR: dir, GIT_WORK_TREE: tree } = env
  const named = [dir === undefined ? undefined : resolve(cwd, dir), tree === undefined ? undefined : resolve(cwd, tree)].filter(
    (folder): folder is string => folder !== undefined && folder !== env.HOME,
  )
  const checkouts = named.filter((folder) => basename(folder) === '.git').map((folder) => dirname(folder))
  const mains = around.flatMap((folder) => mainCheckoutOf(folder) ?? [])
  return [...(around.length === 0 ? [cwd] : around), ...mains, ...named, ...checkouts]
}
