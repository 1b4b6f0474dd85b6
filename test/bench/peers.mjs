import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Other programs, installed by npm into a temporary folder, without their install scripts: two native hook runners that start
 * one child, called by their own binaries, and the nearest guard in TypeScript.
 */

/** The newest whose native builds npm serves. */
const VERSIONS = { lefthook: '2.2.1', '@j178/prek': '0.5.3', 'cc-safety-net': '2.4.5' }

/** @param {string} folder @param {readonly string[]} packages */
const npmInstall = (folder, packages) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * Another Node, from npm.
 *
 * @param {string} folder
 * @param {string} version such as `22`
 * @returns {string} absolute path
 */
export const installNode = (folder, version) => {
  const name = `node-${process.platform}-${process.arch}`
  npmInstall(folder, [`${name}@${version}`])
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * @param {string} folder
 * @param {string} node the Node that runs what is written for it
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ starts: Record<string, import('./series.mjs').Start>, versions: Record<string, string> }}
 */
export const installPeers = (folder, node, env) => {
  npmInstall(
    folder,
    Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`),
  )
  const modules = join(folder, 'node_modules')
  const repository = join(folder, 'repository')
  mkdirSync(repository)
  execFileSync('git', ['init', '--quiet'], { cwd: repository })
  writeFileSync(join(repository, 'lefthook.yml'), 'pre-tool:\n  commands:\n    gate:\n      run: "true"\n')
  const gate = '      - { id: gate, name: gate, language: system, entry: "true", always_run: true, pass_filenames: false }\n'
  writeFileSync(join(repository, '.pre-commit-config.yaml'), `repos:\n  - repo: local\n    hooks:\n${gate}`)
  execFileSync('git', ['add', '--all'], { cwd: repository })
  const file = join(folder, 'payload.json')
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  const call = { session_id: 's', hook_event_name: 'PreToolUse', cwd: repository, tool_name: 'Bash', tool_input: { command: 'ls' } }
  writeFileSync(file, JSON.stringify(call))
  const shared = { cwd: repository, env }
  const prek = readdirSync(join(modules, '@j178')).find((name) => name.startsWith('prek-')) ?? 'prek'
  return {
    versions: VERSIONS,
    starts: {
      'lefthook (Go), one command': {
        ...shared,
        program: join(modules, `lefthook-${process.platform}-${process.arch}`, 'bin', 'lefthook'),
        args: ['run', 'pre-tool'],
      },
      'prek (Rust), one hook': { ...shared, program: join(modules, '@j178', prek, 'prek'), args: ['run', '--all-files'] },
      'cc-safety-net (TypeScript), no child': {
        ...shared,
        program: node,
        args: [join(modules, 'cc-safety-net', 'dist', 'bin', 'cc-safety-net.js'), 'hook', '--claude-code'],
        stdin: { fifo, file },
      },
    },
  }
}
