import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../store/lock.js'
import { readOwned } from '../store/owned-file.js'
import type { Places } from '../store/places.js'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import { storeFaults } from '../text/store-faults.js'

/**
 * What `install` changed outside the store, so that it can be given back: for each file that is not ours the bytes it had before us,
 * and what we made of it. Kept in `<store>/installed.json`, the bytes beside it under their hash.
 */

const change = z.strictObject({
  /** `hooks`: a host's settings. `trust`: what a host keeps about whom it trusts. `ignore`: git's own list of files to ignore. */
  what: z.enum(['hooks', 'trust', 'ignore']),
  host: z.string(),
  scope: z.enum(['user', 'local', 'shared']),
  path: z.string(),
  /** SHA-256 of the bytes before us; null: nothing stood there. Absent: not known, because somebody changed the file between two installs. */
  before: z.string().nullable().optional(),
  /** SHA-256 of the bytes that the last write replaced, for a person who wants them back; absent where nothing stood there. */
  replaced: z.string().optional(),
  /** SHA-256 of what we wrote. */
  after: z.string(),
  /** Folders that were made for it, outermost first. */
  folders: z.array(z.string()),
  /** What of the file is ours, where text does not tell: keys, or lines. */
  ours: z.array(z.string()),
})

const record = z.strictObject({
  version: z.literal(1),
  changes: z.array(change),
})

export type Change = z.infer<typeof change>

const MAX_BYTES = 4_194_304
const FILE = 'installed.json'
const BACKUPS = 'backups'

/** What one install or uninstall at a time holds. */
export const installLock = ({ store }: Places): string => join(store, 'install')

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Whether bytes are what a write was to put there, or what stood there until then: it may have been killed before it wrote. */
export const isAsNoted = ({ after, replaced }: Change, hash: string): boolean => hash === after || hash === replaced

/** The record in a store. Every method that changes it writes it at once. */
export class Installed {
  readonly #file: string
  readonly #backups: string

  constructor(readonly places: Places) {
    this.#file = join(places.store, FILE)
    this.#backups = join(places.store, BACKUPS)
  }

  /** @throws in words when a record stands there that cannot be used */
  get changes(): readonly Change[] {
    const owned = readOwned(this.#file, MAX_BYTES, (fd) => readFileSync(fd, 'utf8'))
    if (owned === undefined) return []
    if ('refused' in owned) throw new Error(`${this.#file} ${owned.refused}`)
    const parsed = record.safeParse(jsonOf(owned.content))
    if (!parsed.success) throw new Error(`${this.#file} ${storeFaults.damaged}`)
    return parsed.data.changes
  }

  find(what: Change['what'], path: string): Change | undefined {
    return this.changes.find((one) => one.what === what && one.path === path)
  }

  /** Puts a change in the place of an earlier one of the same file. */
  note(made: Change): void {
    this.#write((changes) => [...changes.filter(({ what, path }) => what !== made.what || path !== made.path), made])
  }

  forget({ what, path }: Pick<Change, 'what' | 'path'>): void {
    if (this.find(what, path) !== undefined) this.#write((changes) => changes.filter((one) => one.what !== what || one.path !== path))
  }

  #write(change: (changes: readonly Change[]) => Change[]): void {
    makeOwnFolder(this.places.store)
    withLock(this.#file, () => {
      const before = this.changes
      const after = change(before)
      writeAtomically(this.#file, `${JSON.stringify({ version: 1, changes: after }, null, 2)}\n`)
      const used = new Set(after.flatMap(hashesOf))
      for (const hash of before.flatMap(hashesOf)) if (!used.has(hash)) rmSync(join(this.#backups, hash), { force: true })
    })
  }

  /** Keeps bytes. @returns their hash */
  keep(bytes: Buffer): string {
    makeOwnFolder(this.places.store)
    makeOwnFolder(this.#backups)
    const hash = sha256(bytes)
    writeAtomically(join(this.#backups, hash), bytes)
    return hash
  }

  /** Bytes that were kept; undefined where they are not there any more, or are others. */
  kept(hash: string): Buffer | undefined {
    const owned = readOwned(join(this.#backups, hash), 16_777_216, (fd) => readFileSync(fd))
    return owned !== undefined && 'content' in owned && sha256(owned.content) === hash ? owned.content : undefined
  }

  /** Every file and folder of the record itself. */
  get own(): string[] {
    return [this.#file, this.#backups]
  }
}

const hashesOf = ({ before, replaced }: Change): string[] => [before, replaced].filter((hash) => typeof hash === 'string')

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
