import type { Payload } from '../../hosts/types.js'
import { payloadSilenceMs } from '../clock/deadline.js'
import { decodePayload } from '../input/decode-payload.js'
import { readStdin } from '../input/read-stdin.js'
import { Log } from '../log/log.js'
import { writeAnswer } from '../output/write-answer.js'
import { isThere } from '../paths/stats.js'
import type { Interruption } from '../process/interruption.js'
import { onSignals } from '../process/signals.js'
import type { Rendered } from '../protocol/decision.js'
import { switchFileOf } from '../record/places.js'
import { answerUnread, answerUnwritten, endedBySignal, held, internalFailure, unwritten } from '../text/messages.js'
import { safeLine } from '../text/safe.js'
import { decide, type Decided } from './decide.js'
import { usersSettings } from './log-alone.js'
import { thisMachine, type Machine } from './machine.js'
import { runOptionsOf } from './options.js'
import { failureAnswer, isRefusal, nameOf, type Unread } from './refuse.js'

/** The host's limit where the registered line names none; each event's own default is applied once it is known. */
const DEFAULT_HOST_TIMEOUT_MS = 600_000

/**
 * `acuvo-hooks run`: what hosts call. Reads the payload, answers, and only then does what may still fail. Whatever goes
 * wrong on the way to the answer, thrown here or anywhere else, becomes a deny where a call could be waiting for it.
 */
export const run = async (args: readonly string[]): Promise<void> => {
  const call = new HostCall()
  call.finish(await call.answer(args))
}

class HostCall {
  readonly log = new Log()
  /** What is known of the call so far, for an answer in need. */
  readonly unread: Unread = { payload: {}, options: { places: {} } }
  readonly #later: (() => void)[] = []
  #machine: Machine | undefined
  #answered = false
  #answerBytes = 0

  async answer(args: readonly string[]): Promise<Rendered> {
    try {
      const options = runOptionsOf(args)
      this.unread.options = options
      const hostTimeoutMs = options.hostTimeoutMs ?? DEFAULT_HOST_TIMEOUT_MS
      const silenceMs = payloadSilenceMs(hostTimeoutMs)
      const received = await readStdin({ silenceMs, deadline: hostTimeoutMs - silenceMs / 2 }, () =>
        onSignals((signal) => this.#interrupted({ signal })),
      )
      const decoded = 'bytes' in received ? decodePayload(received.bytes) : received
      if ('payload' in decoded) this.unread.payload = decoded.payload
      const onInterruption = (interruption: Interruption): void => this.#interrupted(interruption)
      const afterAnswer = (act: () => void): void => void this.#later.push(act)
      const machine = await thisMachine(options.places)
      this.#later.push(() => this.log.keep(machine.places.log, this.#answerBytes))
      this.#machine = machine
      const decided = await decide(decoded, { options, machine, log: this.log, onInterruption, afterAnswer, isHosts: true })
      if ('payload' in decoded && isThere(switchFileOf(machine.places))) await this.#record(decoded.payload, decided, machine)
      await this.log.prepare(machine.places.home)
      return decided.rendered
    } catch (error) {
      if (this.#machine !== undefined) this.log.mode ??= (await usersSettings(this.#machine.places))?.log
      const answer = this.#failed(detailOf(error), internalFailure)
      await this.log.prepare(this.#machine?.places.home ?? '')
      return answer
    }
  }

  /** While a person records. Loaded before the answer, done after it; whatever goes wrong there is no matter of the verdict. */
  async #record(payload: Payload, decided: Decided, { places }: Machine): Promise<void> {
    try {
      const { recordCall } = await import('../record/record-call.js')
      this.#later.push(() => recordCall(payload, decided, places))
    } catch {
      // Nothing is recorded then.
    }
  }

  /** The answer to a failure of ours, which the log is told of. */
  #failed(detail: string, sentence: (detail: string) => string): Rendered {
    const answer = failureAnswer(this.unread, sentence(detail))
    const { host, options } = this.unread
    const verdict = isRefusal(answer) ? 'deny' : 'pass'
    this.log.add('internal_failure', detail)
    this.log.about({ host: host?.id ?? options.host, nativeEvent: nameOf(this.unread), root: this.#machine?.cwd, verdict })
    return answer
  }

  /** The end of something that ended us: where a call may be waiting exit 2 stops it, elsewhere exit 1 says that nothing was done. */
  #interrupted(interruption: Interruption): void {
    if ('error' in interruption) return this.finish(this.#failed(detailOf(interruption.error), internalFailure))
    const [detail, reason] =
      'signal' in interruption ? [interruption.signal, endedBySignal(interruption.signal)] : [unwritten, answerUnread]
    const { stderr, exitCode } = this.#failed(detail, () => held(reason))
    this.finish({ stdout: '', ...(exitCode === 0 ? { stderr: `${reason}\n`, exitCode: 1 } : { stderr, exitCode }), dropped: [] })
  }

  /**
   * Writes the answer and ends. Every write is in the kernel when it returns, so ending at once cuts nothing; taking Node
   * down in good order would cost a millisecond or two.
   */
  finish(answer: Rendered): void {
    if (this.#answered) return
    this.#answered = true
    // An answer that could not be written says nothing: the exit code must.
    const { exitCode, stderr } = writeAnswer(1, answer.stdout)
      ? answer
      : this.#failed(unwritten, () => answer.stderr.trim() || answerUnwritten)
    process.exitCode = exitCode
    // Where the exit code is not 0, stderr is the reason and nothing else.
    const errors = exitCode === 0 ? stderr + this.log.text() : stderr
    writeAnswer(2, errors)
    this.#answerBytes = Buffer.byteLength(answer.stdout) + Buffer.byteLength(errors)
    for (const act of this.#later) {
      try {
        act()
      } catch {
        // The answer is out: nothing after it may change the exit code.
      }
    }
    process.exit()
  }
}

const detailOf = (error: unknown): string => safeLine(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
