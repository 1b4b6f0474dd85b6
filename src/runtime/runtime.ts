import { readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

/**
 * Which of the two artefacts runs: the package's files, which a Node loads, or the standalone executable, which brings a Bun along.
 * Both are built of the same sources; where the runtimes differ in what we need, it is said in this folder and nowhere else.
 */

declare const __STANDALONE__: boolean

/** Put in by the build of the executable. */
export const isStandalone: boolean = typeof __STANDALONE__ !== 'undefined' && __STANDALONE__

/** The file that was started, as it was named: the package's entry, or the executable itself (which calls a place inside itself its script). */
const startedFile = (): string => (isStandalone ? process.execPath : (process.argv[1] ?? process.execPath))

/** The same, wherever links lead to it from. Absolute. */
export const programFile = (): string => {
  const started = startedFile()
  try {
    return realpathSync.native(started)
  } catch {
    // It was taken away while it runs.
    return started
  }
}

/** The folder that holds nothing but the program; undefined for the executable, which may stand among others. */
export const programFolder = (): string | undefined => (isStandalone ? undefined : dirname(programFile()))

/** The words that start this very program again. */
export const programWords = (): string[] => (isStandalone ? [programFile()] : [process.execPath, programFile()])

/** What runs it, for people: `node 20.20.2`, `standalone, bun 1.4.5`. */
export const runtimeName = (): string => (isStandalone ? `standalone, bun ${process.versions.bun ?? ''}` : `node ${process.versions.node}`)

/**
 * A Bun does not start in a folder that was deleted (exit 1, before our first line; 1.4.5). The launcher goes to `/` then and says here
 * where it was: a path, or the link of a descriptor that leads there.
 */
export const FORMER_FOLDER = 'ACUVO_FORMER_CWD'

/** The folder that we were started in and that is gone; undefined where the launcher says nothing of one: whoever else says so stands elsewhere. */
export const formerFolder = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const said = isStandalone ? env[FORMER_FOLDER] : undefined
  if (said === undefined || !isAbsolute(said) || process.cwd() !== '/') return undefined
  return said.startsWith('/proc/') ? withoutMark(said) : said
}

/** Where a link of the kernel leads, also when that is gone; undefined where nobody can tell. */
export const withoutMark = (link: string): string | undefined => {
  try {
    return readlinkSync(link).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}
