import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PROGRAM } from './program.mjs'

/**
 * Starts `commands.cjs`.
 *
 * @returns {{ run: (args: readonly string[], options: { cwd: string, env: Record<string, string> }) => Promise<{ exitCode: number, stdout: string, stderr: string }>, end: () => void }}
 */
export const manyCommands = () => {
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
