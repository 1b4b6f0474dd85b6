import { describe, expect, it } from 'vitest'
import { HOSTS, nativeName, payload, shellCall, writeCall, type Host } from '../support/payloads.mjs'
import { runProgram, type Ended } from '../support/program.mjs'
import { askStanding } from '../support/standing.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { environmentOf, printing, workspaceWith } from './judged.js'

/**
 * What a standing program answers (test/support/standing.mjs) is what one answers that was started for it, byte for byte. Only the package
 * can stand: where the executable is under test, it is held against what the package says.
 */

type Ask = (workspace: Workspace) => { args: string[]; stdin?: string; cwd?: string }

const gate = (command: string, more: object = {}): object => ({ hooks: [{ event: 'PreToolUse', name: 'guard', command, ...more }] })
const call =
  (host: Host, body: (root: string) => object, event = 'PreToolUse'): Ask =>
  ({ root }) => ({ args: ['run', '--host', host, '--event', nativeName(host, event)], stdin: JSON.stringify(body(root)) })
const shell = (host: Host): Ask => call(host, (root) => shellCall(host, root, 'ls'))
const command =
  (...args: string[]): Ask =>
  () => ({ args })

const CASES: [title: string, policy: unknown, ask: Ask][] = [
  ...HOSTS.flatMap((host): [string, unknown, Ask][] => [
    [`${host}: no policy`, undefined, shell(host)],
    [`${host}: a deny`, gate('echo no entry >&2; exit 2'), shell(host)],
    [`${host}: a question`, gate(printing({ decision: 'ask', reason: 'sure?' })), shell(host)],
    [`${host}: a hook that fails`, gate('exit 7'), shell(host)],
    [`${host}: a hook that is killed`, gate('kill -9 $$'), shell(host)],
    [`${host}: a hook that takes too long`, gate('sleep 30', { timeoutMs: 100 }), shell(host)],
    [`${host}: a text of the policy`, { hooks: [{ event: 'PreToolUse', commands: ['ls'], deny: 'not ls' }] }, shell(host)],
    [`${host}: a policy that is broken`, '{ "hooks": [', shell(host)],
    [`${host}: a write into the policy`, gate('exit 0'), call(host, (root) => writeCall(host, root, `${root}/.acuvo/hooks.json`))],
    [`${host}: told at a prompt`, '{ "hook": 1 }', call(host, (root) => payload(host, 'UserPromptSubmit', root), 'UserPromptSubmit')],
    [`${host}: no JSON`, gate('exit 0'), () => ({ args: ['run', '--host', host, '--event', 'PreToolUse'], stdin: '{' })],
    [`${host}: nothing on stdin`, gate('exit 0'), () => ({ args: ['run', '--host', host, '--event', 'PreToolUse'], stdin: '' })],
    [`${host}: an option that there is not`, gate('exit 0'), () => ({ args: ['run', '--hots', host], stdin: '{}' })],
  ]),
  ['a version', undefined, command('--version')],
  ['no command', undefined, command()],
  ['a command that there is not', undefined, command('chekc')],
  ['a policy that holds', gate('exit 0'), command('check')],
  ['a policy that is broken, for machines', '{ "hooks": 1 }', command('check', '--json')],
  ['whether it is approved', gate('exit 0'), command('trust', '--status')],
  ['what is not approved', '{ "hooks": [] ', command('trust', '--yes', '--json')],
  ['where nothing is', undefined, command('trust', '--status')],
  [
    'what a call would start',
    gate('node --version'),
    command('explain', '--json', '--host', 'codex', '--event', 'PreToolUse', '--tool', 'run_command', '--command', 'ls'),
  ],
  ['what is registered', undefined, command('doctor', '--json')],
  ['what would be installed', undefined, command('install', 'codex', '--dry-run', '--json')],
  ['what was installed', undefined, command('install', 'codex', '--json')],
  [
    'what another host had, with an expression',
    undefined,
    (workspace) => {
      const matched = { matcher: 'mcp__notes__.*|Bash', hooks: [{ type: 'command', command: './guard.sh' }] }
      return { args: ['import', 'claude-code', workspace.change('s.json', JSON.stringify({ hooks: { PreToolUse: [matched] } })), '--json'] }
    },
  ],
  ['the log', gate('exit 0'), command('log')],
  ['a page of the help', undefined, command('help', 'config')],
]

/** In a workspace of its own, whose paths are the same words in both, as are times. */
const answered = async (policy: unknown, ask: Ask, by: typeof askStanding): Promise<Omit<Ended, 'ms'>> => {
  const workspace = workspaceWith(policy)
  const { args, ...asked } = ask(workspace)
  const { exitCode, signal, stdout, stderr } = await by(args, { cwd: workspace.root, env: environmentOf('codex', workspace), ...asked })
  const neutral = (text: string): string =>
    text
      .replaceAll(workspace.base, '{base}')
      .replaceAll(/\d+ ms/g, '{n} ms')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
      // Which of the two it is.
      .replace(/\((?:node|standalone, bun) [\d.]+\)|(?<="kind": )"(?:package|standalone)"/, '{artefact}')
      // Of a payload, in which the folder is named.
      .replace(/("from": "options",\s+"sha256": )"\w+"/, '$1{hash}')
  return { exitCode, signal, stdout: neutral(stdout), stderr: neutral(stderr) }
}

describe('standing and started say the same', () => {
  it.each(CASES)('%s', async (_title, policy, ask) => {
    const started = await answered(policy, ask, runProgram)
    // Twice, so that the same has been answered before.
    expect(await answered(policy, ask, askStanding)).toEqual(started)
    expect(await answered(policy, ask, askStanding)).toEqual(started)
  })
})
