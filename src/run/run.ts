import { payloadSilenceMs } from '../clock/deadline.js'
import { decodePayload } from '../input/decode-payload.js'
import { readStdin } from '../input/read-stdin.js'
import { Log } from '../log/log.js'
import { writeAnswer } from '../output/write-answer.js'
import type { Rendered } from '../protocol/decision.js'
import { endedBySignal, internalFailure } from '../text/messages.js'
import { safeLine } from '../text/safe.js'
import { decide } from './decide.js'
import { thisMachine } from './machine.js'
import { runOptionsOf } from './options.js'
import { failureAnswer, type Unread } from './refuse.js'

/** The host's limit where the registered line names none; each event's own default is applied once it is known. */
const DEFAULT_HOST_TIMEOUT_MS = 600_000

/**
 * `acuvo-hooks run`: what hosts call. Reads the payload, answers, and only then does what may still fail. Whatever is
 * thrown on the way to the answer is caught here, once, and becomes a deny where a call could be waiting for it.
 */
export const run = async (args: readonly string[]): Promise<void> => {
  const log = new Log()
  const answer = await answerOf(args, log)
  process.exitCode = answer.exitCode
  writeAnswer(1, answer.stdout)
  // Where the exit code is not 0, stderr is the reason and nothing else.
  writeAnswer(2, answer.exitCode === 0 ? answer.stderr + log.text() : answer.stderr)
}

const answerOf = async (args: readonly string[], log: Log): Promise<Rendered> => {
  const unread: Unread = { payload: {}, options: {} }
  try {
    unread.options = runOptionsOf(args)
    const hostTimeoutMs = unread.options.hostTimeoutMs ?? DEFAULT_HOST_TIMEOUT_MS
    const silenceMs = payloadSilenceMs(hostTimeoutMs)
    const received = await readStdin({ silenceMs, deadline: hostTimeoutMs - silenceMs / 2 })
    const decoded = 'bytes' in received ? decodePayload(received.bytes) : received
    if ('payload' in decoded) unread.payload = decoded.payload
    const onSignal = (signal: string): void => {
      const { stderr, exitCode } = failureAnswer(unread, endedBySignal(signal))
      writeAnswer(2, stderr)
      process.exit(exitCode === 0 ? 1 : exitCode)
    }
    return (await decide(decoded, { options: unread.options, machine: thisMachine(), log, onSignal })).rendered
  } catch (error) {
    return failureAnswer(unread, internalFailure(safeLine(error instanceof Error ? `${error.name}: ${error.message}` : String(error))))
  }
}
