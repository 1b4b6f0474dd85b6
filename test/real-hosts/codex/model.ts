import { liveHostOf, type LiveHost, type ModelRequest } from '../../../hosts/live.js'
import type { Outcome } from '../scenario.js'
import { seenBy as seenByModels } from '../seen-by.js'

export const live = liveHostOf('codex') as LiveHost

/** Its own words in front of a refusal: it marks no result as an error. */
const REFUSED = /^(?:Command|Tool call) blocked by PreToolUse hook: /

/** What the models were sent. */
export const seenBy = (requests: readonly ModelRequest[]): Pick<Outcome, 'results' | 'told' | 'toldSubagent' | 'requests'> =>
  seenByModels(live, requests, ({ text }) => REFUSED.test(text))
