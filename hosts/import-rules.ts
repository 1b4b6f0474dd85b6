import type { HostId } from '../src/protocol/event.js'
import { importRules as claudeCode } from './claude-code/import-rules.js'
import { importRules as codex } from './codex/import-rules.js'
import { importRules as cursor } from './cursor/import-rules.js'
import type { ImportRules } from './shared/import-rules.js'

export type { ClosedCase, ImportRules, OpenCase } from './shared/import-rules.js'

/** For `import` only: nothing that a call loads may import this. */
const RULES: Readonly<Record<HostId, ImportRules>> = { 'claude-code': claudeCode, codex, cursor }

export const importRulesOf = (id: HostId): ImportRules => RULES[id] as ImportRules
