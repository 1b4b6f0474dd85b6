import { describeSessions } from '../describe-sessions.js'
import { codexApp } from './app-host.js'
import { appSessions } from './sessions.js'

describeSessions(codexApp, appSessions)
