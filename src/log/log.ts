import type { LogMode } from '../config/types.js'
import type { HookOutcome } from '../protocol/decision.js'
import { PROGRAM } from '../text/messages.js'
import { safeLine } from '../text/safe.js'
import { mayHoldSecret } from '../text/secret-hint.js'
import { appendRecord, MOST_PATHS, type CallRecord, type SaidIn } from './call-record.js'

/**
 * What one call has to report: entries with a stable code, and how each hook ended. They are kept until the answer is out
 * and go to stderr and to the store's log then, so that none can delay or change a verdict. A host ignores stderr where
 * the exit code is 0; where it is not, stderr is the reason and carries nothing else. Of what a call or a hook said the store's log
 * holds the reason of a no alone, unless the person's own file wants more; all of it without what looks like a secret.
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
export type LogSubject = Omit<CallRecord, 'version' | 'id' | 'at' | 'verdict' | 'answerBytes' | 'entries' | 'outcomes' | 'cut' | 'said'> & {
  verdict: string
}

/** What was said in a call, as it is. */
export interface Said {
  prompt?: string | undefined
  input?: unknown
  output?: unknown
  message?: string | undefined
}

const ID_CHARS = 8
const ID_BASE = 36
/** Of a reason no more is kept, and looked at before it is cut. */
const MOST_LOOKED = 16_384
/** In place of a text that may hold a secret, where there was no time to look. */
const NOT_LOOKED_AT = '[left out]'

export class Log {
  readonly #entries: { code: LogCode; text: string }[] = []
  readonly #outcomes: CallRecord['outcomes'][number][] = []
  readonly #printed: Record<string, string> = {}
  #subject: LogSubject | undefined
  #said: Said = {}
  #hidden: ((text: string) => string) | undefined
  #saidIn: SaidIn | undefined
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

  addOutcome(ended: HookOutcome): void {
    const { hook, file, outcome, would, changed, cause, exitCode, signal, durationMs, outputBytes, outputTail, slow, passed } = ended
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
    const name = safeLine(hook)
    if (outputTail !== undefined) this.#printed[name] = outputTail
    const more = { would, changed, cause: cause && safeLine(cause), exitCode, signal, durationMs, outputBytes, slow, passed }
    this.#outcomes.push({ hook: name, file, outcome, ...more })
  }

  /** @param said is looked at only where the person wants it kept */
  about(subject: LogSubject, said: Said = {}): void {
    this.#subject = subject
    this.#said = said
  }

  /** For stderr. */
  text(): string {
    return this.#entries.map(({ code, text }) => `${PROGRAM}: ${code}: ${text}\n`).join('')
  }

  /** Whether the person wants it kept. */
  get isKept(): boolean {
    if (this.mode === 'off' || (this.#subject === undefined && this.#entries.length === 0)) return false
    const { verdict = 'pass' } = this.#subject ?? {}
    return (
      this.mode !== 'denied' ||
      verdict === 'deny' ||
      verdict === 'ask' ||
      this.#outcomes.some(({ outcome }) => outcome === 'denied' || outcome === 'asked' || outcome === 'failed') ||
      this.#entries.some(({ code }) => OUR_FAILURES.includes(code))
    )
  }

  /**
   * Loads what takes secrets out of the record's texts, where there may be any. To be called before the answer, because nothing is waited for
   * after it; whatever goes wrong here, such texts are left out, and the answer is the same.
   */
  async prepare(home: string): Promise<void> {
    if (!this.isKept) return
    try {
      if (this.mode === 'full') this.#saidIn = (await import('./said-texts.js')).saidTexts({ ...this.#said, printed: this.#printed }, home)
      if (mayHoldSecret(this.#words().join('\n'))) this.#hidden = (await import('../text/redacted.js')).redacted
    } catch {
      // The record goes without.
    }
  }

  /** Keeps the record of the call. @param answerBytes of stdout and stderr @throws the system's error */
  keep(file: string, answerBytes: number): void {
    if (!this.isKept) return
    const record: CallRecord = {
      version: 1,
      id: this.id,
      at: new Date().toISOString(),
      ...this.#subject,
      answerBytes,
      entries: this.#reported,
      outcomes: this.#outcomes,
    }
    appendRecord(file, record, { told: (text) => this.#told(text), said: this.#saidIn })
  }

  get #reported(): { code: LogCode; text: string }[] {
    return this.#entries.filter(({ code }) => code !== 'outcome')
  }

  /** Every text of the record that may hold what a call or a hook said. */
  #words(): string[] {
    const { reason = '', paths = [] } = this.#subject ?? {}
    return [
      reason.slice(0, MOST_LOOKED),
      ...paths.slice(0, MOST_PATHS),
      ...this.#reported.map(({ text }) => text),
      ...this.#outcomes.map(({ cause = '' }) => cause),
    ]
  }

  #told(text: string): string {
    if (this.#hidden !== undefined) return this.#hidden(text)
    return mayHoldSecret(text) ? NOT_LOOKED_AT : text
  }
}
