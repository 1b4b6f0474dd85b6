import type { HostCheckUp, ReadPlace } from '../shared/check-up.js'

/**
 * The machine owner's: what stands there needs no trust, and requirements.toml can drop everybody else's hooks. Measured on Linux (0.171.0);
 * macOS has the same places (https://developers.openai.com/codex/config-basic).
 */
const managed = (file: string, kind?: string): ReadPlace[] =>
  (['linux', 'darwin'] as const).map((platform) => ({ level: 'managed', file, ...(kind === undefined ? {} : { kind }), platform }))

/** hosts/codex.md: sections 3 (places), 4 (the account's shell, whatever SHELL says), 6b (0.144.1). */
export const checkUp: HostCheckUp = {
  versionWords: ['--version'],
  programFolders: ['~/.local/bin'],
  shell: 'account',
  places: [
    ...managed('/etc/codex/hooks.json'),
    ...managed('/etc/codex/config.toml', 'config.toml'),
    { level: 'user', file: 'hooks.json' },
    { level: 'user', file: 'config.toml', kind: 'config.toml' },
    { level: 'shared', file: 'hooks.json' },
    { level: 'shared', file: 'config.toml', kind: 'config.toml' },
    ...managed('/etc/codex/managed_config.toml', 'config.toml'),
    ...managed('/etc/codex/requirements.toml', 'requirements.toml'),
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
