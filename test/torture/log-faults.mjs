import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * What may stand in the way of the log. None of it may change a verdict.
 *
 * @typedef {object} LogFault
 * @property {string} name
 * @property {(place: { store: string, log: string, elsewhere: string }) => (() => void) | void} make returns what takes it away again
 * @property {boolean} [asPerson] only a user without rights over everything meets it
 * @property {boolean} [mounts] it takes a file system of its own
 * @property {string} [before] a shell line before the program is started
 * @property {'kept' | 'gone'} [approvals] `gone`: what was approved is not known any more, so the policy's calls are held
 */

const NOBODY = 65_534
const ROOT = 0

/** @param {string} log */
const without = (log) => rmSync(log, { recursive: true, force: true })

/** Everything below, with the folder itself. @param {string} folder @param {(path: string) => void} act */
const below = (folder, act) => {
  for (const name of readdirSync(folder, { recursive: true })) act(join(folder, String(name)))
  act(folder)
}

/** @type {readonly LogFault[]} */
export const LOG_FAULTS = [
  {
    name: 'the store is read-only',
    asPerson: true,
    make: ({ store }) => {
      below(store, (path) => chmodSync(path, 0o500))
      return () => below(store, (path) => chmodSync(path, 0o700))
    },
  },
  { name: 'a folder in its place', make: ({ log }) => void (without(log), mkdirSync(log)) },
  { name: 'a named pipe in its place', make: ({ log }) => void (without(log), execFileSync('mkfifo', [log])) },
  { name: 'a link that leads nowhere', make: ({ log }) => void (without(log), symlinkSync('/nowhere/log', log)) },
  {
    name: 'a link to another file',
    make: ({ log, elsewhere }) => {
      without(log)
      writeFileSync(elsewhere, 'mine\n')
      symlinkSync(elsewhere, log)
    },
  },
  {
    name: 'a folder where it is put aside',
    make: ({ log }) => {
      writeFileSync(log, `${'x'.repeat(5_000_000)}\n`, { mode: 0o600 })
      mkdirSync(join(`${log}.1`, 'x'), { recursive: true })
    },
  },
  {
    name: 'it is full, and a process that is gone holds its lock',
    make: ({ log }) => {
      writeFileSync(log, `${'x'.repeat(5_000_000)}\n`, { mode: 0o600 })
      writeFileSync(`${log}.lock`, '')
    },
  },
  {
    name: 'a disk without room',
    mounts: true,
    make: ({ store }) => {
      const saved = `${store}-saved`
      execFileSync('cp', ['-a', store, saved])
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', store])
      execFileSync('cp', ['-a', `${saved}/.`, store])
      // Ends when there is no room.
      execFileSync('sh', ['-c', 'cat /dev/zero > "$1/filler" 2> /dev/null || :', 'sh', store])
      return () => execFileSync('umount', [store])
    },
  },
  { name: 'no room for a byte', before: 'ulimit -f 0', make: () => undefined },
  {
    name: 'it is somebody else’s',
    asPerson: true,
    make: ({ log }) => {
      without(log)
      writeFileSync(log, '', { mode: 0o600 })
    },
  },
  {
    name: 'no store, and none can be made',
    approvals: 'gone',
    make: ({ store }) => {
      rmSync(store, { recursive: true })
      if (!existsSync(dirname(store))) return
      rmSync(dirname(store), { recursive: true })
      writeFileSync(dirname(store), 'a file')
    },
  },
]

/** Whether we can become somebody without rights: root can, and so tries everything as one. */
export const canBecomePerson = () => process.getuid?.() === ROOT

/** Whether we can make a file system of our own: root can, where it is not in a box. */
export const canMount = () => {
  const at = mkdtempSync(join(tmpdir(), 'acuvo-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', at], { stdio: 'ignore' })
    execFileSync('umount', [at])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(at)
  }
}

/**
 * Hands all of a workspace over to somebody without rights.
 *
 * @param {string} base
 */
export const giveAway = (base) => execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, base])

/** How that somebody is started. */
export const AS_PERSON = { uid: NOBODY, gid: NOBODY }
