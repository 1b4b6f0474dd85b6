import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LivePlaces } from '../../hosts/live.js'
import { removeTemporary, temporaryFolder } from '../paths/temporary-folder.js'
import { placedProgram } from '../paths/windows-program.js'
import { essentials } from './environment.js'

/** Throw-away folders for one start of a host: a home, a project that is a repository of its own, a place for temporary files. */

export interface Scratch extends LivePlaces {
  /** Holds all of them. */
  folder: string
  remove: () => void
}

/** @param base a folder that no workspace's policy is about; absent: the system's for temporary files */
export const makeScratch = (base: string = temporaryFolder()): Scratch => {
  const folder = realpathSync.native(mkdtempSync(join(base, 'acuvo-live-')))
  const [home, project, temp] = ['home', 'project', 'tmp'].map((name) => join(folder, name)) as [string, string, string]
  for (const one of [home, project, temp]) mkdirSync(one)
  writeFileSync(join(project, 'README.md'), '# A project for one try\n')
  try {
    const env = { ...essentials(process.env), HOME: home }
    execFileSync(placedProgram('git', env), ['init', '--quiet'], {
      cwd: project,
      env,
      stdio: 'ignore',
      timeout: 10_000,
    })
  } catch {
    // Without git it is a folder like any other.
  }
  return { folder, home, project, temp, remove: () => removeTemporary(folder) }
}
