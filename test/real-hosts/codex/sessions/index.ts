import { counted, type CodexSession } from '../parts.js'
import { contexts, prompts, replacements, rewrites } from './answers.js'
import { APP } from './app.js'
import { denials } from './denials.js'
import { failures, large } from './failures.js'
import { LOSSES } from './loss.js'
import { protection } from './protection.js'
import { longRunning } from './running.js'
import { STATES } from './states.js'
import { STOPS } from './stops.js'
import { TRUST } from './trust.js'

const all: Readonly<Record<'calls' | 'turns', readonly CodexSession[]>> = {
  calls: [denials, failures, large, rewrites, contexts, replacements, longRunning, protection],
  turns: [...STATES, prompts, ...STOPS, ...LOSSES, ...TRUST, ...APP],
}

/** Every session with Codex, in parts that two workers finish at about the same time. */
export const parts: typeof all = { calls: all.calls.map(counted), turns: all.turns.map(counted) }

export const sessions: readonly CodexSession[] = Object.values(parts).flat()
