import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shellCall } from '../support/payloads.mjs'
import { PACKAGE, runProgram } from '../support/program.mjs'
import { personIn, put, tempFolder, type Person } from './install-run.js'

/**
 * Code caches serve the Node that made them: the build's, and on every other Node those that `install` makes. Here the package says
 * that another Node built it.
 */

const SPY = fileURLToPath(new URL('../support/spy.cjs', import.meta.url))
const OWN = `.${process.version}.cache`

const madeByAnother = (folder: string): string => {
  const dist = join(folder, 'package', 'dist')
  mkdirSync(dirname(dist), { recursive: true })
  cpSync(dirname(PACKAGE), dist, { recursive: true })
  for (const name of ['acuvo-hooks.cjs', 'code-cache.cjs', 'commands.cjs']) {
    const text = readFileSync(join(dist, name), 'utf8')
    expect(text).toContain(process.version)
    writeFileSync(join(dist, name), text.replaceAll(process.version, 'v20.99.0'))
  }
  return join(dist, 'acuvo-hooks.cjs')
}

const install = async (entry: string, person: Person): Promise<string> => {
  const words = ['install', 'claude-code']
  const { exitCode, stderr } = await runProgram(words, { cwd: person.home, env: person.env, start: [process.execPath, [entry]] })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return join(person.home, '.local/share/acuvo-hooks/current')
}

it('are made by install for a Node that did not build the package, once, and taken by its calls', async () => {
  const folder = tempFolder()
  const [person, root] = [personIn(folder), join(folder, 'project')]
  put(join(root, '.acuvo/hooks.json'), JSON.stringify({ hooks: [{ event: 'PreToolUse', tools: ['run_command'], command: 'exit 2' }] }))
  const entry = madeByAnother(folder)
  const current = await install(entry, person)
  const caches = readdirSync(current).filter((name) => name.endsWith(OWN))
  expect(caches).toEqual(expect.arrayContaining([`main${OWN}`, `chain${OWN}`, `policy${OWN}`, `shell${OWN}`]))
  expect(readdirSync(current).filter((name) => !/\.(?:cjs|cache)$/.test(name))).toEqual([])

  const loaded = join(folder, 'loaded')
  execFileSync(process.execPath, [entry, 'trust', '--yes'], { cwd: root, env: person.env, stdio: 'ignore' })
  /** Which parts a call loads, and whether V8 took their caches. */
  const call = (): unknown => {
    const line = ['--require', SPY, join(current, 'acuvo-hooks.cjs'), 'run', '--host', 'claude-code', '--event', 'PreToolUse']
    const input = JSON.stringify(shellCall('claude-code', root, 'ls'))
    expect(
      execFileSync(process.execPath, line, {
        cwd: root,
        env: { ...person.env, SPY_FILE: loaded },
        input,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      }),
    ).toContain('"deny"')
    return (JSON.parse(readFileSync(loaded, 'utf8')) as { caches: unknown }).caches
  }
  expect(call()).toEqual({ main: true, chain: true })

  const madeAt = statSync(join(current, `main${OWN}`)).mtimeMs
  await install(entry, person)
  expect(statSync(join(current, `main${OWN}`)).mtimeMs).toBe(madeAt)

  // Without one, or with one that is none, the answer is the same.
  rmSync(join(current, `main${OWN}`))
  writeFileSync(join(current, `chain${OWN}`), 'x'.repeat(1000))
  expect(call()).toEqual({ main: 'none', chain: false })
  const findings = await runProgram(['doctor', 'claude-code', '--json'], { cwd: root, env: person.env, start: [process.execPath, [entry]] })
  expect(
    (JSON.parse(findings.stdout) as { findings: { severity: string; id: string }[] }).findings.filter(
      ({ severity }) => severity === 'error',
    ),
  ).toEqual([])
}, 60_000)

it('are not made for the Node that built the package: they came with it', async () => {
  const person = personIn(tempFolder())
  const current = await install(PACKAGE, person)
  expect(readdirSync(current).filter((name) => name.endsWith(OWN))).toEqual([])
  expect(readdirSync(current)).toContain('main.cache')
})
