import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isWithin } from '../paths/absolute.js'

/** The texts a hook consists of as far as we can see them: its command, and the files of its root that the command names. */

const MAX_SCRIPT_BYTES = 1_048_576
const MAX_SCRIPTS = 8

export interface HookTexts {
  command: string
  scripts: { file: string; text: string }[]
}

export const hookTextsOf = (command: string | readonly string[], root: string): HookTexts => {
  const words = typeof command === 'string' ? (command.match(/[^\s"'`;&|<>()$=]+/g) ?? []) : command
  const scripts: HookTexts['scripts'] = []
  for (const word of new Set(words)) {
    if (scripts.length === MAX_SCRIPTS) break
    const file = isAbsolute(word) ? word : join(root, word)
    const text = !word.includes('/') && !word.includes('.') ? undefined : isWithin(file, root) ? scriptText(file) : undefined
    if (text !== undefined) scripts.push({ file, text })
  }
  return { command: typeof command === 'string' ? command : command.join(' '), scripts }
}

/** The variables of ours that the hook names, in its command or in a script of its own. */
export const variablesNamedIn = ({ command, scripts }: HookTexts): Set<string> =>
  new Set([command, ...scripts.map(({ text }) => text)].flatMap((text) => text.match(/\bACUVO_[A-Za-z0-9_]+/g) ?? []))

/** A script whose first line ends in a carriage return: its interpreter is looked for under a name with that in it. */
export const carriageReturnScript = ({ scripts }: HookTexts): string | undefined =>
  scripts.find(({ text }) => /^#![^\n]*\r\n/.test(text))?.file

const scriptText = (file: string): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    return stats.isFile() && stats.size <= MAX_SCRIPT_BYTES ? readFileSync(fd, 'utf8') : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
