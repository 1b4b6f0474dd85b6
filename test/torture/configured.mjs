/**
 * Policies that deny a call, the call, and a plain reading of what a policy says, by the contract (DESIGN 5) and without our code.
 *
 * @typedef {Record<string, unknown>} Json
 * @typedef {{ policy: Json, call: 'shell' | 'write' }} Configured the policy denies this call
 */

/** @type {readonly Configured[]} */
export const CONFIGURED = [
  { policy: { hooks: [{ event: 'PreToolUse', deny: 'no' }] }, call: 'shell' },
  { policy: { hooks: [{ event: 'PreToolUse', tools: ['run_command'], commands: ['git push --force'], deny: 'no' }] }, call: 'shell' },
  { policy: { hooks: [{ event: 'PreToolUse', tools: ['Bash'], command: 'echo no >&2; exit 2', timeoutMs: 20_000 }] }, call: 'shell' },
  {
    policy: {
      version: 1,
      budgetMs: 60_000,
      hooks: [
        { event: 'PostToolUse', name: 'after', command: 'true' },
        {
          event: 'PreToolUse',
          name: 'before',
          why: 'people only',
          tools: ['write_file', 'edit_file'],
          paths: ['infra/**'],
          deny: 'no',
          instead: 'ask',
        },
        { event: 'Stop', command: ['true'], onFailure: 'notice' },
      ],
    },
    call: 'write',
  },
  {
    policy: {
      hooks: [{ event: 'PreToolUse', tools: ['*'], hosts: ['codex'], mode: 'enforce', command: ['sh', '-c', 'exit 2'] }],
      stopLimit: 3,
      contextChars: 900,
    },
    call: 'write',
  },
]

export const SHELL_COMMAND = 'git push --force'
export const WRITTEN_FILE = 'infra/main.tf'

const FILE_KEYS = ['$schema', 'hooks', 'version', 'extends', 'pins', 'budgetMs', 'stopLimit', 'contextChars']
const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'SubagentStart',
  'SubagentStop',
  'Notification',
  'Stop',
  'SessionEnd',
]
const TEXTS = ['name', 'why', 'deny', 'ask', 'notice', 'context', 'instead', 'each', 'mode', 'shellProgram', 'stdin', 'onFailure']
const LISTS = ['tools', 'paths', 'commands', 'hosts', 'env']
const FLAGS = ['background', 'detach', 'mayAllow']

/** @param {unknown} value @returns {value is Json} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** @param {unknown} value */
const isTextOrList = (value) =>
  typeof value === 'string' || (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))

/** @param {Json} hook @returns {string | undefined} */
const faultOfHook = (hook) => {
  if (!EVENTS.includes(/** @type {string} */ (hook.event))) return 'no event'
  for (const [key, value] of Object.entries(hook)) {
    if (
      TEXTS.includes(key)
        ? typeof value !== 'string'
        : LISTS.includes(key)
          ? typeof value === 'string' || (!isTextOrList(value) && !(key === 'env' && Array.isArray(value)))
          : FLAGS.includes(key)
            ? typeof value !== 'boolean'
            : key === 'timeoutMs'
              ? !Number.isInteger(value)
              : ['command', 'commandWindows'].includes(key)
                ? !isTextOrList(value)
                : key !== 'event'
    )
      return `${key} is unknown or of a wrong type`
  }
  return ['command', 'deny', 'ask', 'notice', 'context'].some((key) => key in hook) ? undefined : 'no answer'
}

/**
 * Why nobody may ever have approved this; undefined where a plain reading finds nothing.
 *
 * @param {Buffer} bytes
 * @returns {{ fault: string } | { policy: Json }}
 */
export const plainReading = (bytes) => {
  let policy
  try {
    policy = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\ufeff/, ''))
  } catch {
    return { fault: 'not JSON in UTF-8' }
  }
  if (!isObject(policy)) return { fault: 'not an object' }
  const unknown = Object.keys(policy).find((key) => !FILE_KEYS.includes(key))
  if (unknown !== undefined) return { fault: `unknown key ${unknown}` }
  const hooks = policy.hooks ?? []
  if (('hooks' in policy && !Array.isArray(policy.hooks)) || !Array.isArray(hooks)) return { fault: 'hooks is no list' }
  for (const hook of hooks) {
    const fault = isObject(hook) ? faultOfHook(hook) : 'a hook that is no object'
    if (fault !== undefined) return { fault }
  }
  return { policy }
}

/** Keys of a hook that change nothing about whether it denies. */
const HARMLESS = new Set(['name', 'why', 'instead', 'deny', 'timeoutMs', 'mode', 'onFailure', 'env'])

/**
 * Whether a policy still has the hook that denies the call of the original: every key that decides is as it was, and it is in force.
 *
 * @param {Json} policy
 * @param {Configured} original
 */
export const stillDenies = (policy, original) => {
  const gate = hooksOf(original.policy).find(({ event }) => event === 'PreToolUse') ?? {}
  /** @param {Json} hook */
  const deciding = (hook) =>
    JSON.stringify(
      Object.entries(hook)
        .filter(([key]) => !HARMLESS.has(key))
        .sort(),
    )
  return hooksOf(policy).some(
    (hook) =>
      deciding(hook) === deciding(gate) &&
      'deny' in hook === 'deny' in gate &&
      !['warn', 'off'].includes(/** @type {string} */ (hook.mode)),
  )
}

/** @param {Json} policy */
const hooksOf = (policy) => /** @type {Json[]} */ (policy.hooks ?? [])
