import { safeLine } from '../text/safe.js'
import { columnsOf } from './wrapped.js'
import { writeAnswer } from './write-answer.js'

/** How far long work is, in one line that is written over. On a terminal only, and never where machines read. */
export class Progress {
  readonly #total: number
  readonly #isShown = process.stderr.isTTY === true && process.env.TERM !== 'dumb'

  constructor(total: number) {
    this.#total = total
  }

  /** @param done how many are over */
  show(done: number, name: string): void {
    if (!this.#isShown) return
    const columns = columnsOf(process.stderr.columns, process.env.COLUMNS)
    writeAnswer(2, `\r\u001b[K${`${done + 1}/${this.#total} ${safeLine(name)}`.slice(0, columns - 1)}`)
  }

  clear(): void {
    if (this.#isShown) writeAnswer(2, '\r\u001b[K')
  }
}
