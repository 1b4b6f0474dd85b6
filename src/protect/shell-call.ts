import { HOSTS } from '../../hosts/index.js'
import { programOf } from '../shell/program.js'
import { LONGEST_TEXT, readShell } from '../shell/read.js'
import type { ShellCommand, ShellReading, ShellWord } from '../shell/types.js'
import { nameOf } from '../shell/wrappers.js'
import { bounded } from '../text/bounds.js'
import { folded } from './fold.js'
import type { Guard } from './guard.js'
import { codeTouch, namedIn } from './inline-code.js'
import { landingTouches } from './landings.js'
import { codeWrites, mayWrite, simplified, type Marks } from './marks.js'
import { literalName, piecedName, ProtectedName } from './names.js'
import { onlyReads, OwnProgram } from './own-program.js'
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
export const shellTouches = (texts: readonly string[], context: ShellContext): Touch[] =>
  texts.flatMap((text) => {
    const targets = new ShellTargets(context.guard, context.cwd)
    const windows = context.dialect === 'windows' ? windowsTouch(text, targets) : undefined
    return windows === undefined ? new ShellText(text, targets, context.marks).touches() : [windows]
  })

/** Programs whose message options hold data, not names. */
const MESSAGES = /^(?:-m|--message|-F|--body|-b|--title|-t|--notes|--description)$/
/** More words than this are not looked up; then the text counts as one that cannot be read. */
const MOST_WORDS = 2_000
const MOST_TOUCHES = 20
const RUNS_CODE = /^(?:awk|gawk|mawk|nawk|osascript)$/

const FEEDERS = /^(?:xargs|gxargs|parallel)$/
const isFind = ({ words, foundBy }: ShellCommand): boolean => foundBy === undefined && /^g?find$/.test(nameOf(words[0]))
const DECLARES = /^(?:export|declare|typeset)$/

const assigned = ({ assignments }: ShellCommand): [string, string | undefined][] =>
  assignments.map(({ name, value }) => [name, value?.text])

/** One text, and what each of its commands touches. */
class ShellText {
  readonly #reading: ShellReading
  readonly #own: OwnProgram
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

  #command(command: ShellCommand): Touch[] {
    const args = this.#own.argumentsIn(command)
    const words = bounded(command.words.map(({ source }) => source).join(' '), 100)
    if (args !== undefined && !onlyReads(args)) return [{ touch: 'program', words }]
    if (this.#leavesHooksOut(command)) return [{ touch: 'hooksOff', words }]
    const folder = this.targets.folderOf(command.folder)
    const { targets, landings, found } = effectsOf(command)
    const written = command.redirects.flatMap(({ writes, target }) =>
      writes && target ? [{ word: target, effect: 'change' as const }] : [],
    )
    const touches: Touch[] = []
    this.#wordsLeft -= 1 + written.length + targets.length
    for (const { word, effect } of [...written, ...targets].slice(0, MOST_WORDS)) {
      const touched = this.targets.touched(word, folder, effect)
      const touch = touched === 'computed' ? this.#computed(command, folder) : touched
      if (touch !== undefined) touches.push(touch)
    }
    for (const landing of landings.slice(0, MOST_TOUCHES)) touches.push(...landingTouches(landing, folder, this.targets))
    if (found !== undefined) touches.push(...this.#found(found, folder))
    touches.push(...this.#code(command, folder))
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

  /** Code in the arguments of an interpreter or on its stdin, and a patch on the stdin of what applies it. */
  #code(command: ShellCommand, folder: string | undefined): Touch[] {
    const program = programOf(command)
    const { name, input } = { name: program.name, input: command.input }
    if (RUNS_CODE.test(name))
      return command.words.slice(1, 4).flatMap(({ text }) => (text === undefined ? [] : (codeTouch(text, folder, this.targets) ?? [])))
    if (name === 'patch' || name === 'apply_patch' || name === 'git' || name === 'ed' || name === 'ex') {
      const applies = name !== 'git' || command.words.some(({ text }) => text === 'apply' || text === 'am')
      const given = name === 'apply_patch' ? [input, ...command.words.slice(1).map(({ text }) => text)] : [input]
      return applies ? given.flatMap((text) => (text === undefined ? [] : (namedIn(patchHeads(text), folder, this.targets) ?? []))) : []
    }
    // A text that only run time tells, run by a shell: what stands elsewhere in the call is all that is known of it.
    const given = program.shell ? program.code[0] : name === 'eval' ? command.words[1] : undefined
    if (
      given?.values.some(([first]) => first?.kind === 'unknown') &&
      mayWrite(simplified(this.text)) &&
      namedIn(this.text, folder, this.targets)
    )
      return [{ touch: 'unreadable', words: bounded(this.text, 100) }]
    if (!program.interpreter || program.shell) return []
    const codes = [
      ...program.code.map(({ text, values }) => text ?? knownOf(values)),
      ...(program.script === undefined && program.code.length === 0 ? [input] : []),
    ]
    return codes.flatMap((code) => (code === undefined ? [] : (codeTouch(code, folder, this.targets) ?? [])))
  }

  #leavesHooksOut(command: ShellCommand): boolean {
    const name = nameOf(command.words[0])
    const host = HOSTS.find(({ settings }) => settings.programs.includes(name))
    if (host === undefined) return false
    const variables = Object.fromEntries([...this.#exported, ...assigned(command)])
    return host.settings.hooksOff({ args: command.words.slice(1).map(({ text }) => text), variables })
  }
}

/** Of a patch the lines that name its files. */
const patchHeads = (text: string): string => text.match(/^(?:\+\+\+|---|\*\*\* |rename |copy |diff ).*$/gm)?.join('\n') ?? ''

const knownOf = (values: ShellWord['values']): string =>
  (values[0] ?? [])
    .map((piece) => (piece.kind === 'text' || piece.kind === 'glob' ? piece.text : piece.kind === 'variable' ? `$${piece.name}` : ' '))
    .join('')

const limitedTo = (pattern: ProtectedName, path: string): boolean => {
  const last = path.slice(path.lastIndexOf('/') + 1)
  // Of a folder that is found by its parts, its own files may bear any name.
  return pattern.mayBe(literalName(last)) || (isPolicyName(literalName(last)) && pattern.mayBe(piecedName([{ text: 'hooks.json' }])))
}
