import { hookRunner } from '../chain/run-hook.js'
import { runMatched } from './matched.js'

/** Runs hooks of which at least one is a command: the part that can start processes. */
export const runMatchedCommands: typeof runMatched = (matched, event, call, around) => runMatched(matched, event, call, around, hookRunner)
