import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../src/chain/answer.js'

/** A log line before an answer loses it (DESIGN 6): somebody meant it, so it is malformed and never plain text. */

describe('an answer after a line of a log', () => {
  it.each([
    '{"decision":"deny"}',
    '{"suppressOutput":true,"decision":"deny"}',
    '{\n  "decision": "deny"\n}',
    '{\n  "suppressOutput": true,\n  "decision": "deny"\n}',
    '{ "suppressOutput": {}\n, "decision": "deny" }',
    '{"decision":"deny"',
    '{"suppressOutput":true,"decision":"deny"} done',
    '\u001b[0m{"decision":"deny"}',
  ])('is malformed: %j', (answer) => {
    expect(readAnswer(`log\n${answer}`, 'PreToolUse')).toHaveProperty('malformed')
  })

  it.each(['no braces', '{not json', '{}', '{"level":"info","msg":"ok"}', '[1, 2]', 'x {"decision":"deny"}'])(
    'other text stays plain: %j',
    (text) => {
      expect(readAnswer(`log\n${text}`, 'PreToolUse')).toEqual({ plain: `log\n${text}` })
    },
  )
})
