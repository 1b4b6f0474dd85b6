import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isStandalone, PROGRAM, runProgram } from './program.mjs'

/**
 * Starts `commands.cjs`; where the executable is tested, each command is a start of it.
 *
 * @returns {{ run: (args: readonly string[], options: { cwd: string, env: Record<string, string> }) => Promise<{ exitCode: number, stdout: string, stderr: string }>, end: () => void }}
 */
export const manyCommands = () => {
  // The executable has no parts to load: there each is started.
  if (isStandalone) {
    /** @type {(args: readonly string[], options: { cwd: string, env: Record<string, string> }) => Promise<{ exitCode: number, stdout: string, stderr: string }>} */
    const run = async (args, options) => {
      const { exitCode, stdout, stderr } = await runProgram(args, options)
      return { exitCode: exitCode ?? -1, stdout, stderr }
    }
    return { run, end: () => undefined }
  }
  const script = fileURLToPath(new URL('commands.cjs', import.meta.url))
  const child = spawn(process.execPath, [script, PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  /** @type {((answer: string) => void)[]} */
  const waiting = []
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line))
  return {
    run: (args, { cwd, env }) =>
      new Promise((resolve) => {
        waiting.push((line) => resolve(JSON.parse(line)))
        child.stdin.write(`${JSON.stringify({ args, cwd, env })}\n`)
      }),
    end: () => void child.stdin.end(),
  }
}
