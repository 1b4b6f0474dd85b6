/** Bounds of what a policy may say (DESIGN 5), for the reader and for the schema that editors get. */

export const MAX_HOOKS = 32
export const DEFAULT_TIMEOUT_MS = 30_000
export const GATE_TIMEOUT_MAX_MS = 120_000
export const OTHER_TIMEOUT_MAX_MS = 600_000
/** One less than the lowest cap of a host. */
export const MAX_STOP_LIMIT = 7
export const MAX_CONTEXT_CHARS = 100_000

export const SHELL_PROGRAMS = ['sh', 'bash', 'pwsh', 'cmd'] as const
export const MODES = ['enforce', 'warn', 'off'] as const
export const STDIN_KINDS = ['event', 'host'] as const
export const FAILURE_POLICIES = ['deny', 'notice', 'ask'] as const
export const SELF_PROTECT = ['deny', 'propose', 'off'] as const
export const LOG_MODES = ['on', 'off', 'denied', 'full'] as const

/** Keys that answer by themselves: a hook that has one needs no command. */
export const ANSWER_KEYS = ['deny', 'ask', 'notice', 'context'] as const
/** Keys that say how something is started: they stand beside a command only. */
export const STARTING_KEYS = ['commandWindows', 'shellProgram', 'env', 'stdin', 'background', 'detach', 'mayAllow'] as const
