import { HOME_VARIABLES, optionValues, setsOneOf } from '../shared/host-start.js'
import type { HostSettings, HostStart } from '../types.js'

/** Every source of the settings files; one that `--setting-sources` leaves out registers no hooks. */
const SOURCES = ['user', 'project', 'local']

/**
 * Switches of https://code.claude.com/docs/en/cli-reference and /docs/en/settings; that `disableAllHooks` stops every hook
 * and `CLAUDE_CONFIG_DIR` moves the user level was seen on 2.1.332. What a settings file of `--settings` says is not looked at:
 * it may say so. The variables stand for `--bare` and for the safe mode.
 */
const hooksOff = (start: HostStart): boolean =>
  start.args.includes('--bare') ||
  setsOneOf(start, ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE', 'CLAUDE_CONFIG_DIR', ...HOME_VARIABLES]) ||
  optionValues(start, ['--settings']).some((value) => value === undefined || !/^\s*\{/.test(value) || /hooks/i.test(value)) ||
  optionValues(start, ['--setting-sources']).some((value) => value === undefined || !SOURCES.every((source) => value.includes(source)))

/** https://code.claude.com/docs/en/settings: user, project and local files; the managed ones by platform. */
export const settings: HostSettings = {
  folder: '.claude',
  files: ['settings*.json'],
  folderVariables: ['CLAUDE_CONFIG_DIR'],
  system: ['/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:\\ProgramData\\ClaudeCode', 'C:\\Program Files\\ClaudeCode'],
  programs: ['claude', 'claude-code'],
  hooksOff,
}
