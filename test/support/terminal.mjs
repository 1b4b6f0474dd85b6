import { spawn } from 'node:child_process'
import { startLine } from './program.mjs'

/** @param {string} word */
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`

/**
 * Starts the built program in a terminal of its own (`script` of util-linux makes it) and types into it.
 *
 * @param {readonly string[]} args
 * @param {{ typed?: string, cwd: string, env: NodeJS.ProcessEnv, redirects?: string }} options `redirects`: for the shell, behind the command
 * @returns {Promise<{ exitCode: number | null, screen: string }>}
 */
export const inTerminal = (args, { typed = '', cwd, env, redirects = '' }) =>
  new Promise((resolve, reject) => {
    const [program, first] = startLine()
    const line = `${[program, ...first, ...args].map(quoted).join(' ')} ${redirects}`
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
    let screen = ''
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => (screen += chunk.toString('utf8')))
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, screen }))
    child.stdin.write(typed)
    // The terminal's end of input, should nothing else end it.
    setTimeout(() => child.stdin.end(), 3_000).unref()
  })

/**
 * The environment without what says that an agent runs the tests.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export const personsEnv = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:CLAUDE|CODEX_|CURSOR_|AI_AGENT)/.test(name)))
