/** What a shell text runs, as far as the text itself tells. */

/**
 * One piece of a word. `glob`: an unquoted `*`, `?` or `[…]`. `variable`: one that nothing in the text assigns.
 * `unknown`: known at run time only; may be any text, slashes included.
 */
export type WordPiece =
  { kind: 'text'; text: string } | { kind: 'glob'; text: string } | { kind: 'variable'; name: string } | { kind: 'unknown' }

export interface ShellWord {
  /**
   * The value after quote removal where there is exactly one. `~`, `$HOME` (also for `${HOME}`) and unquoted globs stay as
   * they are written. Absent otherwise.
   */
  text?: string
  /** True when a part of it can be known at run time only. */
  computed: boolean
  /** As it is written. */
  source: string
  /** Every value it may have: a variable that is assigned several times has several. Never empty. */
  values: readonly (readonly WordPiece[])[]
}

export interface ShellAssignment {
  name: string
  /** Absent for an array. */
  value?: ShellWord
}

export interface ShellRedirect {
  /** `>`, `>>`, `<`, `<>`, `>&`, `>|`, `&>`, `&>>` */
  operator: string
  /** Absent where the text ends before it. */
  target?: ShellWord
  /** True when it makes or changes the target; a copy of a descriptor (`2>&1`) does not. */
  writes: boolean
}

/** A simple command with its wrappers (`env`, `sudo`, `xargs`, …) taken off. */
export interface ShellCommand {
  /** Leading assignments, those of `env` and of `export` included. */
  assignments: readonly ShellAssignment[]
  /** The program first. Empty for bare assignments and for the redirects of a compound command. */
  words: readonly ShellWord[]
  redirects: readonly ShellRedirect[]
  /** What it reads on stdin: a here-document, a here-string, or what a literal `echo` or `cat` before it in the pipe says. Absent if not told. */
  input?: string
  /** The file that it reads on stdin: the target of `<`, or what a `cat` before it in the pipe is given. */
  inputFile?: ShellWord
  /** True when it stands behind another command in a pipe. */
  piped?: true
  /** Every `cd` before it, in order; a relative one counts from the one before. */
  folder: readonly ShellWord[]
  /** Names of the wrappers taken off, outermost first. */
  wrappers: readonly string[]
  /** For a command of `find -exec`, and those in a text that it runs: the words of that `find`. */
  foundBy?: readonly ShellWord[]
}

export interface ShellReading {
  commands: readonly ShellCommand[]
  /** True when the text, or a text in it, could not be parsed; `commands` is what could be made out. */
  errors: boolean
  /** True when it was not looked at because of its length; then there are no commands. */
  tooLong: boolean
}
