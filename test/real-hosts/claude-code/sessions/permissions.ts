import { fileURLToPath } from 'node:url'
import { contains, count, equal, lacks, ok, ran, stopped } from '../../checks.js'
import { call, END, turns } from '../../scenario.js'
import { bash, read, SHOWS_NOTICES, type ClaudeSession } from '../parts.js'

/** Beside the host's own permissions: we never widen them (law 2), and what a hook asks reaches whoever the host asks. */

const file = (name: string): string => `${name}.txt`

export const strict: ClaudeSession = {
  name: 'where the host itself would ask first',
  policy: {
    hooks: [
      {
        event: 'PreToolUse',
        name: 'allows',
        tools: ['edit_file'],
        mayAllow: true,
        paths: [file('allowed'), file('denied')],
        command: `echo '{"decision":"allow"}'`,
      },
      { event: 'PreToolUse', name: 'wishes', tools: ['edit_file'], paths: [file('wished')], command: `echo '{"decision":"allow"}'` },
      {
        event: 'PreToolUse',
        name: 'changes',
        tools: ['edit_file'],
        paths: [file('changed')],
        command: `echo '{"rewrite":{"new_string":"CHANGED"},"notice":"CHANGED-IT"}'`,
      },
      { event: 'PreToolUse', name: 'denies', tools: ['edit_file'], paths: [file('denied')], deny: 'STILL-NO' },
    ],
  },
  files: Object.fromEntries(['allowed', 'wished', 'changed', 'denied'].map((name) => [file(name), 'before'])),
  options: { mode: 'default' },
  script: ({ at }) => ({
    main: turns(
      ...['allowed', 'wished', 'changed', 'denied'].flatMap((name) => [
        [read(`read-${name}`, at(file(name)))],
        [call(name, 'Edit', { file_path: at(file(name)), old_string: 'before', new_string: 'after' })],
      ]),
      END,
    ),
  }),
  scenarios: {
    'a hook that may allow lets the call run': (seen) => ran(seen, 'allowed', { 'allowed.txt': 'after' }),
    'one that may not lets the host decide as ever': (seen) => {
      for (const name of ['allowed', 'wished', 'changed', 'denied']) contains(seen.result(`read-${name}`).text, 'before')
      stopped(seen, 'wished', ['permission'])
      lacks(seen.result('wished').text, 'denied by')
      equal(seen.place.read('wished.txt'), 'before')
    },
    'a rewrite opens nothing': (seen) => {
      stopped(seen, 'changed', ['permission'])
      equal(seen.place.read('changed.txt'), 'before')
      contains(seen.shown, 'CHANGED-IT')
    },
    'a denial after an allow counts': (seen) => {
      stopped(seen, 'denied', ['denied by "denies": STILL-NO'])
      equal(seen.place.read('denied.txt'), 'before')
    },
  },
  since: { 'a rewrite opens nothing': SHOWS_NOTICES },
  silenceIsRight: { 'one that may not lets the host decide as ever': 'the host decides only where we say nothing' },
}

export const asked: ClaudeSession = {
  name: 'where a person can be asked',
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'asks', commands: ['touch asked*'], ask: 'this leaves the machine' },
      {
        event: 'PreToolUse',
        name: 'changes',
        commands: ['touch asked-other.txt'],
        command: `echo '{"rewrite":{"command":"touch asked-changed.txt"}}'`,
      },
    ],
  },
  options: ({ at }) => ({
    words: [
      '--permission-prompt-tool',
      'mcp__person__ask',
      '--mcp-config',
      JSON.stringify({
        mcpServers: {
          person: {
            command: process.execPath,
            args: [fileURLToPath(new URL('../../mcp-person.mjs', import.meta.url)), at('questions.txt')],
          },
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
