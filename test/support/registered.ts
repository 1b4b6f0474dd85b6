import { askProgram } from './standing.mjs'

/** What the built program itself says it has: read from its help, so that no list of ours can fall behind. */

const helpOf = async (path: readonly string[]): Promise<string> =>
  (await askProgram([...path, '--help'], { env: { ...process.env, COLUMNS: '200' } })).stdout

const rowsOf = (help: string, title: string): string[] =>
  (new RegExp(`^${title}:\\n((?:  .*\\n?)*)`, 'm').exec(help)?.[1] ?? '')
    .split('\n')
    .flatMap((line) => /^ {2}(\S.*?)(?: {2,}|$)/.exec(line)?.[1] ?? [])

export interface Registered {
  /** `['record', 'save']` is a command of a command. */
  path: string[]
  /** Long options. */
  options: string[]
  help: string
}

const below = async (path: string[]): Promise<Registered[]> => {
  const help = await helpOf(path)
  const options = rowsOf(help, 'Options').flatMap((row) => row.match(/--[a-z-]+/)?.[0] ?? [])
  const names = rowsOf(help, 'Commands').flatMap((row) => /^[a-z][a-z-]*/.exec(row)?.[0] ?? [])
  const inner = await Promise.all(names.map((name) => below([...path, name])))
  return [{ path, options, help }, ...inner.flat()]
}

let found: Promise<Registered[]> | undefined

/** The program itself first, then every command, those below another one included. */
export const registered = (): Promise<Registered[]> => (found ??= below([]))
