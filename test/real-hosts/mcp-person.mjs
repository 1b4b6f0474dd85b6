import { appendFileSync } from 'node:fs'
import { serveMcp } from './mcp-server.mjs'

/**
 * The person who is asked in print mode, as an MCP tool (`--permission-prompt-tool mcp__person__ask`): allows what it is asked, but
 * never a call that has "refused" in it, and notes each question down.
 */

const [file = ''] = process.argv.slice(2)

const ASK = { name: 'ask', description: 'Ask the person', inputSchema: { type: 'object', properties: {} } }

/** @param {{ input?: unknown }} given */
const answered = (given) => {
  appendFileSync(file, `${JSON.stringify(given)}\n`)
  const answer = JSON.stringify(given).includes('refused')
    ? { behavior: 'deny', message: 'the person says no' }
    : { behavior: 'allow', updatedInput: given.input }
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
}

serveMcp('person', [ASK], ({ arguments: given }) => answered(given))
