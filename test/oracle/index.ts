/** The oracles by host name. */
import * as claudeCode from './claude-code.js'
import * as codex from './codex.js'
import * as cursor from './cursor.js'
import type { Oracle } from './types.js'

export type HostName = 'claude-code' | 'codex' | 'cursor'

export const oracles: Record<HostName, Oracle> = { 'claude-code': claudeCode, codex, cursor }

export type { HookResult, Judgement, JudgeOptions, Oracle } from './types.js'
