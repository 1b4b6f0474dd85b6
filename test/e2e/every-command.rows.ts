import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellCall } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'

/** How each command is started by the test of what holds for all of them: one that shows a result, and changes little. */
export interface CommandRow {
  args: (workspace: Workspace) => string[]
  /** What stands on its stdin, in a file; absent: nothing is there. */
  stdin?: (workspace: Workspace) => object
  prepare?: (workspace: Workspace) => void
  /** What it prints is for machines, a file or a shell: not for 40 columns. */
  isForMachines?: true
}

const call = ({ root }: Workspace): object => shellCall('claude-code', root, 'git push --force')

const recorded = (workspace: Workspace): string => {
  const file = join(workspace.base, 'payload.json')
  writeFileSync(file, JSON.stringify(call(workspace)))
  return file
}

const withCases = (workspace: Workspace): void =>
  void workspace.change(
    '.acuvo/tests/cases.json',
    JSON.stringify({ version: 1, cases: [{ event: 'PreToolUse', tool: 'run_command', command: 'git push', expect: 'deny' }] }),
  )

const withSettings = (workspace: Workspace): void => {
  mkdirSync(join(workspace.home, '.claude'), { recursive: true })
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2' }] }] }
  writeFileSync(join(workspace.home, '.claude', 'settings.json'), JSON.stringify({ hooks }))
}

const just =
  (...args: string[]) =>
  (): string[] =>
    args

/** By the words that name the command. */
export const ROWS: Readonly<Record<string, CommandRow>> = {
  run: { args: just('--host', 'claude-code', '--event', 'PreToolUse'), stdin: call, isForMachines: true },
  init: { args: just() },
  install: { args: just('claude-code', '--dry-run'), prepare: withSettings },
  uninstall: { args: just('claude-code', '--dry-run'), prepare: withSettings },
  doctor: { args: just('claude-code'), prepare: withSettings },
  check: { args: just() },
  explain: { args: just('--host', 'codex', '--event', 'PreToolUse', '--tool', 'run_command', '--command', 'git push') },
  record: { args: just('status') },
  'record on': { args: just() },
  'record off': { args: just() },
  'record status': { args: just() },
  'record save': { args: just('push') },
  test: { args: just(), prepare: withCases },
  trust: { args: just('--yes') },
  pass: { args: just('k3j9x0ab') },
  log: { args: just() },
  'log why': { args: just('k3j9x0ab') },
  stats: { args: just() },
  import: { args: just('claude-code'), prepare: withSettings, isForMachines: true },
  'git-hook pre-commit': { args: just() },
  'git-hook install': { args: just() },
  'git-hook uninstall': { args: just() },
  replay: { args: (workspace) => [recorded(workspace)] },
  hosts: { args: just() },
  schema: { args: just(), isForMachines: true },
  completion: { args: just('bash'), isForMachines: true },
  help: { args: just('config') },
}
