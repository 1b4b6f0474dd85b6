import { serveMcp } from './mcp-server.mjs'

/** A small MCP server on stdin and stdout. `echo_note` says its note back with a text that no model should keep; `always_fails` fails. */

const TOOLS = [
  {
    name: 'echo_note',
    description: 'Echo a note',
    inputSchema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
  },
  { name: 'always_fails', description: 'Always an error', inputSchema: { type: 'object', properties: {} } },
]

/** @param {{ name: string, arguments?: { note?: string } }} params */
const called = ({ name, arguments: given }) =>
  name === 'always_fails'
    ? { isError: true, content: [{ type: 'text', text: 'the notes store is offline' }] }
    : { content: [{ type: 'text', text: `noted: ${given?.note} MCP-HIDDEN-TEXT` }] }

serveMcp('notes', TOOLS, called)
