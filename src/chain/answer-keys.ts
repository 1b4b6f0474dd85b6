/** The keys of an answer, in every spelling that is understood: ours, and those of the three hosts. */

export type Verdict = 'deny' | 'ask' | 'pass' | 'allow'

export type Field = 'verdict' | 'reason' | 'context' | 'notice'

/** What a key means, by the place it stands in: at the top, or in `hookSpecificOutput`. */
export const TOP_KEYS: Readonly<Record<string, Field>> = {
  decision: 'verdict',
  permission: 'verdict',
  permissionDecision: 'verdict',
  reason: 'reason',
  permissionDecisionReason: 'reason',
  stopReason: 'reason',
  user_message: 'reason',
  userMessage: 'reason',
  agent_message: 'reason',
  agentMessage: 'reason',
  followup_message: 'reason',
  context: 'context',
  additionalContext: 'context',
  additional_context: 'context',
  notice: 'notice',
  systemMessage: 'notice',
}
export const NESTED_KEYS: Readonly<Record<string, Field>> = {
  permissionDecision: 'verdict',
  permissionDecisionReason: 'reason',
  additionalContext: 'context',
}

export const VERDICTS: Readonly<Record<string, Verdict>> = {
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  pass: 'pass',
  allow: 'allow',
  approve: 'allow',
}

/** Answers that change the call, or what the model reads of it, in every spelling. */
export const REWRITE_KEYS = ['rewrite', 'updatedInput', 'updated_input']
export const REPLACE_KEYS = ['replace', 'updatedToolOutput', 'updatedMCPToolOutput', 'updated_mcp_tool_output']
/** Documented by a host and without meaning here. */
export const IGNORED = [
  'suppressOutput',
  'hookEventName',
  'suppressOriginalPrompt',
  'sessionTitle',
  'env',
  'terminalSequence',
  'watchPaths',
  'reloadSkills',
  'initialUserMessage',
  'classifierContext',
  'async',
  'asyncTimeout',
  'pluginPaths',
  'displayContent',
]

export const isAnswerKey = (key: string): boolean =>
  Object.hasOwn(TOP_KEYS, key) || ['hookSpecificOutput', 'continue', ...REWRITE_KEYS, ...REPLACE_KEYS].includes(key)
