import { expect, it } from 'vitest'
import { oracles } from '../oracle/index.js'
import { shellCall } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { workspaceWith } from './judged.js'

/** A payload whose own marks are damaged still belongs to the only host that has its event: taken for another one's, its gate would be silent. */
it.each([[['--host', 'cursor']], [[]]])(
  'Cursor without a usable version and conversation, with %j, is stopped by its gate',
  async (args) => {
    const workspace = workspaceWith({ hooks: [{ event: 'PreToolUse', deny: 'no' }] })
    const stdin = { ...shellCall('cursor', workspace.root, 'ls'), cursor_version: ['3.21.18'], conversation_id: [{ a: [1] }] }
    const ended = await runProgram(['run', ...args], { stdin, cwd: workspace.root, env: workspace.env })
    expect(oracles.cursor.judge('preToolUse', ended).blocked, ended.stderr).toBe(true)
  },
)
