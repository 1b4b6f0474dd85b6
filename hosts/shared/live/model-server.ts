import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, inflateSync } from 'node:zlib'
import { isRecord } from '../fields.js'
import type { ModelRequest, RequestKind, ScriptedModel } from './script.js'

/** A server on this machine that a host takes for its model: it listens on loopback only, on any free port, and keeps every request. */

export interface ModelProtocol {
  /** Whose request it is, and how many answers its conversation has. Told once for each, in order. */
  about: (request: Omit<ModelRequest, 'kind' | 'round'>) => { kind: RequestKind; round: number }
  /** Called for every request, those of kind `other` too. */
  answer: (request: ModelRequest, reply: Reply) => void | Promise<void>
}

export interface Reply {
  json: (status: number, document: unknown) => void
  /** Server-sent events, in order; the answer ends with the last. */
  events: (events: readonly { type: string; [key: string]: unknown }[]) => void
}

/** Who asks: there is no real key here, and still none is kept. */
const SECRET_HEADERS = ['authorization', 'x-api-key', 'cookie', 'proxy-authorization']

export const startModelServer = async ({ about, answer }: ModelProtocol): Promise<ScriptedModel> => {
  const requests: ModelRequest[] = []
  const server = createServer((incoming, response) => {
    void received(incoming)
      .then((came) => {
        const request: ModelRequest = { ...came, ...about(came) }
        requests.push(request)
        return answer(request, replyTo(response))
      })
      .catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { type: 'server_error', message: String(error) } }))
      })
  })
  // It stands as the proxy too: whoever else is asked for is kept, and not reached.
  server.on('connect', (incoming, socket) => {
    requests.push({ kind: 'other', round: 0, method: 'CONNECT', path: incoming.url ?? '', headers: {}, body: {} })
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  // The program that talks to it decides when it is done.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const received = async (incoming: IncomingMessage): Promise<Omit<ModelRequest, 'kind' | 'round'>> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const { 'content-encoding': encoding } = incoming.headers
  const plain = encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'deflate' ? inflateSync(bytes) : bytes
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined || SECRET_HEADERS.includes(name) ? [] : [[name, String(value)] as const],
  )
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: Object.fromEntries(headers), body: objectIn(plain) }
}

const objectIn = (bytes: Buffer): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const replyTo = (response: ServerResponse): Reply => ({
  json: (status, document) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document))
  },
  events: (events) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  },
})
