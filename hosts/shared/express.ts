import type { Decision, Dropped, Replacement } from '../../src/protocol/decision.js'
import type { ProtocolEvent } from '../../src/protocol/event.js'
import { asksDenied, deniedRewrite, withChangedCall, notReplaced, withheldInstead } from '../../src/text/messages.js'
import type { Carrier, HostAdapter, NativeEvent } from '../types.js'

/**
 * What of a decision a host can carry at an event, and what becomes of the rest: always something stricter, never looser
 * (DESIGN 7). An ask becomes a deny, an allow no opinion, a change of the call a deny that shows it.
 */

export const carries = (carrier: Carrier | undefined): carrier is Carrier => carrier !== undefined && carrier.support !== 'none'

export interface Expressed {
  decision: Decision
  /** The output that is replaced, in the shape the host takes. */
  output?: { value: unknown; carrier: Carrier }
  dropped: Dropped[]
}

export const expressed = (
  whole: Decision,
  row: NativeEvent | undefined,
  event: ProtocolEvent | undefined,
  fitOutput: HostAdapter['fitOutput'],
): Expressed => {
  const decision = { ...whole }
  const dropped: Dropped[] = []
  if (decision.verdict === 'ask' && !carries(row?.ask)) {
    dropped.push('ask')
    decision.verdict = 'deny'
    decision.reason = withChangedCall(asksDenied(decision.asks, event?.event ?? 'PreToolUse'), decision.input)
  }
  if (decision.input !== undefined && decision.verdict !== 'deny' && !carries(row?.rewrite)) {
    dropped.push('rewrite')
    decision.verdict = 'deny'
    decision.reason = deniedRewrite('rewrite', JSON.stringify(decision.input), event?.event ?? 'PreToolUse')
  }
  if (decision.verdict === 'deny') delete decision.input
  if (decision.verdict === 'allow' && !carries(row?.allow)) {
    if (decision.input === undefined) dropped.push('allow')
    decision.verdict = 'pass'
    delete decision.reason
  }
  if (decision.output === undefined) return { decision, dropped }

  const carrier = event?.tool?.mcp !== undefined && carries(row?.replaceMcp) ? row.replaceMcp : row?.replace
  const fitted = event === undefined || !carries(carrier) ? undefined : fittedOutput(event, decision.output, fitOutput)
  if (fitted !== undefined && carries(carrier)) {
    if (fitted.isWithheld) decision.notices = [...decision.notices, { from: '', text: withheldInstead(event?.tool?.nativeName ?? '') }]
    return { decision, output: { value: fitted.value, carrier }, dropped }
  }
  const isWithheld = 'withheld' in decision.output
  dropped.push(isWithheld ? 'withhold' : 'replace')
  if (!isWithheld) decision.notices = [...decision.notices, { from: '', text: notReplaced(event?.tool?.nativeName ?? '') }]
  return { decision, dropped }
}

/** A value that the host takes in no shape is no reason to show what it was to hide. */
const fittedOutput = (
  event: ProtocolEvent,
  output: Replacement,
  fitOutput: HostAdapter['fitOutput'] = (_event, plain) => ('value' in plain ? plain.value : plain.withheld),
): { value: unknown; isWithheld: boolean } | undefined => {
  const value = fitOutput(event, output)
  if (value !== undefined) return { value, isWithheld: false }
  const withheld =
    'value' in output ? fitOutput(event, { withheld: output.otherwise ?? withheldInstead(event.tool?.nativeName ?? '') }) : undefined
  return withheld === undefined ? undefined : { value: withheld, isWithheld: true }
}
