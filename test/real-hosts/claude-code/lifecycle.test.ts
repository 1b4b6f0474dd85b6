import { describeSessions } from '../scenario.js'
import { claudeCode } from './host.js'
import { killed, removed, uninstalled } from './sessions/loss.js'
import { layers, local, skills, teammate, worktree } from './sessions/places.js'
import { protection, settingsChanged } from './sessions/protection.js'
import { strict } from './sessions/permissions.js'
import { broken, changing, unapproved } from './sessions/states.js'
import { compaction, halt, prompt, stop, stopOnce, subagents } from './sessions/turns.js'

describeSessions(claudeCode, [killed, removed, uninstalled, layers, local, skills, teammate, worktree, protection, settingsChanged, strict])
describeSessions(claudeCode, [broken, changing, unapproved, compaction, halt, prompt, stop, stopOnce, subagents])
