import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultRow } from './doctor.rows.js'
import type { DoctorSetup } from './doctor.setup.js'

/** Faults of Codex and Cursor that Claude Code does not have, or where their rules differ. */

type Codex = Record<string, unknown> & { hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]> }
type Cursor = Record<string, unknown> & { hooks: Record<string, Record<string, unknown>[]> }

const codex = (change: (document: Codex) => void) => (setup: DoctorSetup) => setup.edit(setup.settings('codex'), change)
const cursor = (change: (document: Cursor) => void) => (setup: DoctorSetup) => setup.edit(setup.settings('cursor'), change)
const config = ({ home }: DoctorSetup): string => join(home, '.codex', 'config.toml')
const inConfig = (change: (text: string) => string) => (setup: DoctorSetup) =>
  writeFileSync(config(setup), change(readFileSync(config(setup), 'utf8')))

export const CODEX_ROWS: readonly FaultRow[] = [
  { what: 'nothing is trusted', finds: ['hook-not-trusted'], plant: (setup) => rmSync(config(setup)), says: ['pre_tool_use'] },
  {
    what: 'another text was trusted',
    finds: ['hook-trust-outdated'],
    plant: inConfig((text) => text.replace(/(pre_tool_use:0:0"\]\ntrusted_hash = "sha256:).{4}/, '$10000')),
    says: ['pre_tool_use'],
  },
  {
    what: 'a person switched a hook off',
    finds: ['hook-switched-off'],
    plant: inConfig((text) => text.replace(/(pre_tool_use:0:0"\]\n)/, '$1enabled = false\n')),
  },
  {
    what: 'the feature is off',
    finds: ['hooks-disabled'],
    plant: inConfig((text) => `[features]\nhooks = false\n\n${text}`),
    says: ['config.toml'],
  },
  { what: 'a key at the top of hooks.json', finds: ['file-not-loaded'], plant: codex((document) => (document.$schema = 'x')) },
  {
    what: 'a timeout with a fraction, of another tool',
    finds: ['file-not-loaded'],
    plant: codex(({ hooks }) => hooks.Stop?.push({ hooks: [{ type: 'command', command: 'x', timeout: 1.5 }] })),
  },
  {
    what: 'a matcher of Claude Code',
    finds: ['hook-trust-outdated', 'matcher-leaves-tools-out'],
    plant: codex(({ hooks }) => hooks.PreToolUse?.forEach((group) => (group.matcher = 'Write|Edit'))),
    says: ['Bash'],
  },
  {
    what: 'an old version',
    finds: ['event-not-in-version', 'old-host-version'],
    exitCode: 0,
    plant: (setup) => setup.program('codex', 'codex-cli 0.144.1'),
    says: ['0.144.1', 'SessionEnd'],
  },
  {
    what: 'hooks of config.toml that are not trusted',
    finds: ['hook-not-trusted', 'registered-twice'],
    plant: (setup) => {
      const { PreToolUse } = (JSON.parse(readFileSync(setup.settings('codex'), 'utf8')) as Codex).hooks
      const command = JSON.stringify(PreToolUse?.[0]?.hooks[0]?.command)
      const group = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n'
      inConfig((text) => `${group}command = ${command}\ntimeout = 130\n\n${text}`)(setup)
    },
    says: ['pre_tool_use'],
  },
  {
    what: 'a matcher where it counts for nothing, for the trust neither',
    finds: [],
    exitCode: 0,
    plant: codex(({ hooks }) => hooks.Stop?.forEach((group) => (group.matcher = 'x'))),
  },
  {
    what: 'a project that is not trusted',
    finds: ['hook-not-trusted', 'project-not-trusted', 'registered-twice'],
    plant: (setup) => void setup.put(join(setup.root, '.codex', 'hooks.json'), readFileSync(setup.settings('codex'), 'utf8')),
  },
]

export const CURSOR_ROWS: readonly FaultRow[] = [
  { what: 'one unknown event voids the file', finds: ['file-not-loaded'], plant: cursor(({ hooks }) => (hooks.beforeFileEdit = [])) },
  {
    what: 'an address in a command voids the file',
    finds: ['file-not-loaded'],
    plant: cursor(({ hooks }) => hooks.stop?.push({ command: 'curl https://example.com' })),
  },
  {
    what: "the host's default timeout, which is too short",
    finds: ['timeout-default'],
    plant: cursor(({ hooks }) => delete hooks.preToolUse?.[0]?.timeout),
    says: ['60 s'],
  },
  {
    what: 'not fail-closed',
    finds: ['not-fail-closed'],
    exitCode: 0,
    plant: cursor(({ hooks }) => delete hooks.preToolUse?.[0]?.failClosed),
    says: ['failClosed'],
  },
  {
    what: 'one of several gates',
    finds: ['gate-not-registered'],
    plant: cursor(({ hooks }) => delete hooks.beforeReadFile),
    says: ['beforeReadFile'],
  },
  { what: 'an old version', finds: ['old-host-version'], exitCode: 0, plant: (setup) => setup.program('cursor', '2026.04.17-abcdef') },
  {
    what: "nothing but another host's file",
    finds: ['not-registered', 'only-through-other-host'],
    plant: (setup) => {
      rmSync(setup.settings('cursor'))
      const command = 'acuvo-hooks run --host claude-code --event PreToolUse --host-timeout 130'
      setup.put(
        join(setup.home, '.claude', 'settings.json'),
        JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, timeout: 130 }] }] } }),
      )
    },
    says: ['claude-code'],
  },
]
