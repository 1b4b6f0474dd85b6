import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { oracles, type HostName, type Judgement } from '../oracle/index.js'
import type { Ended } from '../support/program.mjs'
import { askProgram } from '../support/standing.mjs'

/** People in homes of their own who install the program, and hosts that start the lines which stand in their settings. */

/** What hosts that were started from a desktop have. */
export const BARE_PATH = '/usr/bin:/bin'

export const tempFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-install-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Person {
  home: string
  env: Record<string, string>
  /** Runs the built program. */
  run: (args: readonly string[], cwd?: string, env?: Record<string, string>) => Promise<Ended>
  read: (path: string) => string
  launcher: string
}

export const personIn = (folder: string, name = 'home'): Person => {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  const env = { PATH: BARE_PATH, HOME: home }
  return {
    home,
    env,
    run: (args, cwd = home, more = {}) => askProgram(args, { cwd, env: { ...env, ...more } }),
    read: (path) => readFileSync(join(home, path), 'utf8'),
    launcher: join(home, '.local/share/acuvo-hooks/acuvo-hooks'),
  }
}

export const put = (file: string, text: string, mode = 0o644): string => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
  return file
}

const SETTINGS: Readonly<Record<HostName, string>> = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  cursor: '.cursor/hooks.json',
}
export const settingsOf = (host: HostName): string => SETTINGS[host]

/** Every command that a settings file has at an event. */
export const commandsAt = (file: string, event: string): string[] => {
  if (!existsSync(file)) return []
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown[]> }
  return (hooks[event] ?? []).flatMap((entry) => {
    const { command, hooks: inner } = entry as { command?: string; hooks?: { command: string }[] }
    return [...(command === undefined ? [] : [command]), ...(inner ?? []).map((handler) => handler.command)]
  })
}

export interface Started {
  exitCode: number
  stdout: string
  stderr: string
  judgement: Judgement
}

/** Starts the line that is registered for an event, as the host would: by a shell, with the payload on stdin. */
export const startRegistered = (
  host: HostName,
  file: string,
  payload: { hook_event_name?: unknown },
  { env, cwd, shell = '/bin/sh' }: { env: Record<string, string>; cwd: string; shell?: string },
): Promise<Started> => {
  const event = payload.hook_event_name as string
  const [line, ...others] = commandsAt(file, event)
  if (line === undefined || others.length > 0) throw new Error(`${others.length + 1} lines for ${event} in ${file}`)
  return startLine(host, line, payload, { env, cwd, shell })
}

export const startLine = (
  host: HostName,
  line: string,
  payload: { hook_event_name?: unknown },
  { env, cwd, shell = '/bin/sh' }: { env: Record<string, string>; cwd: string; shell?: string },
): Promise<Started> =>
  new Promise((resolve) => {
    const child = execFile(shell, ['-c', line], { env, cwd }, (error, stdout, stderr) => {
      const ended = { exitCode: error === null ? 0 : Number(error.code), stdout, stderr }
      resolve({ ...ended, judgement: oracles[host].judge(payload.hook_event_name as string, ended, { failClosed: host !== 'codex' }) })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(JSON.stringify(payload))
  })
