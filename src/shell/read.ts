import { parse, type ParsedScript } from 'unbash'
import { LONGEST_TEXT } from './limits.js'
import { Walker } from './walk.js'
import type { ShellReading } from './types.js'

/**
 * Reads a shell text: every simple command it would run, in lists, pipelines, groups, loops, functions and substitutions,
 * and in the texts it gives to another shell. What is only data (the body of a here-document for `cat`, a message) is none.
 * Best effort by its nature: what a program does with its arguments, and what only run time tells, cannot be read. All
 * branches count as taken, and a variable has every value the text gives it.
 *
 * @param text Bash or POSIX shell; other shells' own syntax ends in `errors`
 * @returns never fails; linear in the text
 */
export const readShell = (text: string): ShellReading => {
  if (text.length > LONGEST_TEXT) return { commands: [], errors: false, tooLong: true }
  const walker = new Walker(parsed)
  try {
    walker.text(text)
  } catch {
    // Too deep for the stack. What was made out before is kept.
    walker.errors = true
  }
  return { commands: walker.commands, errors: walker.errors, tooLong: false }
}

const parsed = (text: string): ParsedScript | undefined => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
