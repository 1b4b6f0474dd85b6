import { removeFolders, removeForeign, writeFault, writeForeign, type FileFault, type ForeignFile } from './foreign-file.js'
import { isAsNoted, sha256, type Change, type Installed } from './record.js'

/** Writes a file that is not ours, remembering what stood there, and gives it back. */

/** What an exchange is about; the rest of the record is found here. */
export type About = Pick<Change, 'what' | 'host' | 'scope'>

/**
 * Puts our bytes in place of what was read, and notes it.
 *
 * @param held whether what was read already holds something of ours: then its bytes are not those from before us
 * @param ours what of the new bytes is ours, where the text itself does not tell
 */
export const putInPlace = (
  installed: Installed,
  file: ForeignFile,
  bytes: Buffer,
  { held, ours = [], ...about }: About & { held: boolean; ours?: readonly string[] },
): FileFault | undefined => {
  // A file that may not be written is not worth a backup.
  const refused = writeFault(file)
  if (refused !== undefined) return refused
  const former = installed.find(about.what, file.path)
  const isFormer = former !== undefined && file.bytes !== undefined && isAsNoted(former, sha256(file.bytes))
  const replaced = file.bytes === undefined ? undefined : installed.keep(file.bytes)
  const before = isFormer ? former.before : held ? undefined : (replaced ?? null)
  const change: Change = {
    ...about,
    path: file.path,
    ...(before === undefined ? {} : { before }),
    ...(replaced === undefined ? {} : { replaced }),
    after: sha256(bytes),
    folders: isFormer ? [...former.folders] : [],
    ours: [...ours],
  }
  // Noted first, so that whoever is killed in between leaves a file that can be given back. Where it cannot be, nothing is gained by it.
  if (before !== undefined) installed.note(change)
  const written = writeForeign(file, bytes)
  if ('fault' in written) {
    if (before !== undefined && former === undefined) installed.forget(change)
    else if (before !== undefined && former !== undefined) installed.note(former)
    return written.fault
  }
  if (before === undefined || written.folders.length > 0) installed.note({ ...change, folders: [...change.folders, ...written.folders] })
  return undefined
}

/** What is left of a file when ours is taken out. `empty`: nothing that anybody but us would miss. */
export interface Rest {
  bytes: Buffer
  isEmpty: boolean
  /** What is still ours in it, for another host or scope. */
  ours: readonly string[]
}

/** What giving back comes to, before anything is done. */
export type Giving = { does: 'nothing' } | { does: 'remove' } | { does: 'restore' | 'write'; bytes: Buffer }

/**
 * The bytes from before us where nobody changed the file since; else what is left without us.
 *
 * @param rest what is left of it without what is to go
 */
export const givingBack = (installed: Installed, file: ForeignFile, what: Change['what'], rest: Rest): Giving => {
  if (file.bytes === undefined) return { does: 'nothing' }
  const change = installed.find(what, file.path)
  const isOurs = change !== undefined && isAsNoted(change, sha256(file.bytes)) && rest.ours.length === 0
  if (isOurs && change.before === null) return { does: 'remove' }
  const before = isOurs && typeof change.before === 'string' ? installed.kept(change.before) : undefined
  if (before !== undefined) return before.equals(file.bytes) ? { does: 'nothing' } : { does: 'restore', bytes: before }
  if (rest.isEmpty && change?.before === null && rest.ours.length === 0) return { does: 'remove' }
  return rest.bytes.equals(file.bytes) ? { does: 'nothing' } : { does: 'write', bytes: rest.bytes }
}

/** Does it, and forgets the file or notes what is still ours in it. */
export const giveBack = (
  installed: Installed,
  file: ForeignFile,
  giving: Giving,
  { what, rest }: { what: Change['what']; rest: Rest },
): FileFault | undefined => {
  const change = installed.find(what, file.path)
  if (giving.does === 'remove') {
    const fault = removeForeign(file)
    if (fault !== undefined) return fault
    removeFolders(change?.folders ?? [])
  } else if (giving.does !== 'nothing') {
    const written = writeForeign(file, giving.bytes)
    if ('fault' in written) return written.fault
  }
  if (change === undefined) return undefined
  if (rest.ours.length === 0) installed.forget(change)
  else if (giving.does === 'write') installed.note({ ...change, after: sha256(giving.bytes), ours: [...rest.ours] })
  return undefined
}
