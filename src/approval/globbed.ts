import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a root that globs match. The globs are compiled at approval, so that a call needs no library for them. */

export interface CompiledGlob {
  /** Folder (or file) to look from, relative to the root; empty for the root. */
  base: string
  /** Source of a regular expression for whole paths relative to the root, with `/`. */
  pattern: string
}

/** More names than this are never looked at. */
const MAX_WALKED = 20_000
/** Folders that hold other people's files are only looked into where a glob names them. */
const SKIPPED = ['.git', 'node_modules']

/** @returns undefined when there is too much to look at, or a folder cannot be read */
export const filesMatching = (root: string, globs: readonly CompiledGlob[]): string[] | undefined => {
  const found = new Set<string>()
  let walked = 0
  try {
    for (const { base, pattern } of globs) {
      const matches = new RegExp(pattern)
      const waiting = [base]
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        if (++walked > MAX_WALKED) return undefined
        const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
        if (stats?.isDirectory() === true) waiting.push(...childrenOf(root, path, base))
        else if (stats !== undefined && matches.test(path) && !path.startsWith('.acuvo/')) found.add(path)
      }
    }
  } catch {
    return undefined
  }
  return [...found]
}

const childrenOf = (root: string, folder: string, base: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => !SKIPPED.includes(name) || base.split('/').includes(name))
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
