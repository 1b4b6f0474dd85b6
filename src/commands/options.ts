import { Option } from 'commander'
import { HOST_IDS } from '../../hosts/index.js'
import { SCOPES } from '../../hosts/registrations.js'
import { help } from '../text/command-texts.js'
import { installHelp } from '../text/install-texts.js'

/** Options that several commands have. Each call makes a new one, because a command owns its options. */
export const hostOption = (text: string = help.host): Option => new Option('--host <host>', text).choices([...HOST_IDS])
export const storeOption = (): Option => new Option('--store <dir>', help.store)
export const userConfigOption = (): Option => new Option('--user-config <file>', help.userConfig)
export const scopeOption = (): Option => new Option('--scope <scope>', installHelp.scope).choices([...SCOPES]).default('user')
