import { createInterface } from 'node:readline'

/** @param {Record<string, unknown>} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/**
 * A small MCP server on stdin and stdout.
 *
 * @param {string} name
 * @param {readonly object[]} tools as they are listed
 * @param {(params: any) => object} called the result of a call
 */
export const serveMcp = (name, tools, called) =>
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    if (method === 'initialize')
      send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: '1.0.0' } } })
    else if (method === 'tools/list') send({ id, result: { tools } })
    else send({ id, result: method === 'tools/call' ? called(params) : {} })
  })
