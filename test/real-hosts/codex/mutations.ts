import { hostOf } from '../../../hosts/index.js'
import type { Decision } from '../../../src/protocol/decision.js'
import type { MutationSetting } from '../mutate.js'
import { documentIn, type Mutation } from '../mutations.mjs'
import type { Answered } from '../shim.js'
import { APP } from './sessions/app.js'

/** What else we could have said to Codex, and which mutations change nothing that it obeys (hosts/codex.md 5 and 6). */

const adapter = hostOf('codex')

const ALLOW = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } })

/** A no where nothing was to be said, before a call or a prompt and at the end of a turn; a yes before a call. */
const otherwise = (event: string): readonly Mutation[] => {
  if (!['PreToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact'].includes(event)) return []
  const decision: Decision = { verdict: 'deny', reason: 'a wrong word', asks: [], contexts: [], notices: [], outcomes: [] }
  const no: Mutation = { name: 'a wrong no', does: 'say', stdout: adapter.render(event, decision).stdout }
  return event === 'PreToolUse' ? [no, { name: 'a wrong yes', does: 'say', stdout: ALLOW }] : [no]
}

const SHOWING = new Set(APP.map(({ name }) => name))

/** What stands in a document for the person alone. */
const FOR_PEOPLE: Readonly<Record<string, readonly string[]>> = {
  UserPromptSubmit: ['reason', 'systemMessage'],
  PreCompact: ['stopReason', 'systemMessage'],
}

/** The scripted model's calls all have such an id. */
const ofModel = /^PreToolUse toolu_/

const equivalent = ({ key, event, stdout }: Answered, mutation: Mutation, session: string): string | undefined => {
  if (event === 'PreToolUse' && !ofModel.test(key)) return 'doctor asked, trying our line by itself: no host hears that answer'
  if (mutation.name === 'a wrong yes')
    return 'it takes no allow without a changed input: the hook fails, and the call is judged as ever (5)'
  // What a deny says stands on stderr too.
  if (mutation.does === 'exit' && event === 'PreToolUse' && /"permissionDecision":"deny"/.test(stdout))
    return 'the wrapper makes exit 2 of it, which blocks with the same words from stderr (5, 9)'
  if (SHOWING.has(session)) return undefined
  const document = documentIn(stdout)
  const isNotice = document !== undefined && Object.keys(document).every((key) => key === 'systemMessage')
  if (isNotice && !(mutation.does === 'exit' && event === 'PreToolUse')) return 'exec shows no systemMessage to anybody (6)'
  const path = 'path' in mutation ? mutation.path.join('.') : ''
  const isForPeople = (FOR_PEOPLE[event] ?? ['systemMessage']).includes(path)
  // Without a reason the block itself is void.
  const isVoided = path === 'reason' && (mutation.does === 'drop' || mutation.does === 'null')
  return isForPeople && !isVoided ? 'exec shows nobody why a prompt or a compaction was stopped, and no notice (6)' : undefined
}

export const mutationSetting: Pick<MutationSetting, 'otherwise' | 'equivalent'> = { otherwise, equivalent }
