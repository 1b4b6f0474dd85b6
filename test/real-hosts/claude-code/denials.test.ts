import { describeSessions } from '../scenario.js'
import { claudeCode } from './host.js'
import { denials } from './sessions/denials.js'

describeSessions(claudeCode, [denials])
