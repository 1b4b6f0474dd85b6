import type { HostCheckUp } from '../shared/check-up.js'

/** hosts/cursor.md: sections 8 (places), 9 (shell, input in arguments), 10 (files of another host). */
export const checkUp: HostCheckUp = {
  versionWords: ['--version'],
  programFolders: ['~/.local/bin'],
  shell: 'bash',
  places: [
    { level: 'user', file: 'hooks.json' },
    { level: 'shared', file: 'hooks.json' },
    { level: 'managed', file: '/etc/cursor/hooks.json', platform: 'linux' },
    { level: 'managed', file: '/Library/Application Support/Cursor/hooks.json', platform: 'darwin' },
    { level: 'managed', file: 'C:\\ProgramData\\Cursor\\hooks.json', platform: 'win32' },
  ],
  alsoReads: ['claude-code'],
  mcpTool: 'MCP:tool',
  neverRegistered: [],
  holes: [
    {
      id: 'input-in-arguments',
      below: '2026.05.01',
      pattern: /^20\d\d\./,
      text: 'The command-line program hands the payload over in an argument and not on stdin, so that nothing can be judged.',
    },
  ],
}
