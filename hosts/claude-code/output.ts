import { isRecord } from '../shared/fields.js'
import type { HostAdapter } from '../types.js'

/**
 * A replaced output in the shape that Claude Code takes (measured, 2.1.332): of an MCP tool anything; of a built-in tool only
 * an object of the tool's own shape, otherwise the original stays. A text takes the place of the one text that such an output
 * is about.
 */
export const fitOutput: NonNullable<HostAdapter['fitOutput']> = ({ tool, result }, output) => {
  const before = result?.output
  if (tool?.mcp !== undefined) return 'value' in output ? output.value : output.withheld
  if (!isRecord(before)) return undefined
  const shape = withoutOriginal(before)
  if ('withheld' in output) return blanked(shape, output.withheld)
  const { value } = output
  if (typeof value === 'string') return withText(shape, value)
  const given = isRecord(value) ? withoutOriginal(value) : undefined
  return given !== undefined && hasShapeOf(given, shape) ? given : undefined
}

/** A large output is put in a file that the model is told of: there the original would stand. */
const withoutOriginal = ({
  persistedOutputPath: _path,
  persistedOutputSize: _size,
  ...rest
}: Record<string, unknown>): Record<string, unknown> => rest

/** What a shell tool printed, what was read, what was found. */
const withText = (shape: Record<string, unknown>, text: string): Record<string, unknown> | undefined => {
  if (typeof shape.stdout === 'string') return { ...shape, stdout: text, ...(typeof shape.stderr === 'string' ? { stderr: '' } : {}) }
  if (isRecord(shape.file) && typeof shape.file.content === 'string') return { ...shape, file: { ...shape.file, content: text } }
  return typeof shape.content === 'string' && typeof shape.mode === 'string' ? { ...shape, content: text } : undefined
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** The same keys with values of the same JSON types. */
const hasShapeOf = (value: Record<string, unknown>, shape: Record<string, unknown>): boolean => {
  const keys = Object.keys(shape)
  return Object.keys(value).length === keys.length && keys.every((key) => {
    const [given, wanted] = [value[key], shape[key]]
    return key in value && kindOf(given) === kindOf(wanted) && (!isRecord(given) || !isRecord(wanted) || hasShapeOf(given, wanted))
  })
}

/** Texts that say of which shape an output is: with another one there, the host would keep the original. */
const SHAPE_KEYS = ['type', 'mode', 'filePath', 'status']

/** The tool's own shape with a text in place of each of its texts, and nothing in its lists. */
const blanked = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return []
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, SHAPE_KEYS.includes(key) ? inner : blanked(inner, text)]))
}
