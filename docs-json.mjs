import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Writes docs/json.md, a table for each document that a command prints with --json, from the schemas in src/shapes:
 * `node docs-json.mjs`. With `--check` it changes nothing and exits 1 when the file says something else.
 */

/** @typedef {{ [keyword: string]: any }} Schema */
/** @typedef {{ path: string, type: string, meaning: string }} Row */

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const FILE = fileURLToPath(new URL('docs/json.md', import.meta.url))

const INTRODUCTION = `# What commands print with --json

One document on stdout, whatever the exit code says; remarks for people stand on stderr. \`version\` says which shape it is: within a
version fields may be added to it, none is taken away and none changes its meaning. A wrong use (exit 2) prints no document. This
page is made from the schemas in \`src/shapes\` (\`npm run docs\`), which the tests read real output with.
`

/** @returns {Promise<Record<string, Schema>>} as JSON Schema, by the words that are typed */
const schemas = async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as z from 'zod'
        import { SHAPES } from './src/shapes/index.ts'
        export const schemas = Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, z.toJSONSchema(shape, { reused: 'inline' })]))`,
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(`data:text/javascript;base64,${text}`)).schemas
}

/** @param {Schema} schema @returns {Schema[]} */
const alternatives = (schema) => schema.anyOf ?? schema.oneOf ?? [schema]

/** @type {Record<string, string>} */
const WORDS = { string: 'text', number: 'number', integer: 'whole number', boolean: 'true or false', object: 'object', null: 'null' }

/** @param {Schema} schema @returns {string} */
const typeOf = (schema) => {
  const some = alternatives(schema)
  if (some.length > 1) return [...new Set(some.map(typeOf))].join(' or ')
  const [one = {}] = some
  if (one.const !== undefined) return `\`${JSON.stringify(one.const)}\``
  if (one.enum !== undefined) return one.enum.map((/** @type {unknown} */ value) => `\`${value}\``).join(', ')
  if (one.type === 'array') return `list of ${typeOf(one.items ?? {}) || 'anything'}`
  return WORDS[one.type] ?? 'anything'
}

/** What fields of one name mean wherever they stand, and a schema says nothing else. @type {Record<string, string>} */
const USUAL = {
  version: 'of this shape',
  file: 'absolute',
  line: 'counted from 1',
  column: 'counted from 1',
  message: 'in words',
  hook: "the hook's name",
  host: 'which one',
  event: 'when',
  durationMs: 'milliseconds',
}

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** @param {Schema} schema @param {string} above @returns {Row[]} */
const rowsOf = (schema, above = '') =>
  alternatives(schema).flatMap((one) => {
    if (one.type === 'array') return rowsOf(one.items ?? {}, `${above}[]`)
    const required = new Set(one.required ?? [])
    return Object.entries(/** @type {Record<string, Schema>} */ (one.properties ?? {})).flatMap(([key, inner]) => {
      const path = above === '' ? key : `${above}.${key}`
      const type = `${typeOf(inner)}${required.has(key) ? '' : ', optional'}`
      return [{ path, type, meaning: inner.description ?? USUAL[key] ?? '' }, ...rowsOf(inner, path)]
    })
  })

/** @param {Row[]} rows */
const table = (rows) => [
  '| field | type | meaning |',
  '|---|---|---|',
  ...rows.map(({ path, type, meaning }) => `| \`${path}\` | ${cell(type)} | ${cell(meaning)} |`),
]

/** @param {string} name @param {Schema} schema */
const sectionOf = (name, schema) => {
  const some = alternatives(schema)
  if (some.length === 1) return [`## ${name}`, '', ...table(rowsOf(schema)), '']
  return [`## ${name}`, '', 'One of:', '', ...some.flatMap((one) => [`**${one.description}**`, '', ...table(rowsOf(one)), ''])]
}

const text = [INTRODUCTION, ...Object.entries(await schemas()).flatMap(([name, schema]) => sectionOf(name, schema))].join('\n')

const written = () => {
  try {
    return readFileSync(FILE, 'utf8')
  } catch {
    return undefined
  }
}

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, text)
} else if (written() !== text) {
  process.stderr.write('docs/json.md does not say what src/shapes says: run "npm run docs".\n')
  process.exitCode = 1
}
