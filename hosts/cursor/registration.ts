import type { HostRegistration } from '../shared/registration.js'

/**
 * https://cursor.com/docs/hooks: files, `version`, `failClosed` for its permission events. Some builds announce a read by
 * `beforeReadFile` only (ReadFile, IDE 3.15.6). Only event names of the documentation: an unknown one may void the file.
 */
export const registration: HostRegistration = {
  also: ['beforeReadFile'],
  seconds: {},
  failClosed: {
    set: { failClosed: true },
    events: ['preToolUse', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead', 'subagentStart'],
  },
  entry: {},
  grouped: false,
  emptyDocument: { version: 1, hooks: {} },
  folder: '.cursor',
  files: { user: 'hooks.json', local: 'hooks.json', shared: 'hooks.json' },
  windowsShell: 'powershell',
  trust: [],
}
