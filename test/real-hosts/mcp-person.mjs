import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * The person who is asked in print mode, as an MCP tool (`--permission-prompt-tool mcp__person__ask`): allows what it is asked, but
 * never a call that has "refused" in it, and notes each question down.
 */

const [file = ''] = process.argv.slice(2)

/** @param {Record<string, unknown>} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const ASK = { name: 'ask', description: 'Ask the person', inputSchema: { type: 'object', properties: {} } }

/** @param {{ input?: unknown }} given */
const answered = (given) => {
  appendFileSync(file, `${JSON.stringify(given)}\n`)
  const answer = JSON.stringify(given).includes('refused')
    ? { behavior: 'deny', message: 'the person says no' }
    : { behavior: 'allow', updatedInput: given.input }
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize')
    send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'person', version: '1.0.0' } },
    })
  else if (method === 'tools/list') send({ id, result: { tools: [ASK] } })
  else send({ id, result: method === 'tools/call' ? answered(params.arguments) : {} })
})
