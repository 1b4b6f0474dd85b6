import { forEachChild, type Command, type ParsedScript, type Pipeline, type Redirection, type SyntaxNode } from 'unbash'
import { aliasesIn, foundCommands, readInto, textsFor } from './nested.js'
import { fileOf, inputOf, printedValues } from './printed.js'
import { givenInput, redirectOf, substituted } from './stdin.js'
import { UNKNOWN_WORD, Variables, valuesOf, wordOf, wordsOf } from './words.js'
import { assignmentIn, nameOf, unwrapped } from './wrappers.js'
import type { ShellAssignment, ShellCommand, ShellRedirect, ShellWord } from './types.js'

/** Texts in texts (`bash -c "bash -c …"`), and what they may come to together. */
const DEEPEST = 8
const MOST_NESTED_CHARACTERS = 131_072
/** Constructs in constructs; the parser itself reads deeper ones anew at every level. */
const DEEPEST_NODE = 150
/** More commands, and steps of `cd`, than anybody writes. */
const [MOST_COMMANDS, MOST_STEPS] = [3_000, 32]
/** `xargs xargs …`. */
const MOST_FEEDERS = 8

/** Where a part of a text runs. A subshell gets one of its own. */
interface Place {
  folder: readonly ShellWord[]
  /** True behind another command in a pipe. */
  isPiped?: true
  /** What that one is known to print. */
  piped?: string
  /** The file that it prints. */
  pipedFile?: ShellWord
}

/** Goes through a syntax tree in the order in which it runs and collects the simple commands. */
export class Walker {
  readonly commands: ShellCommand[] = []
  errors = false
  readonly #variables = new Variables()
  /** The command that was gone through last. */
  #last: ShellCommand | undefined
  readonly #aliases = new Map<string, string>()
  #depth = 0
  #nested = 0
  #level = 0
  #foundBy: readonly ShellWord[] | undefined

  constructor(readonly parse: (text: string) => ParsedScript | undefined) {}

  /** A text that another one gives to a shell, or the first one. */
  text(text: string, folder: readonly ShellWord[] = []): void {
    if (this.#depth > 0) this.#nested += text.length
    const script = this.#depth >= DEEPEST || this.#nested > MOST_NESTED_CHARACTERS ? undefined : this.parse(text)
    if (script === undefined) {
      this.errors = true
      return
    }
    this.#depth++
    this.#node(script, { folder })
    this.#depth--
  }

  #node(node: SyntaxNode, place: Place): void {
    if (this.commands.length >= MOST_COMMANDS || this.#level >= DEEPEST_NODE) {
      this.errors = true
      return
    }
    this.#level++
    this.#inner(node, place)
    this.#level--
  }

  #inner(node: SyntaxNode, place: Place): void {
    switch (node.type) {
      case 'Script':
        if ((node as ParsedScript).errors?.length) this.errors = true
        break
      case 'Command':
        return this.#command(node, place)
      case 'Pipeline':
        return this.#pipeline(node, place)
      case 'Subshell':
      case 'Coproc':
        return forEachChild(node, (child) => this.#node(child, { ...place }))
      case 'Redirected': {
        // The redirects first: they say what the commands in it read.
        const redirects = this.#redirects(node.redirects, place)
        if (redirects.length > 0) this.#add({ assignments: [], words: [], redirects, folder: place.folder, wrappers: [] })
        const input = givenInput(node.redirects, this.#variables)
        return this.#node(node.command, input === undefined ? place : { folder: place.folder, piped: input })
      }
      case 'For':
      case 'Select':
        this.#variables.add(
          node.name.value,
          (node.wordlist ?? []).flatMap((word) => wordsOf(word, this.#variables)).flatMap(({ values }) => values),
        )
        for (const word of node.wordlist ?? []) this.#substitutions(word, place)
        return this.#node(node.body, place)
      case 'Word':
      case 'HereDocBody':
        return this.#substitutions(node, place)
    }
    forEachChild(node, (child) => this.#node(child, place))
  }

  /** Scripts in `$(…)`, `` `…` `` and `<(…)` of a word. */
  #substitutions(node: SyntaxNode, place: Place): void {
    if (node.type === 'Word' && node.parts === undefined) return
    if (this.#level >= DEEPEST_NODE) {
      this.errors = true
      return
    }
    this.#level++
    forEachChild(node, (child) => {
      if (child.type === 'Script') this.#substitution(child, place)
      else this.#substitutions(child, place)
    })
    this.#level--
  }

  #substitution(script: ParsedScript, place: Place): void {
    this.#last = undefined
    this.#node(script, { folder: place.folder })
    const [only, second] = script.commands
    const isPlain = second === undefined && (only?.command.type === 'Command' || only?.command.type === 'Pipeline')
    if (isPlain && this.#last !== undefined) this.#variables.prints(script, printedValues(this.#last))
  }

  #pipeline({ commands }: Pipeline, place: Place): void {
    const [only] = commands
    if (commands.length === 1 && only) return this.#node(only, place)
    let given: Omit<Place, 'folder'> = place
    for (const command of commands) {
      const before = this.commands.length
      this.#node(command, { ...given, folder: place.folder })
      const added = this.commands.slice(before)
      const [piped, pipedFile] = added.length === 1 ? [inputOf(added[0] as ShellCommand), fileOf(added[0] as ShellCommand)] : []
      given = { isPiped: true, ...(piped !== undefined && { piped }), ...(pipedFile && { pipedFile }) }
    }
  }

  #redirects(redirections: readonly Redirection[], place: Place): ShellRedirect[] {
    const redirects: ShellRedirect[] = []
    for (const redirection of redirections) {
      if (redirection.type === 'HereDoc') this.#substitutions(redirection.body, place)
      else if (redirection.type === 'HereString') redirection.target && this.#substitutions(redirection.target, place)
      else {
        const { operator, target } = redirection
        if (target) this.#substitutions(target, place)
        redirects.push(redirectOf(operator, target, this.#variables))
      }
    }
    return redirects
  }

  #assign({ name, values, append }: { name: string; values: ShellWord['values']; append: boolean }): void {
    const before = append ? this.#variables.of(name) : []
    const joined = before.flatMap((head) => values.map((tail) => [...head, ...tail]))
    this.#variables.add(name, append ? joined : values)
  }

  #command(node: Command, place: Place): void {
    const assignments: ShellAssignment[] = []
    // What a substitution prints is known once it was gone through.
    if (node.name) this.#substitutions(node.name, place)
    const words = [...(node.name ? wordsOf(node.name, this.#variables) : [])]
    let fed: string | undefined
    for (const part of [...node.prefix, ...node.suffix]) {
      if (part.type === 'Word') {
        this.#substitutions(part, place)
        words.push(...wordsOf(part, this.#variables))
        fed ??= substituted(part, this.#variables)
      } else if (part.type === 'Assignment') {
        const { name, value, append = false } = part
        const elements = value.type === 'ArrayValue' ? value.elements : [value]
        for (const element of elements) this.#substitutions(element, place)
        const values = elements.flatMap((element) => valuesOf(element, this.#variables))
        const word = wordOf(values.length === 0 ? [[]] : values, part.text)
        assignments.push({ name, ...(value.type === 'ArrayValue' ? {} : { value: word }) })
        // What is assigned for one command only counts for all that follow: it may as well be exported.
        this.#assign({ name, values: word.values, append })
      }
    }
    const redirections = [...node.prefix, ...node.suffix].filter((part) => part.type !== 'Word' && part.type !== 'Assignment')
    const redirects = this.#redirects(redirections, place)
    const input = givenInput(redirections, this.#variables) ?? fed ?? place.piped
    const inputFile = redirects.findLast(({ operator }) => operator === '<')?.target ?? place.pipedFile
    const stdin = { ...(input !== undefined && { input }), ...(inputFile && { inputFile }), ...(place.isPiped && { piped: true as const }) }
    this.#simple({ assignments, words, redirects, folder: place.folder, wrappers: [], ...stdin }, place)
  }

  /** A command as it is written: what its wrappers start, what other texts it runs, and where it leaves the shell. */
  #simple(command: ShellCommand, place: Place): void {
    const plain = this.#plain(command)
    for (const text of plain.texts) this.#wordText(text, plain.command.folder)
    const bare = plain.command
    if (bare.words.length > 0 || bare.redirects.length > 0 || bare.assignments.length > 0) this.#add(bare)
    if (bare.wrappers.length > MOST_FEEDERS) this.errors = true
    else if (bare.foundBy === undefined) for (const found of foundCommands(bare)) this.#simple(found, { ...place })
    const { texts, positional } = textsFor(bare)
    positional.forEach((word, index) => {
      this.#variables.add(String(index), word.values)
      if (index > 0) for (const all of ['@', '*']) this.#variables.add(all, word.values)
    })
    const outer = this.#foundBy
    this.#foundBy = bare.foundBy ?? outer
    for (const text of texts) this.#wordText(text, bare.folder)
    this.#foundBy = outer
    for (const [name, text] of aliasesIn(bare)) this.#aliases.set(name, text)
    const alias = this.#aliases.get(bare.words[0]?.text ?? '')
    if (alias !== undefined) this.text([alias, ...bare.words.slice(1).map(({ source }) => source)].join(' '), bare.folder)
    for (const name of readInto(bare)) this.#variables.add(name, UNKNOWN_WORD.values)
    this.#moves(bare, place)
    this.#last = bare
  }

  #plain(command: ShellCommand): { command: ShellCommand; texts: ShellWord[] } {
    const { words, assignments, wrappers, texts, folders } = unwrapped(command.words)
    const declared = /^(?:export|declare|typeset|local|readonly)$/.test(nameOf(words[0]))
      ? words.slice(1).flatMap((word) => assignmentIn(word) ?? [])
      : []
    for (const { name, value } of declared) if (value) this.#assign({ name, values: value.values, append: false })
    return {
      command: {
        ...command,
        words,
        assignments: [...command.assignments, ...assignments, ...declared],
        wrappers: [...command.wrappers, ...wrappers],
        folder: [...command.folder, ...folders],
      },
      texts,
    }
  }

  #wordText({ text, values }: ShellWord, folder: readonly ShellWord[]): void {
    const [value = []] = values
    // Of a text that is partly computed the rest is still read.
    const known = value.map((piece) => (piece.kind === 'unknown' ? '$__' : piece.kind === 'variable' ? `\${${piece.name}}` : piece.text))
    this.text(text ?? known.join(''), folder)
  }

  #moves({ words }: ShellCommand, place: Place): void {
    const name = nameOf(words[0])
    if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return
    const target = words.slice(1).find(({ text }) => text === '-' || !text?.startsWith('-'))
    const step = name === 'popd' || target?.text === '-' ? UNKNOWN_WORD : (target ?? wordOf([[{ kind: 'text', text: '~' }]], ''))
    if (/^[/~]/.test(step.text ?? '')) place.folder = [step]
    else place.folder = place.folder.length < MOST_STEPS ? [...place.folder, step] : [UNKNOWN_WORD]
  }

  #add(command: ShellCommand): void {
    this.commands.push(this.#foundBy === undefined ? command : { foundBy: this.#foundBy, ...command })
  }
}
