import type { HostCheckUp } from '../shared/check-up.js'

/** hosts/claude-code.md: sections 2 and 3 (shell, WorktreeCreate), 6 (versions). Places: https://code.claude.com/docs/en/settings */
export const checkUp: HostCheckUp = {
  versionWords: ['--version'],
  programFolders: ['~/.local/bin', '~/.claude/local'],
  shell: 'sh',
  places: [
    { level: 'user', file: 'settings.json' },
    { level: 'shared', file: 'settings.json' },
    { level: 'local', file: 'settings.local.json' },
    { level: 'managed', file: '/etc/claude-code/managed-settings.json', platform: 'linux' },
    { level: 'managed', file: '/Library/Application Support/ClaudeCode/managed-settings.json', platform: 'darwin' },
    { level: 'managed', file: 'C:\\Program Files\\ClaudeCode\\managed-settings.json', platform: 'win32' },
  ],
  alsoReads: [],
  mcpTool: 'mcp__server__tool',
  neverRegistered: ['WorktreeCreate'],
  plugins: 'plugins',
  holes: [
    { id: 'one-name-voids-file', below: '2.1.101', text: 'One unknown event name voids the whole settings file.' },
    { id: 'exit-2-beside-bad-json', below: '2.1.214', text: 'Exit 2 does not stop a call when something else stands on stdout.' },
    {
      id: 'no-fail-closed-switch',
      below: '2.1.295',
      text: 'The fail-closed switch of an entry is ignored: a call goes on when its hook is timed out.',
    },
  ],
}
