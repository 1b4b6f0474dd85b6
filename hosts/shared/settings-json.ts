import type { Finding, SettingsPath } from './settings-report.js'

/**
 * Reads a settings file that is strict JSON: its value, where its pieces stand, which keys stand twice, and where it stops being
 * JSON. One pass with a stack of its own, so that neither depth nor length matters.
 */

export interface Place {
  line: number
  column: number
}

export interface JsonText {
  value: unknown
  /** Each later key of an object that stands there before; the host's parser keeps the later one. In document order. */
  duplicates: readonly SettingsPath[]
  /** How deep it is nested: 1 for `{}`. */
  depth: number
  /** Order of pieces in the text; a piece deeper than any hook entry counts as the one it stands in. */
  offsetOf: (path: SettingsPath) => number
  placeOf: (path: SettingsPath) => Place
}

/** Pieces of a settings file end with the members of an entry: hooks, event, group, hooks, entry, member. */
const MOST_STEPS = 6

interface Piece {
  offset: number
  members?: Map<string | number, Piece>
}

interface Open {
  isObject: boolean
  piece: Piece | undefined
  /** Objects at the depth of pieces only. */
  keys: Set<string> | undefined
  key: string
  index: number
}

const SPACE = /[ \t\r\n]*/y
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** @returns where it stops being JSON instead */
export const readJsonText = (text: string): JsonText | { at: Place } => {
  const scanned = scan(text)
  const place = placesIn(text)
  if ('fault' in scanned) return { at: place(scanned.fault) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { at: place(text.length) }
  }
  const offsetOf = (path: SettingsPath): number => {
    let piece = scanned.root
    for (const step of path) {
      const inner = piece.members?.get(step)
      if (inner === undefined) break
      piece = inner
    }
    return piece.offset
  }
  return { value, duplicates: scanned.duplicates, depth: scanned.depth, offsetOf, placeOf: (path) => place(offsetOf(path)) }
}

const placesIn = (text: string): ((offset: number) => Place) => {
  let starts: number[] | undefined
  return (offset) => {
    if (starts === undefined) {
      starts = [0]
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    }
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 }
  }
}

/** In document order, with their places. */
export const inOrder = (findings: readonly Finding[], json: JsonText): Finding[] =>
  findings
    .map((finding) => ({ finding, offset: json.offsetOf(finding.path) }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ finding }) => ({ ...finding, ...json.placeOf(finding.path) }))

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

const scan = (text: string): { root: Piece; duplicates: SettingsPath[]; depth: number } | { fault: number } => {
  const root: Piece = { offset: 0 }
  const duplicates: SettingsPath[] = []
  const open: Open[] = []
  let expected: Expected = 'value'
  let depth = 0
  let keyOffset = 0
  let at = 0

  const take = (token: RegExp): string | undefined => {
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  /** The piece that begins here, where pieces still matter. */
  const begin = (offset: number): Piece | undefined => {
    const parent = open.at(-1)
    if (parent === undefined) {
      root.offset = offset
      return root
    }
    if (parent.piece === undefined || open.length > MOST_STEPS) return undefined
    const piece = { offset: parent.isObject ? keyOffset : offset }
    parent.piece.members ??= new Map()
    parent.piece.members.set(parent.isObject ? parent.key : parent.index++, piece)
    return piece
  }
  const pathHere = (key: string): SettingsPath => [...open.slice(0, -1).map((each) => (each.isObject ? each.key : each.index - 1)), key]
  const closed = (): void => {
    open.pop()
    expected = open.length === 0 ? 'nothing' : 'comma or end'
  }

  for (;;) {
    take(SPACE)
    const sign = text[at]
    if (sign === undefined) return expected === 'nothing' ? { root, duplicates, depth } : { fault: at }
    const here = open.at(-1)
    if (expected === 'value' || expected === 'value or end') {
      if (sign === ']' && expected === 'value or end') {
        at++
        closed()
      } else if (sign === '{' || sign === '[') {
        const piece = begin(at)
        const isObject = sign === '{'
        open.push({ isObject, piece, keys: isObject && piece !== undefined ? new Set() : undefined, key: '', index: 0 })
        depth = Math.max(depth, open.length)
        expected = isObject ? 'key or end' : 'value or end'
        at++
      } else {
        const start = at
        if (take(sign === '"' ? STRING : SCALAR) === undefined) return { fault: at }
        begin(start)
        expected = here === undefined ? 'nothing' : 'comma or end'
      }
    } else if (expected === 'key' || expected === 'key or end') {
      if (sign === '}' && expected === 'key or end') {
        at++
        closed()
        continue
      }
      keyOffset = at
      const raw = take(STRING)
      if (raw === undefined || here === undefined) return { fault: at }
      if (here.piece !== undefined) {
        here.key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
        if (here.keys?.has(here.key) === true) duplicates.push(pathHere(here.key))
        here.keys?.add(here.key)
      }
      expected = 'colon'
    } else if (expected === 'colon') {
      if (sign !== ':') return { fault: at }
      at++
      expected = 'value'
    } else if (expected === 'comma or end') {
      if (sign === ',') {
        at++
        expected = here?.isObject === true ? 'key' : 'value'
      } else if (sign === (here?.isObject === true ? '}' : ']')) {
        at++
        closed()
      } else return { fault: at }
    } else return { fault: at }
  }
}
