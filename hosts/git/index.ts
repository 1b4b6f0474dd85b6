import { join } from 'node:path'
import type { TargetPath } from '../../src/protocol/event.js'
import type { ToolKind } from '../../src/protocol/tools.js'
import { compact, isRecord, recordOf, textOf, wordOf } from '../shared/fields.js'
import { INPUT_KEY, payloadWith } from '../shared/payload-with.js'
import { readWith, type HostReader } from '../shared/read.js'
import type { HostAdapter } from '../types.js'
import { descriptor } from './descriptor.js'
import type { StagedStatus } from './payload.js'
import { render } from './render.js'

/** Our own git hook: not an agent, but what a policy can name and what an event can come from. */

/** What happens to a file, and the kinds that a hook may name it by; whether a file was moved is git's guess. */
const CHANGES: Readonly<Record<Exclude<StagedStatus, 'renamed'>, [kind: TargetPath['kind'], names: readonly ToolKind[]]>> = {
  added: ['add', ['write_file']],
  modified: ['update', ['edit_file']],
  type_changed: ['update', ['edit_file']],
  unmerged: ['update', ['edit_file']],
  deleted: ['delete', ['delete_file']],
}

const targetsOf = (file: Record<string, unknown>, top: string): TargetPath[] => {
  const spelled = wordOf(file.path)
  if (spelled === undefined) return []
  // No spelling of a tool: `~` and `file:` are plain names here.
  const path = join(top, spelled)
  const contentFile = wordOf(file.content_file)
  const before = wordOf(file.old_path)
  if (before !== undefined) {
    return [
      { path: join(top, before), spelled: before, kind: 'move', movedTo: path, names: ['edit_file', 'delete_file'] },
      compact({ path, spelled, kind: 'move' as const, names: ['edit_file', 'write_file'], contentFile }),
    ]
  }
  const [kind, names] = CHANGES[textOf(file.status) as keyof typeof CHANGES] ?? CHANGES.modified
  return [compact({ path, spelled, kind, names, contentFile })]
}

const TOOL = 'commit'
/** What it may be. */
const ORDER: readonly ToolKind[] = ['write_file', 'edit_file', 'delete_file']

const tool: HostReader['tool'] = (payload, _row, { workspace }) => {
  const input = recordOf(payload[INPUT_KEY])
  if (input === undefined || !Array.isArray(input.files)) return 'the payload has no readable list of files'
  const nativeName = wordOf(payload.tool_name) ?? TOOL
  const paths = input.files.filter(isRecord).flatMap((file) => targetsOf(file, workspace.cwd))
  const named = new Set(paths.flatMap(({ names = [] }) => names))
  const kinds = ORDER.filter((kind) => named.has(kind))
  return { names: [...kinds, nativeName], nativeName, kind: kinds[0] ?? 'unknown', input, paths }
}

const fields: HostReader['fields'] = (payload, _row, { processCwd = '/' }) => {
  const top = wordOf(payload.cwd) ?? processCwd
  return { workspace: { root: top, roots: [top], cwd: top } }
}

export const git: HostAdapter = {
  id: 'git',
  descriptor,
  tools: { kinds: {}, aliases: [], varying: { [TOOL]: ORDER }, others: [], writing: [] },
  settings: { folder: '', files: [], folderVariables: [], system: [], programs: [], hooksOff: () => false },
  recognise: () => 'unsure',
  read: readWith({ descriptor, fields, tool, result: () => ({}) }),
  render,
  inputKey: INPUT_KEY,
  payloadWith: payloadWith([], (_event, value) => value),
  hookVariables: [],
  rootVariables: [],
}
