import path from 'node:path'
import { isStandalone } from './runtime.js'

/**
 * Bun's path functions put U+FFFD in place of a lone surrogate (1.4.5; Node's keep it), and names of files that are no UTF-8 are told
 * apart by these (`paths/bytes.ts`). There each function is given a text in which every lone surrogate is a character of private use,
 * and what it makes of it is turned back.
 */

const FUNCTIONS = ['join', 'resolve', 'normalize', 'basename', 'dirname', 'extname', 'relative'] as const

const LONE = /[\ud800-\udfff]/gu
const FIRST_LONE = 0xd800
const LONES = 0x800
/** Ranges of private use, each as wide as the surrogates are many; the first that none of the texts uses is taken. */
const FIRST_RANGE = 0x10_0000
const LAST_RANGE = 0x10_f000

type Function = (...texts: string[]) => string

const wholeWith = (act: Function): Function => {
  const whole = (...texts: string[]): string => {
    if (texts.every((text) => typeof text !== 'string' || text.isWellFormed())) return act(...texts)
    const range = freeRange(texts.join(''))
    const hidden = texts.map((text) => text.replace(LONE, (lone) => String.fromCodePoint(range + lone.charCodeAt(0) - FIRST_LONE)))
    return act(...hidden).replace(rangeOf(range), (shown) => String.fromCharCode((shown.codePointAt(0) ?? 0) - range + FIRST_LONE))
  }
  return whole
}

const rangeOf = (first: number): RegExp => new RegExp(`[\\u{${first.toString(16)}}-\\u{${(first + LONES - 1).toString(16)}}]`, 'gu')

const freeRange = (text: string): number => {
  for (let first = FIRST_RANGE; first < LAST_RANGE; first += LONES) if (!rangeOf(first).test(text)) return first
  return LAST_RANGE
}

/** Called once, before anything else of ours runs. Does nothing on Node. */
export const keepPathsWhole = (): void => {
  if (!isStandalone) return
  for (const flavour of [path.posix, path.win32]) for (const name of FUNCTIONS) flavour[name] = wholeWith(flavour[name] as Function)
}
