import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The code cache of each part: what V8 compiled while a policy was held, was approved, and ran. It serves the one version of Node that
 * made it, so the build makes it for its own, and `install` for the Node that hosts will start. A part that did not run has none.
 */

/** How a cache's name ends, behind that of its part; `bin/acuvo-hooks.ts` looks for the same. @param version such as `v24.1.0` */
export const cacheSuffix = (version: string): string => `.${version}.cache`

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

/**
 * @param program the folder of the parts, absolute
 * @param suffix what the entry looks for in the Node that runs this
 * @throws where a call cannot be made
 */
export const makeCodeCaches = (program: string, suffix: string): void => {
  const base = mkdtempSync(join(tmpdir(), 'acuvo-code-'))
  const [commands, texts] = [join(base, 'commands'), join(base, 'texts')]
  try {
    for (const [name, hooks] of Object.entries(POLICIES)) {
      mkdirSync(join(base, name, '.acuvo'), { recursive: true })
      writeFileSync(join(base, name, '.acuvo', 'hooks.json'), JSON.stringify({ hooks }))
    }
    const shell = (command: string): object => ({ tool_name: 'Bash', tool_input: { command } })
    const write = { tool_name: 'Write', tool_input: { file_path: join(texts, 'infra', 'a.txt'), content: 'x' } }
    const { NODE_OPTIONS: _options, XDG_STATE_HOME: _state, XDG_CONFIG_HOME: _config, ...env } = process.env
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
        env: { ...env, HOME: join(base, 'home'), ACUVO_CACHE_SUFFIX: suffix },
        stdio: ['pipe', 'ignore', 'ignore'],
      }
      const line = ['-e', recorder, program, ...args]
      execFileSync(process.execPath, line, { ...options, input })
      // Hosts hand over a socket, as here, or a pipe, which is read in another way. Each run adds to what the one before recorded.
      if (process.platform !== 'win32') execFileSync('/bin/sh', ['-c', 'printf %s "$0" | "$@"', input, process.execPath, ...line], options)
    }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}
