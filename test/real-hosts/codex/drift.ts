import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { appServer } from '../../../hosts/codex/live/app-server.js'
import { ENTRY_TYPES } from '../../../hosts/codex/settings-entry.js'
import { isRecord } from '../../../hosts/shared/fields.js'
import { essentials } from '../../../src/live/environment.js'
import { startProgram } from '../../../src/live/program.js'
import type { DriftSetting, Payload, ProgramNames } from '../drift.js'
import type { Place } from '../place.js'
import { call, END, turns } from '../scenario.js'
import type { CodexOptions } from './host.js'
import { added, AGENT_MODEL, noted, NOTES_WORDS, patch, shell, turnAt, typedPatch, type CodexSession } from './parts.js'
import { FULL, LIMIT, spawn, wait } from './sessions/stops.js'

/** What Codex really uses: the schemas that it carries, what it says about an entry that it does not know, and a tour with every event recorded. */

// --- names -----------------------------------------------------------------------------------------------------------

const LARGE = 1_000_000

/** The program itself, behind the script that npm installs. */
const nativeOf = (program: string): string => {
  const script = realpathSync(program)
  if (statSync(script).size > LARGE) return script
  const own = `@openai/codex-${process.platform}-${process.arch}/package.json`
  const vendor = join(dirname(createRequire(script).resolve(own)), 'vendor')
  const [triple = ''] = readdirSync(vendor)
  return join(vendor, triple, 'bin', process.platform === 'win32' ? 'codex.exe' : 'codex')
}

/** Each place of a text in a file that is far too large for a string. */
const around = function* (bytes: Buffer, text: string): Generator<number> {
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) yield at
}

/** It carries a JSON Schema of what each event sends. */
const eventsIn = (program: string): string[] => {
  const bytes = readFileSync(nativeOf(program))
  return [
    ...new Set(
      [...around(bytes, '"hook_event_name": {')].flatMap((at) => {
        const [, name] = /^"hook_event_name": \{\s*"const": "(\w+)"/.exec(bytes.toString('latin1', at, at + 120)) ?? []
        return name === undefined ? [] : [name]
      }),
    ),
  ]
}

const LISTED_MS = 60_000

/** What it says about a file with an entry of a type that nobody has. */
const entryTypesOf = async (program: string): Promise<string[]> => {
  const home = mkdtempSync(join(tmpdir(), 'acuvo-types-'))
  try {
    writeFileSync(join(home, 'hooks.json'), JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'nobody-has-this' }] }] } }))
    const env = { ...essentials(process.env), HOME: home, CODEX_HOME: home, LANG: 'C.UTF-8' }
    const server = await appServer(startProgram({ program, words: ['app-server'], cwd: home, env }, LISTED_MS))
    const said = JSON.stringify(await server.call('hooks/list', { cwds: [home] }))
    await server.end()
    const [, list = ''] = /unknown variant `nobody-has-this`, expected one of ((?:`\w+`(?:, )?)+)/.exec(said) ?? []
    return [...list.matchAll(/`(\w+)`/g)].map(([, type]) => type as string)
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

const namesIn = async (program: string): Promise<ProgramNames> => ({
  events: eventsIn(program),
  entryTypes: await entryTypesOf(program),
})

// --- the tour --------------------------------------------------------------------------------------------------------

const folderOf = ({ folder }: Place): string => join(folder, 'recorded')

/** Beside our own lines, which stand in hooks.json, each event is copied to a file. */
const record = (place: Place, { events }: ProgramNames): void => {
  place.write(join(folderOf(place), 'README'), '')
  const hooks = events.map((event) =>
    [
      `[[hooks.${event}]]`,
      `[[hooks.${event}.hooks]]`,
      'type = "command"',
      'timeout = 3',
      `command = ${JSON.stringify(`cat > "$(mktemp '${folderOf(place)}/${event}.XXXXXX')"`)}`,
    ].join('\n'),
  )
  const file = join(place.home, '.codex', 'config.toml')
  place.write(file, `${place.read(file)}\n${hooks.join('\n')}\n`)
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

/** One black point. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

const sessionIn = (body: unknown): number => Number(/session ID (\d+)/.exec(JSON.stringify(body))?.[1] ?? -1)

const tour = (names: ProgramNames): CodexSession => ({
  name: 'tour',
  files: { 'notes.txt': 'first line\n' },
  prepare: (place) => record(place, names),
  options: { words: [...NOTES_WORDS, ...LIMIT], bypassTrust: true },
  script: {
    main: (request) =>
      turnAt(
        request,
        [shell('shell', `echo ${PICTURE} | base64 -d > point.png`)],
        [shell('failing', 'echo out; exit 3')],
        [patch('patch', ...added('new.txt', 'x'), '*** Update File: notes.txt', '@@', '-first line', '+1st line')],
        [typedPatch('typed', '', ...added('typed.txt', 'x'))],
        [call('view', 'view_image', { path: 'point.png' })],
        [call('goal', 'create_goal', { objective: 'x' })],
        [call('get', 'get_goal', {})],
        [call('resources', 'list_mcp_resources', {})],
        [noted('note', 'echo_note', { note: 'x' })],
        [noted('failing-note', 'always_fails', {})],
        [shell('long', 'read line; echo "got $line"', { yield_time_ms: 300, tty: true })],
        () => [call('typing', 'write_stdin', { session_id: sessionIn(request.body), chars: 'x\n', yield_time_ms: 5000 })],
        FULL,
        END,
      ),
  },
  then: [
    { options: { words: ['resume', '--last'], bypassTrust: true }, script: { main: turns(END) } },
    {
      options: { model: AGENT_MODEL, bypassTrust: true },
      script: {
        main: (request) => turnAt(request, [spawn('spawn')], () => wait(request, 'wait'), END),
        subagent: turns([shell('inside', 'echo inside')], END),
      },
    },
    {
      options: { app: { approvalPolicy: 'untrusted', person: 'accept', trustsAll: true, prompts: ['go', 'thread/compact/start'] } },
      script: {
        main: turns([shell('asked', 'touch asked.txt', { sandbox_permissions: 'require_escalated', justification: 'It is needed' })], END),
      },
    },
  ],
  scenarios: {},
})

// --- what the model is offered -----------------------------------------------------------------------------------------

/** The model's own server carries it out; the host, and so a hook, never sees the call. */
const HOSTED = ['web_search']

const offeredIn = (tools: unknown, namespace = ''): string[] =>
  (Array.isArray(tools) ? tools : []).filter(isRecord).flatMap((tool) => {
    const { type, name, tools: inner } = tool
    // Tools of a group are told to hooks by their own names, those of a server behind its name.
    if (Array.isArray(inner)) return offeredIn(inner, /^mcp__/.test(String(name)) ? `${String(name)}__` : '')
    return HOSTED.includes(String(type)) ? [] : [`${namespace}${String(name ?? type)}`]
  })

export const drift: DriftSetting<CodexOptions> = {
  tour,
  namesIn,
  recordedIn,
  offered: (requests) => requests.filter(({ kind }) => kind === 'main' || kind === 'subagent').flatMap(({ body }) => offeredIn(body.tools)),
  entryTypes: ENTRY_TYPES,
  formerEvents: [],
  eventOf: ({ hook_event_name: event }) => String(event),
  toolKeys: ['tool_input', 'tool_response'],
}
