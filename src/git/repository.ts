import { git } from './git.js'

/** The repository that a commit is made in, as git itself names it. */
export interface Repository {
  /** Top of the working tree. Absolute. */
  top: string
  env: Record<string, string>
}

/** @param env as `gitEnvironment` makes it @throws git's own error, as where there is no working tree */
export const repositoryAt = (cwd: string, env: Record<string, string>): Repository => ({
  top: pathFrom(git(cwd, ['rev-parse', '--show-toplevel'], env)),
  env,
})

/** What git prints of a path: the path and a newline, whatever else the path holds. */
export const pathFrom = (printed: Buffer): string => printed.toString('utf8').replace(/\r?\n$/, '')
