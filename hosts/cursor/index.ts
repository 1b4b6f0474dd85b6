import { isStopEvent } from '../../src/protocol/events.js'
import { compact, decodedJson, flagOf, numberOf, recordOf, recordOrDecoded, textOf, wordOf, wordsOf } from '../shared/fields.js'
import { INPUT_KEY, payloadWith } from '../shared/payload-with.js'
import { readWith, type HostReader } from '../shared/read.js'
import { renderFrom } from '../shared/render.js'
import { workspaceOf } from '../shared/workspace.js'
import type { HostAdapter, Payload, Recognition } from '../types.js'
import { descriptor } from './descriptor.js'
import { hasOwnLine } from './own-line.js'
import { settings } from './settings.js'
import { tool } from './tool-call.js'
import { tools } from './tools.js'

const recognise = (payload: Payload): Recognition => {
  if (wordOf(payload.cursor_version) !== undefined) return 'named'
  return wordOf(payload.conversation_id) !== undefined && 'generation_id' in payload ? 'certain' : 'unsure'
}

const fields: HostReader['fields'] = (payload, row, context) => {
  const version = wordOf(payload.cursor_version)
  const shellInput = payload.tool_name === 'Shell' ? recordOrDecoded(payload.tool_input) : undefined
  const rounds = numberOf(payload.loop_count)
  const roots = [...wordsOf(payload.workspace_roots), context.env.CURSOR_PROJECT_DIR]
  return {
    hostVersion: version,
    // The command-line program is versioned by date.
    surface: version === undefined ? undefined : /^\d{4}\./.test(version) ? 'cli' : 'ide',
    sessionId: wordOf(payload.session_id) ?? wordOf(payload.conversation_id),
    parentSessionId: wordOf(payload.parent_conversation_id),
    promptId: wordOf(payload.generation_id),
    agentId: wordOf(payload.subagent_id),
    agentType: wordOf(payload.subagent_type),
    task: wordOf(payload.task),
    permissionMode: wordOf(payload.composer_mode),
    model: wordOf(payload.model),
    transcriptPath: wordOf(payload.transcript_path),
    endReason: row.event === 'SessionEnd' ? wordOf(payload.reason) : undefined,
    workspace: workspaceOf(roots, [payload.cwd, shellInput?.cwd, shellInput?.working_directory], context),
    prompt: row.event === 'UserPromptSubmit' ? textOf(payload.prompt) : undefined,
    stop:
      row.event === 'SessionEnd' || (row.event !== undefined && isStopEvent(row.event))
        ? compact({
            status: wordOf(payload.status) ?? (payload.final_status === 'none' ? undefined : wordOf(payload.final_status)),
            rounds,
            active: rounds === undefined ? undefined : rounds > 0,
            lastMessage: textOf(payload.summary),
          })
        : undefined,
    compaction: row.event === 'PreCompact' ? compact({ trigger: wordOf(payload.trigger) }) : undefined,
  }
}

/** Results are JSON texts; an exit code, `success` or `isError` says how the call went, otherwise nobody does. */
const result: HostReader['result'] = (payload, row) => {
  if (row.name === 'postToolUseFailure') return compact({ ok: false, error: textOf(payload.error_message) })
  const raw = payload.tool_output ?? payload.result_json ?? payload.output ?? undefined
  const output = typeof raw === 'string' ? (decodedJson(raw) ?? raw) : raw
  return compact({ ok: row.name === 'afterShellExecution' ? undefined : okOf(recordOf(output)), output })
}

const okOf = (output: Payload | undefined): boolean | undefined => {
  if (output === undefined) return undefined
  const exitCode = numberOf(output.exitCode)
  if (exitCode !== undefined) return exitCode === 0
  const isError = flagOf(output.isError)
  return isError === undefined ? flagOf(output.success) : !isError
}

const reader: HostReader = {
  descriptor,
  // The host reports a call that we denied as a failure.
  silent: (payload, row) =>
    row.name === 'postToolUseFailure' && payload.failure_type === 'permission_denied' ? 'the call was denied' : undefined,
  fields,
  tool,
  result,
}

export const cursor: HostAdapter = {
  id: 'cursor',
  descriptor,
  tools,
  settings,
  recognise,
  read: readWith(reader),
  render: renderFrom(descriptor),
  inputKey: INPUT_KEY,
  payloadWith: payloadWith(['tool_output', 'result_json', 'output'], (_event, value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  ),
  rootVariables: ['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  hookVariables: [
    'CURSOR_PROJECT_DIR',
    'CURSOR_VERSION',
    'CURSOR_TRANSCRIPT_PATH',
    'CURSOR_CODE_REMOTE',
    'CURSOR_INVOKED_AS',
    'CURSOR_PLUGIN_ROOT',
    'CLAUDE_PROJECT_DIR',
    'CLAUDE_PLUGIN_ROOT',
  ],
  hasOwnLine,
}
