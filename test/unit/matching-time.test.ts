import { expect, it } from 'vitest'
import { NOTHING_HELD, type StandingPolicy } from '../../src/approval/standing-policy.js'
import type { Hook } from '../../src/config/types.js'
import type { ProtocolEvent } from '../../src/protocol/event.js'
import { judgedHooks } from '../../src/run/policies.js'

/**
 * An answer that comes after the host gave up lets the call through: matching that takes longer than a part of the host's limit
 * throws, and what is thrown before an answer is a deny (`test/e2e/own-failure`).
 */

const hook: Hook = { label: 'guard', event: 'PreToolUse', command: 'true', timeoutMs: 1_000, onFailure: 'deny' }
const policy: StandingPolicy = {
  layer: 'workspace',
  file: '/w/.acuvo/hooks.json',
  root: '/w',
  approvedAs: '/w',
  content: { bytes: Buffer.from('{}') },
  given: {},
  standing: { state: 'approved', hooks: [hook], settings: {}, approvals: [], folder: '', root: '/w' },
}
const event: ProtocolEvent = {
  protocolVersion: 1,
  host: 'codex',
  event: 'PreToolUse',
  nativeEvent: 'PreToolUse',
  announcement: 'first',
  workspace: { root: '/w', roots: ['/w'], cwd: '/w' },
}

it('matching stops when its time is over, and not before', () => {
  const matching = { home: '/home/dev' }
  expect(judgedHooks([policy], event, NOTHING_HELD, matching, 60_000)).toHaveLength(1)
  expect(() => judgedHooks([policy], event, NOTHING_HELD, matching, -4)).toThrow('takes too long')
})
