import type { Command } from 'commander'
import { bashCompletion } from '../completion/bash.js'
import { fishCompletion } from '../completion/fish.js'
import { completedCommands, type CompletedCommand } from '../completion/model.js'
import { zshCompletion } from '../completion/zsh.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT } from '../text/command-texts.js'

const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

export const SHELL_NAMES: readonly string[] = Object.keys(SHELLS)

/**
 * Prints what makes a shell complete our commands, made of the program itself.
 *
 * @param shell one of SHELL_NAMES
 * @returns the exit code
 */
export const completion = (shell: string, program: Command): number => {
  const make = SHELLS[shell]
  if (make === undefined) return EXIT.usage
  writeAnswer(1, make(completedCommands(program)))
  return EXIT.fine
}
