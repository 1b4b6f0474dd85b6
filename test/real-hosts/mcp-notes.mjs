import { createInterface } from 'node:readline'

/** A small MCP server on stdin and stdout. `echo_note` says its note back with a text that no model should keep; `always_fails` fails. */

const TOOLS = [
  {
    name: 'echo_note',
    description: 'Echo a note',
    inputSchema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
  },
  { name: 'always_fails', description: 'Always an error', inputSchema: { type: 'object', properties: {} } },
]

/** @param {Record<string, unknown>} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** @param {{ name: string, arguments?: { note?: string } }} params */
const called = ({ name, arguments: given }) =>
  name === 'always_fails'
    ? { isError: true, content: [{ type: 'text', text: 'the notes store is offline' }] }
    : { content: [{ type: 'text', text: `noted: ${given?.note} MCP-HIDDEN-TEXT` }] }

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize')
    send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1.0.0' } },
    })
  else if (method === 'tools/list') send({ id, result: { tools: TOOLS } })
  else send({ id, result: method === 'tools/call' ? called(params) : {} })
})
