import { helpTexts } from '../../text/help-texts.js'
import { schema } from '../schema.js'
import type { Register } from './register.js'

export const schemaLine: Register = (program) =>
  void program
    .command('schema')
    .description(helpTexts.schema)
    .action(() => {
      process.exitCode = schema()
    })
