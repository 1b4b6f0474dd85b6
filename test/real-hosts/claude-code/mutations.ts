import { hostOf } from '../../../hosts/index.js'
import type { Decision } from '../../../src/protocol/decision.js'
import type { MutationSetting } from '../mutate.js'
import { documentIn, type Mutation } from '../mutations.mjs'
import type { Answered } from '../shim.js'

/** What else we could have said to Claude Code, and which mutations change nothing that it obeys (hosts/claude-code.md 1 and 5). */

const adapter = hostOf('claude-code')

const documentOf = (event: string, verdict: 'deny' | 'allow'): string => {
  const decision: Decision = { verdict, reason: 'a wrong word', asks: [], contexts: [], notices: [], outcomes: [] }
  return adapter.render(event, decision).stdout
}

/** A no where nothing was to be said, before a call or a prompt and at the end of a turn; a yes before a call. */
const otherwise = (event: string): readonly Mutation[] => {
  if (!['PreToolUse', 'UserPromptSubmit', 'Stop'].includes(event)) return []
  const no: Mutation = { name: 'a wrong no', does: 'say', stdout: documentOf(event, 'deny') }
  return event === 'PreToolUse' ? [no, { name: 'a wrong yes', does: 'say', stdout: documentOf(event, 'allow') }] : [no]
}

/** Sessions that are started in a mode in which the host asks before a call. */
const ASKING_SESSIONS = ['where the host itself would ask first']

const isDeny = (stdout: string): boolean => /"permissionDecision":"deny"/.test(stdout)

const equivalent = ({ event, stdout, exitCode, payload }: Answered, mutation: Mutation, session: string): string | undefined => {
  if (mutation.name === 'a wrong yes' && !ASKING_SESSIONS.includes(session))
    return 'in bypassPermissions the host lets a call run without a yes of ours'
  if (mutation.name === 'a wrong yes' && payload.tool_name === 'Read') return 'the host reads in its project without a yes in every mode'
  if (mutation.does === 'exit' && mutation.exitCode === 1) {
    if (documentIn(stdout) === undefined) return exitCode === 0 ? undefined : 'the wrapper turns every exit but 0 into exit 2'
    if (event !== 'PreToolUse') return 'a valid document alone decides, whatever the exit code (rule 4)'
    if (isDeny(stdout)) return 'the wrapper makes exit 2 of it, which blocks with the reason of the document (rule 4)'
  }
  const path = 'path' in mutation ? mutation.path.join('.') : ''
  if (path === 'systemMessage' && event === 'SessionStart' && mutation.does !== 'null')
    return 'print mode shows no systemMessage of SessionStart'
  if (path === 'reason' && event === 'ConfigChange' && mutation.does !== 'null')
    return 'print mode shows the reason of a ConfigChange to nobody'
  if (path.endsWith('permissionDecisionReason') && /"permissionDecision":"ask"/.test(stdout) && mutation.does !== 'null')
    return 'the tool that stands for the person in print mode is not told why it is asked'
  if (path.endsWith('updatedToolOutput.file.filePath') && mutation.name.endsWith('other words'))
    return 'the model reads what is in a file that was read, not the path beside it'
  return undefined
}

export const mutationSetting: Pick<MutationSetting, 'otherwise' | 'equivalent'> = { otherwise, equivalent }
