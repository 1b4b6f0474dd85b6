import { describeSessions } from '../scenario.js'
import { claudeCode } from './host.js'
import { after, before } from './sessions/answers.js'
import { failures, large } from './sessions/failures.js'
import { asked } from './sessions/permissions.js'

describeSessions(claudeCode, [failures, large, before, after, asked])
