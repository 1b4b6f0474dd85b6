import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import topics from '../../src/help/topics.json' with { type: 'json' }
import { blocksOf } from '../../src/help/blocks.js'
import { plainInline } from '../../src/help/inline.js'
import { rendered } from '../../src/help/render.js'
import { commandLines } from '../../src/help/code-lines.js'
import { EXAMPLES } from '../../src/text/examples.js'
import { PACKAGE, runProgram, type Ended } from '../support/program.mjs'
import { registered } from '../support/registered.js'

/** `--help` of every command, and `help TOPIC`: the README's own text. */

const help = (words: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runProgram(['help', ...words], { env: { ...process.env, ...env } })
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const TOPICS = ['config', 'answers', 'approval', 'hosts', 'limits', 'ci']

describe('--help of every command', () => {
  it('has examples, that start this command and use options that it has', async () => {
    for (const { path, options, help: text } of (await registered()).slice(1)) {
      const name = path.join(' ')
      const examples = text.split('\nExamples:\n')[1]?.split('\n\n')[0] ?? ''
      expect(examples, name).not.toBe('')
      const lines = [...examples.matchAll(/^ {2}(\S.*)$/gm)].map(([, line]) => line ?? '')
      const own = lines.filter((line) => line.includes(`acuvo-hooks ${path[0]}`))
      expect(own.length, name).toBe(lines.length)
      if (path.length > 1) continue
      const known = [...options, ...(await registered()).filter((one) => one.path[0] === path[0]).flatMap((one) => one.options)]
      for (const option of examples.match(/(?<=\s)--[a-z-]+/g) ?? []) expect(known, `${name} ${option}`).toContain(option)
    }
  })

  it('the table names no command twice, and says something about each line', () => {
    for (const [name, examples] of Object.entries(EXAMPLES)) {
      expect(examples.length, name).toBeGreaterThan(0)
      for (const { line, says } of examples) {
        expect(line).toContain(`acuvo-hooks ${name}`)
        expect(says).toMatch(/^\S.*[^.\s]$/)
      }
    }
  })

  it('names the topics and the exit codes', async () => {
    const { stdout } = await runProgram(['--help'])
    for (const topic of TOPICS) expect(stdout).toContain(topic)
    expect(stdout).toContain('3 could not decide')
  })
})

describe('help', () => {
  it('alone is --help; with a command its help; with a command of a command its own', async () => {
    expect((await help([])).stdout).toBe((await runProgram(['--help'])).stdout)
    const commands = (await registered()).filter((one) => one.path.length > 0 && !TOPICS.includes(one.path.join(' ')))
    expect(commands.length).toBeGreaterThan(5)
    await Promise.all(
      commands.map(async ({ path, help: text }) => {
        const ended = await help(path, { COLUMNS: '200' })
        expect(ended, path.join(' ')).toMatchObject({ exitCode: 0, stderr: '' })
        expect(ended.stdout).toBe(text)
      }),
    )
  })

  it('of what is neither: exit 2, and the topics', async () => {
    for (const words of [['nonsense'], ['check', 'more'], ['\u001b[31m'], ['config', 'x']]) {
      const ended = await help(words)
      expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
      for (const topic of TOPICS) expect(ended.stderr).toContain(topic)
      expect(ended.stderr).not.toContain('\u001b')
    }
  })

  it('knows the topics of the issue', () => expect(Object.keys(topics)).toEqual(TOPICS))

  it.each(Object.entries(topics))('%s holds the whole of those sections of the README', async (topic, headings) => {
    const { exitCode, stdout, stderr } = await help([topic])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
    const shown = new Set(words(stdout))
    for (const heading of headings) {
      expect(stdout).toContain(`${heading}\n`)
      const [, after = ''] = readme.split(new RegExp(`^## ${heading}\\n`, 'm'))
      const section = (/^##? /m.exec(after) === null ? after : after.slice(0, /^##? /m.exec(after)?.index))
        .replace(/<!--[^]*?-->/g, '')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/```\w*/g, '')
      expect(words(section).filter((word) => !shown.has(word))).toEqual([])
    }
  })

  it.each(TOPICS)('%s is readable on 40 columns: nothing is longer but what cannot be broken', async (topic) => {
    const { stdout } = await help([topic], { COLUMNS: '40' })
    // Lines of a YAML file are no longer the same on two.
    const yaml = [...readme.matchAll(/```yaml\n([^]*?)```/g)].flatMap(([, lines = '']) => lines.split('\n').map((line) => line.trim()))
    for (const line of stdout.split('\n').filter((one) => one.length > 40 && !yaml.includes(one.trim()))) {
      // A long line is one word, or one text in quotes, after its indent.
      expect(line.trim()).toMatch(/^[[{(]*(?:\S+|"(?:[^"\\]|\\.)*"\S*|'[^']*'\S*)(?: \\)?$/)
    }
    expect(stdout).not.toMatch(/<!--|^\|| \| |\]\(#|\*\*\w|```|\\_|\u001b/m)
  })

  it('costs other commands nothing: the texts are a part of their own', () => {
    const parts = readdirSync(dirname(PACKAGE)).filter((file) => file.endsWith('.cjs'))
    const holding = parts.filter((file) => readFileSync(join(dirname(PACKAGE), file), 'utf8').includes('is changed by people only'))
    expect(holding).toEqual(['readme.cjs'])
  })
})

describe('Markdown on a terminal', () => {
  it.each([
    ['`code`, **strong** and *soft*', 'code, strong and soft'],
    ['`two words` stay marked', '`two words` stay marked'],
    ['[text](#place) and [page](https://x.example/a_b)', 'text and page (https://x.example/a_b)'],
    ['run\\_agent, 2 \\* 3, a\\|b', 'run_agent, 2 * 3, a|b'],
    ['`a*b` and `c*d`, 2 * 3 * 4', 'a*b and c*d, 2 * 3 * 4'],
    ['`FILE\\|-`', 'FILE|-'],
    ['snake_case_name', 'snake_case_name'],
  ])('%s', (markdown, plain) => expect(plainInline(markdown)).toBe(plain))

  it('knows the blocks', () => {
    const text =
      '# A\n<!-- note\n## B -->\none\ntwo\n\n- x\n  y\n- z\n\n1. q\n\n```sh\n# no heading\n\n- no item\n```\n| a | b |\n|---|---|\n| 1 | 2\\|3 |\nend'
    expect(blocksOf(text)).toEqual([
      { is: 'heading', level: 1, text: 'A' },
      { is: 'text', text: 'one two' },
      { is: 'item', mark: '-', indent: 0, text: 'x y' },
      { is: 'item', mark: '-', indent: 0, text: 'z' },
      { is: 'item', mark: '1.', indent: 0, text: 'q' },
      { is: 'code', language: 'sh', lines: ['# no heading', '', '- no item'] },
      { is: 'table', head: ['a', 'b'], rows: [['1', '2\\|3']] },
      { is: 'text', text: 'end' },
    ])
  })

  it('lays a table out by how much room there is', () => {
    const table = '| key | meaning |\n|---|---|\n| `a` | the first of all |\n| `long` | x |'
    expect(rendered(table, 40)).toEqual(['key   meaning', 'a     the first of all', 'long  x'])
    expect(rendered(table, 19)).toEqual(['key: meaning', 'a', '    the first of', '    all', 'long', '    x'])
    const wide = '| event | deny | ask |\n|---|---|---|\n| `Stop` | yes | - (1) |'
    expect(rendered(wide, 14)).toEqual(['Stop', '    deny yes,', '    ask - (1)'])
  })

  it('breaks code only where it stays the same code', () => {
    expect(rendered('```json\n{ "a": "one two three four", "b": [1, 2] }\n```', 30)).toEqual([
      '    { "a":',
      '      "one two three four",',
      '      "b": [1, 2] }',
    ])
    expect(rendered("```sh\nprogram --option value 'a quoted text' last\n```", 30)).toEqual([
      '    program --option value \\',
      "        'a quoted text' last",
    ])
    expect(rendered('```\nas it is, however long that may be\n```', 20)).toEqual(['    as it is, however long that may be'])
    expect(commandLines("acuvo-hooks explain --command 'git push' --host codex", 40)).toEqual([
      '  acuvo-hooks explain --command \\',
      "    'git push' --host codex",
    ])
  })
})
