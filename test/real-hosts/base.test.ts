import { afterEach, expect, test } from 'vitest'
import { isGoneWithin } from '../support/program.mjs'
import { makeLive, type LiveSetup } from './live.js'
import { newest } from './programs.mjs'

/** That the base shows what happens: without our program everything is carried out, and nobody but the scripted model is reached. */

const made: LiveSetup[] = []
const live = async (...args: Parameters<typeof makeLive>): Promise<LiveSetup> => {
  const setup = await makeLive(...args)
  made.push(setup)
  return setup
}
afterEach(() => {
  for (const setup of made.splice(0)) setup.remove()
})

const HOSTS = ['claude-code', 'codex'] as const

test.each(HOSTS)('%s carries out what the model asks for, and tells it so', async (id) => {
  const setup = await live(id, { install: undefined })
  const { shell, write } = setup.host.calls
  const file = `${setup.project}/written.txt`
  const { exitCode, timedOut, left, resultOf, requests } = await setup.run([
    [{ ...shell('echo said-so > ran.txt; cat ran.txt'), id: 'a-shell' }],
    [{ ...write(file, 'text\n'), id: 'a-write' }],
    [{ text: 'Done.' }],
  ])
  expect({ exitCode, timedOut, left }).toEqual({ exitCode: 0, timedOut: false, left: 0 })
  expect(setup.read('ran.txt')).toBe('said-so\n')
  expect(setup.read('written.txt')).toBe('text\n')
  expect(resultOf('a-shell')?.text).toContain('said-so')
  expect(resultOf('a-write')?.text).toContain('written.txt')
  expect(requests.filter(({ kind }) => kind === 'main').map(({ round }) => round)).toEqual([0, 1, 2])
})

test.each(HOSTS)('%s: a denied call is not carried out, and the model reads why', async (id) => {
  const setup = await live(id)
  await setup.policy({ hooks: [{ event: 'PreToolUse', tools: ['run_command'], deny: 'not-in-this-project' }] })
  const { exitCode, resultOf } = await setup.run([[{ ...setup.host.calls.shell('touch ran.txt'), id: 'a-shell' }], [{ text: 'Done.' }]])
  expect(exitCode).toBe(0)
  expect(setup.isThere('ran.txt')).toBe(false)
  expect(resultOf('a-shell')?.text).toContain('not-in-this-project')
})

test.each(HOSTS)('%s that does not end is ended, with what it started', async (id) => {
  const setup = await live(id, { install: undefined })
  const turns = [[setup.host.calls.shell('echo $$ > pid.txt; sleep 300')], [{ text: 'Done.' }]]
  const { timedOut, left } = await setup.run(turns, { timeoutMs: 6000 })
  expect({ timedOut, left }).toEqual({ timedOut: true, left: 0 })
  expect(await isGoneWithin(Number(setup.read('pid.txt')), 1000)).toBe(true)
})

test.each(HOSTS)('%s: the pinned version is the one that runs', async (id) => {
  const setup = await live(id, { install: undefined })
  const { requests } = await setup.run([[{ text: 'Done.' }]])
  const [main] = requests.filter(({ kind }) => kind === 'main')
  expect(JSON.stringify(main?.headers)).toContain(newest(id).version)
})
