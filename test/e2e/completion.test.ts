import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../support/program.mjs'
import { registered } from '../support/registered.js'

/** The completion that the program prints, in the shells themselves. */

const completionOf = async (shell: string): Promise<string> => (await runProgram(['completion', shell])).stdout

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

let folder: string
let bash: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acuvo-completion-'))
  mkdirSync(join(folder, 'sub folder'))
  writeFileSync(join(folder, 'payload one.json'), '')
  bash = join(folder, 'completion.bash')
  writeFileSync(bash, await completionOf('bash'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What Bash offers for the last word of a line, as it splits it. */
const offered = (...words: string[]): string[] => {
  const script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _acuvo_hooks; printf "%s\\n" "${COMPREPLY[@]}"'
  const out = execFileSync('bash', ['--norc', '--noprofile', '-c', script, 'bash', bash, 'acuvo-hooks', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return out.split('\n').filter(Boolean).sort()
}

describe('bash', () => {
  it('takes it without a word', () => {
    expect(spawnSync('bash', ['--norc', '-eu', bash], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  it('is offered every command, and of each every option that its help names', async () => {
    for (const { path, options } of await registered()) {
      const names = (await registered()).filter(
        (one) => one.path.length === path.length + 1 && path.every((name, at) => one.path[at] === name),
      )
      if (names.length > 0) expect(offered(...path, '')).toEqual(names.map((one) => one.path.at(-1)).sort())
      expect(offered(...path, '--'), path.join(' ')).toEqual([...options].sort())
    }
  })

  it.each<[string[], string[]]>([
    [['ch'], ['check']],
    [
      ['hosts', ''],
      ['claude-code', 'codex', 'cursor'],
    ],
    [['hosts', 'cu'], ['cursor']],
    [
      ['replay', '--host', ''],
      ['claude-code', 'codex', 'cursor'],
    ],
    [
      ['replay', '--host', '=', ''],
      ['claude-code', 'codex', 'cursor'],
    ],
    [
      ['replay', '--host', '='],
      ['claude-code', 'codex', 'cursor'],
    ],
    [['replay', '--host', 'codex', 'pay'], ['payload one.json']],
    [['replay', '--host', '=', 'codex', 'pay'], ['payload one.json']],
    [['replay', '--json', 'pay'], ['payload one.json']],
    [['check', 's'], ['sub folder']],
    [['check', '--store', ''], ['sub folder']],
    [['check', 'sub folder', ''], []],
    [['trust', '--user-config', 'pay'], ['payload one.json']],
    [['trust', '--expect', ''], []],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [['init', '--template', 'no-'], ['no-secrets']],
    [['nonsense', ''], []],
  ])('%j', (words, expected) => {
    expect(offered(...words)).toEqual(expected)
  })
})

describe.runIf(has('zsh'))('zsh', () => {
  it('reads it', async () => {
    const file = join(folder, '_acuvo-hooks')
    writeFileSync(file, await completionOf('zsh'))
    expect(spawnSync('zsh', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
})

describe.runIf(has('fish'))('fish', () => {
  it('reads it, and offers commands', async () => {
    const file = join(folder, 'acuvo-hooks.fish')
    writeFileSync(file, await completionOf('fish'))
    const { status, stdout, stderr } = spawnSync('fish', ['-c', `source ${file}; complete -C 'acuvo-hooks ch'`], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('check')
  })
})

describe('the three', () => {
  it('name every command and option', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const text = await completionOf(shell)
      for (const { path, options } of await registered()) {
        const name = path.at(-1)
        if (name !== undefined) expect(text, shell).toContain(name)
        for (const option of options) expect(text, shell).toMatch(new RegExp(shell === 'fish' ? `-l ${option.slice(2)}\\b` : option))
      }
      expect(text).not.toMatch(/undefined|\[object/)
    }
  })

  it('no other shell: exit 2, and which there are', async () => {
    const ended = await runProgram(['completion', 'tcsh'])
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    for (const shell of ['bash', 'zsh', 'fish']) expect(ended.stderr).toContain(shell)
    expect((await runProgram(['completion'])).exitCode).toBe(2)
    expect(existsSync(bash)).toBe(true)
  })
})
