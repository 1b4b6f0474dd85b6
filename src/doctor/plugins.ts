import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isOurLine } from '../../hosts/settings-readers.js'
import { settingsFile } from '../../hosts/registrations.js'
import { decodedJson, isRecord } from '../../hosts/shared/fields.js'
import { regularText } from '../paths/regular-file.js'
import { finding, type DoctorFinding } from './finding.js'
import type { DoctorMachine, HostSetup } from './host-setup.js'

/** Hook files of a host's plugins that start us too. */

const MAX_FOLDERS = 2_000
const MAX_DEPTH = 6
const MAX_BYTES = 1_048_576

export const pluginFindings = ({ id: host, registration, checkUp }: HostSetup, { env, places }: DoctorMachine): DoctorFinding[] => {
  const user = settingsFile(registration, 'user', { env, home: places.home })
  if (checkUp.plugins === undefined || user === undefined || 'fault' in user) return []
  return hookFilesBelow(join(dirname(user.file), checkUp.plugins))
    .filter((file) => startsUs(decodedJson(regularText(file, MAX_BYTES) ?? '')))
    .map((file) => finding('line-in-plugin', { host, file }))
}

/** `hooks/hooks.json` of every plugin, wherever it is kept. */
const hookFilesBelow = (top: string): string[] => {
  const files: string[] = []
  const waiting = [{ folder: top, depth: 0 }]
  for (let seen = 0; waiting.length > 0 && seen < MAX_FOLDERS; seen++) {
    const { folder, depth } = waiting.shift() as { folder: string; depth: number }
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name)
        if (entry.isDirectory() && depth < MAX_DEPTH && entry.name !== 'node_modules') waiting.push({ folder: path, depth: depth + 1 })
        else if (entry.name === 'hooks.json' && basename(folder) === 'hooks') files.push(path)
      }
    } catch {
      // Not there, or not for us to read.
    }
  }
  return files
}

const startsUs = (document: unknown): boolean => {
  const waiting: unknown[] = [document]
  for (let steps = 0; waiting.length > 0 && steps < 100_000; steps++) {
    const value = waiting.pop()
    if (isRecord(value) && typeof value.command === 'string' && isOurLine(value.command)) return true
    if (isRecord(value) || Array.isArray(value)) waiting.push(...(Object.values(value) as unknown[]))
  }
  return false
}
