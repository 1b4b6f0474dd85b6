import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { filesRunBy, shellTextOf } from '../approval/programs.js'
import { placeOf } from '../approval/pinned-bytes.js'
import { chainOf, type StandingPolicy } from '../approval/standing-policy.js'
import { isBuiltIn, isThere, programOnPath } from '../check/program-lookup.js'
import { namesBehindRunners } from '../check/rules-programs.js'
import type { Hook } from '../config/types.js'
import { isFolder } from '../chain/hook-folders.js'
import { realPathOf } from '../paths/real.js'
import { commandHere, spawnPlanOf } from '../process/spawn-plan.js'
import type { Explained } from '../shapes/explain.js'

/** What a command would start, as far as its text tells: where each program and script stands, and what it is. Runs nothing. */

type Resolved = NonNullable<Explained['hooks'][number]['resolved']>
type ResolvedFile = Resolved['files'][number]

/** @param path the PATH that the hook gets @param index of the hook in its policy's chain */
export const resolvedOf = (hook: Hook, policy: StandingPolicy, index: number, path: string): Resolved | undefined => {
  const command = commandHere(hook)
  if (command === undefined) return undefined
  const { program, shell } = spawnPlanOf(command, hook.shellProgram)
  const isForeign = hook.shellProgram === 'pwsh' || hook.shellProgram === 'cmd' || process.platform === 'win32'
  const used = isForeign && shell ? { files: [], mentioned: [], names: [], unknown: [String(command)] } : filesRunBy(command, policy.root)
  const behindRunners = new Set(isForeign ? [] : namesBehindRunners(shellTextOf(command)))
  const pinned = new Set(
    (chainOf(policy)?.approvals.at(-1)?.pinned ?? [])
      .filter(({ hooks }) => hooks === undefined || hooks.includes(index))
      .map((file) => placeOf(file.path, policy.root)),
  )
  const fileOf = (file: string, use: ResolvedFile['use']): ResolvedFile => ({
    path: file,
    use,
    ...(isThere(file) ? stateOf(file) : { missing: true as const }),
    pinned: pinned.has(file),
  })
  const files = used.files.filter((file) => isThere(file) || !used.files.some((other) => other.startsWith(`${file}.`)))
  const named = files.filter((file) => !isFolder(file)).map((file) => fileOf(file, 'runs'))
  return {
    ...(shell ? { shell: /[\\/]/.test(program) ? program : (programOnPath(program, path) ?? program) } : {}),
    programs: used.names.filter((name) => !behindRunners.has(name)).map((name) => programOf(name, path, shell)),
    files: [...named, ...used.mentioned.map((file) => fileOf(file, 'names'))],
    unknown: used.unknown,
  }
}

const programOf = (name: string, path: string, shell: boolean): Resolved['programs'][number] => {
  if (shell && isBuiltIn(name)) return { name, builtIn: true }
  const found = programOnPath(name, path)
  if (found === undefined) return { name, missing: true }
  const real = realPathOf(found) ?? found
  return { name, path: real, ...stateOf(real) }
}

/** What a regular file is now; nothing of what cannot be read. Never waits. */
const stateOf = (file: string): { sha256?: string; mtime?: string } => {
  let fd: number | undefined
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    if (!stats.isFile()) return {}
    // Not `stats.mtime`: Node rounds it to a millisecond where Bun cuts it.
    return { sha256: hashOf(fd), mtime: new Date(Math.floor(stats.mtimeMs)).toISOString() }
  } catch {
    return {}
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const CHUNK_BYTES = 1_048_576

const hashOf = (fd: number): string => {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) hash.update(chunk.subarray(0, read))
  return hash.digest('hex')
}
