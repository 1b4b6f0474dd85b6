/**
 * Faults of structure: documents that are JSON, or nearly, and not what their reader expects.
 *
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {Record<string, unknown>} Json
 * @typedef {{ holder: Json | unknown[], key: string | number }} Place
 */

/**
 * Values of every type that stand where another one belongs.
 *
 * @type {readonly unknown[]}
 */
const ODD = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  9007199254740993,
  1e308,
  '',
  ' ',
  '\0',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u200b',
  '../../..',
  '/',
  '~',
  'C:\\x',
  '{"a":1,"a":2}',
  '[]',
  'x'.repeat(5_000),
  'a/'.repeat(3_000),
  '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch',
  '*** Begin Patch\n*** Move to: b',
  // Whatever stands here may come to be a hook's command.
  ': > here; exit 0 #',
  "$(cat <<'E'\nE\n)",
  '__proto__',
  'constructor',
  [],
  {},
  [null],
  [[[]]],
  { a: { b: { c: null } } },
  ['a', 1, {}],
  { toString: null, valueOf: 1, length: -1 },
]
/** What one fault may blow a part up to. */
const MOST_CHARS = 200_000
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  ' ',
  'tool_name',
  'toolName',
  'tool_input',
  'cwd',
  'path',
  'command',
  'file_path',
  '0',
]

/** @param {unknown} value @returns {Place[]} every place in a document, at most some thousands */
const placesIn = (value) => {
  /** @type {Place[]} */
  const places = []
  /** @type {unknown[]} */
  const open = [value]
  for (let holder = open.pop(); holder !== undefined && places.length < 4_000; holder = open.pop()) {
    if (typeof holder !== 'object' || holder === null) continue
    const found = /** @type {any} */ (holder)
    for (const key of Array.isArray(found) ? found.keys() : Object.keys(found)) {
      places.push({ holder: found, key })
      open.push(found[key] ?? null)
    }
  }
  return places
}

/** @param {string} key another spelling of it */
const spelledOtherwise = (key) =>
  key.includes('_')
    ? key.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
    : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** @param {number} depth */
const nested = (depth) => {
  /** @type {unknown} */
  let value = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** @type {readonly ((place: any, key: any, random: Random, other: () => unknown) => void)[]} */
const FAULTS = [
  (holder, key) => void (Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key]),
  (holder, key, random) => void (holder[key] = structuredClone(random.one(ODD))),
  (holder, key, random) => void (holder[key] = structuredClone(random.one(ODD))),
  (holder, _key, random) => {
    const [name, value] = [random.one(KEYS), structuredClone(random.one(ODD))]
    if (Array.isArray(holder)) holder.push(value)
    else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
  },
  (holder, key) => {
    if (Array.isArray(holder)) return
    holder[spelledOtherwise(key)] = holder[key]
    delete holder[key]
  },
  (holder, key, random) => {
    if (!Array.isArray(holder)) holder[spelledOtherwise(key)] = random.chance(0.5) ? holder[key] : structuredClone(random.one(ODD))
  },
  (holder, key) => void (holder[key] = [holder[key]]),
  (holder, key) => void (holder[key] = JSON.stringify(holder[key] ?? null)),
  (holder, key) => void (holder[key] = { [key]: holder[key] }),
  (holder, key, random) => void (holder[key] = nested(random.one([3, 60, 400]))),
  (holder, key, random) => {
    const text = JSON.stringify(holder[key] ?? null)
    const length = Math.min(random.one([2, 50, 600]), Math.ceil(MOST_CHARS / text.length))
    holder[key] = Array.from({ length }, () => JSON.parse(text))
  },
  (holder, key) => {
    if (typeof holder[key] === 'string') holder[key] = holder[key].slice(0, holder[key].length >> 1)
  },
  (holder, key, random) => {
    if (typeof holder[key] === 'string') holder[key] = random.one(['\ufeff', '\0', ' ', '\n', '\u001b[31m']) + holder[key]
  },
  (holder, key, _random, other) => {
    const places = placesIn(other())
    const taken = places.find((place) => place.key === key)
    if (taken !== undefined) holder[key] = /** @type {any} */ (taken.holder)[taken.key]
  },
]

/**
 * One to five faults. The result need not be one that `JSON.stringify` writes: now and then a key stands twice.
 *
 * @param {Json} document not changed
 * @param {Random} random
 * @param {() => unknown} other another document of the same kind, whose parts are put in
 * @returns {Buffer}
 */
export const withStructureFaults = (document, random, other) => {
  const faulty = structuredClone(document)
  do {
    const places = placesIn(faulty)
    if (places.length === 0) break
    const { holder, key } = random.one(places)
    random.one(FAULTS)(holder, key, random, () => structuredClone(other()))
  } while (random.chance(0.4))
  const text = JSON.stringify(faulty, null, random.one([0, 0, 2]))
  if (!random.chance(0.06)) return Buffer.from(text)
  // A key twice: one that is there, first, with another value.
  const keys = Object.keys(faulty)
  return Buffer.from(
    keys.length === 0 ? text : text.replace('{', () => `{${JSON.stringify(random.one(keys))}:${JSON.stringify(random.one(ODD))},`),
  )
}
