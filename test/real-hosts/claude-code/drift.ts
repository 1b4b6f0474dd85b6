import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENTRY_TYPES } from '../../../hosts/claude-code/settings-entry.js'
import { liveHostOf, type LiveHost, type ModelRequest } from '../../../hosts/live.js'
import type { DriftSetting, Payload, ProgramNames } from '../drift.js'
import type { Place } from '../place.js'
import { call, END, say, turns } from '../scenario.js'
import type { ClaudeOptions } from './host.js'
import { agent, bash, NOTES_WORDS, read, write, type ClaudeSession } from './parts.js'

/** What Claude Code really uses: its own lists of names, and a tour in which every event is recorded beside us. */

/** Each place of a text in a file that is far too large for a string. */
const around = function* (bytes: Buffer, text: string): Generator<number> {
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) yield at
}

/** Texts of its own code, which is carried along in the program: the longest list of event names, and the descriptions of its schema. */
const namesIn = (program: string): ProgramNames => {
  const bytes = readFileSync(program)
  const lists = [...around(bytes, '["PreToolUse","')].map((at) => bytes.toString('latin1', at, bytes.indexOf(']', at) + 1))
  const longest = lists.sort((one, other) => other.length - one.length)[0] ?? '[]'
  const types = [...around(bytes, ' hook type")')].flatMap((at) => {
    const [, type] = /\("([a-z_]+)"\)\.describe\("[^"]*$/.exec(bytes.toString('latin1', at - 120, at)) ?? []
    return type === undefined ? [] : [type]
  })
  return { events: JSON.parse(longest) as string[], entryTypes: [...new Set(types)] }
}

/** It has no neutral answer: registering it would break what it is about. */
const NEVER_REGISTERED = 'WorktreeCreate'

const folderOf = ({ folder }: Place): string => join(folder, 'recorded')

/** Beside our own line, which stands in the person's settings, each event is copied to a file. */
const record = (place: Place, { events }: ProgramNames): void => {
  place.write(join(folderOf(place), 'README'), '')
  const entry = (event: string): object => ({
    hooks: [{ type: 'command', command: `cat > "$(mktemp '${folderOf(place)}/${event}.XXXXXX')"` }],
  })
  const hooks = Object.fromEntries(events.filter((event) => event !== NEVER_REGISTERED).map((event) => [event, [entry(event)]]))
  place.write('.claude/settings.local.json', JSON.stringify({ hooks }))
}

const recordedIn = (place: Place): Payload[] =>
  readdirSync(folderOf(place))
    .filter((name) => name !== 'README')
    .sort()
    .flatMap((name): Payload[] => {
      const text = readFileSync(join(folderOf(place), name), 'utf8')
      // One that was ended while it wrote.
      return text.trim() === '' ? [] : [JSON.parse(text) as Payload]
    })

const live = liveHostOf('claude-code') as LiveHost

const textsOf = (request: ModelRequest): string =>
  live
    .told(request)
    .flatMap((piece) => (piece.is === 'text' ? [piece.text] : []))
    .join('\n')

/** Tools whose schema the model has to ask for: their names stand in a text, one a line. */
const deferredIn = (text: string): string[] =>
  [...text.matchAll(/^The following deferred tools are now available[^\n]*\n((?:\w+\n)+)/gm)].flatMap(([, names = '']) =>
    names.trim().split('\n'),
  )

const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: ['print(1)\n'], outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})
const WAIT_MS = 3000

const tour = (names: ProgramNames): ClaudeSession => ({
  name: 'tour',
  files: {
    'CLAUDE.md': '# Nothing here\n',
    'notes.txt': 'first line\nsecond line\n',
    'book.ipynb': NOTEBOOK,
    '.claude/commands/review.md': '---\ndescription: Review\nallowed-tools: Bash(cat:*)\n---\nNotes: !`cat notes.txt`\n',
  },
  prepare: (place) => record(place, names),
  options: { prompt: '/review all', words: [...NOTES_WORDS, '--allowedTools', 'Bash,Write,Grep,Glob'] },
  script: (place) => ({
    main: turns(
      [read('read', place.at('notes.txt'))],
      [write('write', place.at('new.txt'), 'x')],
      [call('edit', 'Edit', { file_path: place.at('notes.txt'), old_string: 'second', new_string: '2nd' })],
      [read('read-book', place.at('book.ipynb'))],
      [
        call('book', 'NotebookEdit', {
          notebook_path: place.at('book.ipynb'),
          cell_id: 'c1',
          new_source: 'print(2)',
          edit_mode: 'replace',
        }),
      ],
      [bash('bash', 'echo out'), call('grep', 'Grep', { pattern: 'first', path: place.project })],
      [bash('failing', 'echo out; exit 3'), call('glob', 'Glob', { pattern: '*.txt' })],
      [call('note', 'mcp__notes__echo_note', { note: 'x' }), call('failing-note', 'mcp__notes__always_fails', {})],
      [agent('agent')],
      () => {
        place.write('.claude/settings.json', '{"env":{"X":"1"}}')
        return { acts: [bash('later', 'echo later')], delayMs: WAIT_MS }
      },
      END,
    ),
    subagent: turns([bash('inside', 'echo inside')], [say('report')]),
  }),
  then: [{ options: { prompt: '/compact', words: ['--continue'] } satisfies ClaudeOptions, script: { main: turns(END) } }],
  scenarios: {},
})

export const drift: DriftSetting<ClaudeOptions> = {
  tour,
  namesIn,
  recordedIn,
  offered: (requests) =>
    requests
      .filter(({ kind }) => kind === 'main' || kind === 'subagent')
      .flatMap((request) => [
        ...(Array.isArray(request.body.tools) ? (request.body.tools as { name?: unknown }[]) : []).flatMap(({ name }) =>
          typeof name === 'string' ? [name] : [],
        ),
        ...deferredIn(textsOf(request)),
      ]),
  entryTypes: ENTRY_TYPES,
  formerEvents: [],
  eventOf: ({ hook_event_name: event }) => String(event),
  toolKeys: ['tool_input', 'tool_response'],
}
