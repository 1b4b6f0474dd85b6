import { describeSessions } from '../describe-sessions.js'
import { codex } from './host.js'
import { sessions } from './sessions.js'

describeSessions(codex, sessions)
