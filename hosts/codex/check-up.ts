import type { HostCheckUp } from '../shared/check-up.js'

/** hosts/codex.md: sections 3 (places), 4 (the account's shell, whatever SHELL says), 6b (0.144.1). */
export const checkUp: HostCheckUp = {
  versionWords: ['--version'],
  programFolders: ['~/.local/bin'],
  shell: 'account',
  places: [
    { level: 'user', file: 'hooks.json' },
    { level: 'user', file: 'config.toml', kind: 'config.toml' },
    { level: 'shared', file: 'hooks.json' },
    { level: 'shared', file: 'config.toml', kind: 'config.toml' },
  ],
  alsoReads: [],
  mcpTool: 'mcp__server__tool',
  neverRegistered: [],
  holes: [
    {
      id: 'stdin-must-be-read',
      below: '0.144.2',
      text: 'The deny of a hook that ends before it read all of its input is lost, and a hook that never reads it is not bounded by its timeout.',
    },
  ],
}
