import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshFile } from './install-files.expected.js'
import { oracles } from '../oracle/index.js'
import { HOSTS, shellCall, type Host } from '../support/payloads.mjs'
import { PROGRAM } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** The lines that the documentation tells people to register, run as the host would: through a shell, with a payload on stdin. */

const page = readFileSync(new URL('../../docs/register-by-hand.md', import.meta.url), 'utf8')

const LAUNCHER = '/home/you/.local/share/acuvo-hooks/acuvo-hooks'

const snippetOf = (host: Host): Record<string, unknown> =>
  JSON.parse(new RegExp(`<!-- register ${host} -->\\n\`\`\`json\\n([^]*?)\`\`\``).exec(page)?.[1] ?? '{}') as Record<string, unknown>

const lineOf = (host: Host): string => {
  const native = host === 'cursor' ? 'preToolUse' : 'PreToolUse'
  const entry = JSON.stringify((snippetOf(host).hooks as Record<string, unknown[]>)[native])
  return JSON.parse(/"command":("(?:[^"\\]|\\.)*")/.exec(entry)?.[1] ?? '""') as string
}

let workspace: Workspace
beforeEach(() => {
  workspace = makeWorkspace({
    hooks: [{ event: 'PreToolUse', name: 'g', command: 'grep -q forbidden && { echo never >&2; exit 2; }; exit 0' }],
  })
})
afterEach(() => workspace.remove())

type Shell = readonly [program: string, ...words: string[]]

const start = (
  line: string,
  payload: object,
  [shell, ...words]: Shell = ['/bin/sh', '-c'],
): Promise<{ exitCode: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(shell, [...words, line], { env: workspace.env, cwd: workspace.root }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(JSON.stringify(payload))
  })

/** Codex starts lines by the account's shell, which may be any; those of them that are here. */
const SHELLS: readonly Shell[] = [
  ...['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh', 'mksh', 'yash', 'tcsh'].map((name) => [name, '-c'] as const),
  ...['bash', 'zsh', 'fish'].map((name) => [name, '-lc'] as const),
  ['busybox', 'sh', '-c'] as const,
].filter(([name]) => spawnSync('/bin/sh', ['-c', `command -v ${name}`]).status === 0)

describe.each(HOSTS)('the line for %s', (host) => {
  const native = host === 'cursor' ? 'preToolUse' : 'PreToolUse'
  const judge = (program: string, command: string, shell?: Shell) =>
    start(lineOf(host).replaceAll(LAUNCHER, program), shellCall(host, workspace.root, command), shell).then((ended) => ({
      ...ended,
      judgement: oracles[host].judge(native, ended, { failClosed: true }),
    }))

  it('stands in what install writes, word for word', () => {
    expect(snippetOf(host)).toEqual(JSON.parse(freshFile(host, LAUNCHER)))
  })

  it('denies and passes as the policy says', async () => {
    const denied = await judge(PROGRAM, 'forbidden')
    expect(denied.judgement).toMatchObject({ blocked: true, widened: false, valid: true })
    expect(denied.judgement.modelSees.join('\n')).toContain('denied by "g": never')
    expect((await judge(PROGRAM, 'fine')).judgement).toMatchObject({ blocked: false, widened: false, valid: true })
  })

  it.each([
    ['is missing', undefined],
    ['was killed', '#!/bin/sh\nkill -9 $$\n'],
    ['ends with exit 1', '#!/bin/sh\nexit 1\n'],
    ['cannot be started', '#!/no/such/interpreter\n'],
  ])('stops the call when the program %s', async (_how, script) => {
    const program = join(workspace.base, 'program')
    if (script !== undefined) {
      writeFileSync(program, script)
      chmodSync(program, 0o755)
    }
    const { judgement, stderr } = await judge(program, 'fine')
    expect(judgement.blocked).toBe(true)
    expect(stderr).toContain('acuvo-hooks could not run')
  })

  it.each(SHELLS.map((shell) => ({ shell, words: shell.join(' ') })))('is read alike by $words', async ({ shell }) => {
    const denied = await judge(PROGRAM, 'forbidden', shell)
    expect(denied.judgement).toMatchObject({ blocked: true, widened: false, valid: true })
    expect(denied.judgement.modelSees.join('\n')).toContain('denied by "g": never')
    expect((await judge(PROGRAM, 'fine', shell)).judgement).toMatchObject({ blocked: false, widened: false, valid: true })
    const program = join(workspace.base, 'program')
    writeFileSync(program, '#!/bin/sh\nkill -9 $$\n')
    chmodSync(program, 0o755)
    for (const failing of [program, join(workspace.base, 'nowhere')]) {
      const { judgement, stderr } = await judge(failing, 'fine', shell)
      expect(judgement.blocked).toBe(true)
      expect(stderr).toContain('acuvo-hooks could not run')
    }
  })
})
