import { ANSWER_RULES } from './rules-answers.js'
import { COVERAGE_RULES } from './rules-coverage.js'
import { PROGRAM_RULES } from './rules-programs.js'
import { REACH_RULES } from './rules-reach.js'
import { TIMEOUT_RULES } from './rules-timeouts.js'
import type { Rule } from './subject.js'

/** Everything that `check` looks for in a policy that can be read. Their ids stay what they are. */
export const RULES: readonly Rule[] = [...REACH_RULES, ...COVERAGE_RULES, ...ANSWER_RULES, ...PROGRAM_RULES, ...TIMEOUT_RULES]
