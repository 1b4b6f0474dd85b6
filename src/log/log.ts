import type { HookOutcome } from '../protocol/decision.js'
import { PROGRAM } from '../text/messages.js'
import { safeLine } from '../text/safe.js'
import { appendRecord, type LogRecord } from './append.js'

/**
 * What one call has to report: entries with a stable code, and how each hook ended. They are kept until the answer is out
 * and go to stderr and to the store's log then, so that none can delay or change a verdict. A host ignores stderr where
 * the exit code is 0; where it is not, stderr is the reason and carries nothing else. Nothing that a call or a hook said is in
 * the store's log: no arguments, no outputs.
 */

export type LogCode =
  | 'event_ignored'
  | 'event_unknown'
  | 'answer_dropped'
  | 'allow_ignored'
  | 'key_ignored'
  | `policy_${'unapproved' | 'refused' | 'outdated' | 'changed' | 'broken' | 'gone'}`
  | 'protected'
  | 'would_have'
  | 'too_deep'
  | 'not_withheld'
  | 'late_dropped'
  | 'outcome'

/** What a record is about. */
export interface LogSubject {
  host: string
  /** Canonical name. */
  event: string
  session?: string | undefined
  verdict: string
}

export class Log {
  readonly #entries: { code: LogCode; text: string }[] = []
  readonly #outcomes: LogRecord['outcomes'][number][] = []
  #subject: LogSubject | undefined

  add(code: LogCode, text: string): void {
    this.#entries.push({ code, text: safeLine(text) })
  }

  addOutcome({ hook, file, outcome, would, changed, cause, exitCode, signal, durationMs, outputTail }: HookOutcome): void {
    const how = [
      would === undefined ? undefined : `on trial: ${would}`,
      changed && `changed the ${changed}`,
      cause,
      exitCode === undefined ? undefined : `exit ${exitCode}`,
      signal,
    ]
      .filter((part) => part !== undefined)
      .join(', ')
    const printed = outcome === 'failed' && outputTail ? `; printed: ${outputTail}` : ''
    this.add('outcome', `"${hook}" ${outcome} in ${durationMs} ms${how === '' ? '' : ` (${how})`}${printed}`)
    this.#outcomes.push({ hook: safeLine(hook), file, outcome, would, changed, cause, exitCode, signal, durationMs })
  }

  about(subject: LogSubject): void {
    this.#subject = subject
  }

  /** For stderr. */
  text(): string {
    return this.#entries.map(({ code, text }) => `${PROGRAM}: ${code}: ${text}\n`).join('')
  }

  /** Keeps the record of a call that had anything to report. @throws the system's error */
  keep(file: string): void {
    if (this.#entries.length === 0) return
    const entries = this.#entries.filter(({ code }) => code !== 'outcome')
    appendRecord(file, { version: 1, at: new Date().toISOString(), ...this.#subject, entries, outcomes: this.#outcomes })
  }
}
