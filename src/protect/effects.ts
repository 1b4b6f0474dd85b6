import type { ShellCommand, ShellWord } from '../shell/types.js'
import type { Effect } from './shell-targets.js'

/** What the arguments of a command say it writes, moves or deletes. */

/** Something is put there: as the place itself, or in it under the sources' names when it is a folder. */
export interface Landing {
  sources: readonly ShellWord[]
  destination: ShellWord
  /** True when the destination is surely a folder. */
  folder: boolean
  /** Sources may be whole trees. */
  tree: boolean
}

export interface Effects {
  targets: { word: ShellWord; effect: Effect }[]
  landings: Landing[]
  /** `find`: what is changed below its starts, limited to these names. */
  found?: { starts: readonly ShellWord[]; names: readonly string[] }
  /** git: paths of its own kind that are taken away or put back. */
  pathspecs?: readonly ShellWord[]
  /** True when the first of them may be a commit instead. */
  commitFirst?: boolean
  /** Steps to the folders that all of this counts from; default: where the command runs. */
  folders?: readonly (readonly ShellWord[])[]
}

export const NOTHING: Effects = { targets: [], landings: [] }

export const changes = (words: readonly ShellWord[], effect: Effect = 'change'): Effects => ({
  targets: words.map((word) => ({ word, effect })),
  landings: [],
})

/** What the words behind a program say. */
export type Reader = (args: readonly ShellWord[], command: ShellCommand) => Effects
