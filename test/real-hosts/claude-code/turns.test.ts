import { describeSessions } from '../describe-sessions.js'
import { versionsOf } from '../programs.mjs'
import { claudeCode } from './host.js'
import { parts } from './sessions/index.js'

describeSessions(versionsOf('claude-code').map(claudeCode), parts.turns)
