import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { appServer, type AppMessage, type AppServer } from '../../../hosts/codex/live/app-server.js'
import type { Script } from '../../../hosts/live.js'
import { providerWords } from '../../../hosts/codex/live/live.js'
import { isRecord } from '../../../hosts/shared/fields.js'
import { isolated } from '../../../src/live/environment.js'
import { startProgram } from '../../../src/live/program.js'
import type { Place } from '../place.js'
import type { Outcome } from '../scenario.js'
import { live, seenBy } from './model.js'

/**
 * Codex as an editor starts it: `codex app-server`. It tells its client what a terminal shows a person (how each hook ended, with its
 * notices and reasons) and asks it for approvals, both of which `exec` does not do.
 */
export interface AppOptions {
  /** In order; a name with a slash is a method that is called for the thread. */
  prompts?: readonly string[]
  /** What the person says when asked for an approval. */
  person?: 'accept' | 'decline'
  /** `untrusted`: everything that writes is asked about. */
  approvalPolicy?: 'never' | 'on-request' | 'untrusted'
  /** Trust, as a person would, whatever stands in the settings. */
  trustsAll?: boolean
}

const MODEL = 'gpt-5.5'
const TURN_MS = 60_000

export const startApp = async (program: string, place: Place, script: Script, options: AppOptions): Promise<Outcome> => {
  const { prompts = ['Do what is to be done.'], person = 'decline', approvalPolicy = 'never', trustsAll = false } = options
  const startedAt = performance.now()
  const model = await live.startModel(script)
  const open = (): Promise<AppServer> => openServer(program, place, model.origin, person)
  let server: AppServer | undefined
  try {
    if (trustsAll) await trustAll(await open(), place)
    server = await open()
    const settings = { cwd: place.project, model: MODEL, approvalPolicy, sandbox: 'danger-full-access' }
    const started = await server.call('thread/start', settings)
    const threadId = isRecord(started) && isRecord(started.thread) ? String(started.thread.id) : ''
    const ends: string[] = []
    for (const prompt of prompts) ends.push(await turn(server, threadId, prompt))
    const { messages } = server
    const { exitCode, stdout, stderr } = await server.end()
    return {
      ...seenBy(model.requests),
      exitCode,
      shown: messages.flatMap(shownLines).join('\n'),
      ended: ends.join(' '),
      stdout,
      stderr,
      durationMs: Math.round(performance.now() - startedAt),
    }
  } finally {
    await server?.end()
    await model.close()
  }
}

const openServer = (program: string, place: Place, origin: string, person: string): Promise<AppServer> =>
  appServer(
    startProgram(
      {
        program,
        words: ['app-server', ...providerWords(origin)],
        cwd: place.project,
        env: isolated(process.env, place, origin, live.variables(place, origin)),
      },
      2 * TURN_MS,
    ),
    ({ method }) => (method.startsWith('mcpServer/') ? { action: person, content: {} } : { decision: person }),
  )

/** @returns how it ended, in the host's words */
const turn = async (server: AppServer, threadId: string, prompt: string): Promise<string> => {
  const before = server.messages.length
  if (prompt.includes('/')) await server.call(prompt, { threadId })
  else await server.call('turn/start', { threadId, input: [{ type: 'text', text: prompt }] })
  const isEnd = (message: AppMessage): boolean => message.method === 'turn/completed' && server.messages.indexOf(message) >= before
  const end = await server.waitFor(isEnd, TURN_MS)
  return end === undefined ? 'timed out' : isRecord(end.params.turn) ? String(end.params.turn.status) : ''
}

/** The hashes are what it says they are. */
const trustAll = async (server: AppServer, { home, project }: Place): Promise<void> => {
  const listed = await server.call('hooks/list', { cwds: [project] })
  const data = isRecord(listed) && Array.isArray(listed.data) ? listed.data : []
  const hooks = data.flatMap((one: unknown): unknown[] => (isRecord(one) && Array.isArray(one.hooks) ? one.hooks : []))
  const tables = hooks
    .filter(isRecord)
    .filter(({ trustStatus }) => trustStatus !== 'trusted')
    .map(({ key, currentHash }) => `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${String(currentHash)}"\n`)
  appendFileSync(join(home, '.codex', 'config.toml'), tables.join(''))
  await server.end()
}

/** One line for each hook that ended, and for each question. */
const shownLines = ({ method, params }: AppMessage): string[] => {
  if (method === 'hook/completed' && isRecord(params.run)) {
    const { eventName, status, entries } = params.run
    const texts = Array.isArray(entries) ? entries.filter(isRecord).map(({ kind, text }) => `${String(kind)}: ${String(text)}`) : []
    return [[`hook ${String(eventName)} ${String(status)}`, ...texts].join(' | ')]
  }
  if (/requestApproval|elicitation/.test(method)) return [`asked ${method} ${String(params.command ?? JSON.stringify(params))}`]
  return []
}
