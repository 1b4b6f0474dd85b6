import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importRulesOf } from '../../hosts/import-rules.js'
import { hostOf } from '../../hosts/index.js'
import { isWithin } from '../paths/absolute.js'
import type { HostId } from '../protocol/event.js'

/** Where a host's own settings stand, for `import` without a file. */

export interface SettingsPlaces {
  /** The folder whose policy it becomes. */
  root: string
  /** In the order in which they are looked at. Absolute. */
  candidates: string[]
}

/** The nearest project on the way up that has settings of the host, then the person's own. */
export const settingsPlaces = (host: HostId, from: string, home: string, env: NodeJS.ProcessEnv): SettingsPlaces => {
  const { projectFiles, userFiles, userFolderVariable = '' } = importRulesOf(host)
  const { settings } = hostOf(host)
  const own = userFiles.map((name) => join(env[userFolderVariable] || join(home, settings.folder), name))
  for (let folder = from; !isWithin(home, folder); folder = dirname(folder)) {
    const found = projectFiles.map((name) => join(folder, settings.folder, name))
    if (found.some((file) => existsSync(file))) return { root: folder, candidates: [...found, ...own] }
    if (folder === dirname(folder)) break
  }
  return { root: from, candidates: [...projectFiles.map((name) => join(from, settings.folder, name)), ...own] }
}

/** The folder of a person's own settings of a host. */
export const ownSettingsFolder = (host: HostId, home: string): string => join(home, hostOf(host).settings.folder)
