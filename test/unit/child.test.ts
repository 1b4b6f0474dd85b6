import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startChild as startByBinding } from '../../src/runtime/child-of-binding.js'
import { startChild as startByModule } from '../../src/runtime/child-of-node.js'
import type { Child, ChildSetting } from '../../src/runtime/child.js'

/** The ways to start a process on Node do the same. The executable's own is held by the end-to-end suite, which runs on it. */

const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-child-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const isKnown = /^2[02]\./.test(process.versions.node) && process.platform !== 'win32'
type Start = (setting: ChildSetting) => Promise<Child | undefined>
const WAYS: [name: string, start: Start][] = [
  ['the module', startByModule],
  // Elsewhere it declines: see the last test.
  ...(isKnown ? [['the binding', startByBinding] as [string, Start]] : []),
]

interface Ended {
  exitCode: number | null
  signal: string | null
  stdout: string
  stderr: string
  order: string[]
}

const settingOf = (command: string, more: Partial<ChildSetting> = {}): ChildSetting => ({
  program: '/bin/sh',
  args: ['-c', command],
  verbatim: false,
  cwd: base,
  env: { PATH: process.env.PATH ?? '' },
  stdin: { fd: openSync('/dev/null', 'r') },
  output: 'read',
  leadsGroup: true,
  ...more,
})

const run = async (start: Start, command: string, more: Partial<ChildSetting> = {}): Promise<Ended> => {
  const setting = settingOf(command, more)
  const child = await start(setting)
  if (child === undefined) throw new Error('this way was not gone')
  const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  const order: string[] = []
  await new Promise<void>((resolve) =>
    child.listen({
      onOutput: (stream, chunk) => void printed[stream].push(chunk),
      onExit: () => void order.push('exit'),
      onClose: () => {
        order.push('close')
        resolve()
      },
    }),
  )
  const { exitCode, signal } = child
  child.release()
  if ('fd' in setting.stdin) closeSync(setting.stdin.fd)
  const textOf = (chunks: Uint8Array[]): string => Buffer.concat(chunks).toString()
  return { exitCode, signal, stdout: textOf(printed.stdout), stderr: textOf(printed.stderr), order }
}

describe.each(WAYS)('a process started by %s', (_way, start) => {
  it('tells its exit code and what it printed on each stream', async () => {
    const { order, ...ended } = await run(start, 'echo out; echo err >&2; exit 7')
    expect(ended).toEqual({ exitCode: 7, signal: null, stdout: 'out\n', stderr: 'err\n' })
    expect(order).toEqual(['exit', 'close'])
  })

  it('tells the signal that ended it', async () => {
    expect(await run(start, 'kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
  })

  it('loses nothing of a megabyte on both streams at once', async () => {
    const { stdout, stderr } = await run(
      start,
      '(head -c 1048576 /dev/zero | tr "\\0" e >&2) & head -c 1048576 /dev/zero | tr "\\0" o; wait',
    )
    expect(stdout).toBe('o'.repeat(1_048_576))
    expect(stderr).toBe('e'.repeat(1_048_576))
  })

  it('tells its exit while somebody else holds its pipes, and what comes from there afterwards', async () => {
    const { stdout, order } = await run(start, '(sleep 0.3; echo later) & echo first')
    expect(stdout).toBe('first\nlater\n')
    expect(order).toEqual(['exit', 'close'])
  })

  it('reads from a descriptor, has the environment and the folder that it is given, and leads a group', async () => {
    writeFileSync(join(base, 'input'), 'given')
    const stdin = { fd: openSync(join(base, 'input'), 'r') }
    const env = { PATH: process.env.PATH ?? '', WORD: 'one=two' }
    const { stdout } = await run(start, 'cat; echo " $WORD $(pwd) $(ps -o pgid= -p $$ | tr -d " ") $$"', { stdin, env })
    const [, group, pid] = /^given one=two \S+ (\d+) (\d+)\n$/.exec(stdout) ?? []
    expect(stdout).toContain(` ${base} `)
    expect(group).toBe(pid)
  })

  it('that prints nothing for us runs all the same', async () => {
    const file = join(base, 'dropped')
    const ended = await run(start, `echo x; echo y > ${file}`, { output: 'dropped' })
    expect(ended).toMatchObject({ exitCode: 0, stdout: '' })
    expect(readFileSync(file, 'utf8')).toBe('y\n')
  })

  const faults: [name: string, more: Partial<ChildSetting>, code: string][] = [
    ['a program that is not there', { program: join(base, 'nowhere') }, 'ENOENT'],
    ['a program that PATH does not have', { program: 'no-such-program-here' }, 'ENOENT'],
    ['a file that is no program', { program: '/etc/passwd' }, 'EACCES'],
    ['a folder that is not there', { cwd: join(base, 'nowhere') }, 'ENOENT'],
  ]
  it.each(faults)('is refused with the code of the system: %s', async (_name, more, code) => {
    await expect(start(settingOf('true', more))).rejects.toMatchObject({ code })
  })
})

describe('the binding', () => {
  it.each([
    ['an argument', { args: ['-c', 'true', 'a\0b'] }],
    ['the environment', { env: { A: 'a\0b' } }],
    ['the folder', { cwd: `${base}\0` }],
  ])('is not used with a NUL in %s, at which it would cut', async (_name, more) => {
    expect(await startByBinding(settingOf('true', more))).toBeUndefined()
  })

  it('is not used with a Node that it was not tried with', async () => {
    const { node } = process.versions
    try {
      Object.defineProperty(process.versions, 'node', { value: '24.0.0', configurable: true, enumerable: true })
      expect(await startByBinding(settingOf('true'))).toBeUndefined()
    } finally {
      Object.defineProperty(process.versions, 'node', { value: node, configurable: true, enumerable: true })
    }
  })
})
