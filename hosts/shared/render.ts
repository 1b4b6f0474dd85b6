import type { Decision, Dropped, RenderedDecision } from '../../src/protocol/decision.js'
import { asksText, noticeText } from '../../src/text/messages.js'
import { bounded } from '../../src/text/bounds.js'
import type { Carrier, HostAdapter, HostDescriptor, RenderSetting } from '../types.js'
import { contextsWithin, DEFAULT_CONTEXT_CHARS, textWithin } from './contexts.js'
import { carries, expressed } from './express.js'
import { rowOf } from './rows.js'

/** Characters of text for the person. */
const NOTICE_CHARS = 2_000

/**
 * Turns a decision into the host's own answer, from the descriptor's row alone: the keys a document can have are the
 * keys of that row's carriers and neutral document, so nothing of ours can slip in and void a deny.
 *
 * @param nativeEvent the incoming event name, verbatim; one the table does not have gets silence
 */
export const renderFrom =
  (descriptor: HostDescriptor, fitOutput?: HostAdapter['fitOutput']): HostAdapter['render'] =>
  (nativeEvent: string, whole: Decision, setting?: RenderSetting): RenderedDecision => {
    const row = rowOf(descriptor, nativeEvent)
    const answer = new Answer(nativeEvent)
    const { decision, output, dropped } = expressed(whole, row, setting?.event, fitOutput)
    const put = (what: Dropped, carrier: Carrier | undefined, text: string, value?: unknown): boolean => {
      if (!carries(carrier)) {
        dropped.push(what)
        return false
      }
      answer.put(carrier, text, value)
      return true
    }

    const denied = decision.verdict === 'deny'
    const { contextChars, contextInBytes: inBytes = false } = descriptor
    // Where a deny goes the way of context, it has no more room than that.
    const isContext = row?.deny !== undefined && Object.keys(row.deny.set).some((key) => row.context?.set[key] === '$text')
    const reason = isContext ? textWithin(decision.reason ?? '', contextChars, inBytes) : (decision.reason ?? '')
    const reasonSize = denied ? (inBytes ? Buffer.byteLength(reason) : reason.length) + 2 : 0
    if (decision.input !== undefined) put('rewrite', row?.rewrite, '', decision.input)
    if (decision.verdict === 'ask') put('ask', row?.ask, asksText(decision.asks))
    if (decision.verdict === 'allow') put('allow', row?.allow, reason)
    const said = denied && put('deny', row?.deny, reason)
    if (said && decision.endsTurn !== undefined && carries(row?.endsTurn)) answer.put(row.endsTurn, decision.endsTurn)
    if (output !== undefined) answer.put(output.carrier, '', output.value)
    const neutral = row?.neutral ?? descriptor.neutral
    if (!said && neutral !== undefined && !answer.says(neutral)) answer.put({ support: 'native', set: neutral }, '')
    const isLate = row?.context?.onlyOn !== undefined && setting !== undefined && row.context.onlyOn !== setting.event.surface && !denied
    if (decision.contexts.length > 0) {
      const carrier = isLate ? undefined : row?.context
      const limits = { maxChars: contextChars - reasonSize, inBytes, perHookChars: setting?.contextChars ?? DEFAULT_CONTEXT_CHARS }
      // Cutting keeps the whole text on disk: only for a text that goes out.
      put('context', carrier, carries(carrier) ? contextsWithin(decision.contexts, { ...limits, keep: setting?.keep }) : '')
    }
    const notices = denied && !said ? [{ from: '', text: reason }, ...decision.notices] : decision.notices
    const noticed = notices.map(noticeText).join('\n')
    if (notices.length > 0) put('notice', row?.notice, bounded(noticed, NOTICE_CHARS))

    const stderr = [denied ? reason : '', decision.notices.map(noticeText).join('\n')].filter((part) => part !== '').join('\n')
    const { verdict } = decision
    return { verdict, stdout: answer.document(neutral !== undefined), stderr: stderr === '' ? '' : `${stderr}\n`, exitCode: 0, dropped }
  }

/** A JSON document under construction. Two texts for one key are joined, so that neither is lost. */
class Answer {
  readonly #event: string
  readonly #fields: Record<string, unknown> = {}

  constructor(nativeEvent: string) {
    this.#event = nativeEvent
  }

  put(carrier: Carrier, text: string, value?: unknown): void {
    for (const [dotted, template] of Object.entries(carrier.set)) {
      // A key whose text there is none of is left out: hosts take no empty reasons.
      if (template === '$text' && text === '') continue
      const keys = dotted.split('.')
      const last = keys.pop() as string
      let place = this.#fields
      for (const key of keys) place = (place[key] ??= {}) as Record<string, unknown>
      const before = place[last]
      if (template === '$text') place[last] = typeof before === 'string' && before !== text ? `${before}\n\n${text}` : text
      else place[last] = template === '$event' ? this.#event : template === '$value' ? value : template
    }
  }

  /** Whether a document with these keys says something already. */
  says(keys: Readonly<Record<string, unknown>>): boolean {
    return Object.keys(keys).some((key) => key in this.#fields)
  }

  /** @param evenEmpty whether the host wants a document where there is nothing to say */
  document(evenEmpty: boolean): string {
    return evenEmpty || Object.keys(this.#fields).length > 0 ? `${JSON.stringify(this.#fields)}\n` : ''
  }
}
