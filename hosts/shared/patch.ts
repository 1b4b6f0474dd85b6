import type { ToolKind } from '../../src/protocol/tools.js'

/**
 * Reads the file operations of an `apply_patch` body. Line by line, one pass, so its cost is linear in the text.
 * Source of the grammar: hosts/codex (apply_patch as seen in Codex 0.171.0).
 */

export interface PatchOperation {
  operation: 'add' | 'update' | 'delete'
  path: string
  /** On an update that also moves the file. */
  moveTo?: string
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: ([^]+)$/
const MOVE = /^\*\*\* Move to: ([^]+)$/

/**
 * @param text a patch, or any text that holds one or more
 * @returns the operations in order; empty when the text holds none that can be read
 */
export const operationsOf = (text: string): PatchOperation[] => {
  const operations: PatchOperation[] = []
  let inUpdate = false
  for (const raw of text.split('\n')) {
    // A context line of an update starts with a space and may quote a header; anywhere else the host trims.
    const line = inUpdate && raw.startsWith(' ') ? '' : trimmed(raw)
    if (!line.startsWith('*** ')) continue
    const header = HEADER.exec(line)
    if (header) {
      const operation = (header[1] as string).toLowerCase() as PatchOperation['operation']
      operations.push({ operation, path: header[2] as string })
      inUpdate = operation === 'update'
      continue
    }
    const move = MOVE.exec(line)
    const last = operations.at(-1)
    if (move && last?.operation === 'update') last.moveTo = move[1] as string
    if (line === '*** End Patch') inUpdate = false
  }
  return operations
}

/** The host's own trimming also takes U+0085 for white space. */
const trimmed = (line: string): string => {
  let from = 0
  let to = line.length
  while (from < to && isSpace(line[from] as string)) from++
  while (to > from && isSpace(line[to - 1] as string)) to--
  return line.slice(from, to)
}

const isSpace = (character: string): boolean => character === '\u0085' || character.trim() === ''

/** The protocol kind of each operation. */
export const KIND_OF_OPERATION: Readonly<Record<PatchOperation['operation'], ToolKind>> = {
  add: 'write_file',
  update: 'edit_file',
  delete: 'delete_file',
}

/** After a separator only blanks of the same line are skipped: a run of newlines would be gone through again from each. */
const TYPED = /(?:^|[;&|(\n"'])[^\S\n]*(?:[A-Za-z_]\w*=[^\s;&|()"']*[^\S\n]+)*(?:[^\s;&|('"]*\/)?(?:apply_patch|applypatch)(?=[\s<]|$)/
const CHANGE_FOLDER = /(?:^|[;&|({\n"'])[^\S\n]*(?:cd|pushd)[^\S\n]+(?:--[^\S\n]+)?("[^"]*"|'[^']*'|[^\s;&|]+)/g

/**
 * A patch that was typed into a shell: the host applies it itself although it arrives as a shell call. Best effort on
 * the text: the operations, and the folders the text changes into before it, in order.
 *
 * @returns undefined when the text applies no patch
 */
export const typedPatchOf = (command: string): { operations: PatchOperation[]; folders: string[] } | undefined => {
  const typed = TYPED.exec(command)
  if (!typed) return undefined
  // All that stands before the patch itself: the word may occur more than once.
  const body = command.indexOf('*** Begin Patch', typed.index)
  const before = command.slice(0, body === -1 ? typed.index + 1 : body)
  const folders = [...before.matchAll(CHANGE_FOLDER)].map((match) => (match[1] as string).replace(/^(["'])(.*)\1$/s, '$2'))
  return { operations: operationsOf(command.slice(typed.index)), folders }
}
