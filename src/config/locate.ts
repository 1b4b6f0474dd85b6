import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { policyFaults } from '../text/policy-faults.js'
import type { PolicyError } from './types.js'

/** Places in the text of a policy file, and the faults that only the text shows. */

export type JsonPath = readonly (string | number)[]

export class PolicyText {
  readonly #text: string
  readonly #tree: Node | undefined
  readonly #faults: ParseError[] = []
  readonly #lineStarts: number[] = [0]
  /** Members of the objects that were looked into: a file with many faults is gone through once. */
  readonly #members = new Map<Node, Map<string, Node>>()

  /** @throws RangeError when the text is nested too deeply */
  constructor(text: string) {
    this.#text = text
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1)
    this.#tree = parseTree(text, this.#faults, { disallowComments: true, allowTrailingComma: false })
  }

  /** What is not strict JSON, in order. */
  syntaxErrors(): PolicyError[] {
    const first = this.#faults.filter(({ offset }, index, all) => all[index - 1]?.offset !== offset)
    return first.map(({ error, offset, length }) => {
      const detail = printParseErrorCode(error)
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase()
      const offender = this.#text.slice(offset, offset + Math.max(length, 1))
      return { code: 'not_json', path: '', ...this.#place(offset), offender, message: `${policyFaults.notJson} (${detail})` }
    })
  }

  /** Every key that stands twice in one object: a parser would keep one and drop the other without a word. */
  duplicateKeys(): PolicyError[] {
    const errors: PolicyError[] = []
    const waiting: { node: Node; path: JsonPath }[] = this.#tree ? [{ node: this.#tree, path: [] }] : []
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, path } = next
      const first = new Map<string, Node>()
      for (const [index, child] of (node.children ?? []).entries()) {
        if (node.type !== 'object') {
          waiting.push({ node: child, path: [...path, index] })
          continue
        }
        const [key, value] = child.children ?? []
        if (key === undefined) continue
        const name = String(key.value)
        const before = first.get(name)
        if (before === undefined) first.set(name, key)
        else {
          const message = policyFaults.duplicateKey(this.#place(before.offset).line)
          errors.push({ code: 'duplicate_key', path: pathText(ownWords(path)), ...this.#place(key.offset), offender: name, message })
        }
        if (value !== undefined) waiting.push({ node: value, path: [...path, name] })
      }
    }
    return errors
  }

  /** A value as it is written; undefined where it is missing. */
  textOf(path: JsonPath): string | undefined {
    const node = this.#nodeAt(path)
    return node === undefined ? undefined : this.#text.slice(node.offset, node.offset + node.length)
  }

  /** Line and column of a value; of its key where `atKey`; of the nearest enclosing value where it is missing. */
  placeOf(path: JsonPath, atKey = false): { line: number; column: number } | undefined {
    for (let length = path.length; this.#tree !== undefined && length >= 0; length--) {
      const node = this.#nodeAt(path.slice(0, length))
      if (node === undefined) continue
      const key = atKey && length === path.length && node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
      return this.#place((key ?? node).offset)
    }
    return undefined
  }

  #nodeAt(path: JsonPath): Node | undefined {
    let node = this.#tree
    for (const part of path) node = typeof part === 'number' ? node?.children?.[part] : node && this.#membersOf(node).get(part)
    return node
  }

  #membersOf(node: Node): Map<string, Node> {
    const known = this.#members.get(node)
    if (known !== undefined) return known
    const members = new Map<string, Node>()
    for (const { children: [key, value] = [] } of node.type === 'object' ? (node.children ?? []) : []) {
      if (key !== undefined && value !== undefined && !members.has(String(key.value))) members.set(String(key.value), value)
    }
    this.#members.set(node, members)
    return members
  }

  #place(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.#lineStarts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#lineStarts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] as number) + 1 }
  }
}

/** A path up to the first key that is not the schema's own: a key nobody knows is the file's text, not ours. */
const ownWords = (path: JsonPath): JsonPath => {
  const foreign = path.findIndex((part) => typeof part === 'string' && !OWN_KEYS.includes(part))
  return foreign === -1 ? path : path.slice(0, foreign)
}
const OWN_KEYS = ['hooks', 'tools', 'command', 'hosts', 'extends', 'pins']

/** `hooks[1].tools[0]` */
export const pathText = (path: JsonPath): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('')
