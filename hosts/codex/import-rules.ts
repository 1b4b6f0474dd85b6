import { mcpServerOf, type ImportRules } from '../shared/import-rules.js'
import { PATCH_TOOL } from './tools.js'

/** hosts/codex.md 2, 4 and 5. */
export const importRules: ImportRules = {
  projectFiles: ['hooks.json', 'config.toml'],
  userFiles: ['hooks.json', 'config.toml'],
  userFolderVariable: 'CODEX_HOME',
  // As hooks see them: the shell tool is `Bash` whatever the model calls it.
  toolNames: [
    'Bash',
    PATCH_TOOL,
    'view_image',
    'spawn_agent',
    'multi_agent_v1wait_agent',
    'create_goal',
    'get_goal',
    'update_goal',
    'update_plan',
  ],
  matcherAliases: ['Edit', 'Write'],
  someMcpTool: 'mcp__zq__zq',
  serverOf: mcpServerOf,
  toolsOfEvents: {},
  subjects: {
    SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
    PreCompact: ['manual', 'auto'],
    SessionEnd: ['other'],
  },
  sharesPayload: [],
  // The account's own shell, without its profile (measured with bash).
  shellFor: (_entry, accountShell, platform) => (platform !== 'win32' && /\/bash$/.test(accountShell) ? 'bash' : undefined),
  userHooksRunInFolder: false,
  followsAgent: false,
  opensAt: (_entry, event) => {
    if (event === 'PreToolUse') return ['exit', 'silent-exit', 'failure', 'answer', 'ask', 'end-turn']
    return event === 'PreCompact' ? ['exit', 'exit-two', 'answer'] : ['exit', 'silent-exit', 'answer']
  },
  closesAt: (_entry, event) => (event === 'PostToolUse' ? ['output'] : event === 'SessionStart' ? ['start'] : []),
}
