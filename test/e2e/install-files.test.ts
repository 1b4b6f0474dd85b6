import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { shape } from '../../src/shapes/install.js'
import { HOSTS, type Host } from '../support/payloads.mjs'
import { manyCommands } from '../support/commands.mjs'
import { fileRows, type FileRow } from './install-files.rows.js'

/** Every settings file of the rows, for all hosts at once: installed, installed again, uninstalled. One home for all, because it only costs time. */

const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-files-')))
const home = join(base, 'home')
mkdirSync(home)
const commands = manyCommands()
afterAll(() => {
  commands.end()
  rmSync(base, { recursive: true, force: true })
})

const run = (command: string, hosts: readonly Host[]) =>
  commands.run([command, ...hosts, '--json'], { cwd: base, env: { PATH: '/usr/bin:/bin', HOME: home } })

const FILE: Readonly<Record<Host, string>> = {
  'claude-code': join(home, '.claude/settings.json'),
  codex: join(home, '.codex/hooks.json'),
  cursor: join(home, '.cursor/hooks.json'),
}

const read = (host: Host): string | undefined => (existsSync(FILE[host]) ? readFileSync(FILE[host], 'latin1') : undefined)
const bytesOf = (content: string | Buffer | undefined): string | undefined =>
  content === undefined ? undefined : Buffer.from(content as string, 'utf8').toString('latin1')

const byName = new Map<string, { host: Host; row: FileRow }[]>()
for (const host of HOSTS)
  for (const row of fileRows(host, join(home, '.local/share/acuvo-hooks/acuvo-hooks')))
    byName.set(row.name, [...(byName.get(row.name) ?? []), { host, row }])
const named = (isRefused: boolean) => [...byName].filter(([, rows]) => rows.every(({ row }) => (row.after === undefined) === isRefused))

const put = (rows: readonly { host: Host; row: FileRow }[]): Host[] => {
  for (const { host, row } of rows) {
    rmSync(dirname(FILE[host]), { recursive: true, force: true })
    if (row.before === undefined) continue
    mkdirSync(dirname(FILE[host]))
    writeFileSync(FILE[host], row.before, { mode: 0o640 })
  }
  return rows.map(({ host }) => host)
}

it('at least 40 files for each host', () => {
  for (const host of HOSTS) expect([...byName.values()].flat().filter((each) => each.host === host).length, host).toBeGreaterThanOrEqual(40)
  expect(named(true).length + named(false).length).toBe(byName.size)
})

describe('is written', () => {
  it.each(named(false))('%s', async (_name, rows) => {
    const hosts = put(rows)
    const first = await run('install', hosts)
    const dead = rows.filter(({ row }) => row.dead).map(({ host }) => host)
    expect(first.exitCode, first.stdout + first.stderr).toBe(dead.length > 0 ? 1 : 0)
    expect(shape.parse(JSON.parse(first.stdout)).hosts.flatMap(({ host, notLoaded }) => (notLoaded ? [host] : []))).toEqual(dead)
    for (const { host, row } of rows) {
      expect(read(host), host).toBe(bytesOf(row.after))
      if (row.before !== undefined) expect(statSync(FILE[host]).mode & 0o777, host).toBe(0o640)
    }
    const again = await run('install', hosts)
    const document = shape.parse(JSON.parse(again.stdout))
    expect(document.changes).toBe(false)
    expect(new Set(document.hosts.flatMap(({ events }) => events.map(({ state }) => state)))).toEqual(new Set(['current']))
    for (const { host, row } of rows) expect(read(host), host).toBe(bytesOf(row.after))
    const gone = await run('uninstall', hosts)
    expect(gone.exitCode, gone.stdout + gone.stderr).toBe(0)
    for (const { host, row } of rows) {
      expect(read(host), host).toBe(bytesOf(row.end ?? row.before))
      if (row.before === undefined) expect(existsSync(dirname(FILE[host])), 'the folder that was made').toBe(false)
    }
  })
})

describe('is refused', () => {
  it.each(named(true))('%s', async (_name, rows) => {
    const ended = await run('install', put(rows))
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(1)
    const { hosts } = shape.parse(JSON.parse(ended.stdout))
    for (const { host, row } of rows) {
      const said = hosts.find((each) => each.host === host)
      expect(said?.fault?.text, host).toMatch(row.says as RegExp)
      expect(said?.snippet, host).toContain(`run --host ${host} --event`)
      expect(said?.changes).toBe(false)
      expect(read(host), host).toBe(bytesOf(row.before))
    }
  })
})
