import { driftTests } from '../drift-tests.js'
import { newest } from '../programs.mjs'
import { drift } from './drift.js'
import { claudeCode } from './host.js'

driftTests('claude-code', claudeCode(newest('claude-code')), drift, newest('claude-code').program)
