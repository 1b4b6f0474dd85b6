import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import type { HostId } from '../../src/protocol/event.js'
import { driftOfEntryTypes, driftOfEvents, driftOfKeys, driftOfTools, recordedFolder, storedPayloads, toured } from './drift.js'
import { HOSTS_UNDER_TEST } from './hosts.js'
import { installHosts } from './install.mjs'
import { filesOf, neutral } from './neutral.js'
import { MANIFEST, newest, type PinnedHost } from './programs.mjs'

/**
 * `npm run hosts:update [-- --keep] [HOST…]`: pins the newest release of each host (with --keep: leaves the pins), records the payloads of a tour anew,
 * redacted, shows how they differ from those that were kept, and what the drift gate says. Exit code 1 where it says something: look at it,
 * mend what we know of the host, and commit all together.
 */
export const run = async (words: readonly string[]): Promise<number> => {
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  if (!words.includes('--keep')) for (const line of bumpPins()) print(line)
  const installed = installHosts('newest')
  if ('why' in installed) {
    print(`the hosts could not be installed: ${installed.why}`)
    return 1
  }
  Object.assign(process.env, { ACUVO_HOSTS_FOLDER: installed.folder, ACUVO_HOSTS_PINS: 'newest' })
  const all = Object.keys(HOSTS_UNDER_TEST) as PinnedHost['host'][]
  const named = all.filter((id) => words.includes(id))
  let found = 0
  for (const id of named.length > 0 ? named : all) found += await updateHost(id, print)
  return found === 0 ? 0 : 1
}

const npm = (words: readonly string[], cwd: string): string =>
  execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', words, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })

/** The newest release of each host; older pins stay. */
const bumpPins = (): string[] => {
  const folder = dirname(MANIFEST)
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { dependencies: Record<string, string> }
  const lines = Object.entries(manifest.dependencies).map(([name, pinned]) => {
    const latest = npm(['view', name, 'version'], folder).trim()
    manifest.dependencies[name] = latest
    return latest === pinned ? `${name} ${pinned}: nothing newer` : `${name} ${pinned} -> ${latest}`
  })
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
  npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  return lines
}

/** @returns how many differences there are that somebody has to look at */
const updateHost = async (id: PinnedHost['host'], print: (text: string) => void): Promise<number> => {
  const visit = HOSTS_UNDER_TEST[id]
  if (visit === undefined) return 0
  return visit(async (host, { drift }) => {
    const { program } = newest(id)
    const tour = await toured(host, drift, program)
    try {
      const stored = [...storedPayloads(id).values()]
      const findings = [
        ...driftOfEvents(id as HostId, tour, drift),
        ...driftOfEntryTypes(id as HostId, tour, drift),
        ...driftOfTools(id as HostId, tour),
        ...driftOfKeys(id as HostId, tour.payloads, stored, drift),
      ]
      const files = filesOf(
        tour.payloads.map((payload) => neutral(payload, tour.place)),
        drift.eventOf,
      )
      for (const patch of exchange(recordedFolder(id), files)) print(patch)
      print(`${id} ${host.version}: ${tour.payloads.length} payloads recorded, ${files.size} kept in ${recordedFolder(id)}`)
      for (const finding of findings) print(`  ${finding}`)
      return findings.length
    } finally {
      tour.place.remove()
    }
  })
}

/** Puts the files in place of those that are there. @returns how each differs, as patches */
const exchange = (folder: string, files: ReadonlyMap<string, string>): string[] => {
  mkdirSync(folder, { recursive: true })
  const before = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const patches = [...new Set([...before.keys(), ...files.keys()])].sort().flatMap((name) => {
    const [old, now] = [before.get(name) ?? '', files.get(name) ?? '']
    return old === now ? [] : [createTwoFilesPatch(`a/${name}`, `b/${name}`, old, now, '', '', { context: 2 })]
  })
  for (const name of before.keys()) if (!files.has(name)) rmSync(join(folder, name))
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  return patches
}
