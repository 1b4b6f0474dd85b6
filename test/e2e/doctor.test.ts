import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DOCTOR_FINDINGS } from '../../src/text/doctor-texts.js'
import { INSTALLED_ROWS, REGISTRATION_ROWS } from './doctor.rows.js'
import { DoctorSetup } from './doctor.setup.js'

/** The doctor finds each planted fault by its id and nothing else, and leaves workspace and HOME as they were. */

let setup: DoctorSetup
beforeAll(async () => {
  setup = await DoctorSetup.make(['claude-code'])
}, 60_000)
afterEach(() => {
  setup.restore()
  setup.program('claude-code', '2.1.332 (Claude Code)')
})
afterAll(() => setup.remove())

it('a healthy setup has nothing', async () => {
  const { document, exitCode, isUntouched } = await setup.examine()
  expect(document.findings).toEqual([])
  expect(document.probes.map(({ event, expects, passed }) => `${event} ${expects} ${passed}`)).toEqual([
    'PreSkillShellCommand held true',
    'PreToolUse held true',
    'PreToolUse passed true',
    'PreToolUse refused true',
    'SessionStart passed true',
  ])
  expect(document.hosts).toMatchObject([
    { host: 'claude-code', version: '2.1.332', files: [{ level: 'user', state: 'loaded', lines: 13 }] },
  ])
  expect(exitCode).toBe(0)
  expect(isUntouched).toBe(true)
})

describe.each([...REGISTRATION_ROWS, ...INSTALLED_ROWS])('$what', ({ finds, plant, args, env, says = [], exitCode = 1 }) => {
  it(`is ${finds.join(', ')}`, async () => {
    plant(setup)
    const found = await setup.examine(args, env)
    expect(found.ids).toEqual(finds)
    expect(found.exitCode).toBe(exitCode)
    expect(found.isUntouched).toBe(true)
    const told = found.document.findings.map(({ what }) => what).join('\n')
    for (const words of says) expect(told).toContain(words)
    expect(told).not.toContain('s3cret')
    for (const { mend } of found.document.findings) expect(mend).toMatch(/^\S.*\S$/)
    expect(finds.every((id) => id in DOCTOR_FINDINGS)).toBe(true)
  })
})
