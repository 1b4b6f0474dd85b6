import { createReadStream } from 'node:fs'
import { decodePayload } from '../input/decode-payload.js'
import { linesOf, type Line } from '../input/lines.js'
import { writeAnswer } from '../output/write-answer.js'
import type { Decided } from '../run/decide.js'
import { judgementOf } from '../run/judgement.js'
import type { DecodedPayload } from '../input/decode-payload.js'
import type { ReplayLine } from '../shapes/replay-line.js'
import { checkTexts, EXIT, replayTexts } from '../text/command-texts.js'

/** The same bound as for a payload that a host hands over would be no bound of memory; no host sends more than this. */
const MAX_LINE_BYTES = 67_108_864

/**
 * Judges payloads as they come, one a line; each result goes out before the next line is read.
 *
 * @param file a path, or `-` for stdin
 * @param judge one payload; the next one is not read before it is done
 * @returns the exit code: 3 a line could not be read or a result not be written, else 1 a call is denied, else 0; 2 no such file
 */
export const replayLines = async (file: string, judge: (received: DecodedPayload) => Promise<Decided>): Promise<number> => {
  const stream = file === '-' ? createReadStream('', { fd: 0, autoClose: false }) : createReadStream(file)
  let number = 0
  let exitCode: number = EXIT.fine
  try {
    for await (const line of linesOf(stream as AsyncIterable<Buffer>, MAX_LINE_BYTES)) {
      number++
      if ('bytes' in line && (number === 1 ? withoutMark(line.bytes) : line.bytes).every(isBlank)) continue
      const result = await resultOf(line, number, judge)
      if (result.error !== undefined) exitCode = EXIT.undecided
      else if (result.verdict === 'deny' && exitCode === EXIT.fine) exitCode = EXIT.denied
      // Nobody reads any more, or it cannot be written: what comes after it is judged by nobody.
      if (!writeAnswer(1, `${JSON.stringify(result)}\n`)) return EXIT.undecided
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    writeAnswer(2, `${checkTexts.cannotRead(file, code)}\n`)
    return number === 0 ? EXIT.usage : EXIT.undecided
  }
  return exitCode
}

/** Without the byte order mark that a file may begin with. */
const withoutMark = (bytes: Buffer): Buffer => (bytes.subarray(0, 3).equals(MARK) ? bytes.subarray(3) : bytes)
const MARK = Buffer.from('\ufeff')

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d

const resultOf = async (line: Line, number: number, judge: (received: DecodedPayload) => Promise<Decided>): Promise<ReplayLine> => {
  if ('tooLong' in line)
    return { version: 1, line: number, error: replayTexts.lineTooLong(line.tooLong, MAX_LINE_BYTES), by: [], hooks: [] }
  try {
    return recordOf(await judge(decodePayload(line.bytes)), number)
  } catch (error) {
    // One line must not end the stream.
    return { version: 1, line: number, error: error instanceof Error ? error.message : String(error), by: [], hooks: [] }
  }
}

const recordOf = (decided: Decided, number: number): ReplayLine => {
  const { host, event, nativeEvent, unreadable, why, decision, rendered } = decided
  const got = judgementOf(decided)
  return {
    version: 1,
    line: number,
    ...(unreadable === true ? { error: why ?? '' } : {}),
    ...(host === undefined ? {} : { host: host.id }),
    ...(event === undefined ? {} : { event: event.event }),
    ...(nativeEvent === undefined ? {} : { nativeEvent }),
    ...(event?.tool === undefined ? {} : { tool: event.tool.nativeName }),
    ...(unreadable === true ? {} : { verdict: got.decision }),
    ...(decision === undefined || got.reason === undefined ? {} : { reason: got.reason }),
    by: [...got.by],
    hooks: (decision?.outcomes ?? []).map(({ hook, file, outcome, would, cause, durationMs }) => ({
      hook,
      file,
      outcome,
      ...(would === undefined ? {} : { would }),
      ...(cause === undefined ? {} : { cause }),
      durationMs,
    })),
    receives: { stdout: rendered.stdout, stderr: rendered.stderr, exitCode: rendered.exitCode },
  }
}
