import { isRecord } from '../../shared/fields.js'
import type { RunningProgram } from '../../../src/live/program.js'

/** The host's own server (`codex app-server`): JSON-RPC, one message a line. What a terminal shows and `exec` does not say is asked there. */

export interface AppServer {
  /** The result of a method; rejects with what the server says against it, or when it has ended. */
  call: (method: string, params: object) => Promise<unknown>
  /** Notifications and requests so far, in order; grows. */
  messages: readonly AppMessage[]
  /** The first such message, once it is there; undefined when it did not come in time. */
  waitFor: (isIt: (message: AppMessage) => boolean, timeoutMs: number) => Promise<AppMessage | undefined>
  end: RunningProgram['end']
}

export interface AppMessage {
  method: string
  params: Readonly<Record<string, unknown>>
}

/** What a request of the server's (may this run?) is answered with. */
export type Answering = (message: AppMessage) => object

const DECLINED = { decision: 'decline' }

/** @param program started with `app-server`, its stdin open */
export const appServer = async (program: RunningProgram, answering: Answering = () => DECLINED): Promise<AppServer> => {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const watchers = new Set<(message: AppMessage) => void>()
  const messages: AppMessage[] = []
  let calls = 0
  const send = (message: object): void => void program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const take = (line: string): void => {
    const message = messageIn(line)
    if (message === undefined) return
    const { id, method, params, result, error } = message
    if (typeof method === 'string') {
      const one = { method, params: isRecord(params) ? params : {} }
      messages.push(one)
      for (const watch of watchers) watch(one)
      if (id !== undefined) send({ id, result: answering(one) })
    } else if (typeof id === 'number') {
      if (error === undefined) waiting.get(id)?.resolve(result)
      else waiting.get(id)?.reject(new Error(isRecord(error) ? String(error.message) : String(error)))
      waiting.delete(id)
    }
  }
  let rest = ''
  program.onOutput((text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  void program.ended.then(({ stderr, notStarted }) => {
    const said = notStarted ?? stderr.trim().split('\n').at(-1) ?? ''
    for (const { reject } of waiting.values()) reject(new Error(said))
    waiting.clear()
  })
  const call: AppServer['call'] = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++calls, { resolve, reject })
      send({ id: calls, method, params })
    })
  const waitFor: AppServer['waitFor'] = (isIt, timeoutMs) => {
    const there = messages.find(isIt)
    if (there !== undefined) return Promise.resolve(there)
    return new Promise((resolve) => {
      const done = (message: AppMessage | undefined): void => {
        clearTimeout(timer)
        watchers.delete(watch)
        resolve(message)
      }
      const watch = (message: AppMessage): void => {
        if (isIt(message)) done(message)
      }
      const timer = setTimeout(() => done(undefined), timeoutMs)
      watchers.add(watch)
    })
  }
  await call('initialize', { clientInfo: { name: 'acuvo-hooks', version: '1' }, capabilities: { experimentalApi: true } })
  send({ method: 'initialized' })
  return { call, messages, waitFor, end: program.end }
}

const messageIn = (line: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
