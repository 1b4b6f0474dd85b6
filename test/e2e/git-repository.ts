import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startLine } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** A real repository whose commits our git hook judges. */

export interface Ran {
  exitCode: number | null
  stdout: string
  stderr: string
}

export interface Repository extends Workspace {
  /** Runs git in the root, or another folder; never fails. */
  git: (args: readonly string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string | Buffer }) => Ran
  /** The same with our program. */
  program: (args: readonly string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv }) => Ran
  /** Writes a file and stages it. */
  stage: (path: string, text?: string | Buffer) => void
  /** How many commits there are. */
  commits: () => number
}

/** Without the variables of a git that may have started the tests. */
const clean = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))

/** @param hooks of the policy, approved; absent: no policy @param install whether our hook is put in */
export const makeRepository = (hooks?: readonly object[], { install = true } = {}): Repository => {
  const workspace = makeWorkspace(hooks === undefined ? undefined : { hooks })
  const env = { ...clean(workspace.env), GIT_CONFIG_NOSYSTEM: '1' }
  const run = (
    program: string,
    args: readonly string[],
    options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string | Buffer } = {},
  ): Ran => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: options.cwd ?? workspace.root,
      env: { ...env, ...options.env },
      ...(options.input === undefined ? {} : { input: options.input }),
    })
    return { exitCode: status, stdout: stdout.toString(), stderr: stderr.toString() }
  }
  const repository: Repository = {
    ...workspace,
    env,
    git: (args, options) => run('git', args, options),
    program: (args, options) => run(startLine()[0], [...startLine()[1], ...args], options),
    stage: (path, text = 'x\n') => {
      const file = join(workspace.root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      execFileSync('git', ['add', '-f', '--', path], { cwd: workspace.root, env })
    },
    commits: () => Number(run('git', ['rev-list', '--all', '--count']).stdout.trim()),
  }
  writeFileSync(
    join(workspace.home, '.gitconfig'),
    '[user]\n\tname = n\n\temail = a@b\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
  )
  repository.git(['init', '-q'])
  if (install && repository.program(['git-hook', 'install']).exitCode !== 0) throw new Error('the hook was not installed')
  return repository
}
