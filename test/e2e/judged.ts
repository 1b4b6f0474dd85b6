import { expect, onTestFinished } from 'vitest'
import { oracles, type HostName, type Judgement, type JudgeOptions } from '../oracle/index.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** Starts the built program on one payload and lets the host's oracle judge what it answered. */

export type Json = Record<string, unknown>

export interface Answered extends Ended {
  judgement: Judgement
  /** The document on stdout; undefined where there is none. */
  document: Json | undefined
}

/** A workspace that is removed after the test. */
export const workspaceWith = (policy?: unknown): Workspace => {
  const workspace = makeWorkspace(policy)
  onTestFinished(() => workspace.remove())
  return workspace
}

/** A policy of one hook named "guard". */
export const oneHook = (event: string, command: string | string[], more: object = {}): object => ({
  hooks: [{ event, name: 'guard', command, ...more }],
})

/** A shell text that prints exactly this. */
export const printing = (text: string | object): string =>
  `printf '%s' '${(typeof text === 'string' ? text : JSON.stringify(text)).replaceAll("'", "'\\''")}'`

/** What stands in our own environment must not look like a host's. */
const NOT_INHERITED = /^(?:CLAUDE|CURSOR|CODEX|ACUVO_(?!BIN$))/

export const environmentOf = (host: HostName, workspace: Workspace): NodeJS.ProcessEnv => {
  const env = Object.fromEntries(Object.entries(workspace.env).filter(([name]) => !NOT_INHERITED.test(name)))
  return host === 'claude-code' ? { ...env, CLAUDE_PROJECT_DIR: workspace.root } : env
}

export interface Line {
  /** What the registered line says, where that is not the host and event of the payload. */
  host?: HostName
  event?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  /** The answer asks a person, which a host with a person at it does and one without denies. */
  asks?: boolean
}

/** @param payload of `host`, with its `hook_event_name` */
export const answerTo = async (host: HostName, payload: Json, workspace: Workspace, line: Line = {}): Promise<Answered> => {
  const native = payload.hook_event_name as string
  const ended = await askProgram(['run', '--host', line.host ?? host, '--event', line.event ?? native, ...(line.args ?? [])], {
    stdin: payload,
    cwd: workspace.root,
    env: line.env ?? environmentOf(host, workspace),
  })
  return judged(host, payload, ended, line.asks)
}

/** The host as it is set up and as old as it may be. PermissionRequest hooks never run in the old Claude Code. */
const readingsOf = (native: string): JudgeOptions[] => [
  {},
  { failClosed: true },
  { interactive: true },
  ...(native === 'PermissionRequest' ? [] : [{ version: 'old' } as const]),
]

/** Judges, and checks what holds for every answer whatever was decided. */
export const judged = (host: HostName, payload: Json, ended: Ended, asks = false): Answered => {
  const native = payload.hook_event_name as string
  const judge = (options: JudgeOptions): Judgement => oracles[host].judge(native, ended, { tool: payload.tool_name as string, ...options })
  const judgement = judge({})
  expect(ended.exitCode, ended.stderr).toBe(0)
  for (const options of readingsOf(native)) {
    const { blocked, widened, asked, valid, problems, updatedInput, replacedOutput } = judge(options)
    expect(
      { blocked, widened, asked, valid, problems, updatedInput, replacedOutput },
      `${host} ${native} ${JSON.stringify(options)}: ${ended.stdout}`,
    ).toEqual({
      blocked: judgement.blocked && !(asks && options.interactive === true),
      widened: false,
      asked: asks,
      valid: true,
      problems: [],
      updatedInput: undefined,
      replacedOutput: undefined,
    })
  }
  const document = ended.stdout === '' ? undefined : (JSON.parse(ended.stdout) as Json)
  expect(nullsIn(document), 'null in the answer').toBe(false)
  return { ...ended, judgement, document }
}

const nullsIn = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && value !== null && Object.values(value).some(nullsIn))

/** Every text in a document that has these words in it. */
export const textsIn = (value: unknown, words: string): string[] => {
  if (typeof value === 'string') return value.includes(words) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((entry) => textsIn(entry, words)) : []
}

/** All that reaches the model. */
export const modelText = ({ judgement }: Answered): string => judgement.modelSees.join('\n')
/** All that reaches a person through the host. */
export const personText = ({ judgement }: Answered): string => judgement.personSees.join('\n')
/** stderr without the lines of the log, which no host shows to anybody. */
export const saidOnStderr = ({ stderr }: Ended): string =>
  stderr
    .split('\n')
    .filter((line) => !/^acuvo-hooks: [a-z_]+: /.test(line))
    .join('\n')
