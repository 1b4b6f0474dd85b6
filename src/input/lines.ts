/** The lines of a stream, without their ends; one that is longer than `maxBytes` comes as how long it is. Memory: one line. */
export type Line = { bytes: Buffer } | { tooLong: number }

const NEWLINE = 0x0a

export async function* linesOf(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer): void => {
    size += part.length
    if (size > maxBytes) parts = []
    else parts.push(part)
  }
  const taken = (): Line => {
    const line: Line = size > maxBytes ? { tooLong: size } : { bytes: Buffer.concat(parts) }
    parts = []
    size = 0
    return line
  }
  for await (const chunk of stream) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end))
      yield taken()
      from = end + 1
    }
    add(chunk.subarray(from))
  }
  if (size > 0) yield taken()
}
