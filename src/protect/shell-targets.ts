import { lstatSync, readdirSync } from 'node:fs'
import { isAbsolutePath, toAbsolute } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { ShellWord, WordPiece } from '../shell/types.js'
import { folded } from './fold.js'
import type { Guard, Hit } from './guard.js'
import { literalName, namesOf, piecedName, ProtectedName, type Name } from './names.js'
import { isSettingsFolder } from './places.js'
import { touchOf, type Touch } from './touch.js'

/** Where the words of a shell command lead. */

type Piece = { text: string } | { glob: string } | undefined

/** What a word names: places on disk, a pattern of names, or nothing that can be told. */
type Target = { path: string } | { names: readonly Name[]; rooted: boolean; unknown: boolean }

/** `change`: the thing itself. `destroy`: what stands below it as well. `restore`: as change, a settings folder as a whole too. */
export type Effect = 'change' | 'destroy' | 'restore'

const MOST_MATCHES = 500
const LONGEST_PATH = 8_192

export class ShellTargets {
  /** @param cwd absolute; where the call takes place */
  constructor(
    readonly guard: Guard,
    readonly cwd: string,
  ) {}

  /** The folder a command runs in; undefined when only run time tells. */
  folderOf(steps: readonly ShellWord[]): string | undefined {
    let folder: string | undefined = this.cwd
    for (const step of steps) {
      const text = this.#literal(step)
      if (text === undefined) folder = undefined
      else if (folder !== undefined || isAbsolutePath(text) || text.startsWith('~')) folder = toAbsolute(text, folder ?? '/', this.#home)
    }
    return folder
  }

  /** The absolute paths of a word that can be told whole. */
  paths(word: ShellWord, folder: string | undefined): string[] {
    return this.#targets(word, folder).flatMap((target) => ('path' in target ? [target.path] : []))
  }

  /**
   * @returns what is touched by writing to (or destroying) what the word names; `computed` when only run time tells what
   * that is; undefined for nothing protected
   */
  touched(word: ShellWord, folder: string | undefined, effect: Effect): Touch | 'computed' | undefined {
    let computed = false
    for (const target of this.#targets(word, folder)) {
      if ('path' in target) {
        const hit = this.#at(target.path, effect)
        if (hit !== undefined) return touchOf(hit, target.path)
        continue
      }
      const kind = this.guard.byNames(target.names, target.rooted) ?? (target.unknown ? this.#byEnd(target.names) : undefined)
      const path = word.source
      if (kind !== undefined) return { touch: 'thing', kind, path }
      if (target.unknown) computed = true
      else {
        for (const match of this.#matches(target.names)) {
          const hit = this.#at(match, effect)
          if (hit !== undefined) return touchOf(hit, match)
        }
      }
    }
    return computed ? 'computed' : undefined
  }

  get #home(): string {
    return this.guard.given.home
  }

  #at(path: string, effect: Effect): Hit | undefined {
    if (effect === 'destroy') return this.guard.below(path)
    const hit = this.guard.at(path)
    return hit ?? (effect === 'restore' && isSettingsFolder(namesOf(path).at(-1)) ? { kind: 'settings', path } : undefined)
  }

  #literal(word: ShellWord): string | undefined {
    const [value] = word.values
    if (value === undefined || word.values.length > 1) return undefined
    const pieces = this.#resolved(value, this.cwd)
    return pieces.every((piece) => piece !== undefined && 'text' in piece)
      ? pieces.map((piece) => (piece as { text: string }).text).join('')
      : undefined
  }

  /** Variables of the session's own environment are taken as they are. */
  #resolved(value: readonly WordPiece[], folder: string | undefined): Piece[] {
    return value.map((piece) => {
      if (piece.kind === 'text') return { text: piece.text }
      if (piece.kind === 'glob') return { glob: piece.text }
      if (piece.kind === 'unknown') return undefined
      if (piece.name === 'HOME') return { text: this.#home }
      const known = piece.name === 'PWD' ? folder : this.guard.given.env[piece.name]
      return known === undefined || known === '' ? undefined : { text: known }
    })
  }

  #targets(word: ShellWord, folder: string | undefined): Target[] {
    return word.values.flatMap((value): Target[] => {
      const pieces = this.#resolved(value, folder)
      if (pieces.some((piece) => piece === undefined || 'glob' in piece)) return [this.#pattern(pieces, folder)]
      const text = withHome(pieces.map((piece) => (piece as { text: string }).text).join(''), this.#home)
      if (text === '' || text.length > LONGEST_PATH || text.includes('\0')) return []
      if (folder === undefined && !isAbsolutePath(text) && !text.startsWith('~'))
        return [{ names: text.split('/').flatMap((name) => (name === '' ? [] : [literalName(name)])), rooted: false, unknown: false }]
      const path = toAbsolute(text, folder ?? '/', this.#home)
      const read = text.includes('..') ? realPathOf(isAbsolutePath(text) ? text : `${folder ?? ''}/${text}`) : undefined
      return [{ path }, ...(read === undefined ? [] : [{ path: read }])]
    })
  }

  #pattern(pieces: readonly Piece[], folder: string | undefined): Target {
    const parts: Piece[][] = [[]]
    for (const piece of pieces) {
      if (piece === undefined || 'glob' in piece) parts.at(-1)?.push(piece)
      else
        piece.text.split('/').forEach((text, index) => {
          if (index > 0) parts.push([])
          if (text !== '') parts.at(-1)?.push({ text })
        })
    }
    const [first] = pieces
    const start = first !== undefined && 'text' in first ? first.text : ''
    const isRooted = start.startsWith('/') || start.startsWith('~/')
    const rooted = isRooted || (first !== undefined && folder !== undefined)
    const names: Name[] = !rooted ? [] : start.startsWith('~/') ? namesOf(this.#home) : isRooted ? [] : namesOf(folder ?? '')
    for (const [index, part] of parts.entries()) {
      const only = part.length === 1 && part[0] !== undefined && 'text' in part[0] ? part[0].text : undefined
      if (part.length === 0 || only === '.' || (index === 0 && only === '~')) continue
      if (only === '..') names.pop()
      else names.push(only === undefined ? piecedName(part) : literalName(only))
    }
    return { names, rooted, unknown: pieces.includes(undefined) }
  }

  /** Behind a part that only run time tells: whether the rest is the end of a protected place. */
  #byEnd(names: readonly Name[]): Hit['kind'] | undefined {
    const from = names.findLastIndex(({ unknown }) => unknown) + 1
    const end = names.slice(from)
    if (end.length === 0) return undefined
    const place = [...this.guard.places, ...this.guard.linked].find(
      ({ names: own }) => end.length < own.length && own.slice(-end.length).every((part, index) => part.mayBe(end[index] as Name)),
    )
    return place?.kind
  }

  /** What a pattern finds on disk now, as a shell would. */
  #matches(names: readonly Name[]): string[] {
    if (names.length === 0) return []
    let found = ['']
    for (const name of names) {
      found = found
        .flatMap((folder) => (name.literal !== undefined ? [`${folder}/${name.literal}`] : entriesOf(folder, name)))
        .slice(0, MOST_MATCHES)
    }
    return found
  }
}

const entriesOf = (folder: string, name: Name): string[] => {
  try {
    if (!lstatSync(folder === '' ? '/' : folder).isDirectory()) return []
    return readdirSync(folder === '' ? '/' : folder)
      .filter((entry) => new ProtectedName(folded(entry).replaceAll('*', '?')).mayBe(name))
      .map((entry) => `${folder}/${entry}`)
  } catch {
    return []
  }
}

const withHome = (text: string, home: string): string => text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, () => home)
