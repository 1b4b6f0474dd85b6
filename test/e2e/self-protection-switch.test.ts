import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, type Host } from '../support/payloads.mjs'
import { askProgram } from '../support/standing.mjs'
import { modelText, workspaceWith } from './judged.js'
import { claude, shell, writeOf } from './self-protection.calls.js'
import { answerIn, expectDenied, expectNoOpinion, expectPassesWithWords } from './self-protection.runs.js'

/** The one switch of self-protection stands in the user's own approved file, and nowhere else. */

const POLICY = '{root}/.acuvo/hooks.json'

describe.each(HOSTS)('on %s', (host) => {
  it('"deny" is what holds without a word', async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({ selfProtect: 'deny', hooks: [] })
    expectDenied(await answerIn(workspace, writeOf(host, POLICY)))
    expectDenied(await answerIn(workspace, shell(host, 'rm -rf .acuvo')))
  })

  it('"propose" lets writes below .acuvo pass, with a word that a person must approve them', async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({ selfProtect: 'propose', hooks: [] })
    for (const path of [POLICY, '{root}/.acuvo/guard.sh']) {
      expectPassesWithWords(await answerIn(workspace, writeOf(host, path)), /approv|acuvo-hooks trust/)
    }
    expectNoOpinion(writeOf(host, 'src/a.ts'), await answerIn(workspace, writeOf(host, 'src/a.ts')))
  })

  it('"propose" is about .acuvo alone', async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({ selfProtect: 'propose', hooks: [] })
    const others = [
      '{root}/.claude/settings.json',
      '{root}/.cursor/hooks.json',
      '{home}/.config/acuvo/hooks.json',
      '{store}/x',
      '{home}/.bashrc',
    ]
    for (const path of [...others, '{program}']) expectDenied(await answerIn(workspace, writeOf(host, path)))
    expectDenied(await answerIn(workspace, shell(host, 'acuvo-hooks trust --yes')))
    expectDenied(await answerIn(workspace, shell(host, 'rm .codex/hooks.json')))
  })

  it('"off" switches it off', async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({ selfProtect: 'off', hooks: [] })
    for (const call of [
      writeOf(host, POLICY),
      writeOf(host, '{root}/.claude/settings.json'),
      shell(host, 'rm -rf .acuvo'),
      shell(host, 'echo x >> ~/.bashrc'),
    ]) {
      expectNoOpinion(call, await answerIn(workspace, call))
    }
  })

  it('a switch that nobody approved switches nothing', async () => {
    const workspace = workspaceWith()
    workspace.userPolicy({ hooks: [] })
    const file = join(workspace.home, '.config/acuvo/hooks.json')
    for (const selfProtect of ['off', 'propose']) {
      writeFileSync(file, JSON.stringify({ selfProtect, hooks: [] }))
      expect((await answerIn(workspace, writeOf(host, POLICY))).judgement.blocked).toBe(true)
      expect((await answerIn(workspace, shell(host, 'rm -rf .acuvo'))).judgement.blocked).toBe(true)
    }
  })

  it('a switch in a user file that was never approved switches nothing', async () => {
    const workspace = workspaceWith()
    mkdirSync(join(workspace.home, '.config/acuvo'), { recursive: true })
    writeFileSync(join(workspace.home, '.config/acuvo/hooks.json'), '{ "selfProtect": "off" }')
    expect((await answerIn(workspace, writeOf(host, POLICY))).judgement.blocked).toBe(true)
  })

  it.each(['deny', 'propose', 'off'])('"%s" in a workspace file is an error', async (selfProtect) => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/hooks.json', JSON.stringify({ selfProtect, hooks: [] }))
    const answered = await answerIn(workspace, shell(host, 'ls'))
    expect(answered.judgement.blocked).toBe(true)
    expect(modelText(answered)).toContain('selfProtect')
  })
})

it('check calls the switch in a workspace file an error', async () => {
  const workspace = workspaceWith()
  workspace.change('.acuvo/hooks.json', '{ "selfProtect": "off", "hooks": [] }')
  const { exitCode, stdout, stderr } = await askProgram(['check'], { cwd: workspace.root, env: workspace.env })
  expect(exitCode, stderr).toBe(1)
  expect(stdout + stderr).toContain('selfProtect')
})

it('a value that is none of the three is an error', async () => {
  const workspace = workspaceWith()
  mkdirSync(join(workspace.home, '.config/acuvo'), { recursive: true })
  writeFileSync(join(workspace.home, '.config/acuvo/hooks.json'), '{ "selfProtect": "none" }')
  const answered = await answerIn(workspace, shell('codex', 'ls'))
  expect(answered.judgement.blocked).toBe(true)
  expect(modelText(answered)).toContain('selfProtect')
})

const VARIABLES: readonly NodeJS.ProcessEnv[] = [
  { ACUVO_DISABLE: '1' },
  { ACUVO_BYPASS: '1' },
  { CI: '1' },
  { CI: 'true', GITHUB_ACTIONS: 'true' },
  { ACUVO_SELF_PROTECT: 'off' },
  { ACUVO_SELFPROTECT: 'off' },
  { ACUVO_TRUST: '1', ACUVO_SKIP: '1' },
]

describe('variables change nothing', () => {
  const rows = VARIABLES.map((env, index) => ({ env, host: HOSTS[index % HOSTS.length] as Host }))

  it.each(rows)('$env on $host', async ({ env, host }) => {
    const workspace = workspaceWith()
    expectDenied(await answerIn(workspace, writeOf(host, POLICY), env))
    expectDenied(await answerIn(workspace, shell(host, 'acuvo-hooks trust --yes'), env))
  })

  it.each(rows)('$env in front of a command on $host', async ({ env, host }) => {
    const words = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    expectDenied(await answerIn(workspaceWith(), shell(host, `${words.join(' ')} rm -rf .acuvo`)))
  })

  it('a word in a payload changes nothing', async () => {
    const workspace = workspaceWith()
    const call = claude('Write', { file_path: POLICY, content: '{}', selfProtect: 'off', bypass: true })
    expectDenied(await answerIn(workspace, { ...call, more: { selfProtect: 'off', permission_mode: 'bypassPermissions' } }))
  })
})
