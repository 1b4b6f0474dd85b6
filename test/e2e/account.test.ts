import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../support/program.mjs'
import { DoctorSetup } from './doctor.setup.js'
import { inWorkspace } from './expectations.js'

/** What the environment says of the person is believed only where it can be meant: both runtimes ask the system else. */

describe('a HOME that leads to another folder from everywhere', () => {
  const LOG = '.local/state/acuvo-hooks/log.ndjson'
  const said = JSON.stringify({ id: 'planted0', at: '2026-01-01T00:00:00.000Z', host: 'codex', event: 'PreToolUse', verdict: 'deny' })

  it.each(['', '.', 'near', './near'])('%j is not the home: what stands below it is not read', (home) =>
    inWorkspace(undefined, async ({ root }) => {
      const planted = join(root, home, LOG)
      mkdirSync(dirname(planted), { recursive: true })
      writeFileSync(planted, `${said}\n`)
      const asked = (args: string[]) => runProgram(args, { cwd: root, env: { PATH: process.env.PATH, HOME: home } })
      const { stdout, stderr } = await asked(['log'])
      expect(stdout + stderr).not.toContain('planted0')
      // Its own settings are looked for in the account's home, under a name that is whole.
      const found = await asked(['import', 'cursor'])
      expect((found.stdout + found.stderr).replace(/\s+/g, ' ')).toContain(join(userInfo().homedir, '.cursor', 'hooks.json'))
    }),
  )
})

describe('the doctor', () => {
  let setup: DoctorSetup
  beforeAll(async () => {
    setup = await DoctorSetup.make(['codex'])
  }, 60_000)
  afterAll(() => setup.remove())

  it('starts lines with the shell of the account, as the host does, whatever SHELL says', async () => {
    const shell = join(setup.workspace.base, 'shell')
    writeFileSync(shell, `#!/bin/sh\ntouch '${shell}.started'\nexec /bin/sh "$@"\n`)
    chmodSync(shell, 0o755)
    const { ids } = await setup.examine(['codex'], { SHELL: shell })
    expect(ids).toEqual([])
    expect(existsSync(`${shell}.started`)).toBe(false)
  })

  it.each(['/nowhere/tmp', 'tmp', ''])('tries lines although TMPDIR is %j', async (TMPDIR) => {
    const { ids, document } = await setup.examine(['codex'], { TMPDIR })
    expect(ids).toEqual([])
    expect(document.probes.length).toBeGreaterThanOrEqual(4)
  })
})
