import { allToolNames, type ImportRules } from '../shared/import-rules.js'
import { tools } from './tools.js'

/** hosts/cursor.md 5, 6, 8 and 9. */
export const importRules: ImportRules = {
  projectFiles: ['hooks.json'],
  userFiles: ['hooks.json'],
  // Tab completion has events of its own.
  toolNames: allToolNames(tools).filter((name) => name !== 'TabRead' && name !== 'TabWrite'),
  matcherAliases: [],
  someMcpTool: 'MCP:zq',
  serverOf: () => undefined,
  toolsOfEvents: {
    beforeShellExecution: ['Shell'],
    beforeMCPExecution: [],
    beforeReadFile: ['Read'],
    beforeTabFileRead: ['TabRead'],
    afterTabFileEdit: ['TabWrite'],
  },
  subjects: {
    beforeReadFile: ['Read'],
    beforeTabFileRead: ['TabRead'],
    afterTabFileEdit: ['TabWrite'],
    beforeSubmitPrompt: ['UserPromptSubmit'],
    stop: ['Stop'],
    preCompact: ['manual', 'auto'],
  },
  sharesPayload: [],
  // Recorded: bash on macOS, a plain shell's syntax on Linux, PowerShell on Windows.
  shellFor: (_entry, accountShell, platform) => {
    if (platform === 'win32') return 'pwsh'
    return platform === 'darwin' || /\/bash$/.test(accountShell) ? 'bash' : undefined
  },
  userHooksRunInFolder: true,
  followsAgent: false,
  opensAt: ({ failsClosed }, event) => {
    if (event === 'PreToolUse') return failsClosed ? ['answer', 'ask'] : ['exit', 'failure', 'answer', 'ask']
    if (event === 'SubagentStart') return failsClosed ? ['answer'] : ['exit', 'answer']
    return failsClosed && event === 'UserPromptSubmit' ? ['answer'] : ['exit', 'exit-two', 'answer']
  },
  closesAt: ({ failsClosed }, event) => {
    if (event !== 'PreToolUse' && event !== 'SubagentStart') return []
    return failsClosed ? ['silence', 'text'] : ['text']
  },
}
