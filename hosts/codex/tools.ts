import type { HostTools } from '../types.js'

export const PATCH_TOOL = 'apply_patch'

/** Codex's tools (0.171.0, and the names its shell tool has had). `apply_patch` is what its operations are. */
export const tools: HostTools = {
  kinds: {
    run_command: ['Bash', 'shell', 'shell_command', 'local_shell', 'exec_command', 'unified_exec', 'container.exec', 'write_stdin'],
    read_file: ['view_image'],
    run_agent: ['spawn_agent', 'multi_agent_v1spawn_agent'],
  },
  aliases: [
    ['Bash', 'shell', 'shell_command', 'local_shell', 'exec_command', 'unified_exec', 'container.exec'],
    ['spawn_agent', 'multi_agent_v1spawn_agent'],
    ['wait_agent', 'multi_agent_v1wait_agent'],
  ],
  varying: { [PATCH_TOOL]: ['write_file', 'edit_file', 'delete_file'] },
  others: [
    'close_agent',
    'create_goal',
    'get_goal',
    'list_mcp_resource_templates',
    'list_mcp_resources',
    'multi_agent_v1wait_agent',
    'read_mcp_resource',
    'request_user_input',
    'resume_agent',
    'send_input',
    'tool_search',
    'update_goal',
    'update_plan',
    'wait_agent',
  ],
  writing: [],
}
