import type { Surface } from '../../src/protocol/event.js'
import { compact, recordOf, textOf, wordOf } from '../shared/fields.js'
import { INPUT_KEY, payloadWith } from '../shared/payload-with.js'
import { readWith, snakeCaseFields, type HostReader } from '../shared/read.js'
import { renderFrom } from '../shared/render.js'
import { workspaceOf } from '../shared/workspace.js'
import type { HostAdapter, Payload, ReadingContext, Recognition } from '../types.js'
import { descriptor } from './descriptor.js'
import { settings } from './settings.js'
import { tool } from './tool-call.js'
import { PATCH_TOOL, tools } from './tools.js'

const recognise = (payload: Payload): Recognition => {
  const name = wordOf(payload.hook_event_name)
  const hasTurn = wordOf(payload.turn_id) !== undefined && wordOf(payload.model) !== undefined
  const startsSession = name === 'SessionStart' && wordOf(payload.model) !== undefined && wordOf(payload.permission_mode) !== undefined
  const rollout = /(?:^|[\\/])rollout-[^\\/]*$|[\\/]\.codex[\\/]/.test(textOf(payload.transcript_path) ?? '')
  return hasTurn || startsSession || rollout ? 'certain' : 'unsure'
}

const surfaceOf = (env: ReadingContext['env']): Surface => {
  const originator = env.CODEX_INTERNAL_ORIGINATOR_OVERRIDE
  if (originator === 'Codex Desktop' || wordOf(env.CODEX_ELECTRON_RESOURCES_PATH) !== undefined) return 'desktop'
  return /vscode|ide/i.test(originator ?? '') ? 'ide' : 'cli'
}

const fields: HostReader['fields'] = (payload, row, context) => ({
  ...snakeCaseFields(payload, row),
  surface: surfaceOf(context.env),
  promptId: wordOf(payload.turn_id),
  // Hooks are started in the session's folder; the payload's cwd follows the call's own workdir.
  workspace: workspaceOf([context.processCwd], [payload.cwd], context),
})

/** A shell call's raw output comes without its exit code; only patches and MCP results say how it went. */
const result: HostReader['result'] = (payload, _row, call) => {
  const response = payload.tool_response
  const isError = recordOf(response)?.isError
  const exit = call.nativeName === PATCH_TOOL ? /^Exit code: (\d+)/.exec(textOf(response) ?? '') : null
  const ok = typeof isError === 'boolean' ? !isError : exit ? exit[1] === '0' : undefined
  return compact({ ok, output: response ?? undefined })
}

const EMPTY_OUTPUT = '[empty output]'

/** Only a text takes an output's place. */
const fitOutput: HostAdapter['fitOutput'] = (_event, output) => {
  const value = 'value' in output ? output.value : output.withheld
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A blank text would void the answer, and the original would be read.
  return text.trim() === '' ? EMPTY_OUTPUT : text
}

export const codex: HostAdapter = {
  id: 'codex',
  descriptor,
  tools,
  settings,
  recognise,
  read: readWith({ descriptor, fields, tool, result }),
  render: renderFrom(descriptor, fitOutput),
  fitOutput,
  inputKey: INPUT_KEY,
  payloadWith: payloadWith(['tool_response'], (_event, value) => value),
  rootVariables: [],
  hookVariables: ['CODEX_HOME', 'PLUGIN_ROOT', 'PLUGIN_DATA', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'],
}
