import type { CodexSession } from './parts.js'
import { APP, type AppSession } from './sessions/app.js'
import { contexts, prompts, replacements, rewrites } from './sessions/answers.js'
import { denials } from './sessions/denials.js'
import { failures, large } from './sessions/failures.js'
import { LOSSES } from './sessions/loss.js'
import { protection } from './sessions/protection.js'
import { longRunning } from './sessions/running.js'
import { STATES } from './sessions/states.js'
import { STOPS } from './sessions/stops.js'
import { TRUST } from './sessions/trust.js'

/** Every session of `codex exec`. */
export const sessions: readonly CodexSession[] = [
  denials,
  failures,
  large,
  ...STATES,
  rewrites,
  contexts,
  replacements,
  prompts,
  ...STOPS,
  longRunning,
  protection,
  ...LOSSES,
  ...TRUST,
]

/** Every session of `codex app-server`. */
export const appSessions: readonly AppSession[] = APP
