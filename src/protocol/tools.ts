/**
 * The protocol's names for kinds of tools. A hook that uses them holds in every host; each host's own table
 * (`hosts/<host>/tools.ts`) says which of its tools are of which kind.
 */

export const TOOL_KINDS = [
  'run_command',
  'write_file',
  'edit_file',
  'delete_file',
  'read_file',
  'search_files',
  'fetch_url',
  'web_search',
  'run_agent',
] as const

export type ToolKind = (typeof TOOL_KINDS)[number]

export const isToolKind = (name: string): name is ToolKind => TOOL_KINDS.includes(name as ToolKind)
