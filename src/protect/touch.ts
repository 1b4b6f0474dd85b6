import type { Hit } from './guard.js'

/**
 * One reason why a call is stopped. `thing`: it changes something protected; `holds`: it moves or deletes a folder that holds
 * it. `program`: it starts our program. `hooksOff`: it starts a host without its hooks. `unreadable`: it names something
 * protected, and what it does cannot be read.
 */
export type Touch =
  { touch: 'thing' | 'holds'; kind: Hit['kind']; path: string } | { touch: 'program' | 'hooksOff' | 'unreadable'; words: string }

export const touchOf = (hit: Hit, target: string): Touch => ({
  touch: hit.path === target ? 'thing' : 'holds',
  kind: hit.kind,
  path: hit.path,
})
