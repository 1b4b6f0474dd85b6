import { Argument } from 'commander'
import { helpTexts } from '../../text/help-texts.js'
import { completion, SHELL_NAMES } from '../completion.js'
import type { Register } from './register.js'

export const completionLine: Register = (program) =>
  void program
    .command('completion')
    .description(helpTexts.completion)
    .addArgument(new Argument('<shell>', helpTexts.shell).choices([...SHELL_NAMES]))
    .action((shell: string) => {
      process.exitCode = completion(shell, program)
    })
