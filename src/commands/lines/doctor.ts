import { Argument } from 'commander'
import { HOST_IDS } from '../../../hosts/index.js'
import { help } from '../../text/command-texts.js'
import { doctor, type DoctorOptions } from '../doctor.js'
import { doctorLiveTexts } from '../../text/doctor-live-texts.js'
import { doctorHelp } from '../../text/doctor-texts.js'
import { storeOption, userConfigOption } from '../options.js'
import type { Register } from './register.js'

export const doctorLine: Register = (program) =>
  void program
    .command('doctor')
    .description(doctorHelp.doctor)
    .addArgument(new Argument('[hosts...]', doctorHelp.hosts).choices([...HOST_IDS]))
    .option('--fix', doctorHelp.fix)
    .option('--live', doctorLiveTexts.help)
    .option('--run-edited', doctorHelp.runEdited)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (named: string[], options: DoctorOptions) => {
      process.exitCode = await doctor(named, options)
    })
