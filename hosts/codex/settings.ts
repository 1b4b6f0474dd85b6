import { HOME_VARIABLES, optionValues, setsOneOf } from '../shared/host-start.js'
import type { HostSettings, HostStart } from '../types.js'

/** `features.hooks=false` and its old name; a whole `features` or `hooks` table may hold the same. */
const HOOKS_KEY = /^\s*(?:"?features"?\s*(?:\.\s*"?(?:codex_)?hooks"?)?|"?hooks"?(?:\s*\..*)?)\s*=/

const isOff = (setting: string): boolean => HOOKS_KEY.test(setting) && !/=\s*"?true"?\s*$/.test(setting)

/** Measured on 0.171.0: `features.hooks=false` disables every hook, `codex_hooks` is its old name, CODEX_HOME moves the user level. */
const hooksOff = (start: HostStart): boolean =>
  setsOneOf(start, ['CODEX_HOME', ...HOME_VARIABLES]) ||
  optionValues(start, ['--disable']).some((feature) => feature === undefined || /^(?:codex_)?hooks$/.test(feature)) ||
  optionValues(start, ['-c', '--config']).some((setting) => setting === undefined || isOff(setting))

/**
 * `hooks.json` and `config.toml` measured on 0.171.0; profile files, the system's and the managed ones:
 * https://developers.openai.com/codex/config-basic
 */
export const settings: HostSettings = {
  folder: '.codex',
  files: ['hooks.json', 'config.toml', '*.config.toml', 'requirements.toml', 'managed_config.toml'],
  folderVariables: ['CODEX_HOME'],
  system: ['/etc/codex', 'C:\\ProgramData\\OpenAI\\Codex'],
  programs: ['codex'],
  hooksOff,
}
