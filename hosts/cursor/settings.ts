import { HOME_VARIABLES, setsOneOf } from '../shared/host-start.js'
import type { HostSettings } from '../types.js'

/**
 * Locations of the documentation (hooks page, 2026-10); the command-line program also reads
 * `<CURSOR_DATA_DIR>/projects/<slug>/.cursor/hooks.json`. No switch of its own turns hooks off.
 */
export const settings: HostSettings = {
  folder: '.cursor',
  files: ['hooks.json'],
  folderVariables: ['CURSOR_DATA_DIR'],
  system: ['/etc/cursor/hooks.json', '/Library/Application Support/Cursor/hooks.json', 'C:\\ProgramData\\Cursor\\hooks.json'],
  programs: ['cursor-agent', 'cursor'],
  hooksOff: (start) => setsOneOf(start, ['CURSOR_DATA_DIR', ...HOME_VARIABLES]),
}
