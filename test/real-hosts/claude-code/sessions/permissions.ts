import { fileURLToPath } from 'node:url'
import { contains, count, equal, lacks, ok, ran, stopped } from '../../checks.js'
import { END, turns } from '../../scenario.js'
import { bash, write, type ClaudeSession } from '../parts.js'

/** Beside the host's own permissions: we never widen them (law 2), and what a hook asks reaches whoever the host asks. */

export const strict: ClaudeSession = {
  name: 'where the host itself asks first',
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'allows', mayAllow: true, paths: ['allowed.txt', 'denied.txt'], command: `echo '{"decision":"allow"}'` },
      { event: 'PreToolUse', name: 'wishes', paths: ['wished.txt'], command: `echo '{"decision":"allow"}'` },
      { event: 'PreToolUse', name: 'changes', paths: ['changed.txt'], command: `echo '{"rewrite":{"content":"CHANGED"}}'` },
      { event: 'PreToolUse', name: 'denies', paths: ['denied.txt'], deny: 'STILL-NO' },
    ],
  },
  options: { mode: 'default', words: ['--disallowedTools', 'WebSearch'] },
  script: ({ at }) => ({
    main: turns(
      [write('allowed', at('.git/allowed.txt'), 'x')],
      END,
    ),
  }),
  scenarios: {},
}

export const asked: ClaudeSession = {
  name: 'where a person can be asked',
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'asks', commands: ['touch asked*'], ask: 'this leaves the machine' },
      { event: 'PreToolUse', name: 'changes', commands: ['touch asked-other.txt'], command: `echo '{"rewrite":{"command":"touch asked-changed.txt"}}'` },
    ],
  },
  options: ({ at }) => ({
    words: [
      '--permission-prompt-tool',
      'mcp__person__ask',
      '--mcp-config',
      JSON.stringify({
        mcpServers: {
          person: { command: process.execPath, args: [fileURLToPath(new URL('../../mcp-person.mjs', import.meta.url)), at('questions.txt')] },
        },
      }),
    ],
  }),
  script: {
    main: turns(
      [bash('asked', 'touch asked.txt')],
      [bash('refused', 'touch asked-refused.txt')],
      [bash('other', 'touch asked-other.txt')],
      [bash('free', 'touch free.txt')],
      END,
    ),
  },
  scenarios: {
    'a question reaches the person, whose yes counts': (seen) => {
      ran(seen, 'asked', { 'asked.txt': '' })
      ran(seen, 'free', { 'free.txt': '' })
      const questions = seen.place.read('questions.txt')
      contains(questions, 'touch asked.txt')
      lacks(questions, 'touch free.txt')
    },
    'whose no counts': (seen) => stopped(seen, 'refused', ['the person says no'], ['asked-refused.txt']),
    'about the call as it was rewritten': (seen) => {
      ran(seen, 'other', { 'asked-changed.txt': '' })
      ok(!seen.place.has('asked-other.txt'))
      equal(count(seen.place.read('questions.txt'), 'touch asked-changed.txt'), 1)
    },
  },
}
