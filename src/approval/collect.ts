import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import picomatch from 'picomatch'
import type { Command, PolicyContent, PolicyError, PolicyFile, ShellProgram, ValidPolicy } from '../config/types.js'
import { commandHere, textShell } from '../process/spawn-plan.js'
import { isWithin } from '../paths/absolute.js'
import { homeFolder } from '../runtime/account.js'
import { pinRefusals } from '../text/trust-texts.js'
import { filesUnderAcuvo, isAbsent } from './acuvo-folder.js'
import { managedFault } from './managed.js'
import { filesMatching, type CompiledGlob } from './globbed.js'
import { filesRunBy } from './programs.js'
import { contentsOf, type PinnedFile } from './record.js'
import { loadPolicy } from './review.js'
import { placeOf } from './pinned-bytes.js'

/**
 * Reads, once, everything that approving a policy covers: what is shown to a person is these bytes, and what is stored
 * is these bytes.
 */

const MAX_FILES = 200
const MAX_BYTES = 4_194_304

export interface Collected {
  policy: PolicyFile
  /** Of hooks.json. */
  bytes: Buffer
  loaded: ValidPolicy
  pinned: CollectedFile[]
  /** For each hook, by its index: what it runs that cannot be pinned, as the command spells it. */
  notPinned: ReadonlyMap<number, readonly string[]>
  globs: readonly CompiledGlob[]
}

export interface CollectedFile extends PinnedFile {
  /** Absent where only the owner counts. */
  bytes?: Buffer
}

/** `refused`: sentences. */
export type Refused = { errors: readonly PolicyError[] } | { refused: string[] }

export const collect = (policy: PolicyFile & { content: PolicyContent }): Collected | Refused => {
  const loaded = loadPolicy(policy.content, policy)
  if ('errors' in loaded) return loaded
  const { bytes } = policy.content as { bytes: Buffer }
  const collection = new Collection(policy, loaded)
  const pinned = collection.files()
  const { refused, notPinned, globs } = collection
  return refused.length > 0 ? { refused } : { policy, bytes, loaded, pinned, notPinned, globs }
}

/** SHA-256 over everything an approval covers: equal exactly when the same would run. */
export const digestOf = ({ bytes, pinned }: Collected): string => {
  return sha256(Buffer.from(JSON.stringify([sha256(bytes), contentsOf(pinned)])))
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

class Collection {
  readonly refused: string[] = []
  readonly notPinned = new Map<number, string[]>()
  globs: CompiledGlob[] = []
  readonly #policy: PolicyFile
  readonly #loaded: ValidPolicy
  /** By path; `hooks` absent: every hook's. */
  readonly #paths = new Map<string, Set<number> | undefined>()
  /** By hook: files of the workspace that its command only names. */
  readonly #mentioned = new Map<number, string[]>()
  #bytes = 0
  constructor(policy: PolicyFile, loaded: ValidPolicy) {
    this.#policy = policy
    this.#loaded = loaded
  }

  files(): CollectedFile[] {
    const { layer, root, file } = this.#policy
    for (const [index, hook] of this.#loaded.hooks.entries()) {
      const command = commandHere(hook)
      if (command !== undefined) this.#noteProgramsOf(command, index, textShell(hook.shellProgram))
    }
    if (layer === 'workspace') {
      const present = filesUnderAcuvo(root)
      if (present === undefined) this.refused.push(pinRefusals.folder)
      for (const path of present ?? []) if (join(root, path) !== file && !this.#paths.has(path)) this.#paths.set(path, undefined)
    }
    for (const path of this.#globbed()) this.#paths.set(path, undefined)
    for (const [index, names] of this.#mentioned) {
      const left = names.filter((name) => !this.#paths.has(name))
      if (left.length > 0) this.notPinned.set(index, [...(this.notPinned.get(index) ?? []), ...left])
    }
    const extended = new Map(this.#loaded.extended.map((one) => [this.#nameOf(one.file), one.bytes]))
    const files = [...this.#paths].filter(([path]) => !extended.has(path))
    if (files.length + extended.size > MAX_FILES) {
      this.refused.push(pinRefusals.tooMany(files.length + extended.size, MAX_FILES))
      return []
    }
    const pinned: CollectedFile[] = [
      ...[...extended].map(([path, bytes]) => ({ path, blob: sha256(bytes), bytes, extends: true as const })),
      ...files.flatMap(([path, hooks]) => this.#pinnedAt(path, hooks) ?? []),
    ]
    if (this.#bytes > MAX_BYTES) this.refused.push(pinRefusals.tooLarge(MAX_BYTES))
    return pinned.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  #noteProgramsOf(command: Command, index: number, shell: ShellProgram): void {
    const { layer, root } = this.#policy
    // A hook of the user's own file starts in whatever root the session has: its relative words name no certain file.
    const { files, mentioned, names, unknown } = filesRunBy(command, layer === 'user' ? '/' : root, shell)
    const left = [...unknown]
    if (layer === 'managed') this.refused.push(...names.filter((name) => !SHELL_WORDS.includes(name)).map(pinRefusals.managedName))
    // The machine's policy must name nothing that others can change; elsewhere a file that is only named may be data.
    const named = layer === 'managed' ? [...files, ...mentioned] : files
    if (layer === 'workspace')
      this.#mentioned.set(
        index,
        mentioned.filter((file) => isWithin(file, root)).map((file) => this.#nameOf(file)),
      )
    for (const file of named) {
      const fault = layer === 'managed' ? managedProgramFault(file) : undefined
      if (fault !== undefined) this.refused.push(fault)
      else if (layer === 'managed') this.#note(file, index)
      else if (this.#mayPin(file)) this.#note(this.#nameOf(file), index)
      else left.push(file)
    }
    if (layer === 'managed') this.refused.push(...left.map(pinRefusals.managedUnknown))
    else if (left.length > 0) this.notPinned.set(index, left)
  }

  #note(path: string, index: number): void {
    this.#paths.set(path, (this.#paths.get(path) ?? new Set()).add(index))
  }

  /** The workspace's own files; for the user's policy those of the home folder, if they are there: its hooks start in any session's root. */
  #mayPin(file: string): boolean {
    const { layer, root } = this.#policy
    return layer === 'user' ? isWithin(file, homeFolder()) && existsSync(file) : isWithin(file, root)
  }

  #nameOf(file: string): string {
    const { layer, root } = this.#policy
    return layer === 'workspace' && isWithin(file, root) ? relative(root, file).split(sep).join('/') : file
  }

  #globbed(): string[] {
    this.globs = this.#policy.layer === 'workspace' ? this.#loaded.pins.map(compiledGlob) : []
    const found = filesMatching(this.#policy.root, this.globs)
    if (found === undefined) this.refused.push(pinRefusals.walkedTooMuch)
    return found ?? []
  }

  #pinnedAt(path: string, hooks: ReadonlySet<number> | undefined): CollectedFile | undefined {
    const { layer, root } = this.#policy
    const uses = hooks === undefined ? {} : { hooks: [...hooks] }
    if (layer === 'managed') return { path, ...uses }
    const file = placeOf(path, root)
    if (hooks !== undefined && isAbsent(file)) return { path, absent: true, ...uses }
    try {
      const stats = lstatSync(file)
      const link = stats.isSymbolicLink() ? readlinkSync(file) : undefined
      const real = realpathSync.native(file)
      const target = link === undefined ? stats : lstatSync(real)
      if (!target.isFile()) return void this.refused.push(pinRefusals.notRegular(path))
      if (layer === 'workspace' && !isWithin(real, realpathSync.native(root))) return void this.refused.push(pinRefusals.leavesRoot(path))
      this.#bytes += target.size
      if (this.#bytes > MAX_BYTES) return undefined
      const bytes = readFileSync(file)
      return { path, blob: sha256(bytes), bytes, ...(link === undefined ? {} : { link }), ...uses }
    } catch (error) {
      return void this.refused.push(pinRefusals.cannotRead(path, (error as NodeJS.ErrnoException).code ?? 'unknown error'))
    }
  }
}

const compiledGlob = (glob: string): CompiledGlob => {
  const { base } = picomatch.scan(glob) as { base: string }
  return { base: base === '.' ? '' : base, pattern: picomatch.makeRe(glob, { dot: true }).source }
}

/** Commands that a shell has itself. */
const SHELL_WORDS =
  ': . source [ test echo printf true false exit return cd export unset set shift read exec eval local trap wait umask command type'.split(
    ' ',
  )

const managedProgramFault = (file: string): string | undefined => {
  const fault = managedFault(file)
  return fault === undefined ? undefined : pinRefusals.managed(file, fault)
}
