import { dirname, join } from 'node:path'
import type { Known } from '../config/find.js'
import type { PolicyFile } from '../config/types.js'
import { folderFault } from '../store/owned-file.js'
import { nameOfPath } from '../store/names.js'
import type { Places } from '../store/places.js'
import { isAbsent } from './acuvo-folder.js'
import { managedFault } from './managed.js'
import { readRecord, recordFileIn, type ReadRecord } from './record.js'

/** The records of the store, by whom they are for. Nothing is read before it is asked for. */
export class Approvals implements Known {
  readonly #places: Places
  #isThere: boolean | undefined

  constructor(places: Places) {
    this.#places = places
  }

  managed(): boolean {
    return exists(managedRecordFile(this.#places))
  }

  user(file: string): boolean {
    return this.#has(userFolder(this.#places, file))
  }

  workspace(folder: string): boolean {
    return this.#has(workspaceFolder(this.#places, folder))
  }

  /** The folder of the store that a policy's record and pinned contents stand in; for the managed file its own folder. */
  folderOf({ layer, approvedAs }: Pick<PolicyFile, 'layer' | 'approvedAs'>): string {
    if (layer === 'managed') return dirname(this.#places.managedPolicy)
    return layer === 'user' ? userFolder(this.#places, approvedAs) : workspaceFolder(this.#places, approvedAs)
  }

  recordFileOf(policy: Pick<PolicyFile, 'layer' | 'approvedAs'>): string {
    return policy.layer === 'managed' ? managedRecordFile(this.#places) : recordFileIn(this.folderOf(policy))
  }

  read(policy: Pick<PolicyFile, 'layer' | 'approvedAs'>): ReadRecord {
    const file = this.recordFileOf(policy)
    if (policy.layer === 'managed') {
      if (!exists(file)) return undefined
      const fault = managedFault(file)
      return fault === undefined ? readRecord(file, policy.approvedAs, 0, true) : { refused: fault }
    }
    const read = readRecord(file, policy.approvedAs)
    if (read === undefined) return undefined
    const fault = [this.#places.store, this.#places.approvals, this.folderOf(policy)].map((folder) => folderFault(folder)).find(Boolean)
    return fault === undefined ? read : { refused: fault }
  }

  /** Also when a record is there that cannot be used: it says that there was an approval. */
  #has(folder: string): boolean {
    this.#isThere ??= exists(this.#places.approvals)
    return this.#isThere && exists(recordFileIn(folder))
  }
}

const workspaceFolder = ({ approvals }: Places, folder: string): string => join(approvals, nameOfPath(folder))
const userFolder = ({ approvals }: Places, file: string): string => join(approvals, `user-${nameOfPath(file)}`)
const managedRecordFile = ({ managedPolicy }: Places): string => join(dirname(managedPolicy), 'hooks.approved.json')

/** Anything that is not plain absence counts as there: reading it says what is wrong. */
const exists = (path: string): boolean => !isAbsent(path)
