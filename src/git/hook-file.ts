import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { gitHookTexts } from '../text/git-hook-texts.js'
import { git, gitHookFile } from './git.js'
import { pathFrom, type Repository } from './repository.js'

/** The script that git starts before a commit: where it stands, what it says, and whose it is. */

export interface HookPlace {
  /** Folder that git takes its hooks from. Absolute. */
  folder: string
  file: string
  /** Other repositories take their hooks from it too. */
  isShared: boolean
  /** Another than git's own default. */
  isSet: boolean
}

/** @throws git's own error */
export const hookPlaceOf = ({ top, env }: Repository): HookPlace => {
  const common = resolve(top, pathFrom(git(top, ['rev-parse', '--git-common-dir'], env)))
  const file = resolve(top, pathFrom(gitHookFile(top, 'pre-commit', env)))
  const folder = dirname(file)
  const real = realPathOf(folder) ?? folder
  const isOwn = [top, common].some((place) => isWithin(real, realPathOf(place) ?? place))
  return { folder, file, isShared: !isOwn, isSet: folder !== join(common, 'hooks') }
}

/** Whether git can start a hook in it, once it is made where it is not there. */
export const canHoldHooks = (folder: string): boolean => {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? lstatSync(folder, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** @param words that start this program */
export const commandLine = (words: readonly string[]): string => words.map(quoted).join(' ')

const HEAD = `#!/bin/sh
# Written by "acuvo-hooks git-hook install"; "acuvo-hooks git-hook uninstall" takes it away.
set -- `
const TAIL = `
if [ -x "$1" ] && { [ "\${2#/}" = "$2" ] || [ -f "$2" ]; }; then
  "$@" </dev/null && exit 0
  [ $? -eq 1 ] && exit 1
fi
echo "${gitHookTexts.missing}" >&2
exit 1
`

/** Refuses the commit when the program is missing, or ends in any way but its own two. */
export const scriptOf = (words: readonly string[]): string => `${HEAD}${commandLine(words)}${TAIL}`

/**
 * `current`: exactly what would be written. `stale`: ours, of another place or not executable. `edited`: ours, changed by hand.
 * `called`: somebody else's, with our line in it. `foreign`: somebody else's, or no file at all.
 */
export type HookState = 'absent' | 'current' | 'stale' | 'edited' | 'called' | 'foreign'

/** @throws the system's error where it cannot be read */
export const hookStateOf = (file: string, words: readonly string[]): HookState => {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return 'absent'
  if (!stats.isFile()) return 'foreign'
  const text = readFileSync(file, 'utf8')
  if (text === scriptOf(words)) return (stats.mode & 0o100) === 0 && process.platform !== 'win32' ? 'stale' : 'current'
  const isWhole = text.startsWith(HEAD) && text.endsWith(TAIL) && !text.slice(HEAD.length, -TAIL.length).includes('\n')
  if (isWhole) return 'stale'
  if (text.startsWith(HEAD)) return 'edited'
  return text.split('\n').some((line) => /^[^#]*\bgit-hook pre-commit\b/.test(line)) ? 'called' : 'foreign'
}
