import { Argument } from 'commander'
import { TOPICS } from '../../help/topics.js'
import { helpTexts } from '../../text/help-texts.js'
import { showHelp } from '../help.js'
import type { Register } from './register.js'

export const helpLine: Register = (program) =>
  void program
    .command('help')
    .description(helpTexts.help)
    .addArgument(new Argument('[topic...]', helpTexts.topic(TOPICS)))
    .action(async (words: string[]) => {
      process.exitCode = await showHelp(words, program)
    })
