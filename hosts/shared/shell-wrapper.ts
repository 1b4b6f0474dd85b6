/**
 * Takes the shell a host puts around a command off again, so that a policy sees what the model asked for:
 * `["bash","-lc","make"]` and `bash -lc 'make'` are both `make`.
 */

const SHELL = /^(?:.*[\\/])?(?:ba|z|da|k|fi)?sh(?:\.exe)?$/
const POWERSHELL = /^(?:.*[\\/])?(?:pwsh|powershell)(?:\.exe)?$/i
const CMD = /^(?:.*[\\/])?cmd(?:\.exe)?$/i
const SHELL_FLAG = /^-[a-z]*c$/
const WRAPPER_START = /^\s*\S*sh\s+-[a-z]*c\s/
const WRAPPED = /^\s*(?:\S*\/)?(?:ba|z|da)?sh\s+-[a-z]*c\s+'([^']*(?:'\\''[^']*)*)'\s*$/

/** @returns the command text of an argv array; an ordinary program's words are quoted for a POSIX shell. */
const textOfWords = (words: readonly string[]): string => {
  const [program = '', flag = '', text] = words
  const inner = words.slice(2).join(' ')
  if (SHELL.test(program) && SHELL_FLAG.test(flag) && text !== undefined) return text
  if (POWERSHELL.test(program) && /^-c(ommand)?$/i.test(flag)) return inner
  if (CMD.test(program) && /^\/c$/i.test(flag)) return inner
  return words.map((word) => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

/** The command of a shell call's arguments. Two spellings that differ are both what may be run. Undefined without any. */
export const commandOf = (input: Record<string, unknown>): string | undefined => {
  const texts = [input.command, input.cmd].map(commandTextOf).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n')
}

/** @returns the text a shell will read, or undefined when `value` is neither a text nor an array of words. */
export const commandTextOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) {
    const words = value.filter((word): word is string => typeof word === 'string')
    return words.length > 0 && words.length === value.length ? textOfWords(words) : undefined
  }
  if (typeof value !== 'string') return undefined
  // Looked for only where a wrapper begins, so that a long text is not searched for nothing.
  const wrapped = WRAPPER_START.test(value.slice(0, 256)) ? WRAPPED.exec(value) : null
  return wrapped ? (wrapped[1] as string).replaceAll("'\\''", "'") : value
}
