import { toAbsolute } from '../paths/absolute.js'
import { isThere } from '../paths/stats.js'
import type { Guard } from './guard.js'
import { namesOf } from './names.js'

/** A quick look at the words of a simple shell text, so that the shell is not read for `rm -rf dist` and `ls > out.txt`. */

/** Nothing that a shell would put in the place of something else. */
const PLAIN = /^[\w \t\n./:=@%+,&|;>-]{1,2000}$/
/** Paths of git, and what moves the folder that operands count from. */
const GOES = /^(?:cd|pushd)$/
const MOVING = /^(?:popd$|-$|:|-[CD]|--(?:prefix|dir|cwd|directory|chdir|git-dir|work-tree|target)|GIT_)/
const MOST_WORDS = 40

/** What a word may name: itself, the value of `--option=value`, one that is glued to `-o`. */
const namedBy = (word: string): string[] => {
  const value = word.slice(word.indexOf('=') + 1)
  return [...new Set([word, value, ...(/^-[^-]./.test(word) ? [word.slice(2)] : [])])].filter((each) => each !== '' && !/^-/.test(each))
}

export const isPlain = (text: string): boolean => PLAIN.test(text)

/**
 * @param text a plain one that writes with plain words only (`marks`)
 * @returns true when none of its words is, leads to, or holds something protected; false also when it takes more than a look
 */
export const namesNothing = (text: string, cwd: string, guard: Guard): boolean => {
  if (!cwd.startsWith('/')) return false
  const words = text.split(/[\s;&|>]+/)
  if (words.length > MOST_WORDS) return false
  const goes = words.some((word) => GOES.test(word))
  // A bare `cd` goes home.
  const bases = goes ? [cwd, guard.given.home] : [cwd]
  if (bases.some((base) => guard.at(`${base}/x`) !== undefined)) return false
  return words.every((word, index) => {
    if (MOVING.test(word)) return false
    if (GOES.test(words[index - 1] ?? '')) bases.push(...bases.slice(0, 8).map((base) => toAbsolute(word, base)))
    return namedBy(word).every((name) => !/(?:^|\/)\.{1,2}\/*$|\.\./.test(name) && bases.every((base) => isFree(name, base, guard)))
  })
}

/** A bare word that nothing stands under is no more than a word. */
const isFree = (name: string, base: string, guard: Guard): boolean => {
  const path = toAbsolute(name, base)
  const names = namesOf(path)
  if (!name.includes('/') && !isThere(path)) return guard.byNames(names, true) === undefined
  return names.length > 0 && guard.below(path) === undefined
}
