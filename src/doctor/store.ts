import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Places } from '../store/places.js'
import { storeFaults } from '../text/store-faults.js'
import { finding, type DoctorFinding } from './finding.js'

/** Whether what we keep can be kept, and counts. Looks only. */

/** More entries than this are not looked at. */
const MAX_ENTRIES = 5_000
const OTHERS = 0o077
const OTHERS_WRITE = 0o022

export const storeFindings = ({ store }: Places): DoctorFinding[] => {
  const nearest = nearestThere(store)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
    if (nearest === store && !lstatSync(store).isDirectory())
      return [finding('store-unwritable', { file: store, parts: { reason: storeFaults.notFolder } })]
  } catch (error) {
    return [finding('store-unwritable', { file: store, parts: { reason: (error as NodeJS.ErrnoException).code ?? 'unknown error' } })]
  }
  return process.platform === 'win32' || nearest !== store ? [] : openToOthers(store)
}

/** The store, or the nearest folder above it that is there. */
const nearestThere = (path: string): string => {
  for (let at = path; ; at = dirname(at)) if (existsSync(at) || dirname(at) === at) return at
}

const openToOthers = (store: string): DoctorFinding[] => {
  const found: DoctorFinding[] = []
  const waiting = [store]
  for (let seen = 0; waiting.length > 0 && seen < MAX_ENTRIES; seen++) {
    const path = waiting.pop() as string
    try {
      const stats = lstatSync(path)
      const isFolder = stats.isDirectory()
      if (isFolder) waiting.push(...readdirSync(path).map((name) => join(path, name)))
      const open = stats.mode & (isFolder ? OTHERS_WRITE : OTHERS)
      const isOurs = stats.uid === process.getuid?.()
      if (stats.isSymbolicLink() || (open === 0 && isOurs)) continue
      const reason = isOurs ? storeFaults.mode((stats.mode & 0o777).toString(8)) : storeFaults.notOurs(stats.uid)
      const fix = { is: 'mode', file: path, mode: isFolder ? 0o700 : 0o600 } as const
      found.push(finding('store-open-to-others', { file: path, parts: { reason }, ...(isOurs ? { fix } : {}) }))
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error'
      found.push(finding('store-unwritable', { file: path, parts: { reason } }))
    }
  }
  return found
}
