import type { HostStart } from '../types.js'

/** Reading the words a host is started with. */

/**
 * Values of an option, as `--name value` and `--name=value`; of a short one also `-cvalue`. A value that only run time tells
 * is undefined.
 */
export const optionValues = ({ args }: HostStart, names: readonly string[]): (string | undefined)[] =>
  args.flatMap((word, index) => {
    if (word === undefined) return []
    if (names.includes(word)) return [args[index + 1]]
    const glued = names.find((name) => word.startsWith(name.startsWith('--') ? `${name}=` : name))
    return glued === undefined ? [] : [word.slice(glued.length).replace(/^=/, '')]
  })

/** True when one of these variables is set for the start, to whatever value. */
export const setsOneOf = ({ variables }: HostStart, names: readonly string[]): boolean => names.some((name) => name in variables)

/** Variables that move a person's whole home, and so the user-level settings in it. */
export const HOME_VARIABLES = ['HOME', 'USERPROFILE']
