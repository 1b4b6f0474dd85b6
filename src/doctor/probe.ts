import { spawn } from 'node:child_process'
import type { HostCheckUp } from '../../hosts/check-ups.js'
import { isProgram } from '../paths/is-program.js'
import { placedProgram } from '../paths/windows-program.js'
import { thisAccount } from '../runtime/account.js'

/** Starts a program and waits for its end, and ends whatever it started; a line as a host would, in an environment as poor as a host's can be. */

export interface Start {
  program: string
  args: readonly string[]
  /** Windows: the arguments are one line that is passed on as it is. */
  verbatim?: boolean
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  stdin: string
}

export interface LineStart {
  line: string
  shell: string
  cwd: string
  /** Variables that the host sets, beside the ones that every program has. */
  env: Readonly<Record<string, string>>
  home: string
  stdin: string
}

export const runLine = ({ line, shell, cwd, env, home, stdin }: LineStart, timeoutMs = PROBE_TIMEOUT_MS): Promise<Ending> => {
  const onWindows = process.platform === 'win32'
  const essentials = onWindows ? windowsEssentials() : { PATH: '/usr/bin:/bin', HOME: home }
  const args = onWindows ? ['/d', '/s', '/c', `"${line}"`] : ['-c', line]
  return run({ program: shell, args, verbatim: onWindows, cwd, env: { ...essentials, ...env }, stdin }, timeoutMs)
}

export type Ending =
  | { is: 'ended'; stdout: string; stderr: string; exitCode: number | null; signal: string | null }
  /** `stdout`: what it had printed until then. */
  | { is: 'timed-out'; stdout: string }
  | { is: 'not-started'; code: string }

/** A healthy line needs a tenth of a second; a machine that is busy may need some. */
export const PROBE_TIMEOUT_MS = 20_000
const MAX_OUTPUT_BYTES = 1_048_576

export const shellOf = ({ shell }: HostCheckUp): string => {
  if (process.platform === 'win32') return placedProgram('cmd.exe', process.env)
  const wanted = shell === 'account' ? accountShell() : shell === 'bash' ? '/bin/bash' : '/bin/sh'
  return wanted !== undefined && isProgram(wanted) ? wanted : '/bin/sh'
}

/** A shell that lets nobody in starts no lines either. */
const accountShell = (): string | undefined => {
  const { shell } = thisAccount()
  return shell === undefined || /(?:nologin|false)$/.test(shell) ? undefined : shell
}

export const run = ({ program, args, verbatim = false, cwd, env, stdin }: Start, timeoutMs: number): Promise<Ending> =>
  new Promise((resolve) => {
    const onWindows = process.platform === 'win32'
    const child = spawn(program, [...args], {
      cwd,
      env,
      stdio: 'pipe',
      // A group of its own, so that whatever is started ends with it.
      detached: !onWindows,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let bytes = 0
    const take = (into: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MAX_OUTPUT_BYTES) into.push(chunk)
    }
    const end = (ending: Ending): void => {
      clearTimeout(timer)
      process.removeListener('exit', kill)
      kill()
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      resolve(ending)
    }
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(onWindows ? child.pid : -child.pid, 'SIGKILL')
      } catch {
        // Everything has ended.
      }
    }
    const timer = setTimeout(() => end({ is: 'timed-out', stdout: Buffer.concat(out).toString('utf8') }), timeoutMs)
    process.once('exit', kill)
    child.stdout.on('data', take(out))
    child.stderr.on('data', take(err))
    child.stdin.on('error', () => undefined)
    child.on('error', (error: NodeJS.ErrnoException) => end({ is: 'not-started', code: error.code ?? error.message }))
    child.on('close', (exitCode, signal) =>
      end({ is: 'ended', stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8'), exitCode, signal }),
    )
    child.stdin.end(stdin)
  })

const windowsEssentials = (): Record<string, string> =>
  Object.fromEntries(
    ['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'LOCALAPPDATA', 'APPDATA', 'TEMP', 'TMP', 'Path'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )
