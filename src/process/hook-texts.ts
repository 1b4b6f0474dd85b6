import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Command, Hook } from '../config/types.js'
import { isWithin } from '../paths/absolute.js'
import { regularText } from '../paths/regular-file.js'
import { commandHere } from './spawn-plan.js'

/** The texts a hook consists of as far as we can see them: its command, and the files of its root that the command names. */

/** A file that a hook uses is looked at as a text up to this size. */
export const MAX_SCRIPT_BYTES = 1_048_576
const MAX_SCRIPTS = 8

export interface HookScript {
  /** Absolute. */
  file: string
  text: string
}

export interface HookTexts {
  command: string
  scripts: HookScript[]
}

/** @param approved what a person approved of the files that the hook uses, wherever they stand and whatever became of them */
export const hookTextsOf = (command: Command, root: string, approved: readonly HookScript[] = []): HookTexts => {
  const text = typeof command === 'string' ? command : command.join(' ')
  const words = typeof command === 'string' ? (command.match(/[^\s"'`;&|<>()$=]+/g) ?? []) : command
  // Where the command changes into a folder, its words may stand for files there.
  const folders = [root, ...foldersEntered(text).map((folder) => join(root, folder))]
  const files = new Set(words.flatMap((word) => (isAbsolute(word) ? [word] : folders.map((folder) => join(folder, word)))))
  const scripts: HookScript[] = [...approved]
  for (const file of files) {
    if (scripts.length >= approved.length + MAX_SCRIPTS) break
    // Most words are no files, and a failed opening costs more than a look.
    const script = isWithin(file, root) && existsSync(file) ? regularText(file, MAX_SCRIPT_BYTES) : undefined
    if (script !== undefined) scripts.push({ file, text: script })
  }
  return { command: text, scripts }
}

const foldersEntered = (text: string): string[] =>
  text.includes('cd') ? [...text.matchAll(/\bcd\s+["']?([^\s;&|"']+)/g)].map(([, folder]) => folder ?? '') : []

/** The variables of ours that the hook names, in its command or in a script of its own. */
export const variablesNamedIn = ({ command, scripts }: HookTexts): Set<string> =>
  new Set(
    [command, ...scripts.map(({ text }) => text)].flatMap((text) =>
      text.includes('ACUVO_') ? (text.match(/\bACUVO_[A-Za-z0-9_]+/g) ?? []) : [],
    ),
  )

/**
 * Whether the hook is one that replaces outputs, as far as its texts tell: they name a key of such an answer. Known before it
 * answers, because one that fails says nothing any more.
 */
export const replacesOutputs = ({ command, scripts }: HookTexts): boolean =>
  [command, ...scripts.map(({ text }) => text)].some((text) => REPLACE_KEY.test(text))

/** The same of a hook. @param approved what a person approved of the files that it uses */
export const isRedactor = (hook: Hook, root: string, approved: readonly HookScript[] = []): boolean => {
  const command = commandHere(hook)
  return command !== undefined && replacesOutputs(hookTextsOf(command, root, approved))
}

/** `"replace"`, `replace:`, `x.replace =`, `{ replace }`; not a method's call. */
const REPLACE_KEY =
  /["'`]replace\\?["'`]|(?<![\w$-])replace\s*(?::|=(?!=|>))|(?<![\w.$-])replace\s*[,}]|\b(?:updatedToolOutput|updatedMCPToolOutput|updated_mcp_tool_output)\b/

/** A script whose first line ends in a carriage return: its interpreter is looked for under a name with that in it. */
export const carriageReturnScript = ({ scripts }: HookTexts): string | undefined =>
  scripts.find(({ text }) => /^#![^\n]*\r\n/.test(text))?.file
