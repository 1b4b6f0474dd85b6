import { spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { placedProgram } from '../../src/paths/windows-program.js'
import { windowsTree } from '../../src/process/end/windows-tree.js'
import { passedEnvironment } from '../../src/process/passed-environment.js'

/** What Windows would find in the folder that a hook is started in, where an agent can put it (CreateProcess, cmd.exe). */

describe('a program that is only named', () => {
  const files = [
    'C:\\bin\\git.exe',
    'C:\\bin\\tool.v2',
    'C:\\Windows\\System32\\cmd.exe',
    'relative\\other.exe',
    'other.exe',
    'C:\\bin\\script.cmd',
  ]
  const env = { Path: 'relative;;.;"C:\\b i n";C:\\bin', SystemRoot: 'C:\\Windows' }
  const placed = (name: string, platform: NodeJS.Platform = 'win32'): string =>
    placedProgram(name, env, platform, (path) => files.includes(path))

  it.each([
    ['git', 'C:\\bin\\git.exe'],
    ['git.exe', 'C:\\bin\\git.exe'],
    ['tool.v2', 'C:\\bin\\tool.v2'],
    ['cmd.exe', 'C:\\Windows\\System32\\cmd.exe'],
  ])('%s is started by its place in PATH, or in the system', (name, expected) => {
    expect(placed(name)).toBe(expected)
  })

  it('is not started where PATH has none, wherever else it stands', () => {
    for (const name of ['other', 'nowhere', 'git.cmd', 'script'])
      expect(() => placed(name)).toThrow(expect.objectContaining({ code: 'ENOENT' }) as Error)
  })

  it.each(['.\\git.exe', 'C:\\x\\git.exe', 'bin/git', 'C:git'])('%s, which says where it stands, stays as it is', (program) => {
    expect(placed(program)).toBe(program)
  })

  it('is looked up by any other system itself', () => {
    expect(placed('git', 'linux')).toBe('git')
  })
})

describe('ending a hook where there is no taskkill', () => {
  const { platform } = process
  const { SystemRoot, PATH } = process.env
  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: platform })
    process.env.PATH = PATH
    if (SystemRoot !== undefined) process.env.SystemRoot = SystemRoot
  })

  it('does not keep us from our answer', () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30_000)'])
    Object.defineProperty(process, 'platform', { value: 'win32' })
    process.env.PATH = ''
    delete process.env.SystemRoot
    try {
      expect(() => placedProgram('taskkill', process.env)).toThrow('not found')
      expect(windowsTree({ leader: child.pid ?? 0, mark: '' }).signal('SIGKILL', 'all')).toBe(1)
    } finally {
      child.kill('SIGKILL')
    }
  })
})

describe('the environment of hooks on Windows', () => {
  it('has a PATH without empty, relative and in-workspace entries', () => {
    const path =
      'C:\\Windows\\System32;;.;tools;"C:\\Program Files\\nodejs";c:\\WS\\bin;C:\\ws;C:/ws/x;\\\\server\\share\\bin;C:tools;C:\\ws2\\bin'
    expect(passedEnvironment({ Path: path }, ['C:\\ws'], 'win32')).toEqual({
      Path: 'C:\\Windows\\System32;"C:\\Program Files\\nodejs";\\\\server\\share\\bin;C:\\ws2\\bin',
      NoDefaultCurrentDirectoryInExePath: '1',
    })
  })
})
