import { statSync } from 'node:fs'
import { win32 } from 'node:path'

/**
 * Windows looks for a program that is only named in the folder it is started in, before it looks in PATH (CreateProcess, cmd.exe), and
 * there an agent can put one. So whatever we start by its name is looked up here, in PATH and the system's own folder, and started by its place.
 */

type Env = Readonly<Record<string, string | undefined>>

/** What Windows starts without a shell, where the name has no ending. */
const ENDINGS = ['.com', '.exe']

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * @param program as a hook or we name it; one with a folder stays as it is
 * @param env of the start: its PATH counts
 * @param isThere whether a file stands at a place
 * @returns the same on any other system
 * @throws ENOENT where neither has one
 */
export const placedProgram = (
  program: string,
  env: Env,
  platform: NodeJS.Platform = process.platform,
  isThere: (path: string) => boolean = isFile,
): string => {
  if (platform !== 'win32' || /[\\/:]/.test(program)) return program
  const names =
    win32.extname(program) === '' ? ENDINGS.map((ending) => program + ending) : [program, ...ENDINGS.map((ending) => program + ending)]
  const own = valueOf(env, 'SYSTEMROOT')
  const folders = [
    ...(valueOf(env, 'PATH') ?? '').split(';').map((entry) => entry.replaceAll('"', '')),
    ...(own === undefined ? [] : [win32.join(own, 'System32')]),
  ].filter((folder) => win32.isAbsolute(folder))
  for (const folder of folders) for (const name of names) if (isThere(win32.join(folder, name))) return win32.join(folder, name)
  throw Object.assign(new Error(`${program} is not found`), { code: 'ENOENT' })
}

const valueOf = (env: Env, wanted: string): string | undefined => {
  const name = Object.keys(env).find((one) => one.toUpperCase() === wanted)
  return name === undefined ? undefined : env[name]
}
