import { programOf } from '../shell/program.js'
import type { ShellCommand, ShellWord } from '../shell/types.js'
import { bounded } from '../text/bounds.js'
import { codeTouch, namedIn } from './inline-code.js'
import { mayWrite, simplified } from './marks.js'
import { patchHeads } from './patch-heads.js'
import { windowsTouch } from './powershell.js'
import type { ShellTargets } from './shell-targets.js'
import type { Touch } from './touch.js'

/** Texts in the arguments or on the stdin of a command that are no POSIX shell: code, patches, PowerShell. */

const AWK = /^(?:awk|gawk|mawk|nawk|osascript)$/
const APPLIES = /^(?:patch|apply_patch|git|ed|ex)$/
const SUBSTITUTED = '/dev/fd/63'

export class CodeTouches {
  #unreadable: Touch[] | undefined

  constructor(
    readonly text: string,
    readonly targets: ShellTargets,
  ) {}

  of(command: ShellCommand, folder: string | undefined): Touch[] {
    const program = programOf(command)
    const { name } = program
    const { input, words } = command
    if (AWK.test(name))
      return this.#codes(
        words.slice(1, 4).map(({ text }) => text),
        folder,
      )
    if (APPLIES.test(name)) return this.#patches(name, command, folder)
    if (name === 'cmd' || name === 'powershell' || name === 'pwsh') return this.#windows(words.slice(1))
    if (this.#runsUnknown(command)) return this.#unread(folder)
    if (!program.interpreter || program.shell) return []
    return this.#codes(
      [
        ...program.code.map(({ text, values }) => text ?? knownOf(values)),
        ...(program.script === undefined && program.code.length === 0 ? [input] : []),
      ],
      folder,
    )
  }

  #codes(codes: readonly (string | undefined)[], folder: string | undefined): Touch[] {
    return codes.flatMap((code) => (code === undefined ? [] : (codeTouch(code, folder, this.targets) ?? [])))
  }

  #patches(name: string, { words, input }: ShellCommand, folder: string | undefined): Touch[] {
    const applies = name !== 'git' || words.some(({ text }) => text === 'apply' || text === 'am')
    const given = name === 'apply_patch' ? [input, ...words.slice(1).map(({ text }) => text)] : [input]
    return applies ? given.flatMap((text) => (text === undefined ? [] : (namedIn(patchHeads(text), folder, this.targets) ?? []))) : []
  }

  /** `powershell -Command …`, `cmd /c …`: all the words behind are one text. */
  #windows(words: readonly ShellWord[]): Touch[] {
    const at = words.findIndex(({ text = '' }) => /^(?:[/-][ck]|-command)$/i.test(text))
    const text = words
      .slice(at + 1)
      .map(({ text: literal, values }) => literal ?? knownOf(values))
      .join(' ')
    const touch = at === -1 ? undefined : windowsTouch(text, this.targets)
    return touch === undefined ? [] : [touch]
  }

  /** Whether a shell is given a text that only run time tells. */
  #runsUnknown(command: ShellCommand): boolean {
    const { name, shell, code, script, args } = programOf(command)
    const [given] = shell ? code : name === 'eval' ? command.words.slice(1) : []
    if (given !== undefined) return given.values.some(([first]) => first?.kind === 'unknown')
    if (command.input !== undefined) return false
    if (name === 'source' || name === '.') return args[0]?.text === SUBSTITUTED
    return shell && (script === undefined ? command.piped === true && command.inputFile === undefined : script.text === SUBSTITUTED)
  }

  /** What stands elsewhere in the call is all that is known of such a text. */
  #unread(folder: string | undefined): Touch[] {
    return (this.#unreadable ??=
      mayWrite(simplified(this.text)) && namedIn(this.text, folder, this.targets)
        ? [{ touch: 'unreadable', words: bounded(this.text, 100) }]
        : [])
  }
}

const knownOf = (values: ShellWord['values']): string =>
  (values[0] ?? [])
    .map((piece) => (piece.kind === 'text' || piece.kind === 'glob' ? piece.text : piece.kind === 'variable' ? `$${piece.name}` : ' '))
    .join('')
