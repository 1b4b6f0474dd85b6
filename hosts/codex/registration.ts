import { trustWriter } from './trust.js'
import type { HostRegistration } from '../shared/registration.js'

/**
 * Measured on 0.171.0: `hooks.json` takes no other root key, SessionEnd 3 s at most; CODEX_HOME moves the user level. There is no
 * fail-closed switch: the wrapper of the line is one. Trust is by project and by hash of each entry, command text included.
 */
export const registration: HostRegistration = {
  also: [],
  seconds: { SessionEnd: 3 },
  entry: { type: 'command' },
  grouped: true,
  emptyDocument: {},
  folder: '.codex',
  files: { user: 'hooks.json', local: 'hooks.json', shared: 'hooks.json' },
  userFolderVariable: 'CODEX_HOME',
  windowsShell: 'cmd',
  trust: [
    'It skips hooks that nobody trusted, in exec without a word. Start codex once in a terminal and trust them (/hooks shows them), or install with --trust-codex, which writes the same into your config.toml.',
    'Hooks of a project are read only when the project is trusted too: answer that question when codex asks it. It is never written for you.',
  ],
  trustWriter,
}
