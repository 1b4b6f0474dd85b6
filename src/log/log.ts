import type { LogMode } from '../config/types.js'
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
  | 'held'
  | 'protected'
  | 'settings_refused'
  | 'passed_once'
  | 'slow_hook'
  | 'would_have'
  | 'too_deep'
  | 'not_withheld'
  | 'late_dropped'
  | 'unreadable'
  | 'internal_failure'
  | 'outcome'

/** Codes of what went wrong with us, not with a hook. */
const OUR_FAILURES: readonly LogCode[] = ['unreadable', 'internal_failure', 'not_withheld']

/** What a record is about. Absent: nobody knows it. */
export interface LogSubject {
  host?: string | undefined
  /** Canonical name; absent where the event has none. */
  event?: string | undefined
  nativeEvent?: string | undefined
  session?: string | undefined
  tool?: { kind: string; native: string } | undefined
  /** The session's own root. Absolute. */
  root?: string | undefined
  verdict: string
  /** From our own start to the answer. */
  durationMs?: number
}

const ID_CHARS = 8
const ID_BASE = 36
/** Of an id or a name that comes from outside. */
const NAME_CHARS = 200
const PATH_CHARS = 4_096

export class Log {
  readonly #entries: { code: LogCode; text: string }[] = []
  readonly #outcomes: LogRecord['outcomes'][number][] = []
  #subject: LogSubject | undefined
  #id: string | undefined
  /** What the person's own file says of the log; undefined as long as nobody has looked. */
  mode: LogMode | undefined

  /** Of the record: 8 characters in base 36. It names a record and protects nothing. */
  get id(): string {
    this.#id ??= Math.floor(Math.random() * ID_BASE ** ID_CHARS)
      .toString(ID_BASE)
      .padStart(ID_CHARS, '0')
    return this.#id
  }

  add(code: LogCode, text: string): void {
    this.#entries.push({ code, text: safeLine(text) })
  }

  addOutcome({ hook, file, outcome, would, changed, cause, exitCode, signal, durationMs, outputTail, slow, passed }: HookOutcome): void {
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
    this.#outcomes.push({ hook: safeLine(hook), file, outcome, would, changed, cause, exitCode, signal, durationMs, slow, passed })
  }

  about({ session, tool, root, ...subject }: LogSubject): void {
    this.#subject = {
      ...subject,
      session: session?.slice(0, NAME_CHARS),
      tool: tool && { ...tool, native: tool.native.slice(0, NAME_CHARS) },
      root: root?.slice(0, PATH_CHARS),
    }
  }

  /** For stderr. */
  text(): string {
    return this.#entries.map(({ code, text }) => `${PROGRAM}: ${code}: ${text}\n`).join('')
  }

  /** Whether there is anything to keep, and the person wants it kept. */
  get isKept(): boolean {
    if (this.#entries.length === 0 || this.mode === 'off') return false
    const { verdict = 'pass' } = this.#subject ?? {}
    return (
      this.mode !== 'denied' ||
      verdict === 'deny' ||
      verdict === 'ask' ||
      this.#outcomes.some(({ outcome }) => outcome === 'denied' || outcome === 'asked' || outcome === 'failed') ||
      this.#entries.some(({ code }) => OUR_FAILURES.includes(code))
    )
  }

  /** Keeps the record of a call that had anything to report. @throws the system's error */
  keep(file: string): void {
    if (!this.isKept) return
    const entries = this.#entries.filter(({ code }) => code !== 'outcome')
    appendRecord(file, { version: 1, id: this.id, at: new Date().toISOString(), ...this.#subject, entries, outcomes: this.#outcomes })
  }
}
