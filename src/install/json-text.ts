import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'

/**
 * Changes to a JSON text that keep every other byte: values are put in, replaced and taken out in the style of what stands around them.
 * Each function takes a valid text and a path that is there, and returns the whole new text.
 */

export type JsonPath = readonly (string | number)[]

/** One text is asked about several times in a row. */
let latest: { text: string; root: Node | undefined } | undefined
const rootOf = (text: string): Node | undefined => {
  if (latest?.text !== text) latest = { text, root: parseTree(text) }
  return latest.root
}

const nodeAt = (text: string, path: JsonPath): Node => {
  const root = rootOf(text)
  const node = root === undefined ? undefined : path.length === 0 ? root : findNodeAtLocation(root, [...path])
  if (node === undefined) throw new Error(`nothing stands at ${JSON.stringify(path)}`)
  return node
}

const splice = (text: string, start: number, end: number, put: string): string => text.slice(0, start) + put + text.slice(end)
const endOf = ({ offset, length }: Node): number => offset + length

/** Puts a member last into an object. */
export const withMember = (text: string, path: JsonPath, key: string, value: unknown): string => withMembers(text, path, [[key, value]])

/** The same for several, in one go. */
export const withMembers = (text: string, path: JsonPath, members: readonly (readonly [string, unknown])[]): string =>
  withLast(
    text,
    nodeAt(text, path),
    members.map(([key, value]) => ({ key: JSON.stringify(key), value })),
  )

/** Puts an element last into an array. */
export const withElement = (text: string, path: JsonPath, value: unknown): string => withLast(text, nodeAt(text, path), [{ value }])

const withLast = (text: string, container: Node, pieces: readonly { key?: string; value: unknown }[]): string => {
  const style = styleOf(text)
  const children = container.children ?? []
  const [first] = children
  const last = children.at(-1)
  const start = container.offset + 1
  const end = endOf(container) - 1
  const inline = (): string =>
    pieces.map(({ key, value }) => `${key === undefined ? '' : `${key}:${style.gap}`}${inlineText(value, style)}`).join(`,${style.gap}`)
  const block = (indent: string): string =>
    pieces
      .map(({ key, value }) => `${key === undefined ? '' : `${key}: `}${blockText(value, indent, style)}`)
      .join(`,${style.eol}${indent}`)
  if (first !== undefined && last !== undefined) {
    const at = endOf(last)
    const before = text.slice(start, first.offset)
    if (!before.includes('\n')) return splice(text, at, at, `,${style.gap}${inline()}`)
    const indent = before.slice(before.lastIndexOf('\n') + 1)
    return splice(text, at, at, `,${style.eol}${indent}${block(indent)}`)
  }
  if (style.isInline) {
    const pad = inlinePad(style, pieces[0]?.key)
    return splice(text, start, end, `${pad}${inline()}${pad}`)
  }
  const outer = indentAt(text, container.offset)
  const indent = outer + style.unit
  return splice(text, start, end, `${style.eol}${indent}${block(indent)}${style.eol}${outer}`)
}

/** Puts another value in the place of one. */
export const withValue = (text: string, path: JsonPath, value: unknown): string => {
  const node = nodeAt(text, path)
  const style = styleOf(text)
  const isInline = style.isInline || !text.slice(node.offset, endOf(node)).includes('\n')
  const put = isInline ? inlineText(value, style) : blockText(value, indentAt(text, node.offset), style)
  return splice(text, node.offset, endOf(node), put)
}

/** Takes out a member or an element, with the comma that belongs to it. What a container holds besides white space goes with its last piece. */
export const without = (text: string, path: JsonPath): string => {
  const value = nodeAt(text, path)
  const node = value.parent?.type === 'property' ? value.parent : value
  const container = nodeAt(text, path.slice(0, -1))
  const at = (container.children ?? []).findIndex(({ offset }) => offset === node.offset)
  return withoutChildren(text, container, new Set([at]))
}

/** The same for several elements of an array, in one go. */
export const withoutElements = (text: string, path: JsonPath, indexes: readonly number[]): string =>
  indexes.length === 0 ? text : withoutChildren(text, nodeAt(text, path), new Set(indexes))

const withoutChildren = (text: string, container: Node, gone: ReadonlySet<number>): string => {
  const children = container.children ?? []
  const first = children.findIndex((_child, at) => !gone.has(at))
  if (first === -1) return splice(text, container.offset + 1, endOf(container) - 1, '')
  const parts: string[] = []
  let from = 0
  for (const [at, child] of children.entries()) {
    if (!gone.has(at)) continue
    // Those in front of everything that stays go with the comma behind them, all others with the one before.
    const [start, end] = at < first ? [child.offset, (children[at + 1] as Node).offset] : [endOf(children[at - 1] as Node), endOf(child)]
    parts.push(text.slice(from, start))
    from = end
  }
  return parts.join('') + text.slice(from)
}

// --- style ------------------------------------------------------------------------------------------------------

interface Style {
  eol: string
  /** Indentation of one level. */
  unit: string
  /** Everything stands on one line. */
  isInline: boolean
  /** What stands behind a comma or colon within a line. */
  gap: string
}

const styleOf = (text: string): Style => {
  const root = rootOf(text)
  const [first] = root?.children ?? []
  const before = root === undefined || first === undefined ? undefined : text.slice(root.offset + 1, first.offset)
  const key = first?.children?.[0]
  return {
    eol: /\r?\n/.exec(text)?.[0] ?? '\n',
    unit: (before?.includes('\n') === true && before.slice(before.lastIndexOf('\n') + 1)) || '  ',
    isInline: before !== undefined && !before.includes('\n'),
    gap: key === undefined || /^\s*:\s/.test(text.slice(endOf(key), endOf(key) + 64)) ? ' ' : '',
  }
}

const indentAt = (text: string, offset: number): string => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

/** One value over several lines; a tab stands for a level until it is known what one is. No JSON string holds a raw tab or newline. */
const blockText = (value: unknown, indent: string, { eol, unit }: Style): string =>
  JSON.stringify(value, null, '\t').replace(/\n(\t*)/g, (_line, tabs: string) => eol + indent + unit.repeat(tabs.length))

/** One value on one line. */
const inlineText = (value: unknown, style: Style): string => {
  if (style.gap === '' || typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((inner) => inlineText(inner, style)).join(', ')}]`
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${inlineText(inner, style)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const inlinePad = ({ gap }: Style, key: string | undefined): string => (key === undefined ? '' : gap)
