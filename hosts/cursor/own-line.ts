import { decodedJson, isRecord } from '../shared/fields.js'
import { ourHost } from '../shared/our-line.js'
import type { HostAdapter } from '../types.js'

/**
 * Cursor also runs Claude Code's hook files. When our line for Cursor stands in one of its own files as well, the call
 * was or will be announced there, so what comes through the other file is a repetition.
 */
export const hasOwnLine: NonNullable<HostAdapter['hasOwnLine']> = (event, context) => {
  const folders = [...event.workspace.roots, context.home].filter((folder) => folder !== undefined)
  const files = ['/etc/cursor/hooks.json', ...folders.map((folder) => `${folder}/.cursor/hooks.json`)]
  return files.some((file) => {
    const document = decodedJson(context.readText(file) ?? '')
    const entries = isRecord(document) && isRecord(document.hooks) ? document.hooks[event.nativeEvent] : undefined
    return (
      Array.isArray(entries) &&
      entries.some((entry) => isRecord(entry) && typeof entry.command === 'string' && ourHost(entry.command) === 'cursor')
    )
  })
}
