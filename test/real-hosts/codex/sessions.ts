import type { CodexSession } from './parts.js'
import { contexts, prompts, replacements, rewrites } from './sessions/answers.js'
import { denials } from './sessions/denials.js'
import { failures, large } from './sessions/failures.js'
import { STATES } from './sessions/states.js'
import { STOPS } from './sessions/stops.js'

/** Every session of `codex exec`. */
export const sessions: readonly CodexSession[] = [denials, failures, large, ...STATES, rewrites, contexts, replacements, prompts, ...STOPS]
