import { execFileSync, spawn } from 'node:child_process'
import { isUtf8 } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROGRAM, startLine } from '../support/program.mjs'
import { registered } from '../support/registered.js'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { ROWS, type CommandRow } from './every-command.rows.js'

/** What holds for every command that the program has, whichever those are: each under all the circumstances it may be started in. */

/** A command that does not end is killed, and its exit code says so. */
const HANG_MS = 40_000

interface Ran {
  /** Of the program; null where it was killed. */
  exitCode: number | null
  stdout: Buffer
  stderr: Buffer
}

interface Circumstance {
  /** What a shell does with the program, "$@"; absent: starts it. */
  shell?: string
  /** The reader of stdout goes before it reads anything. */
  reader?: 'gone'
}

const start = (workspace: Workspace, name: string, row: CommandRow, { shell = 'exec "$@"', reader }: Circumstance): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const words = [...startLine().flat(), ...name.split(' '), ...row.args(workspace)]
    const input = join(workspace.base, 'stdin')
    writeFileSync(input, row.stdin === undefined ? '' : JSON.stringify(row.stdin(workspace)))
    const stdin = row.stdin === undefined ? '<&-' : `< '${input}'`
    const child = spawn('bash', ['-c', `{ ${shell}; } ${stdin}`, 'bash', ...words], {
      cwd: workspace.root,
      env: { ...workspace.env, NO_COLOR: '1', COLUMNS: '40' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    if (reader === 'gone') child.stdout.destroy()
    const hang = setTimeout(() => child.kill('SIGKILL'), HANG_MS)
    child.on('error', reject)
    child.on('close', (exitCode) => {
      clearTimeout(hang)
      resolve({ exitCode, stdout: Buffer.concat(out), stderr: Buffer.concat(err) })
    })
  })

/** The same where it does not matter how it is started. */
const asked = async (workspace: Workspace, name: string, { args, stdin }: CommandRow, env: NodeJS.ProcessEnv = {}): Promise<Ran> => {
  const { exitCode, stdout, stderr } = await askProgram([...name.split(' '), ...args(workspace)], {
    cwd: workspace.root,
    env: { ...workspace.env, NO_COLOR: '1', COLUMNS: '40', ...env },
    ...(stdin === undefined ? {} : { stdin: stdin(workspace) }),
  })
  return { exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }
}

/** A workspace for each command, with a policy, in a repository with something staged; removed in the end. */
const workspaces = new Map<string, Workspace>()
afterAll(() => {
  for (const workspace of workspaces.values()) workspace.remove()
})

const workspaceFor = (name: string, row: CommandRow): Workspace => {
  const known = workspaces.get(name)
  if (known !== undefined) return known
  const policy = { hooks: [{ event: 'PreToolUse', name: 'guard', tools: ['run_command'], deny: 'not pushed by agents' }] }
  const workspace = makeWorkspace(name === 'init' ? undefined : policy)
  workspaces.set(name, workspace)
  workspace.change('staged.txt', 'x')
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: workspace.root, env: workspace.env, stdio: 'ignore' })
  git('init', '-q')
  git('add', 'staged.txt')
  row.prepare?.(workspace)
  return workspace
}

const STACK = /^\s+at .+[:(]\d+|\bnode:internal|Unhandled|\bundefined\b|\[object \w+\]|EPIPE|EBADF|ENOENT.*uv_cwd/m
const ESCAPE = /\u001b/

const fine = (name: string, { exitCode, stdout, stderr }: Ran): void => {
  const text = `${stdout.toString('utf8')}${stderr.toString('utf8')}`
  expect([0, 1, 2, 3], `${name}: ${text}`).toContain(exitCode)
  expect(text, name).not.toMatch(STACK)
  expect(text, name).not.toMatch(ESCAPE)
  expect(isUtf8(stdout) && isUtf8(stderr), `${name}: UTF-8`).toBe(true)
  expect(text, name).not.toContain('\ufffd')
}

/** Longer than 40: one word, one text in quotes or a whole document, behind what leads to it. */
const UNBREAKABLE = /^\s*(?:[-+*>$|]\s+|\d+\.\s+)?(?:"\w+": )?[[{(]*(?:\S+|"(?:[^"\\]|\\.)*"\S*|'[^']*'\S*)(?: \\)?$|\{"/

let commands: string[] = []
beforeAll(async () => {
  const all = (await registered()).map(({ path }) => path)
  // A command with commands below it is started by them.
  commands = all.filter((path) => path.length > 0).map((path) => path.join(' '))
  const groups = commands.filter((name) => commands.some((other) => other.startsWith(`${name} `)) && ROWS[name] === undefined)
  commands = commands.filter((name) => !groups.includes(name))
}, 120_000)

const everything = process.env.TEST_STARTS === 'all'

/** Three at a time. */
const forEachCommand = async (act: (name: string, row: CommandRow, workspace: Workspace) => Promise<void>): Promise<void> => {
  const waiting = [...commands]
  const faults: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const row = ROWS[name]
      try {
        if (row !== undefined) await act(name, row, workspaceFor(name, row))
      } catch (error) {
        faults.push(error)
      }
    }
  }
  await Promise.all([worker(), worker(), worker()])
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new Error(faults.map((fault) => (fault as Error).message).join('\n----\n'))
}

it('every command of the program is started here', () => {
  expect(commands.filter((name) => ROWS[name] === undefined)).toEqual([])
  expect(commands.length).toBeGreaterThan(8)
})

describe('every command', () => {
  const OUTPUTS: [string, Circumstance][] = [
    ['stdout closed', { shell: '"$@" >&-' }],
    ['stderr closed', { shell: '"$@" 2>&-' }],
    ['the reader of stdout gone', { reader: 'gone' }],
    ['a reader that takes one byte and goes', { shell: '"$@" | head -c 1 > /dev/null; exit ${PIPESTATUS[0]}' }],
    ['stdout full', { shell: '"$@" > /dev/full' }],
  ]

  // Each command meets every other one, and each of them every other command; the rest of the pairs are met by the other artefact, and
  // all where `TEST_STARTS=all` says so.
  it.each(OUTPUTS.map(([name, circumstance], turn) => [name, circumstance, turn] as const))(
    'works with %s: no exception, no hang, an exit code that says something',
    async (_name, circumstance, turn) => {
      const odd = PROGRAM.endsWith('.cjs') ? 0 : 1
      await forEachCommand(async (name, row, workspace) => {
        if (!everything && (commands.indexOf(name) + turn) % 2 !== odd) return
        fine(name, await start(workspace, name, row, circumstance))
      })
    },
  )

  it('works with its folder gone', async () => {
    const gone = { shell: 'mkdir sub && cd sub && rmdir "$PWD" && exec "$@"' }
    await forEachCommand(async (name, row, workspace) => fine(name, await start(workspace, name, row, gone)))
  })

  it('works with no HOME', async () => {
    await forEachCommand(async (name, row, workspace) => {
      const { HOME: home = '', ...env } = workspace.env
      // Whoever runs this test has a home of their own, which is not to be touched.
      const places = { XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
      fine(name, await asked({ ...workspace, env }, name, row, places))
    })
  })

  it('works with a locale that is not UTF-8, on a terminal that can do nothing', async () => {
    const env = { LC_ALL: 'C', LANG: 'C', TERM: 'dumb' }
    await forEachCommand(async (name, row, workspace) => fine(name, await asked(workspace, name, row, env)))
  })

  it('stays within 40 columns, but for what cannot be broken', async () => {
    await forEachCommand(async (name, row, workspace) => {
      if (row.isForMachines) return
      const ran = await asked(workspace, name, row)
      fine(name, ran)
      const wide = ran.stdout
        .toString('utf8')
        .split('\n')
        .filter((line) => line.length > 40 && !UNBREAKABLE.test(line))
      expect(wide, name).toEqual([])
    })
  })

  it('has a help that stays within 40 columns', async () => {
    await forEachCommand(async (name, _row, workspace) => {
      const ran = await asked(workspace, name, { args: () => ['--help'] })
      expect(ran.exitCode).toBe(0)
      const wide = ran.stdout
        .toString('utf8')
        .split('\n')
        .filter((line) => line.length > 40 && !UNBREAKABLE.test(line) && !line.startsWith('Usage: '))
      expect(wide, name).toEqual([])
    })
  })

  it('refuses an option that it does not know, in words and with exit 2', async () => {
    await forEachCommand(async (name, row, workspace) => {
      if (name === 'run') return
      const ran = await asked(workspace, name, { args: (one) => [...row.args(one), '--no-such-option'] })
      expect(ran.exitCode, name).toBe(2)
      expect(ran.stdout.toString('utf8'), name).toBe('')
      expect(ran.stderr.toString('utf8'), name).toContain('--no-such-option')
    })
  })
})
