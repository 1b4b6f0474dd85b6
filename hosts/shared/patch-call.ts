import type { ToolCall } from '../../src/protocol/event.js'
import type { ToolKind } from '../../src/protocol/tools.js'
import { KIND_OF_OPERATION, operationsOf, type PatchOperation } from './patch.js'
import { pathsOfOperations, type PathPlace } from './paths.js'
import { withEditWhereItExisted } from './written-file.js'

/** Whether a file was there before the call; undefined when nobody says. */
export type Existed = (path: string) => boolean | undefined

/** What a patch does. `kinds` is never empty. */
export type PatchEffect = Pick<ToolCall, 'paths'> & { kinds: ToolKind[]; pathsUnreadable: true | undefined }

/** The patch stands where a shell command would; other builds carry it as `input` or `patch`, or as an argv word. */
export const patchTextOf = (input: Record<string, unknown>): string => {
  for (const value of [input.command, input.input, input.patch]) {
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.filter((word) => typeof word === 'string').join('\n')
  }
  return ''
}

/** What the patch in a call's arguments does. */
export const effectOfPatch = (input: Record<string, unknown>, place: PathPlace, existed: Existed): PatchEffect =>
  effectOf(operationsOf(patchTextOf(input)), place, existed)

/** What a list of operations does. One that cannot be read may be anything, so it is every kind. */
export const effectOf = (operations: readonly PatchOperation[], place: PathPlace, existed: Existed): PatchEffect => {
  if (operations.length === 0) return { kinds: ['edit_file', 'write_file', 'delete_file'], paths: [], pathsUnreadable: true }
  const kinds = [...new Set(operations.map(({ operation }) => KIND_OF_OPERATION[operation]))]
  return { ...withEditWhereItExisted({ kinds, paths: pathsOfOperations(operations, place) }, existed), pathsUnreadable: undefined }
}
