import { endingWhenDone, type ClaudeSession } from '../parts.js'
import { after, before } from './answers.js'
import { denials } from './denials.js'
import { failures, large } from './failures.js'
import { killed, removed, uninstalled } from './loss.js'
import { asked, strict } from './permissions.js'
import { layers, local, skills, teammate, worktree } from './places.js'
import { protection, settingsChanged } from './protection.js'
import { broken, changing, unapproved } from './states.js'
import { compacted, compaction, halt, prompt, stop, stopOnce, subagents } from './turns.js'

/** Every session with Claude Code, in parts that two workers finish at about the same time. */
const all = {
  calls: [denials, failures, large, before, after, asked, strict, protection],
  turns: [
    settingsChanged,
    changing,
    unapproved,
    broken,
    // It looks for its ancestors in /proc.
    ...(process.platform === 'linux' ? [killed] : []),
    removed,
    uninstalled,
    subagents,
    stop,
    stopOnce,
    halt,
    prompt,
    compaction,
    compacted,
    layers,
    local,
    teammate,
    worktree,
    skills,
  ],
}

export const parts: Readonly<Record<'calls' | 'turns', readonly ClaudeSession[]>> = {
  calls: all.calls.map(endingWhenDone),
  turns: all.turns.map(endingWhenDone),
}

export const sessions: readonly ClaudeSession[] = Object.values(parts).flat()
