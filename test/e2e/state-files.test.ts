import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, payload } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { workspaceWith } from './judged.js'

/** What is remembered of sessions is cleaned by age also where a host, or a line by hand, never tells that one begins or ends. */

const EIGHT_DAYS_S = 8 * 86_400

describe('old sessions', () => {
  it.each(HOSTS)('are forgotten when %s calls for a new one, at any event', async (host) => {
    const workspace = workspaceWith({ hooks: [{ event: 'Stop', deny: 'go on' }] })
    const sessions = join(workspace.store, 'sessions')
    const old = join(sessions, 'old')
    mkdirSync(old, { recursive: true, mode: 0o700 })
    const longAgo = Date.now() / 1_000 - EIGHT_DAYS_S
    writeFileSync(join(old, 'stops-x'), 'garbage')
    for (const path of [join(old, 'stops-x'), old]) utimesSync(path, longAgo, longAgo)
    const stop = payload(host, 'Stop', workspace.root)
    const call = () => runProgram(['run', '--host', host], { stdin: stop, cwd: workspace.root, env: workspace.env })
    expect((await call()).stdout).toContain('go on')
    expect(existsSync(old)).toBe(false)
    expect(readdirSync(sessions)).toHaveLength(1)
  })
})
