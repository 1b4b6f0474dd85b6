import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { shape, type DoctorDocument } from '../../src/shapes/doctor.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** A setup that the real `install` made, which faults are planted in one after the other. */

export type HostName = 'claude-code' | 'codex' | 'cursor'

export const FOLDERS = { 'claude-code': '.claude', codex: '.codex', cursor: '.cursor' } as const
const PROGRAMS = { 'claude-code': 'claude', codex: 'codex', cursor: 'cursor-agent' } as const
/** Without a known hole. */
const VERSIONS = { 'claude-code': '2.1.332 (Claude Code)', codex: 'codex-cli 0.171.0', cursor: '2026.10.01-e373342' } as const

export class DoctorSetup {
  readonly workspace: Workspace
  readonly bin: string
  readonly #healthy: string
  readonly #large = new Map<string, string | undefined>()

  private constructor(workspace: Workspace) {
    this.workspace = workspace
    this.bin = join(workspace.base, 'bin')
    this.#healthy = join(workspace.base, 'healthy')
  }

  /** @param hosts that are installed and registered; none: nothing is */
  static async make(hosts: readonly HostName[], args: readonly string[] = ['--trust-codex']): Promise<DoctorSetup> {
    const setup = new DoctorSetup(makeWorkspace({ hooks: [{ event: 'PreToolUse', name: 'guard', command: 'sh .acuvo/guard.sh' }] }))
    setup.workspace.write('.acuvo/guard.sh', 'cat > /dev/null\n')
    mkdirSync(setup.bin)
    mkdirSync(join(setup.workspace.root, '.git', 'info'), { recursive: true })
    for (const host of hosts) {
      setup.program(host, VERSIONS[host])
      mkdirSync(join(setup.home, FOLDERS[host]))
    }
    if (hosts.length > 0) {
      const ended = await setup.run(['install', ...hosts, ...args])
      if (ended.exitCode !== 0) throw new Error(ended.stdout + ended.stderr)
    }
    for (const place of ['home', 'root'] as const) cpSync(setup[place], join(setup.#healthy, place), COPY)
    setup.#seeLarge()
    return setup
  }

  get home(): string {
    return this.workspace.home
  }

  get root(): string {
    return this.workspace.root
  }

  /** Puts everything back as it was. A large file that nothing has happened to is put aside meanwhile, not copied. */
  restore(): void {
    const kept = [...this.#large].filter(([file, state]) => stateOf(file) === state).map(([file]) => file)
    kept.forEach((file, index) => renameSync(file, this.#aside(index)))
    for (const place of ['home', 'root'] as const) {
      rmSync(this[place], { recursive: true, force: true })
      const healthy = join(this.#healthy, place)
      cpSync(healthy, this[place], { ...COPY, filter: (from) => !kept.includes(join(this[place], relative(healthy, from))) })
    }
    kept.forEach((file, index) => renameSync(this.#aside(index), file))
    this.#seeLarge()
  }

  #aside(index: number): string {
    return join(this.workspace.base, `aside-${index}`)
  }

  /** What the large files are that stand there now, by path. */
  #seeLarge(): void {
    this.#large.clear()
    for (const file of this.#paths()) {
      const stats = lstatSync(file)
      if (stats.isFile() && stats.size > LARGE_BYTES) this.#large.set(file, stateOf(file))
    }
  }

  remove(): void {
    this.workspace.remove()
  }

  /** A program of the host that says a version. */
  program(host: HostName, version: string): void {
    const file = join(this.bin, PROGRAMS[host])
    writeFileSync(file, `#!/bin/sh\necho '${version}'\n`)
    chmodSync(file, 0o755)
  }

  settings(host: HostName): string {
    return join(this.home, FOLDERS[host], host === 'claude-code' ? 'settings.json' : 'hooks.json')
  }

  /** Writes a file, folders included. */
  put(file: string, text: string, mode?: number): string {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (mode !== undefined) chmodSync(file, mode)
    return file
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  edit(file: string, change: (document: any) => void): void {
    const document: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    change(document)
    this.put(file, JSON.stringify(document, null, 2))
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const node = dirname(process.execPath)
    return askProgram(args, { env: { PATH: `${this.bin}:/usr/bin:/bin:${node}`, HOME: this.home, ...env }, cwd: this.root })
  }

  /** What the doctor finds, and that it left everything as it was. */
  async examine(
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ ids: string[]; document: DoctorDocument; exitCode: number | null; isUntouched: boolean }> {
    const before = this.listing()
    const { stdout, stderr, exitCode } = await this.run(['doctor', '--json', ...args], env)
    if (stdout === '') throw new Error(stderr)
    const document = shape.parse(JSON.parse(stdout))
    const ids = [...new Set(document.findings.map(({ id }) => id))].sort()
    return { ids, document, exitCode, isUntouched: before === this.listing() }
  }

  /** Every file, folder and link of workspace and HOME: kind, mode, time of change, content. */
  listing(): string {
    const lines = this.#paths().map((path) => {
      const stats = lstatSync(path)
      const content = stats.isSymbolicLink() ? readlinkSync(path) : stats.isFile() ? contentOf(path) : readdirSync(path).sort().join('\0')
      return [path, stats.mode.toString(8), stats.isDirectory() ? '' : stats.mtimeMs, content].join(' ')
    })
    return lines.sort().join('\n')
  }

  #paths(): string[] {
    const paths = [this.home, this.root]
    for (const path of paths) if (lstatSync(path).isDirectory()) paths.push(...readdirSync(path).map((name) => join(path, name)))
    return paths
  }
}

/** A program that needs no Node has a hundred of them: reading it before and after each row would take longer than the row. */
const LARGE_BYTES = 8 * 1_048_576

/** Different after every change of a file, which a process cannot undo: its number, and when it was last changed in any way. */
const stateOf = (file: string): string | undefined => {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && [stats.ino, stats.size, stats.mode, stats.ctimeNs].join(' ')
}

const contentOf = (file: string): string | undefined =>
  lstatSync(file).size > LARGE_BYTES ? stateOf(file) : createHash('sha256').update(readFileSync(file)).digest('hex')

const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const
