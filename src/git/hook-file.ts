import { lstatSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { gitHookTexts } from '../text/git-hook-texts.js'
import { git } from './git.js'
import { pathFrom, type Repository } from './repository.js'

/** The script that git starts before a commit: where it stands, what it says, and whose it is. */

export interface HookPlace {
  /** Folder that git takes its hooks from. Absolute. */
  folder: string
  file: string
  /** Other repositories take their hooks from it too. */
  isShared: boolean
  /** A setting, not git's own default, says so. */
  isSet: boolean
}

/** @throws git's own error */
export const hookPlaceOf = ({ top, env }: Repository): HookPlace => {
  const common = resolve(top, pathFrom(git(top, ['rev-parse', '--git-common-dir'], env)))
  const set = hooksPathOf(top, env)
  const folder = set === undefined ? join(common, 'hooks') : resolve(top, set)
  const real = realPathOf(folder) ?? folder
  const isOwn = [top, common].some((place) => isWithin(real, realPathOf(place) ?? place))
  return { folder, file: join(folder, 'pre-commit'), isShared: !isOwn, isSet: set !== undefined }
}

/** The last value is the one that we start git with ourselves. */
const hooksPathOf = (top: string, env: Record<string, string>): string | undefined => {
  const values = git(top, ['config', '--type=path', '-z', '--get-all', 'core.hooksPath'], env).toString('utf8').split('\0').slice(0, -1)
  return values.slice(0, -1).at(-1)
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
