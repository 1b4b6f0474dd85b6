import type { ShellWord } from '../shell/types.js'

/** Options and operands among the words of a command. */

export interface Arguments {
  operands: ShellWord[]
  /** Every option as it is written, and for `--name=value` also `--name`. */
  options: string[]
  /** Values of the options that take one, by option. */
  values: Map<string, ShellWord[]>
}

/** A word that is exactly this text. */
export const literalWord = (text: string, source = text): ShellWord => ({
  text,
  computed: false,
  source,
  values: [[{ kind: 'text', text }]],
})

/** @param takers options that take the next word; a short one also with the value glued to it */
export const argumentsOf = (words: readonly ShellWord[], takers: readonly string[] = []): Arguments => {
  const result: Arguments = { operands: [], options: [], values: new Map() }
  const keep = (option: string, value: ShellWord): void => {
    const all = result.values.get(option)
    if (all === undefined) result.values.set(option, [value])
    else all.push(value)
  }
  let onlyOperands = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ShellWord
    const first = word.values[0]?.[0]
    const start = word.text ?? (first?.kind === 'text' ? first.text : '')
    if (onlyOperands || !/^-./.test(start)) {
      result.operands.push(word)
      continue
    }
    if (start === '--') {
      onlyOperands = true
      continue
    }
    const name = start.startsWith('--') ? start.replace(/=.*$/s, '') : start
    result.options.push(name)
    const next = words[at + 1]
    if (takers.includes(start)) {
      if (next !== undefined) keep(start, next)
      at++
    } else if (start.startsWith('--') && start.includes('=')) {
      keep(name, valueAfter(word, name.length + 1))
    } else {
      const glued = takers.find((taker) => taker.length === 2 && !start.startsWith('--') && start.startsWith(taker))
      // `-so FILE`: the last of several letters takes the next word.
      const last = /^-[A-Za-z]+$/.test(start) ? `-${start.at(-1)}` : ''
      if (glued !== undefined) keep(glued, valueAfter(word, 2))
      else if (takers.includes(last)) {
        if (next !== undefined) keep(last, next)
        at++
      }
    }
  }
  return result
}

/** The rest of a word behind its first characters. */
export const valueAfter = (word: ShellWord, length: number): ShellWord => {
  if (word.text !== undefined) return literalWord(word.text.slice(length), word.source)
  const values = word.values.map((value) =>
    value.map((piece, index) => (index === 0 && piece.kind === 'text' ? { kind: 'text' as const, text: piece.text.slice(length) } : piece)),
  )
  return { computed: word.computed, source: word.source, values }
}

/** Whether a short flag is set, alone or in a cluster (`-rf`), or a long one. */
export const hasFlag = (options: readonly string[], letters: RegExp, long: RegExp = /^$/): boolean =>
  options.some((option) => (option.startsWith('--') ? long.test(option) : letters.test(option.slice(1))))
