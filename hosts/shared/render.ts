import type { Decision, NamedText, Rendered } from '../../src/protocol/decision.js'
import { contextText, noticeText } from '../../src/text/messages.js'
import { bounded } from '../../src/text/bounds.js'
import type { Carrier, HostDescriptor } from '../types.js'
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
  (descriptor: HostDescriptor) =>
  (nativeEvent: string, decision: Decision): Rendered => {
    const row = rowOf(descriptor, nativeEvent)
    const answer = new Answer(nativeEvent)
    const dropped: string[] = []
    const put = (what: string, carrier: Carrier | undefined, text: string): boolean => {
      if (carrier === undefined || carrier.support === 'none') {
        dropped.push(what)
        return false
      }
      answer.put(carrier, text)
      return true
    }

    const denied = decision.verdict === 'deny'
    const reason = decision.reason ?? ''
    const said = denied && put('deny', row?.deny, reason)
    const neutral = row?.neutral ?? descriptor.neutral
    if (!said && neutral !== undefined) answer.put({ support: 'native', set: neutral }, '')
    if (decision.contexts.length > 0)
      put('context', row?.context, contextsWithin(decision.contexts, descriptor.contextChars - (denied ? reason.length + 2 : 0)))
    const notices = denied && !said ? [{ from: '', text: reason }, ...decision.notices] : decision.notices
    const noticed = notices.map(noticeText).join('\n')
    if (notices.length > 0) put('notice', row?.notice, bounded(noticed, NOTICE_CHARS))

    const stderr = [denied ? reason : '', decision.notices.map(noticeText).join('\n')].filter((part) => part !== '').join('\n')
    return { stdout: answer.document(neutral !== undefined), stderr: stderr === '' ? '' : `${stderr}\n`, exitCode: 0, dropped }
  }

/** Each hook's text under its name, in order, within the host's limit; the longest give way first and say so. */
const contextsWithin = (contexts: readonly NamedText[], maxChars: number): string => {
  const heads = contexts.map((context) => contextText({ ...context, text: '' }).length + 2)
  let room = maxChars - heads.reduce((sum, length) => sum + length, 0)
  const share = new Map<NamedText, number>()
  const shortestFirst = [...contexts].sort((a, b) => a.text.length - b.text.length)
  for (const [index, context] of shortestFirst.entries()) {
    const chars = Math.min(context.text.length, Math.max(Math.floor(room / (shortestFirst.length - index)), 0))
    share.set(context, chars)
    room -= chars
  }
  const whole = contexts.map((context) => contextText({ ...context, text: bounded(context.text, share.get(context) ?? 0) })).join('\n\n')
  // Very many names alone can be too long.
  return bounded(whole, Math.max(maxChars, 0))
}

/** A JSON document under construction. Two texts for one key are joined, so that neither is lost. */
class Answer {
  readonly #event: string
  readonly #fields: Record<string, unknown> = {}

  constructor(nativeEvent: string) {
    this.#event = nativeEvent
  }

  put(carrier: Carrier, text: string): void {
    for (const [dotted, template] of Object.entries(carrier.set)) {
      const keys = dotted.split('.')
      const last = keys.pop() as string
      let place = this.#fields
      for (const key of keys) place = (place[key] ??= {}) as Record<string, unknown>
      const before = place[last]
      if (template === '$text') place[last] = typeof before === 'string' && before !== text ? `${before}\n\n${text}` : text
      else place[last] = template === '$event' ? this.#event : template
    }
  }

  /** @param evenEmpty whether the host wants a document where there is nothing to say */
  document(evenEmpty: boolean): string {
    return evenEmpty || Object.keys(this.#fields).length > 0 ? `${JSON.stringify(this.#fields)}\n` : ''
  }
}
