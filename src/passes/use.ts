import { renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stopper } from '../chain/stops.js'
import { folderFault } from '../store/owned-file.js'
import { isFresh, readOwnJson, type PassFile } from './files.js'
import { againName, canBePassed, passName, type PassingCall } from './names.js'

/** Looks for what a person let through: a part of its own, loaded only where there is such a thing and a hook says no. */

export interface Pass {
  /** Of the record that the person let through. */
  id: string
  /** Uses it up. @returns false when another call has done so first */
  claim: () => boolean
}

/** The person's pass for this call and this hook; undefined where there is none that holds. */
export const passOf = (stopper: Stopper, call: PassingCall): Pass | undefined => {
  const { event, places, isPrimary, announcesAgain } = call
  if (event.sessionId === undefined || !canBePassed(call) || folderFault(places.passes) !== undefined) return undefined
  const file = join(places.passes, passName(stopper, call))
  const used = `${file}.used`
  const again = join(places.passes, againName(stopper, call))
  const held = (path: string): PassFile | undefined => {
    const read = readOwnJson<PassFile>(path)
    return read !== undefined && 'content' in read && isFresh(read.content) ? read.content : undefined
  }
  // What repeats an announcement lets nothing through that the announcement itself did not.
  const repeats = event.announcement !== 'first'
  const seen = repeats ? (held(again) ?? (isPrimary ? (held(file) ?? held(used)) : undefined)) : undefined
  if (seen !== undefined) return { id: seen.id, claim: () => true }
  if (repeats && isPrimary) return undefined
  const pass = held(file)
  if (pass === undefined) return undefined
  const claim = (): boolean => {
    try {
      renameSync(file, used)
    } catch {
      return false
    }
    if (!repeats && announcesAgain) put(again, pass)
    return true
  }
  return { id: pass.id, claim }
}

/** Not synced: what a crash leaves half is not used. */
const put = (path: string, pass: PassFile): void => {
  try {
    unlinkSync(path)
  } catch {
    // Nothing stood there.
  }
  writeFileSync(path, JSON.stringify(pass), { flag: 'wx', mode: 0o600 })
}
