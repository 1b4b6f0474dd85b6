import { PROGRAM } from './messages.js'

/** What people read from `git-hook`. */

/** Our line for a script of somebody else's. */
const added = (line: string): string => `Add this line to it, before anything that may end it:\n  ${line} || exit 1`

export const gitHookTexts = {
  couldNotRun: (why: string) =>
    `${PROGRAM} could not run its checks, so the commit is refused: ${why}\nMend that and commit again; nothing was denied by a policy.`,
  unread: (detail: string) => `what is staged could not be read: ${detail}`,
  ended: (signal: string) => `it was ended by ${signal}`,
  /** Stands in the script, between double quotes: `$1` is the program, `$0` the script. */
  missing: `${PROGRAM} could not run ($1), so the commit is refused. Install it again and run '${PROGRAM} git-hook install', or remove $0`,
  noRepository: (detail: string) => `no working tree of a git repository here: ${detail}`,
  written: (file: string) => `installed: ${file}`,
  current: (file: string) => `installed already: ${file}`,
  called: (file: string) => `installed already: ${file} calls ${PROGRAM}`,
  foreign: (file: string, line: string) => `not installed: ${file} is another tool's. ${added(line)}`,
  edited: (file: string, line: string) =>
    `not installed: ${file} is ours, but was changed by hand. Remove it and install again. ${added(line)}`,
  inRepository: (folder: string) =>
    `core.hooksPath of this repository is ${folder}: if git has it, every clone gets this file, which names a place on this machine`,
  sharedQuestion: (folder: string) => `core.hooksPath is ${folder}, which other repositories use too. Install it for all of them? [y/N] `,
  shared: (folder: string) =>
    `not installed: git takes hooks from ${folder}, outside this repository, so that others may use them too. With --yes it is installed for all of them.`,
  noFolder: (folder: string) => `git takes hooks from ${folder}, which is no folder, so it starts none`,
  removed: (file: string) => `removed: ${file}`,
  notThere: (file: string) => `nothing to remove: ${file} is not ours`,
  notRemoved: (file: string) => `not removed: ${file} was changed by hand; take the line with "git-hook pre-commit" out yourself`,
} as const
