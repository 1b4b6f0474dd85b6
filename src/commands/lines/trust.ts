import { Argument } from 'commander'
import { help } from '../../text/command-texts.js'
import { storeOption, userConfigOption } from '../options.js'
import { trust, type TrustOptions } from '../trust.js'
import type { Register } from './register.js'

export const trustLine: Register = (program) =>
  void program
    .command('trust')
    .description(help.trust)
    .addArgument(new Argument('[dir]', help.trustDir))
    .option('--yes', help.yes)
    .option('--expect <sha256>', help.expect)
    .option('--same-as <ref>', help.sameAs)
    .option('--digest', help.digest)
    .option('--status', help.status)
    .option('--revoke', help.revoke)
    .option('--list', help.list)
    .option('--only', help.only)
    .option('--user', help.user)
    .option('--managed', help.managed)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: TrustOptions) => {
      process.exitCode = await trust(dir, options)
    })
