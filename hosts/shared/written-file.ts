import type { PathKind, TargetPath } from '../../src/protocol/event.js'
import type { ToolKind } from '../../src/protocol/tools.js'

/** How a kind of tool treats its paths. */
export const PATH_KIND: Readonly<Partial<Record<ToolKind, PathKind>>> = {
  write_file: 'add',
  edit_file: 'update',
  delete_file: 'delete',
  read_file: 'read',
  search_files: 'read',
}

interface Written {
  kinds: ToolKind[]
  paths: TargetPath[]
}

/**
 * A write onto a file that is there is an edit as well, on every host (DESIGN 4).
 *
 * @param existed whether the file at a path was there before the call; undefined when nobody says, and then the call is both
 */
export const withEditWhereItExisted = ({ kinds, paths }: Written, existed: (path: string) => boolean | undefined): Written => {
  let edits = kinds.includes('edit_file')
  const settled = paths.map((target) => {
    if (target.kind !== 'add') return target
    const before = existed(target.path)
    if (before !== false) edits = true
    return before === true ? { ...target, kind: 'update' as const } : target
  })
  const isEdit = edits && !kinds.includes('edit_file') && kinds.includes('write_file')
  return { kinds: isEdit ? [...kinds, 'edit_file'] : kinds, paths: settled }
}
