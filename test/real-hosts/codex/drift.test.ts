import { driftTests } from '../drift-tests.js'
import { newest } from '../programs.mjs'
import { drift } from './drift.js'
import { codex } from './host.js'

driftTests('codex', codex(newest('codex')), drift, newest('codex').program)
