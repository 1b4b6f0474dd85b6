import type { HostTools } from '../types.js'

/** Claude Code's tools (DESIGN 4; names seen in 2.1.197 to 2.1.332 and in its documentation). */
export const tools: HostTools = {
  kinds: {
    run_command: ['Bash', 'PowerShell'],
    write_file: ['Write'],
    edit_file: ['Edit', 'MultiEdit', 'NotebookEdit'],
    read_file: ['Read', 'NotebookRead'],
    search_files: ['Grep', 'Glob', 'LS'],
    fetch_url: ['WebFetch'],
    web_search: ['WebSearch'],
    run_agent: ['Agent', 'Task'],
  },
  aliases: [['Agent', 'Task']],
  varying: {},
  others: [
    'AskUserQuestion', 'BashOutput', 'CronCreate', 'CronDelete', 'CronList', 'EnterPlanMode', 'EnterWorktree', 'ExitPlanMode',
    'ExitWorktree', 'KillShell', 'ListMcpResourcesTool', 'LSP', 'Monitor', 'ReadMcpResourceTool', 'SendMessage', 'Skill',
    'SlashCommand', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'TaskUpdate', 'TeamCreate', 'TeamDelete',
    'TodoRead', 'TodoWrite', 'ToolSearch',
  ],
}
