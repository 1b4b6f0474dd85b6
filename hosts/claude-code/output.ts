import { isRecord } from '../shared/fields.js'
import type { HostAdapter } from '../types.js'

/**
 * A replaced output in the shape that Claude Code takes (measured, 2.1.332): of an MCP tool anything; of a built-in tool only
 * an object of the tool's own shape, otherwise the original stays. A text is put where such an output has its text.
 */
export const fitOutput: NonNullable<HostAdapter['fitOutput']> = ({ tool, result }, output) => {
  const before = result?.output
  if (tool?.mcp !== undefined) return 'value' in output ? output.value : output.withheld
  if (!isRecord(before)) return undefined
  const shape = withoutOriginal(before)
  if ('withheld' in output) return withText(shape, output.withheld) ?? blanked(shape, output.withheld)
  const { value } = output
  if (typeof value === 'string') return withText(shape, value)
  const given = isRecord(value) ? withoutOriginal(value) : undefined
  return given !== undefined && hasShapeOf(given, shape) ? given : undefined
}

type Json = Record<string, unknown>

/** A large output is put in a file that the model is told of: there the original would stand. */
const withoutOriginal = ({ persistedOutputPath: _path, persistedOutputSize: _size, ...rest }: Json): Json => rest

/**
 * What a shell printed, what was read, found or reported; nothing is left of what else the output holds. An image, a notebook or
 * a document is given as a text that was read.
 */
const withText = (shape: Json, text: string): Json | undefined => {
  const rest = blanked(shape, '') as Json
  if (typeof shape.stdout === 'string') return { ...rest, stdout: text }
  if (isRecord(shape.file)) {
    const { filePath = '' } = shape.file
    return { type: 'text', file: { filePath, content: text, numLines: 1, startLine: 1, totalLines: 1 } }
  }
  // Counts, too, are read as lines that were found.
  if (typeof shape.content === 'string' && typeof shape.mode === 'string')
    return { ...rest, mode: 'content', numFiles: 0, filenames: [], content: text, numLines: 1 }
  if (Array.isArray(shape.filenames)) return { ...rest, filenames: [text], numFiles: 1 }
  const isReport = Array.isArray(shape.content) && shape.content.every((block) => isRecord(block) && typeof block.type === 'string')
  return isReport ? { ...rest, content: [{ type: 'text', text }] } : undefined
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** The same keys with values of the same JSON types. */
const hasShapeOf = (value: Json, shape: Json): boolean => {
  const keys = Object.keys(shape)
  return (
    Object.keys(value).length === keys.length &&
    keys.every((key) => {
      const [given, wanted] = [value[key], shape[key]]
      return key in value && kindOf(given) === kindOf(wanted) && (!isRecord(given) || !isRecord(wanted) || hasShapeOf(given, wanted))
    })
  )
}

/** Texts that say of which shape an output is or whose it is: with another one there, the host would keep the original. */
const SHAPE_KEYS = ['type', 'mode', 'filePath', 'status', 'agentId', 'agentType']

/** The tool's own shape with a text in place of each of its texts, and nothing in its lists. */
const blanked = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return []
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, SHAPE_KEYS.includes(key) ? inner : blanked(inner, text)]))
}
