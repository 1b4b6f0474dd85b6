import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTS } from '../../hosts/index.js'
import type { Machine } from '../run/machine.js'

/** For commands that judge payloads of no living session. */

/**
 * Recorded payloads name folders of another machine or time: the variables that name the session's root say "here".
 *
 * @param root what they say; absent: what they say already, else our own folder
 */
export const startedHere = (machine: Machine, root?: string): Machine => {
  const names = HOSTS.flatMap(({ rootVariables }) => rootVariables)
  const here = Object.fromEntries(names.map((name) => [name, root ?? machine.env[name] ?? machine.cwd]))
  return { ...machine, env: { ...machine.env, ...here }, ...(root === undefined ? {} : { cwd: root }) }
}

/**
 * What a recorded session says must not be remembered of one that lives.
 *
 * @param name of the session's own folder
 */
export const apart = (machine: Machine, cleanUps: (() => void)[], name = `replay-${process.pid}`): Machine => {
  const sessions = join(machine.places.scratch, name)
  cleanUps.push(() => rmSync(sessions, { recursive: true, force: true }))
  return { ...machine, places: { ...machine.places, sessions } }
}
