import { Argument } from 'commander'
import { HOST_IDS } from '../../../hosts/index.js'
import { help } from '../../text/command-texts.js'
import { hosts } from '../hosts.js'
import type { Register } from './register.js'

export const hostsLine: Register = (program) =>
  void program
    .command('hosts')
    .description(help.hosts)
    .addArgument(new Argument('[host]', help.hostsHost).choices([...HOST_IDS]))
    .option('--json', help.json)
    .action((host: string | undefined, options: { json?: boolean }) => {
      process.exitCode = hosts(host, options)
    })
