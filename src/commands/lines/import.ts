import { Argument } from 'commander'
import { HOST_IDS } from '../../../hosts/index.js'
import { help } from '../../text/command-texts.js'
import { importHelp } from '../../text/import-texts.js'
import { importSettings, type ImportOptions } from '../import.js'
import type { Register } from './register.js'

export const importLine: Register = (program) =>
  void program
    .command('import')
    .description(importHelp.command)
    .addArgument(new Argument('<host>', importHelp.host).choices([...HOST_IDS]))
    .addArgument(new Argument('[file]', importHelp.file))
    .option('--write', importHelp.write)
    .option('--json', help.json)
    .action((host: string, file: string | undefined, options: ImportOptions) => {
      process.exitCode = importSettings(host, file, options)
    })
