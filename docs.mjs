import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Writes what the built program says into README.md, between the marks: `node docs.mjs`. With `--check` it changes nothing and
 * exits 1 when the README says something else.
 */

/** @typedef {{ text: string, source: string }} Fact */
/** @typedef {Record<string, { support: string, limits: Fact[] }>} Answers */
/** @typedef {{ name: string, event: string, answers: Answers }} Event */
/** @typedef {{ id: string, title: string, verifiedAgainst: string, neverCalled: Fact[], events: Event[] }} Host */

const README = fileURLToPath(new URL('README.md', import.meta.url))
const PROGRAM = fileURLToPath(new URL('dist/acuvo-hooks.cjs', import.meta.url))

const COLUMNS = ['deny', 'ask', 'allow', 'context', 'notice', 'rewrite', 'replace']

/** @type {Record<string, string>} */
const WORDS = { native: 'yes', partial: 'partly', none: '-', unknown: '?' }

const LEGEND =
  'yes: carried; partly: with a limit; -: not carried; ?: not known. A number names the note below. *measured*: by us, in the host itself; *documented*: by its makers; *recorded*: in a public recording, or read in its code; *reported*: by users only; *unknown*: not known for sure.'

/** @param {Fact} fact */
const sentence = ({ text, source }) => `${text.replace(/[*_<|]/g, '\\$&')} *${source}*`

/** @param {Host} host */
const matrixOf = ({ title, verifiedAgainst, neverCalled, events }) => {
  /** @type {string[]} */
  const notes = []
  /** @param {Fact} limit */
  const numberOf = (limit) => {
    const note = sentence(limit)
    if (!notes.includes(note)) notes.push(note)
    return notes.indexOf(note) + 1
  }
  /** @param {Answers} answers @param {string} column */
  const cellOf = (answers, column) => {
    // Outputs of MCP tools have no column of their own: where only one of both kinds is replaced, that is a limit.
    const carried = (column === 'replace' ? ['replace', 'replaceMcp'] : [column]).flatMap((answer) => answers[answer] ?? [])
    const supports = new Set(carried.map(({ support }) => support))
    const word = WORDS[supports.size > 1 ? 'partial' : [...supports].join('')]
    const numbers = [...new Set(carried.flatMap(({ limits }) => limits.map(numberOf)))].sort((a, b) => a - b)
    return numbers.length === 0 ? word : `${word} (${numbers.join(', ')})`
  }
  const rows = events.map(({ name, event, answers }) => {
    const native = name === event ? '' : `: \`${name}\``
    return `| \`${event}\`${native} | ${COLUMNS.map((column) => cellOf(answers, column)).join(' | ')} |`
  })
  return [
    `### ${title}`,
    '',
    `Verified against ${verifiedAgainst}.`,
    '',
    `| event | ${COLUMNS.join(' | ')} |`,
    `|${'---|'.repeat(COLUMNS.length + 1)}`,
    ...rows,
    '',
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    '',
    'Never calls us for:',
    '',
    ...neverCalled.map((fact) => `- ${sentence(fact)}`),
    '',
  ].join('\n')
}

/**
 * @param {string} text
 * @param {string} name of the marks
 * @param {string} block
 */
const withBlock = (text, name, block) => {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md has no block ${start.trim()} … ${end}`)
  return text.slice(0, from + start.length) + block + text.slice(to)
}

const { hosts } = JSON.parse(execFileSync(process.execPath, [PROGRAM, 'hosts', '--json'], { encoding: 'utf8' }))
const before = readFileSync(README, 'utf8')
const after = withBlock(before, 'hosts', `${LEGEND}\n\n${hosts.map(matrixOf).join('\n')}`)

if (!process.argv.includes('--check')) writeFileSync(README, after)
else if (before !== after) {
  process.stderr.write('README.md does not say what the program says: run "npm run docs".\n')
  process.exitCode = 1
}
