import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporary, temporaryFolder } from '../paths/temporary-folder.js'
import { CACHE_SUFFIX } from '../runtime/code-cache-name.js'

/**
 * The code cache of each part: what V8 compiled while a policy was held, was approved, and ran. It serves the one version of Node that
 * made it, so the build makes it for its own, and `install` for the Node that hosts will start. A part that did not run has none.
 */

/**
 * Loads the parts as `bin/acuvo-hooks.ts` does, and writes the caches when the call is over: beside them, and each whole at once,
 * because a host may start the program meanwhile.
 */
const recorder = `
  const { renameSync, writeFileSync } = require('node:fs')
  const { join } = require('node:path')
  const vm = require('node:vm')
  const [, dist] = process.argv
  const suffix = process.env.ACUVO_CACHE_SUFFIX
  const scripts = new Map()
  const Script = vm.Script
  vm.Script = class extends Script {
    constructor(source, options) {
      super(source, options)
      if (options?.filename !== undefined) scripts.set(options.filename, this)
    }
  }
  process.on('exit', () => {
    for (const [file, script] of scripts) {
      const cache = file.replace(/\\.cjs$/, suffix)
      const temporary = cache + '.' + process.pid
      writeFileSync(temporary, script.createCachedData())
      renameSync(temporary, cache)
    }
  })
  require(join(dist, 'acuvo-hooks.cjs'))
`

const POLICIES = {
  commands: [{ event: 'PreToolUse', tools: ['run_command'], command: 'exit 2' }],
  texts: [
    { event: 'PreToolUse', paths: ['infra/**', '!infra/docs/**'], deny: '${path} is not yours' },
    { event: 'PreToolUse', commands: ['git push --force'], ask: 'sure?' },
  ],
}

/** Each takes a fraction of a second. */
const CALL_TIMEOUT_MS = 20_000

/**
 * For the Node that runs this.
 *
 * @param program the folder of the parts, absolute
 * @throws where a call cannot be made
 */
export const makeCodeCaches = (program: string): void => {
  const base = mkdtempSync(join(temporaryFolder(), 'acuvo-code-'))
  const [commands, texts] = [join(base, 'commands'), join(base, 'texts')]
  try {
    for (const [name, hooks] of Object.entries(POLICIES)) {
      mkdirSync(join(base, name, '.acuvo'), { recursive: true })
      writeFileSync(join(base, name, '.acuvo', 'hooks.json'), JSON.stringify({ hooks }))
    }
    const shell = (command: string): object => ({ tool_name: 'Bash', tool_input: { command } })
    const write = { tool_name: 'Write', tool_input: { file_path: join(texts, 'infra', 'a.txt'), content: 'x' } }
    // What would lead to the person's own store and policy.
    const { NODE_OPTIONS, XDG_STATE_HOME, XDG_CONFIG_HOME, LOCALAPPDATA, APPDATA, ...env } = process.env
    const calls = [
      { workspace: commands, args: ['run'], call: shell('ls') },
      { workspace: commands, args: ['trust', '--yes'], call: {} },
      { workspace: commands, args: ['run'], call: shell('for f in *.tmp; do rm -f "$f" > /dev/null; done') },
      { workspace: commands, args: ['run'], call: shell('ls') },
      { workspace: texts, args: ['trust', '--yes'], call: {} },
      { workspace: texts, args: ['run'], call: write },
      { workspace: texts, args: ['run'], call: shell('git push --force') },
    ]
    for (const { workspace, args, call } of calls) {
      const input = JSON.stringify({ session_id: 's', prompt_id: 'p', cwd: workspace, hook_event_name: 'PreToolUse', ...call })
      const options: ExecFileSyncOptions = {
        cwd: workspace,
        env: { ...env, HOME: join(base, 'home'), ACUVO_CACHE_SUFFIX: CACHE_SUFFIX },
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: CALL_TIMEOUT_MS,
      }
      const line = ['-e', recorder, program, ...args]
      execFileSync(process.execPath, line, { ...options, input })
      // Hosts hand over a socket, as here, or a pipe, which is read in another way. Each run adds to what the one before recorded.
      if (process.platform !== 'win32') execFileSync('/bin/sh', ['-c', 'printf %s "$0" | "$@"', input, process.execPath, ...line], options)
    }
  } finally {
    removeTemporary(base)
  }
}
