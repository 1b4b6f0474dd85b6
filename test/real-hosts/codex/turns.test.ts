import { describeSessions } from '../describe-sessions.js'
import { versionsOf } from '../programs.mjs'
import { codex } from './host.js'
import { parts } from './sessions/index.js'

describeSessions(versionsOf('codex').map(codex), parts.turns)
