import { closeSync, readdirSync, readFileSync } from 'node:fs'

/** Descriptors that our host left open for us without a word: a hook that got one could hold up whoever waits for its end. */

/** Node keeps those up to here, and all that follow without a gap, from its children (libuv's `uv_disable_stdio_inheritance`). */
const KEPT_BY_NODE = 15
/** open(2) on Linux; of ours all have it. */
const O_CLOEXEC = 0o2_000_000

let isDone = false

/** Closes what hooks would inherit beside stdin, stdout and stderr. Once: what we open ourselves is never inherited. Linux only. */
export const closeInherited = (): void => {
  if (isDone || process.platform !== 'linux') return
  isDone = true
  try {
    for (const name of readdirSync('/proc/self/fd')) if (Number(name) > KEPT_BY_NODE && isInherited(name)) closeSync(Number(name))
  } catch {
    // No /proc: nobody can tell.
  }
}

const isInherited = (name: string): boolean => {
  try {
    const flags = Number.parseInt(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1').split('flags:')[1] ?? '', 8)
    return !Number.isNaN(flags) && (flags & O_CLOEXEC) === 0
  } catch {
    // The one that the folder itself was read through.
    return false
  }
}
