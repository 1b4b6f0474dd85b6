import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PACKAGE, startLine, type Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'

/** `hosts`: what each host can carry, for people and for machines. */

const TITLES = ['Claude Code (claude-code)', 'Codex (codex)', 'Cursor (cursor)']

const hosts = (args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const { COLUMNS: _columns, NO_COLOR: _colour, ...rest } = process.env
  return askProgram(['hosts', ...args], { env: { ...rest, ...env }, cwd: tmpdir() })
}

const linesOf = ({ stdout }: Ended): string[] => stdout.split('\n')

describe('for people', () => {
  it('it is a table for each host and the sentences below it, within 80 columns', async () => {
    const ended = await hosts()
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    for (const title of TITLES) expect(linesOf(ended)).toContain(title)
    expect(linesOf(ended)).toContain('event                 deny  ask     allow  context  notice  rewrite  replace')
    expect(linesOf(ended)).toContain('PreToolUse            yes   partly  yes    yes      yes     yes      -')
    expect(linesOf(ended)).toContain('preToolUse            yes     -    -      partly   ?       partly   -')
    for (const part of [
      'Verified against: 2.1.332.',
      'What it never calls us for',
      '  write_stdin: what is typed into a running command. [measured]',
      '  PreToolUse: ask: An ask is not supported and would let the call run; it is',
      'beforeSubmitPrompt (UserPromptSubmit): Once a prompt',
      'https://cursor.com/docs/hooks',
      'Sources: measured: by us',
    ]) {
      expect(ended.stdout).toContain(part)
    }
    for (const line of linesOf(ended)) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(ended.stdout).not.toMatch(/undefined|\[object|[ \t]\n/)
  })

  it('a sentence stands beside the events and answers it is about, and beside no other', async () => {
    const text = (await hosts(['cursor'])).stdout.replace(/\n {4}/g, ' ')
    expect(text).toContain(
      '  beforeShellExecution, beforeMCPExecution, beforeReadFile, beforeTabFileRead, subagentStart: context: There is no answer for it. [documented]\n',
    )
    expect(text).toContain('  postToolUse, postToolUseFailure: notice: There is no answer for it. [documented]\n')
  })

  it('of one host only that', async () => {
    const ended = await hosts(['codex'])
    expect(ended.exitCode).toBe(0)
    expect(linesOf(ended)[0]).toBe('Codex (codex)')
    expect(ended.stdout).not.toContain('Claude')
    expect(ended.stdout).not.toContain('Cursor')
  })

  it('on 40 columns nothing but an address is longer', async () => {
    const ended = await hosts([], { COLUMNS: '40' })
    expect(ended.exitCode).toBe(0)
    for (const line of linesOf(ended).filter((one) => !one.includes('https://'))) expect(line.length, line).toBeLessThanOrEqual(40)
    expect(ended.stdout).toContain('\nbeforeTabFileRead\n  deny partly\n')
    expect(ended.stdout).toContain('\nsessionEnd\n  nothing\n')
    expect(ended.stdout).toContain('preToolUse\n  deny yes, context partly, notice ?,\n  rewrite partly\n')
  })

  it.each([{}, { NO_COLOR: '1' }, { FORCE_COLOR: '1' }, { CI: 'true' }])('has no colours where no terminal reads, with %j', async (env) => {
    expect((await hosts([], env)).stdout).not.toContain('\u001b')
  })
})

describe('for machines', () => {
  it('it is one document with a version and every host', async () => {
    const { exitCode, stdout, stderr } = await hosts(['--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const document = JSON.parse(stdout) as { version: number; hosts: { id: string }[] }
    expect(Object.keys(document)).toEqual(['version', 'hosts'])
    expect(document.version).toBe(1)
    expect(document.hosts.map(({ id }) => id)).toEqual(['claude-code', 'codex', 'cursor'])
  })

  it('of one host only that', async () => {
    const { stdout } = await hosts(['cursor', '--json'], { COLUMNS: '40' })
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      hosts: [
        { id: 'cursor', title: 'Cursor', maxStopRounds: 4, otherEvents: ['afterAgentResponse', 'afterAgentThought', 'workspaceOpen'] },
      ],
    })
    expect((JSON.parse(stdout) as { hosts: unknown[] }).hosts).toHaveLength(1)
  })
})

describe('its own use', () => {
  it.each([[['emacs']], [['Codex']], [['']], [['emacs', '--json']]])('%j is no host: exit 2, and which there are', async (args) => {
    const { exitCode, stdout, stderr } = await hosts(args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    for (const id of ['claude-code', 'codex', 'cursor']) expect(stderr).toContain(id)
  })

  it('two hosts or an unknown option are wrong too, and --help is not', async () => {
    expect((await hosts(['codex', 'cursor'])).exitCode).toBe(2)
    expect((await hosts(['--yaml'])).exitCode).toBe(2)
    expect(await hosts(['--help'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('[host]') as string })
  })

  it.each([[[]], [['--json']]])('%j ends quietly when nobody reads on', async (args) => {
    const [program, first] = startLine()
    const ended = await new Promise<{ exitCode: number | null; signal: string | null; stderr: string }>((resolve) => {
      const child = spawn(program, [...first, 'hosts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      let stderr = ''
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
      child.stdout.destroy()
      child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stderr }))
    })
    expect(ended).toEqual({ exitCode: 0, signal: null, stderr: '' })
  })
})

describe('what it says', () => {
  it('is loaded by the commands only', () => {
    const parts = readdirSync(dirname(PACKAGE)).filter((file) => file.endsWith('.cjs'))
    const holding = parts.filter((file) =>
      readFileSync(join(dirname(PACKAGE), file), 'utf8').includes('what is typed into a running command'),
    )
    // `help` has the README's own text, which says it too.
    expect(holding).toEqual(['commands.cjs', 'readme.cjs'])
  })
})

describe("the README's tables", () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  let copy: string
  const docs = (...args: string[]): { status: number | null; stderr: string } => {
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'docs.mjs'), ...args], { encoding: 'utf8' })
    return { status, stderr }
  }
  const readme = (): string => readFileSync(join(copy, 'README.md'), 'utf8')

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'acuvo-docs-'))
    for (const name of ['docs.mjs', 'README.md']) cpSync(join(root, name), join(copy, name))
    cpSync(dirname(PACKAGE), join(copy, 'dist'), { recursive: true })
  })
  afterEach(() => rmSync(copy, { recursive: true, force: true }))

  it('are what the program says', () => {
    expect(docs('--check')).toEqual({ status: 0, stderr: '' })
    expect(readme()).toContain('| `PreToolUse` | yes | partly (2) | yes (3) | yes | yes | yes (4) | - |')
    expect(readme()).toContain('| `UserPromptSubmit`: `beforeSubmitPrompt` | yes | - | - | partly (3) | ? (4) | - | - |')
  })

  it('are found wanting, left alone by --check, and written anew without it', () => {
    const right = readme()
    const wrong = right.replace('yes | partly (2) | yes (3)', 'yes | yes | yes')
    writeFileSync(join(copy, 'README.md'), wrong)
    expect(docs('--check')).toEqual({ status: 1, stderr: expect.stringContaining('npm run docs') as string })
    expect(readme()).toBe(wrong)
    expect(docs().status).toBe(0)
    expect(readme()).toBe(right)
  })

  it('have marks, or nothing is written', () => {
    writeFileSync(join(copy, 'README.md'), 'no marks')
    expect(docs().status).toBe(1)
    expect(readme()).toBe('no marks')
  })
})
