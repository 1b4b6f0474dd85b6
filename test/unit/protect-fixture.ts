import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HOSTS, readPayload } from '../../hosts/index.js'
import type { HostAdapter } from '../../hosts/types.js'
import type { SelfProtect } from '../../src/config/types.js'
import type { ProtectedPlaces } from '../../src/protect/places.js'
import { protectedBy, type ProtectionAnswer } from '../../src/protect/protected-by.js'
import type { ProtocolEvent } from '../../src/protocol/event.js'

/** A machine with a person's home, an installed program, and one workspace with a policy, for the self-protection's tables. */

export const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-protect-')))
export const home = join(base, 'home')
export const ws = join(base, 'ws')
export const remove = (): void => rmSync(base, { recursive: true, force: true })

const write = (path: string, text = ''): string => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
  return join(base, path)
}

write('ws/.acuvo/hooks.json', '{}')
write('ws/.acuvo/guard.sh')
write('ws/.acuvo/tests/one.json')
write('ws/.claude/settings.json', '{}')
write('ws/.claude/settings.local.json', '{}')
write('ws/.claude/commands/x.md')
write('ws/.codex/config.toml')
write('ws/src/a.ts')
write('ws/src/b.ts')
write('ws/docs/readme.md')
write('ws/scripts/guard.mjs')
write('ws/packages/inner/.acuvo/hooks.json', '{}')
write('ws/packages/plain/index.ts')
write('ws/node_modules/thing/.claude/settings.json')
write('home/.bashrc')
write('home/.claude/settings.json', '{}')
write('home/.local/state/acuvo-hooks/records/one.json')
write('home/.config/acuvo/hooks.json')
write('home/notes.txt')
write('moved/codex-home/config.toml')
write('evil/.acuvo/hooks.json')
write('evil/claude/settings.json')
export const program = write('opt/acuvo/dist/acuvo-hooks.cjs')
write('opt/acuvo/dist/main.cjs')
mkdirSync(join(base, 'bin'))
symlinkSync(program, join(base, 'bin/acuvo-hooks'))
symlinkSync(program, join(base, 'bin/helper'))
chmodSync(program, 0o755)
export const installed = join(home, '.local/share/acuvo-hooks')
write('home/.local/share/acuvo-hooks/versions/0.1.0-aa/acuvo-hooks.cjs')
symlinkSync('versions/0.1.0-aa', join(installed, 'current'))
chmodSync(write('home/.local/share/acuvo-hooks/acuvo-hooks'), 0o755)
symlinkSync(join(installed, 'acuvo-hooks'), join(ws, 'src/launch'))
symlinkSync(join(installed, 'current/acuvo-hooks.cjs'), join(ws, 'src/tools.cjs'))
symlinkSync('.acuvo', join(ws, 'policy'))
symlinkSync('.acuvo/hooks.json', join(ws, 'alias.json'))
symlinkSync('.acuvo/new.json', join(ws, 'dangling.json'))
symlinkSync('loop-b', join(ws, 'loop-a'))
symlinkSync('loop-a', join(ws, 'loop-b'))
symlinkSync(join(ws, 'packages/inner/.acuvo'), join(ws, 'src/deep'))
linkSync(join(ws, '.acuvo/hooks.json'), join(ws, 'hard.json'))
linkSync(join(ws, 'src/b.ts'), join(ws, 'src/b-again.ts'))

export const places: ProtectedPlaces = {
  home,
  env: {
    HOME: home,
    PATH: `/usr/bin:/bin:${join(base, 'bin')}`,
    CODEX_HOME: join(base, 'moved/codex-home'),
    BASH_ENV: join(home, 'bash-env.sh'),
  },
  roots: [ws],
  own: [join(home, '.local/state/acuvo-hooks'), join(home, '.config/acuvo'), '/etc/acuvo', join(base, 'opt/acuvo/dist'), installed],
  installed,
  pinned: [join(ws, 'scripts/guard.mjs'), join(ws, '.acuvo/guard.sh')],
  program,
}

/** The payload of one tool call, as each host sends it. */
const payloadOf: Readonly<Record<string, (tool: string, input: unknown, cwd: string) => Record<string, unknown>>> = {
  'claude-code': (tool_name, tool_input, cwd) => ({
    session_id: 's',
    prompt_id: 'p',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
  }),
  codex: (tool_name, tool_input, cwd) => ({
    session_id: 's',
    turn_id: 't',
    model: 'm',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
  }),
  cursor: (tool_name, tool_input, cwd) => ({
    conversation_id: 'c',
    generation_id: 'g',
    cursor_version: '2026.10.01',
    workspace_roots: [ws],
    cwd,
    hook_event_name: 'preToolUse',
    tool_name,
    tool_input,
  }),
}

export const eventOf = (host: string, tool: string, input: unknown, cwd = ws): ProtocolEvent => {
  const adapter = HOSTS.find(({ id }) => id === host) as HostAdapter
  const payload = payloadOf[host]?.(tool, input, cwd) ?? {}
  const context = { env: { CLAUDE_PROJECT_DIR: ws }, processCwd: ws, home, exists: existsSync, readText: () => undefined }
  const reading = readPayload(adapter, payload, context)
  if (reading.kind !== 'event') throw new Error(`unreadable: ${JSON.stringify(payload)}`)
  return reading.event
}

export const judged = (
  host: string,
  tool: string,
  input: unknown,
  mode: SelfProtect = 'deny',
  cwd = ws,
): Promise<ProtectionAnswer | undefined> => protectedBy(eventOf(host, tool, input, cwd), places, mode)

const SHELL_TOOL: Readonly<Record<string, string>> = { 'claude-code': 'Bash', codex: 'Bash', cursor: 'Shell' }

export const shell = (command: string, mode: SelfProtect = 'deny', host = 'claude-code', cwd = ws): Promise<ProtectionAnswer | undefined> =>
  judged(host, SHELL_TOOL[host] as string, { command }, mode, cwd)
