import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { HOSTS, nativeName, shellCall, type Host } from '../support/payloads.mjs'
import { startLine } from '../support/program.mjs'
import { workspaceWith } from './judged.js'

/**
 * The machine's own policy, in /etc/acuvo: run in a mount namespace of its own with an empty /etc, so that this machine's stays
 * as it is. Needs root and Linux.
 */

const mayUnshare = process.platform === 'linux' && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Runs shell lines in the namespace; `HOST run` sends that host's shell call. Returns what each `run` answered. */
const onMachine = (lines: string, guard: object | string = DENYING, workspacePolicy?: object) => {
  const workspace = workspaceWith(workspacePolicy)
  for (const host of HOSTS) writeFileSync(join(workspace.base, `${host}.json`), JSON.stringify(shellCall(host, workspace.root, 'ls')))
  writeFileSync(join(workspace.base, 'policy.json'), typeof guard === 'string' ? guard : JSON.stringify(guard))
  const script = `
    mount -t tmpfs -o mode=755 tmpfs /etc && mkdir -m 755 /etc/acuvo && cp "$BASE/policy.json" /etc/acuvo/hooks.json && chmod 644 /etc/acuvo/hooks.json
    hooks() { ${startLine()
      .flat()
      .map((word) => `'${word}'`)
      .join(' ')} "$@"; }
    run() { hooks run --host "$1" < "$BASE/$1.json" > "$BASE/out.$1" 2> "$BASE/err.$1"; echo $? > "$BASE/exit.$1"; }
    cd "$ROOT"; ${lines}`
  const file = join(workspace.base, 'script.sh')
  writeFileSync(file, script)
  chmodSync(file, 0o755)
  execFileSync('unshare', ['-m', 'sh', file], {
    env: { ...workspace.env, BASE: workspace.base, ROOT: workspace.root, CLAUDE_PROJECT_DIR: workspace.root },
    stdio: 'pipe',
  })
  const read = (name: string): string => readFileSync(join(workspace.base, name), 'utf8')
  return (host: Host) => {
    const native = nativeName(host, 'PreToolUse')
    const judgement = oracles[host].judge(native, {
      exitCode: Number(read(`exit.${host}`)),
      stdout: read(`out.${host}`),
      stderr: read(`err.${host}`),
    })
    return { blocked: judgement.blocked, says: judgement.modelSees.join('\n'), widened: judgement.widened }
  }
}

const DENYING = {
  hooks: [{ event: 'PreToolUse', name: 'machine', tools: ['run_command'], command: 'echo the machine says no >&2; exit 2' }],
}
const RUN_ALL = HOSTS.map((host) => `run ${host}`).join('; ')
const TRUST = 'hooks trust --managed --yes > /dev/null 2>&1'

describe.skipIf(!mayUnshare)('the policy of the machine', () => {
  it('says a no that no person passes: nothing is kept for it', () => {
    const judged = onMachine(
      `${TRUST}; ${RUN_ALL}; test -s "$HOME/.local/state/acuvo-hooks/log.ndjson" && test ! -e "$HOME/.local/state/acuvo-hooks/denied"`,
    )
    for (const host of HOSTS) expect(judged(host).blocked, host).toBe(true)
  })

  it.each<[name: string, lines: string, says: RegExp]>([
    ['that nobody approved holds everything', '', /held: .*never approved[^]*sudo acuvo-hooks trust --managed/],
    ['that its owner approved is in force', TRUST, /denied by "machine": the machine says no/],
    ['stays in force when the file is gone', `${TRUST}; rm /etc/acuvo/hooks.json`, /denied by "machine"/],
    ['stays in force when it is changed', `${TRUST}; echo '{}' > /etc/acuvo/hooks.json`, /denied by "machine"/],
    ['that is broken holds everything', `${TRUST}; echo '{' > /etc/acuvo/hooks.json`, /held: .*could not be read/],
    ['that others may write is refused', `${TRUST}; chmod 666 /etc/acuvo/hooks.json`, /held: .*hooks\.json is no file that only/],
    ['whose folder others may write is refused', `${TRUST}; chmod 777 /etc/acuvo`, /held: .*is no file that only/],
    ['whose record others may write is refused', `${TRUST}; chmod 666 /etc/acuvo/hooks.approved.json`, /held: .*hooks\.approved\.json/],
    ['that belongs to another user is refused', `${TRUST}; chown 65534 /etc/acuvo/hooks.json`, /held: /],
  ])('%s', (_name, lines, says) => {
    const answerOf = onMachine(`${lines}\n${RUN_ALL}`)
    for (const host of HOSTS) {
      const { blocked, widened, says: said } = answerOf(host)
      expect({ blocked, widened }, said).toEqual({ blocked: true, widened: false })
      expect(said).toMatch(says)
    }
  })

  it.each<[name: string, command: string | string[], files?: string]>([
    ['a program that is looked up by name', 'node /etc/acuvo/guard.mjs'],
    ['a relative script', '/usr/bin/env ./guard.sh'],
    ['a program that is not there', '/etc/acuvo/guard.sh'],
    ['a program that others may write', '/etc/acuvo/guard.sh', 'echo exit 2 > /etc/acuvo/guard.sh; chmod 777 /etc/acuvo/guard.sh'],
    ['a program of another user', ['/etc/acuvo/guard.sh'], 'echo exit 2 > /etc/acuvo/guard.sh; chown 65534 /etc/acuvo/guard.sh'],
    ['a runner of packages', '/usr/bin/npx guard'],
  ])('is not approved with %s', (_name, command, files = '') => {
    const answerOf = onMachine(`${files}\n${TRUST} && exit 9\n${RUN_ALL}`, { hooks: [{ event: 'PreToolUse', command }] })
    for (const host of HOSTS) expect(answerOf(host).says).toMatch(/^held: .*never approved/m)
  })

  it('is held for what it serves when its program is no longer its owner’s alone', () => {
    const make = "printf '#!/bin/sh\\nexit 0\\n' > /etc/acuvo/guard.sh; chmod 755 /etc/acuvo/guard.sh"
    const policy = { hooks: [{ event: 'PreToolUse', name: 'machine', command: ['/etc/acuvo/guard.sh'] }] }
    const good = onMachine(`${make}; ${TRUST}; ${RUN_ALL}`, policy)
    const bad = onMachine(`${make}; ${TRUST}; chmod 777 /etc/acuvo/guard.sh; ${RUN_ALL}`, policy)
    for (const host of HOSTS) {
      expect(good(host).blocked, good(host).says).toBe(false)
      expect(bad(host).says).toMatch(/^held: .*guard\.sh/m)
    }
  })

  it('cannot be weakened by a workspace, and comes first', () => {
    const passing = { hooks: [{ event: 'PreToolUse', name: 'machine', command: 'true' }] }
    const answerOf = onMachine(`${TRUST}; ${RUN_ALL}`, DENYING, passing)
    for (const host of HOSTS)
      expect(answerOf(host)).toMatchObject({ blocked: true, says: expect.stringContaining('the machine says no') as string })
  })
})
