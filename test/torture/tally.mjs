/**
 * What one part of the torture run came to.
 *
 * @typedef {object} Row
 * @property {string} part
 * @property {number} cases
 * @property {number} lost verdicts that are not the right ones, crashes and answers that the host does not take among them
 * @property {number} late answers that came after their time
 * @property {number} left processes that live 2 s after the last answer
 * @property {number} lostLines records that the log does not have, or that cannot be read
 * @property {number} peakMiB most memory of one process of ours; 0: not looked at
 * @property {number} seconds
 * @property {string[]} faults what was lost, each in one line, the first 20
 * @property {string[]} remarks what could not be tried here
 */

const SHOWN_FAULTS = 20
const FAULT_CHARS = 600

export class Tally {
  #startedAt = performance.now()
  /** @type {Row} */
  row

  /** @param {string} part */
  constructor(part) {
    this.row = { part, cases: 0, lost: 0, late: 0, left: 0, lostLines: 0, peakMiB: 0, seconds: 0, faults: [], remarks: [] }
  }

  /** @param {'lost' | 'late' | 'left' | 'lostLines'} what @param {string} words @param {number} [count] */
  add(what, words, count = 1) {
    this.row[what] += count
    if (this.row.faults.length < SHOWN_FAULTS) this.row.faults.push(`${what}: ${words}`.replaceAll(/\s+/g, ' ').slice(0, FAULT_CHARS))
  }

  /** @param {number} mib */
  sawMemory(mib) {
    this.row.peakMiB = Math.max(this.row.peakMiB, mib)
  }

  /** @returns {Row} */
  end() {
    this.row.seconds = (performance.now() - this.#startedAt) / 1_000
    return this.row
  }
}

/** @param {Row} row */
export const isClean = ({ lost, late, left, lostLines }) => lost + late + left + lostLines === 0

/**
 * @template T
 * @param {readonly T[]} items
 * @param {number} width how many at once
 * @param {(item: T, index: number) => Promise<void>} task
 */
export const inParallel = async (items, width, task) => {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      await task(/** @type {T} */ (items[index]), index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
}
