import type { HookOutcome } from '../protocol/decision.js'
import { PROGRAM } from '../text/messages.js'
import { safeLine } from '../text/safe.js'

/**
 * The log: one line a record, a stable code first. Lines are kept until the answer is out and written to stderr then,
 * so that no record can delay or change a verdict. A host ignores stderr where the exit code is 0; where it is not,
 * stderr is the reason and carries nothing else.
 */

export type LogCode =
  | 'event_ignored'
  | 'event_unknown'
  | 'answer_dropped'
  | 'allow_ignored'
  | 'key_ignored'
  | `policy_${'unapproved' | 'refused' | 'outdated' | 'changed' | 'broken' | 'gone'}`
  | 'outcome'

export class Log {
  readonly #lines: string[] = []

  add(code: LogCode, text: string): void {
    this.#lines.push(`${PROGRAM}: ${code}: ${safeLine(text)}\n`)
  }

  addOutcome({ hook, outcome, cause, exitCode, signal, durationMs, outputTail }: HookOutcome): void {
    const how = [cause, exitCode === undefined ? undefined : `exit ${exitCode}`, signal].filter((part) => part !== undefined).join(', ')
    const printed = outcome === 'failed' && outputTail ? `; printed: ${outputTail}` : ''
    this.add('outcome', `"${hook}" ${outcome} in ${durationMs} ms${how === '' ? '' : ` (${how})`}${printed}`)
  }

  text(): string {
    return this.#lines.join('')
  }
}
