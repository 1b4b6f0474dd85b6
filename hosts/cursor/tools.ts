import type { HostTools } from '../types.js'

export const PATCH_TOOL = 'ApplyPatch'

/** Cursor's tools: documented names, those seen live on CLI 2026.10.01, and those reported from other builds. */
export const tools: HostTools = {
  kinds: {
    run_command: ['Shell', 'WriteShellStdin'],
    write_file: ['Write'],
    edit_file: ['Edit', 'StrReplace', PATCH_TOOL, 'EditNotebook', 'TabWrite'],
    delete_file: ['Delete'],
    read_file: ['Read', 'ReadFile', 'TabRead'],
    search_files: ['Grep', 'Glob', 'List'],
    fetch_url: ['WebFetch', 'Fetch'],
    web_search: ['WebSearch'],
    run_agent: ['Task'],
  },
  aliases: [
    ['Read', 'ReadFile', 'TabRead'],
    ['WebFetch', 'Fetch'],
  ],
  varying: { [PATCH_TOOL]: ['edit_file', 'write_file', 'delete_file'] },
  others: ['ComputerUse', 'FetchMcpResource', 'ListMcpResources', 'ReadLints', 'RecordScreen'],
  // A resource may be saved as a file, and a recording is one.
  writing: ['ComputerUse', 'FetchMcpResource', 'RecordScreen'],
}
