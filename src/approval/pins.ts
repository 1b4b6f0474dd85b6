import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { regularText } from '../paths/regular-file.js'
import { MAX_SCRIPT_BYTES, type HookScript } from '../process/hook-texts.js'
import { pinFaults } from '../text/approval.js'
import { filesUnderAcuvo, isAbsent } from './acuvo-folder.js'
import { filesMatching } from './globbed.js'
import { managedFault } from './managed.js'
import type { Approval, PinnedFile } from './record.js'
import { approvedBytes, placeOf } from './pinned-bytes.js'
import type { ApprovedChain } from './standing.js'

/** So many files of one hook are looked at as texts. */
const MAX_SCRIPTS = 16

/**
 * Whether the files that a hook uses are those that a person approved, compared byte by byte when a hook matches: never
 * by time or size alone, and each file once a call.
 */
export class PinCheck {
  readonly #chain: ApprovedChain
  readonly #faults = new Map<string, string | undefined>()
  readonly #blobs = new Map<string, Buffer | undefined>()
  #present: readonly string[] | undefined | 'unknown' = 'unknown'

  constructor(chain: ApprovedChain) {
    this.#chain = chain
  }

  /**
   * @param index of the hook in the chain
   * @returns what is not as approved, as names with a word; empty when everything is
   */
  faultsOf(index: number): string[] {
    let best: string[] | undefined
    // Several branches may have approved this policy with other scripts: any one of them as a whole will do.
    for (const approval of [...this.#chain.approvals].reverse()) {
      const faults = [...this.#missingOrChanged(approval, index), ...this.#added(approval)]
      if (faults.length === 0) return []
      best ??= faults
    }
    return best ?? []
  }

  /**
   * What a person approved of the files that a hook uses, as texts: those that its command runs or names, and those that these
   * name in turn.
   *
   * @param command of the hook, as text
   */
  scriptsOf(index: number, command: string): HookScript[] {
    const pinned = this.#chain.approvals.at(-1)?.pinned.filter((file) => file.extends !== true && file.absent !== true) ?? []
    const found: HookScript[] = []
    const left = new Set(pinned)
    const texts = [command]
    const take = (isUsed: (file: PinnedFile) => boolean): void => {
      for (const file of [...left].filter(isUsed)) {
        left.delete(file)
        const text = found.length < MAX_SCRIPTS ? this.#approvedText(file) : undefined
        if (text === undefined) continue
        found.push({ file: placeOf(file.path, this.#chain.root), text })
        texts.push(text)
      }
    }
    take(({ hooks }) => hooks?.includes(index) === true)
    for (let text = texts.shift(); text !== undefined && left.size > 0; text = texts.shift()) {
      const naming = text
      take(({ path }) => naming.includes(path.slice(path.lastIndexOf('/') + 1)))
    }
    return found
  }

  #approvedText({ path, blob }: PinnedFile): string | undefined {
    if (blob === undefined) return regularText(path, MAX_SCRIPT_BYTES)
    const bytes = this.#approved(blob)
    return bytes === undefined || bytes.length > MAX_SCRIPT_BYTES ? undefined : bytes.toString('utf8')
  }

  #approved(blob: string): Buffer | undefined {
    if (!this.#blobs.has(blob)) this.#blobs.set(blob, approvedBytes(this.#chain.folder, blob))
    return this.#blobs.get(blob)
  }

  #missingOrChanged({ pinned }: Approval, index: number): string[] {
    return pinned
      .filter((file) => file.extends !== true && (file.hooks === undefined || file.hooks.includes(index)))
      .flatMap((file) => {
        const key = `${file.path}\0${file.blob ?? ''}\0${file.link ?? ''}`
        if (!this.#faults.has(key)) this.#faults.set(key, this.#faultOf(file))
        return this.#faults.get(key) ?? []
      })
  }

  #faultOf(pinned: PinnedFile): string | undefined {
    const { path, blob, absent } = pinned
    const { root, acuvoIn = root } = this.#chain
    if (absent === true) return isAbsent(placeOf(path, root)) ? undefined : pinFaults.added(path)
    if (blob === undefined) return managedFault(path) === undefined ? undefined : pinFaults.changed(path)
    const approved = this.#approved(blob)
    if (approved === undefined) return pinFaults.copyLost(path)
    if (!isUnderAcuvo(path) || acuvoIn === root) return faultAt(placeOf(path, root), pinned, approved)
    // A worktree that uses its main checkout's policy may have files of this name itself, and they would be run.
    return faultAt(placeOf(path, acuvoIn), pinned, approved) ?? faultAt(placeOf(path, root), pinned, approved, true)
  }

  /** Anything may read a file that was put beside it. */
  #added({ pinned, globs = [] }: Approval): string[] {
    const { root, acuvoIn } = this.#chain
    if (acuvoIn === undefined) return []
    if (this.#present === 'unknown') this.#present = presentIn([...new Set([acuvoIn, root])])
    const globbed = globs.length === 0 ? [] : filesMatching(root, globs)
    if (this.#present === undefined || globbed === undefined) return [pinFaults.folder]
    const known = new Set(['.acuvo/hooks.json', ...pinned.map(({ path }) => path)])
    return [...this.#present, ...globbed].filter((path) => !known.has(path)).map(pinFaults.added)
  }
}

const isUnderAcuvo = (path: string): boolean => path.startsWith('.acuvo/')

const presentIn = (roots: readonly string[]): string[] | undefined => {
  const all = roots.map(filesUnderAcuvo)
  return all.includes(undefined) ? undefined : (all as string[][]).flat()
}

const faultAt = (file: string, { path, link }: PinnedFile, approved: Buffer, mayBeAbsent = false): string | undefined => {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return mayBeAbsent ? undefined : pinFaults.gone(path)
    const isAsLinked = stats.isSymbolicLink() ? link !== undefined && readlinkSync(file) === link : stats.isFile() && link === undefined
    return isAsLinked && bytesOf(file, approved.length)?.equals(approved) === true ? undefined : pinFaults.changed(path)
  } catch {
    return pinFaults.changed(path)
  }
}

/** The bytes of a regular file of this size. Never waits: what a link leads to may have become a FIFO. */
const bytesOf = (file: string, size: number): Buffer | undefined => {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(fd)
    return stats.isFile() && stats.size === size ? readFileSync(fd) : undefined
  } finally {
    closeSync(fd)
  }
}
