import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutation, Said } from './mutations.mjs'
import type { Place } from './place.js'

/** A program between the host and our launcher, where the launcher stood: it sees every payload and every answer. */

export interface Shim {
  /** The one answer to change; absent: all are handed on as they are. */
  target?: { key: string; mutation: Mutation }
  /** Nothing of ours is registered at all: `uninstall` was run after the approval. */
  isUnregistered?: boolean
}

/** What came in one start of our program and what it answered. */
export interface Answered extends Said {
  /** The event, the call's id where there is one, and how often it came, where more than once: the same in each run of a session. */
  key: string
  event: string
  /** Without input and output of a call where it is very large. */
  payload: Readonly<Record<string, unknown>>
}

const folderOf = ({ folder }: Place): string => join(folder, 'shim')

export const placeShim = (place: Place, { target }: Shim): void => {
  const folder = folderOf(place)
  mkdirSync(folder)
  const launcher = join(folder, 'launcher')
  renameSync(place.launcher, launcher)
  writeFileSync(join(folder, 'shim.json'), JSON.stringify({ launcher, target }))
  const script = fileURLToPath(new URL('shim.mjs', import.meta.url))
  writeFileSync(place.launcher, `#!/bin/sh\nexec '${process.execPath}' '${script}' '${folder}' "$@"\n`, { mode: 0o755 })
}

/** In the order in which they were given. */
export const answersIn = (place: Place): Answered[] => {
  const file = join(folderOf(place), 'answers.jsonl')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answered)
}
