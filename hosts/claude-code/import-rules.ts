import { isStopEvent } from '../../src/protocol/events.js'
import { allToolNames, mcpServerOf, type ImportRules } from '../shared/import-rules.js'
import { tools } from './tools.js'

/** hosts/claude-code.md 1, 2 and 5; a hook with `onFailure: "block"` fails open at Stop all the same, and on what counts as text. */
export const importRules: ImportRules = {
  projectFiles: ['settings.json', 'settings.local.json'],
  userFiles: ['settings.json'],
  userFolderVariable: 'CLAUDE_CONFIG_DIR',
  toolNames: allToolNames(tools),
  matcherAliases: [],
  someMcpTool: 'mcp__zq__zq',
  serverOf: mcpServerOf,
  toolsOfEvents: {},
  subjects: {
    SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
    PreCompact: ['manual', 'auto'],
  },
  // A skill's command is announced with the payload of a shell call; running a gate there too only tightens.
  sharesPayload: ['PreToolUse'],
  // Without a word about it the plain shell (measured, although bash is documented).
  shellFor: ({ shell }) => (shell === 'powershell' ? 'pwsh' : shell === 'bash' ? 'bash' : undefined),
  placeholder: /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/,
  userHooksRunInFolder: false,
  followsAgent: true,
  opensAt: ({ failsClosed }, event) => {
    const isClosed = failsClosed && !isStopEvent(event)
    if (event === 'PreToolUse') return isClosed ? ['answer', 'end-turn'] : ['exit', 'failure', 'answer', 'end-turn']
    return isClosed ? ['answer'] : ['exit', 'answer']
  },
  closesAt: ({ failsClosed }, event) => {
    if (event === 'PostToolUse') return ['turn', 'crash']
    if (isStopEvent(event)) return ['context', 'crash']
    // Failing closed, and before a call, a crash is a deny here.
    return (event === 'UserPromptSubmit' || event === 'PreCompact') && !failsClosed ? ['crash'] : []
  },
}
