import { HOSTS } from '../../hosts/index.js'
import { LONGEST_TEXT } from '../shell/limits.js'
import { readShell } from '../shell/read.js'
import type { ShellCommand, ShellReading, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { bounded } from '../text/bounds.js'
import { CodeTouches } from './code-touches.js'
import { NOTHING, type Effects } from './effects.js'
import { folded } from './fold.js'
import type { Guard } from './guard.js'
import { namedIn } from './inline-code.js'
import { landingTouches } from './landings.js'
import { codeWrites, mayWrite, simplified, type Marks } from './marks.js'
import { literalName, piecedName, ProtectedName } from './names.js'
import { literalWord } from './operands.js'
import { onlyReads, OwnProgram } from './own-program.js'
import { patchHeads } from './patch-heads.js'
import { pathspecTouches } from './pathspecs.js'
import { isPolicyName } from './places.js'
import { windowsTouch } from './powershell.js'
import { ShellTargets } from './shell-targets.js'
import { touchOf, type Touch } from './touch.js'
import { effectsOf } from './writers.js'
import { findScope } from './writers-special.js'

/** A part of its own, loaded only for a text that may touch something protected: what a shell text would do. */

export interface ShellContext {
  guard: Guard
  marks: Marks
  /** Where the call takes place. */
  cwd: string
  dialect: 'posix' | 'windows'
}

/** What the texts of a call touch. Best effort (see `protectedBy`). */
export const shellTouches = (texts: readonly string[], patches: readonly string[], context: ShellContext): Touch[] => [
  ...texts.flatMap((text) => {
    const targets = new ShellTargets(context.guard, context.cwd)
    const windows = context.dialect === 'windows' ? windowsTouch(text, targets) : undefined
    return windows === undefined ? new ShellText(text, targets, context.marks).touches() : [windows]
  }),
  ...patches.flatMap((text) => namedIn(patchHeads(text), context.cwd, new ShellTargets(context.guard, context.cwd)) ?? []),
]

/** Programs whose message options hold data, not names. */
const MESSAGES = /^(?:-m|--message|-F|--body|-b|--title|-t|--notes|--description)$/
/** More words than this are not looked up; then the text counts as one that cannot be read. */
const MOST_WORDS = 2_000
const MOST_TOUCHES = 20

const FEEDERS = /^(?:xargs|gxargs|parallel)$/
const isFind = ({ words, foundBy }: ShellCommand): boolean => foundBy === undefined && /^g?find$/.test(nameOf(words[0]))
const DECLARES = /^(?:export|declare|typeset)$/

const shownWords = (words: readonly ShellWord[]): string =>
  bounded(
    words
      .slice(0, 50)
      .map(({ source }) => source)
      .join(' '),
    100,
  )

const assigned = ({ assignments }: ShellCommand): [string, string | undefined][] =>
  assignments.map(({ name, value }) => [name, value?.text])

/** One text, and what each of its commands touches. */
class ShellText {
  readonly #reading: ShellReading
  readonly #own: OwnProgram
  readonly #code: CodeTouches
  #names: Touch | null | undefined
  #finds: readonly ShellCommand[] | undefined
  #wordsLeft = MOST_WORDS
  readonly #exported = new Map<string, string | undefined>()

  constructor(
    readonly text: string,
    readonly targets: ShellTargets,
    readonly marks: Marks,
  ) {
    this.#reading = readShell(text)
    this.#own = new OwnProgram(targets, targets.guard.given.program)
    this.#code = new CodeTouches(text, targets)
  }

  touches(): Touch[] {
    const { commands, errors, tooLong } = this.#reading
    const touches: Touch[] = []
    for (const command of commands) {
      if (this.#wordsLeft < 0 || touches.length >= MOST_TOUCHES) break
      touches.push(...this.#command(command))
      // What one command alone is given counts for that command only.
      if (command.words.length === 0 || DECLARES.test(nameOf(command.words[0])))
        for (const [name, value] of assigned(command)) this.#exported.set(name, value)
    }
    if (touches.length > 0 || !(errors || tooLong || this.#wordsLeft < 0)) return touches
    const simple = simplified(this.text)
    const writes = mayWrite(simple) || codeWrites(this.text.slice(0, LONGEST_TEXT))
    const named = writes && this.marks.in(simple) && namedIn(this.text, this.targets.cwd, this.targets)
    return named ? [{ touch: 'unreadable', words: bounded(this.text, 100) }] : []
  }

  /** A program word of several values is each of them in turn. */
  #command(command: ShellCommand): Touch[] {
    const [program, ...args] = command.words
    if (program === undefined || program.text !== undefined) return this.#simple(command)
    const texts = program.values.map((value) => value.map((piece) => (piece.kind === 'text' ? piece.text : undefined)))
    if (texts.some((text) => text.includes(undefined))) return [...this.#simple(command), ...this.#anyProgram(command)]
    return texts.flatMap((text) => this.#simple({ ...command, words: [literalWord(text.join(''), program.source), ...args] }))
  }

  /** What a program that only run time tells may do with a protected thing among its words. */
  #anyProgram({ words, folder }: ShellCommand): Touch[] {
    const here = this.targets.folderOf(folder)
    this.#wordsLeft -= words.length
    if (this.#wordsLeft < 0) return []
    const named = words.slice(1).some((word) => {
      const touched = this.targets.touched(word, here, 'restore')
      return touched !== undefined && touched !== 'computed'
    })
    return named ? [{ touch: 'unreadable', words: shownWords(words) }] : []
  }

  #simple(command: ShellCommand): Touch[] {
    const args = this.#own.argumentsIn(command)
    const words = shownWords(command.words)
    if (args !== undefined && !onlyReads(args)) return [{ touch: 'program', words }]
    if (this.#leavesHooksOut(command)) return [{ touch: 'hooksOff', words }]
    const effects = effectsOf(command)
    this.#own.noteCopies(command, effects)
    const folder = this.targets.folderOf(command.folder)
    const written = command.redirects.flatMap(({ writes, target }) =>
      writes && target ? [{ word: target, effect: 'change' as const }] : [],
    )
    return [
      ...this.#done(command, { ...NOTHING, targets: written }, folder),
      ...(effects.folders ?? [[]]).flatMap((steps) =>
        this.#done(command, effects, steps.length === 0 ? folder : this.targets.folderOf([...command.folder, ...steps])),
      ),
      ...this.#code.of(command, folder),
    ]
  }

  #done(command: ShellCommand, effects: Effects, folder: string | undefined): Touch[] {
    const { targets, landings, found, pathspecs = [] } = effects
    const touches: Touch[] = []
    this.#wordsLeft -= 1 + targets.length + pathspecs.length
    const touched = targets.slice(0, MOST_WORDS).map(({ word, effect }) => this.targets.touched(word, folder, effect))
    for (const one of [...touched, ...pathspecTouches(effects, folder, this.targets)]) {
      const touch = one === 'computed' ? this.#computed(command, folder) : one
      if (touch !== undefined) touches.push(touch)
    }
    for (const landing of landings.slice(0, MOST_TOUCHES)) touches.push(...landingTouches(landing, folder, this.targets))
    if (found !== undefined) touches.push(...this.#found(found, folder))
    return touches
  }

  /** Something that only run time tells is written: what `find` hands over, or what else the text names. */
  #computed({ foundBy, wrappers }: ShellCommand, folder: string | undefined): Touch | undefined {
    // What `xargs` is fed may come from any `find` of the text.
    const finds = wrappers.some((name) => FEEDERS.test(name)) ? (this.#finds ??= this.#reading.commands.filter(isFind).slice(0, 5)) : []
    const scopes = [...(foundBy ? [foundBy] : []), ...finds.map(({ words }) => words)]
    const found = scopes.flatMap((words) => this.#found(findScope(words.slice(1)), folder))[0]
    if (found !== undefined) return found
    this.#names ??= this.#namedAnywhere() ?? null
    return this.#names === null ? undefined : { touch: 'unreadable', words: bounded(this.text, 100) }
  }

  #namedAnywhere(): Touch | undefined {
    for (const { words, redirects, assignments, folder, foundBy } of this.#reading.commands) {
      const here = this.targets.folderOf(folder)
      const name = nameOf(words[0])
      const isMessage = (index: number): boolean => (name === 'git' || name === 'gh') && MESSAGES.test(words[index - 1]?.text ?? '')
      const named = [
        ...(foundBy === undefined ? words.filter((_, index) => !isMessage(index)) : []),
        ...redirects.flatMap(({ target }) => target ?? []),
        ...assignments.flatMap(({ value }) => value ?? []),
        ...folder,
      ]
      this.#wordsLeft -= named.length
      if (this.#wordsLeft < 0) return undefined
      for (const word of named) {
        const touched = this.targets.touched(word, here, 'restore')
        if (touched !== undefined && touched !== 'computed') return touched
      }
    }
    return undefined
  }

  #found({ starts, names }: { starts: readonly ShellWord[]; names: readonly string[] }, folder: string | undefined): Touch[] {
    const patterns = names.map((name) => new ProtectedName(folded(name)))
    return starts.flatMap((start) => {
      const direct = this.targets.touched(start, folder, 'change')
      if (direct !== undefined && direct !== 'computed') return [direct]
      return this.targets.paths(start, folder).flatMap((path): Touch[] => {
        const hits = this.targets.guard.allBelow(path)
        const hit = hits.find((each) => patterns.length === 0 || patterns.some((pattern) => limitedTo(pattern, each.path)))
        return hit === undefined ? [] : [touchOf(hit, path)]
      })
    })
  }

  #leavesHooksOut(command: ShellCommand): boolean {
    const name = nameOf(command.words[0])
    const host = HOSTS.find(({ settings }) => settings.programs.includes(name))
    if (host === undefined) return false
    const variables = Object.fromEntries([...this.#exported, ...assigned(command)])
    return host.settings.hooksOff({ args: command.words.slice(1).map(({ text }) => text), variables })
  }
}

const limitedTo = (pattern: ProtectedName, path: string): boolean => {
  const last = path.slice(path.lastIndexOf('/') + 1)
  // Of a folder that is found by its parts, its own files may bear any name.
  return pattern.mayBe(literalName(last)) || (isPolicyName(literalName(last)) && pattern.mayBe(piecedName([{ text: 'hooks.json' }])))
}
