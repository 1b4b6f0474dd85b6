import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { nameOf, programIn } from '../../src/install/program-files.js'
import { isStandalone, PACKAGE } from '../support/program.mjs'
import { elfThatRuns, executableIn } from '../support/stand-in.mjs'
import type { DoctorSetup } from './doctor.setup.js'

/** Faults in a setup of Claude Code, each with everything that must be found: written from the contract and the host's document. */

export interface FaultRow {
  what: string
  /** Every id that is found, sorted. */
  finds: readonly string[]
  plant: (setup: DoctorSetup) => void
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Words that some finding says. */
  says?: readonly string[]
  /** Absent: 1 */
  exitCode?: 0
}

/** As ELF numbers it. */
const RISC_V = 243

type Group = { matcher?: unknown; hooks: Record<string, unknown>[] }
type Settings = Record<string, unknown> & { hooks: Record<string, Group[]> }

const settings = (change: (document: Settings) => void) => (setup: DoctorSetup) => setup.edit(setup.settings('claude-code'), change)
const inGroup = (event: string, change: (group: Group) => void) =>
  settings(({ hooks }) => {
    for (const group of hooks[event] ?? []) change(group)
  })
const inEntry = (event: string, change: (entry: Record<string, unknown>) => void) => inGroup(event, ({ hooks }) => hooks.forEach(change))
const withLine = (line: (was: string) => string) => inEntry('PreToolUse', (entry) => (entry.command = line(String(entry.command))))
const RUN = 'run --host claude-code --event PreToolUse --host-timeout 130'

export const launcherOf = ({ home }: DoctorSetup): string => join(home, '.local', 'share', 'acuvo-hooks', 'acuvo-hooks')

export const REGISTRATION_ROWS: readonly FaultRow[] = [
  { what: 'nothing is registered', finds: ['not-registered'], plant: (setup) => rmSync(setup.settings('claude-code')) },
  { what: 'no gate', finds: ['gate-not-registered'], plant: settings(({ hooks }) => delete hooks.PreToolUse), says: ['PreToolUse'] },
  {
    what: 'no start of a session',
    finds: ['session-start-not-registered'],
    exitCode: 0,
    plant: settings(({ hooks }) => delete hooks.SessionStart),
  },
  { what: 'no Stop', finds: ['event-not-registered'], exitCode: 0, plant: settings(({ hooks }) => delete hooks.Stop), says: ['Stop'] },
  {
    what: 'one bad entry of another tool voids the file',
    finds: ['file-not-loaded'],
    plant: settings(({ hooks }) => hooks.PreToolUse?.push({ hooks: [{ type: 'shell', command: 'x' }] })),
  },
  {
    what: 'a trailing comma',
    finds: ['file-not-loaded'],
    plant: (setup) =>
      writeFileSync(setup.settings('claude-code'), readFileSync(setup.settings('claude-code'), 'utf8').replace(/\}\s*$/, ',}')),
  },
  {
    what: 'a broken file of the project',
    finds: ['settings-broken'],
    exitCode: 0,
    plant: (setup) => void setup.put(join(setup.root, '.claude', 'settings.json'), '{'),
  },
  {
    what: 'an array matcher',
    finds: ['array-matcher', 'file-not-loaded'],
    plant: inGroup('PreToolUse', (group) => (group.matcher = ['Bash'])),
  },
  {
    what: 'a dropped entry of ours',
    finds: ['entry-not-loaded', 'event-not-registered'],
    plant: inEntry('Stop', (entry) => (entry.timeout = '610')),
    says: ['Stop'],
  },
  { what: 'hooks are off', finds: ['hooks-disabled'], plant: settings((document) => (document.disableAllHooks = true)) },
  {
    what: 'hooks are off by the project',
    finds: ['hooks-disabled'],
    plant: (setup) => void setup.put(join(setup.root, '.claude', 'settings.local.json'), '{"disableAllHooks": true}'),
    says: ['settings.local.json'],
  },
  {
    what: 'settings in place of which a folder stands',
    finds: ['settings-unreadable'],
    plant: (setup) => {
      rmSync(setup.settings('claude-code'))
      setup.put(join(setup.settings('claude-code'), 'x'), '')
    },
  },
  {
    what: 'a matcher that no tool has',
    finds: ['matcher-starts-nothing'],
    plant: inGroup('PreToolUse', (group) => (group.matcher = 'edit|write')),
  },
  {
    what: 'a matcher that leaves tools out',
    finds: ['matcher-leaves-tools-out'],
    plant: inGroup('PreToolUse', (group) => (group.matcher = 'Bash')),
    says: ['Write'],
  },
  { what: 'a condition', finds: ['entry-conditional'], plant: inEntry('PreToolUse', (entry) => (entry.if = 'Bash(git *)')) },
  { what: 'in the background', finds: ['entry-in-background'], plant: inEntry('PreToolUse', (entry) => (entry.async = true)) },
  {
    what: 'not fail-closed',
    finds: ['not-fail-closed'],
    exitCode: 0,
    plant: inEntry('PreToolUse', (entry) => delete entry.onFailure),
    says: ['onFailure'],
  },
  {
    what: "the host's default timeout, which is enough",
    finds: ['timeout-default'],
    exitCode: 0,
    plant: inEntry('PreToolUse', (entry) => delete entry.timeout),
  },
  { what: 'a shorter timeout', finds: ['timeout-shorter'], plant: inEntry('PreToolUse', (entry) => (entry.timeout = 10)), says: ['10 s'] },
  { what: 'an edited line', finds: ['line-edited'], exitCode: 0, plant: withLine((line) => `FOO=1 ${line}`) },
  {
    what: 'a line of an earlier installation',
    finds: ['line-stale'],
    exitCode: 0,
    plant: (setup) => {
      const former = setup.put(join(setup.home, 'old', 'acuvo-hooks'), '#!/bin/sh\n', 0o755)
      withLine((line) => line.replace(launcherOf(setup), former))(setup)
    },
  },
  {
    what: 'a line that names its shell without its place',
    finds: ['line-stale'],
    exitCode: 0,
    plant: withLine((line) => line.replace(/^\/bin\/sh/, 'sh')),
  },
  { what: 'npx', finds: ['line-through-runner'], exitCode: 0, plant: withLine(() => `npx -y acuvo-hooks ${RUN}`), says: ['npx'] },
  { what: 'a relative path', finds: ['line-relative'], plant: withLine(() => `./node_modules/.bin/acuvo-hooks ${RUN}`) },
  { what: 'a relative path behind node', finds: ['line-relative'], plant: withLine(() => `node tools/acuvo-hooks.cjs ${RUN}`) },
  { what: 'a bare name', finds: ['line-bare-name'], exitCode: 0, plant: withLine(() => `acuvo-hooks ${RUN}`) },
  {
    what: 'a program that is gone',
    finds: ['line-program-missing'],
    plant: withLine(() => `/gone/acuvo-hooks ${RUN}`),
    says: ['/gone/acuvo-hooks'],
  },
  {
    what: "a variable of plugins'",
    finds: ['line-of-plugin'],
    exitCode: 0,
    plant: withLine(() => `"\${CLAUDE_PLUGIN_ROOT}/acuvo-hooks" ${RUN}`),
  },
  {
    what: 'a plugin with a line of ours',
    finds: ['line-in-plugin'],
    exitCode: 0,
    plant: (setup) =>
      void setup.put(
        join(setup.home, '.claude', 'plugins', 'cache', 'team', 'guard', 'hooks', 'hooks.json'),
        JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `acuvo-hooks ${RUN}` }] }] } }),
      ),
  },
  {
    what: "another host's line",
    finds: ['line-edited', 'line-for-other-host'],
    plant: withLine((line) => line.replace('--host claude-code', '--host codex')),
  },
  {
    what: "another event's line",
    finds: ['line-edited', 'line-for-other-event'],
    plant: withLine((line) => line.replace('--event PreToolUse', '--event Stop')),
  },
  {
    what: 'WorktreeCreate',
    finds: ['event-must-not-have-us'],
    plant: settings(
      ({ hooks }) =>
        (hooks.WorktreeCreate = [
          { hooks: [{ type: 'command', command: `acuvo-hooks ${RUN.replace('PreToolUse', 'WorktreeCreate')}`, timeout: 610 }] },
        ]),
    ),
  },
  {
    what: 'an event that is not registered',
    finds: ['event-unknown-to-us'],
    exitCode: 0,
    plant: settings(
      ({ hooks }) =>
        (hooks.PostCompact = [
          { hooks: [{ type: 'command', command: `acuvo-hooks ${RUN.replace('PreToolUse', 'PostCompact')}`, timeout: 610 }] },
        ]),
    ),
  },
  {
    what: 'in two files',
    finds: ['registered-twice'],
    exitCode: 0,
    plant: (setup) =>
      void setup.put(join(setup.root, '.claude', 'settings.local.json'), readFileSync(setup.settings('claude-code'), 'utf8')),
  },
  {
    what: "another tool's hook",
    finds: ['foreign-hook'],
    exitCode: 0,
    plant: settings(({ hooks }) => hooks.PreToolUse?.push({ hooks: [{ type: 'command', command: 'other-guard --token s3cret' }] })),
    says: ['PreToolUse'],
  },
  {
    what: 'variables of a settings file',
    finds: ['variable-in-settings'],
    exitCode: 0,
    plant: settings((document) => (document.env = { NODE_OPTIONS: '--require /x.js', FOO: '1' })),
    says: ['NODE_OPTIONS'],
  },
]

const store = ({ home }: DoctorSetup): string => join(home, '.local', 'state', 'acuvo-hooks')
const current = ({ home }: DoctorSetup): string => join(home, '.local', 'share', 'acuvo-hooks', 'current')
/** Where the executable is tested, the package is installed in its place: what follows is about that. */
const withPackage =
  (plant: (setup: DoctorSetup) => void) =>
  (setup: DoctorSetup): void => {
    const args = [PACKAGE, 'install', 'claude-code', '--no-standalone']
    if (isStandalone) spawnSync(process.execPath, args, { env: { HOME: setup.home, PATH: `${setup.bin}:/usr/bin:/bin` }, cwd: setup.root })
    plant(setup)
  }
/** The same with the executable. */
const withExecutable =
  (plant: (setup: DoctorSetup) => void) =>
  (setup: DoctorSetup): void => {
    const args = [PACKAGE, 'install', 'claude-code', '--standalone', executableIn(join(setup.workspace.base, 'made'))]
    const env = { HOME: setup.home, PATH: `${setup.bin}:/usr/bin:/bin` }
    if (spawnSync(process.execPath, args, { env, cwd: setup.root }).status !== 0) throw new Error(args.join(' '))
    plant(setup)
  }
/** Puts a program of the same number and other files in place, as its own install would. */
const otherBuild =
  (change: (folder: string) => void) =>
  (setup: DoctorSetup): void => {
    const before = realpathSync(current(setup))
    const folder = join(dirname(before), 'other')
    cpSync(before, folder, { recursive: true })
    change(folder)
    const program = programIn(folder, '0.1.0')
    if (program === undefined) throw new Error(folder)
    const name = nameOf(program)
    renameSync(folder, join(dirname(before), name))
    rmSync(current(setup))
    symlinkSync(join('versions', name), current(setup))
  }
const inLauncher = (change: (text: string) => string) => (setup: DoctorSetup) =>
  writeFileSync(launcherOf(setup), change(readFileSync(launcherOf(setup), 'utf8')))
const policy = (content: string | object) => (setup: DoctorSetup) =>
  void setup.workspace.change('.acuvo/hooks.json', typeof content === 'string' ? content : JSON.stringify(content))
const approved =
  (hooks: readonly object[], files: Record<string, [text: string, mode: number]> = {}) =>
  (setup: DoctorSetup) => {
    for (const [name, [text, mode]] of Object.entries(files)) setup.workspace.change(name, text, mode)
    for (const [name, [, mode]] of Object.entries(files)) chmodSync(join(setup.root, name), mode)
    setup.workspace.policy({ hooks })
  }

export const INSTALLED_ROWS: readonly FaultRow[] = [
  { what: 'no launcher', finds: ['launcher-missing', 'probe-not-passed'], plant: (setup) => rmSync(launcherOf(setup)) },
  {
    what: 'a launcher that cannot be started',
    finds: ['launcher-not-executable', 'probe-not-passed'],
    plant: (setup) => chmodSync(launcherOf(setup), 0o600),
  },
  {
    what: 'a launcher that does nothing and looks healthy',
    finds: ['launcher-edited', 'probe-not-held', 'probe-not-refused'],
    plant: inLauncher(() => '#!/bin/sh\nexit 0\n'),
  },
  {
    what: 'a launcher that prints before the answer',
    finds: ['launcher-edited', 'probe-not-held', 'probe-not-passed'],
    plant: inLauncher((text) => text.replace('\n', '\necho starting\n')),
    says: ['not one JSON document'],
  },
  {
    what: 'a Node that is gone',
    finds: ['node-missing'],
    exitCode: 0,
    plant: withPackage(inLauncher((text) => text.replace(/^(# node: |node=).*$/gm, '$1/gone/node'))),
    says: ['/gone/node'],
  },
  { what: 'no program', finds: ['probe-not-passed', 'program-missing'], plant: (setup) => rmSync(current(setup)) },
  {
    what: 'an entry file that was emptied',
    finds: ['probe-not-held', 'probe-not-refused', 'program-damaged'],
    plant: withPackage((setup) => writeFileSync(join(current(setup), 'acuvo-hooks.cjs'), '')),
    says: ['empty output'],
  },
  {
    what: 'a folder in place of the launcher',
    finds: ['launcher-edited', 'probe-not-passed'],
    plant: (setup) => {
      rmSync(launcherOf(setup))
      mkdirSync(launcherOf(setup))
    },
  },
  {
    what: 'a part of the program that was changed',
    finds: ['program-damaged'],
    plant: withPackage((setup) => appendFileSync(join(current(setup), 'commands.cjs'), '\n')),
  },
  {
    what: 'a program of other bytes',
    finds: ['program-stale'],
    exitCode: 0,
    plant: otherBuild((folder) => appendFileSync(join(folder, isStandalone ? 'acuvo-hooks' : 'commands.cjs'), '\n')),
  },
  {
    what: 'an executable that is not executable',
    finds: ['probe-not-passed', 'program-not-executable'],
    plant: withExecutable((setup) => chmodSync(join(current(setup), 'acuvo-hooks'), 0o600)),
  },
  {
    what: 'an executable for another machine',
    finds: ['probe-not-passed', 'program-of-elsewhere'],
    plant: withExecutable(otherBuild((folder) => writeFileSync(join(folder, 'acuvo-hooks'), elfThatRuns('/bin/true', RISC_V)))),
    says: [`${process.platform} ${process.arch}`],
  },
  {
    what: 'an old version',
    finds: ['old-host-version'],
    exitCode: 0,
    plant: (setup) => setup.program('claude-code', '2.1.197 (Claude Code)'),
    says: ['2.1.197', '2.1.214', '2.1.295'],
  },
  {
    what: 'a variable that the launcher takes away',
    finds: ['cleared-variable'],
    exitCode: 0,
    plant: () => undefined,
    env: { NODE_OPTIONS: '--no-warnings' },
    says: ['NODE_OPTIONS'],
  },
  {
    what: 'a variable that nobody takes away',
    finds: ['dangerous-variable'],
    exitCode: 0,
    plant: () => undefined,
    env: { LD_LIBRARY_PATH: '/tmp' },
    says: ['LD_LIBRARY_PATH'],
  },
  {
    what: 'a variable that starts the host without hooks',
    finds: ['hooks-off-by-variable'],
    plant: () => undefined,
    env: { CLAUDE_CODE_SIMPLE: '1' },
    says: ['CLAUDE_CODE_SIMPLE'],
  },
  {
    what: 'a settings folder by a relative path',
    finds: ['settings-folder-relative'],
    plant: () => undefined,
    env: { CLAUDE_CONFIG_DIR: 'conf' },
    says: ['CLAUDE_CONFIG_DIR'],
  },
  {
    what: 'a store in place of which a file stands',
    finds: ['store-unwritable'],
    plant: (setup) => {
      rmSync(join(setup.root, '.acuvo'), { recursive: true })
      rmSync(store(setup), { recursive: true })
      setup.put(store(setup), '')
    },
  },
  {
    what: 'a store that others can write',
    finds: ['approval-unusable', 'store-open-to-others'],
    plant: (setup) => chmodSync(join(store(setup), 'approvals'), 0o777),
  },

  {
    what: 'a policy that nobody approved',
    finds: ['policy-unapproved'],
    plant: (setup) => {
      rmSync(store(setup), { recursive: true })
    },
  },
  { what: 'a policy that changed', finds: ['policy-changed'], plant: policy({ hooks: [{ event: 'PreToolUse', deny: 'x' }] }) },
  { what: 'a policy that is broken', finds: ['policy-broken'], plant: policy('{ "hooks": [{ "event": "PreTool" }] }') },
  {
    what: 'a policy that is gone',
    finds: ['policy-gone'],
    exitCode: 0,
    plant: (setup) => rmSync(join(setup.root, '.acuvo'), { recursive: true }),
  },
  {
    what: 'a script that changed',
    finds: ['pinned-file-changed'],
    plant: (setup) => void setup.workspace.change('.acuvo/guard.sh', 'exit 0\n'),
    says: ['guard.sh'],
  },
  {
    what: 'a program that nobody has',
    finds: ['interpreter-missing'],
    plant: approved([{ event: 'PreToolUse', name: 'g', command: 'no-such-program' }]),
    says: ['"g"', 'no-such-program'],
  },
  {
    what: 'the interpreter of a script',
    finds: ['interpreter-missing'],
    plant: approved([{ event: 'PreToolUse', command: './g' }], { g: ['#!/usr/bin/env no-such-interpreter\n', 0o755] }),
    says: ['no-such-interpreter', 'g'],
  },
  {
    what: 'a script that is not there',
    finds: ['script-missing'],
    plant: approved([{ event: 'PreToolUse', command: 'sh ./gone.sh' }]),
    says: ['gone.sh'],
  },
  {
    what: 'a script that is not executable',
    finds: ['script-not-executable'],
    plant: approved([{ event: 'PreToolUse', command: './g.sh' }], { 'g.sh': ['#!/bin/sh\n', 0o644] }),
    says: ['g.sh'],
  },
  {
    what: 'a script saved with CRLF',
    finds: ['carriage-return-in-shebang'],
    plant: approved([{ event: 'PreToolUse', command: './g.sh' }], { 'g.sh': ['#!/bin/sh\r\n', 0o755] }),
    says: ['g.sh'],
  },
]
