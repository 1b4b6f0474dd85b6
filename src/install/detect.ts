import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { HOSTS, hostOf } from '../../hosts/index.js'
import { registrationOf, settingsFile } from '../../hosts/registrations.js'
import { isProgram } from '../paths/is-program.js'
import type { HostId } from '../protocol/event.js'
import type { Machine } from '../run/machine.js'

/** Which hosts this person has, and which of them run now. */

/** Hosts whose user-level folder is there, or whose program is on PATH. */
export const installedHosts = ({ env, places: { home } }: Machine): HostId[] =>
  HOSTS.filter(({ id, settings: { programs } }) => {
    const found = settingsFile(registrationOf(id), 'user', { env, home })
    const folder = found !== undefined && 'file' in found ? dirname(found.file) : undefined
    return (folder !== undefined && existsSync(folder)) || programs.some((program) => isOnPath(program, env.PATH ?? ''))
  }).map(({ id }) => id)

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']

const isOnPath = (program: string, path: string): boolean =>
  path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .some((folder) => ENDINGS.some((ending) => isProgram(join(folder, program + ending))))

/** Whether a program of this host runs now. False where nobody can tell. */
export const isRunning = (id: HostId): boolean => {
  const names = hostOf(id).settings.programs.map((name) => name.toLowerCase())
  return commandLines().some((words) =>
    // The program itself, or the script that an interpreter was given.
    words.slice(0, 2).some((word) =>
      names.includes(
        basename(word)
          .toLowerCase()
          .replace(/\.(?:exe|cmd|js)$/, ''),
      ),
    ),
  )
}

const commandLines = (): string[][] => {
  try {
    if (process.platform === 'win32') return []
    if (process.platform !== 'linux') {
      const listing = execFileSync('/bin/ps', ['-axo', 'command='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      return listing.split('\n').map((line) => line.split(' '))
    }
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    return ids.map((name) => textOf(`/proc/${name}/cmdline`).split('\0'))
  } catch {
    return []
  }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
