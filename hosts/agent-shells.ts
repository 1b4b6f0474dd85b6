import type { HostId } from '../src/protocol/event.js'

/**
 * Variables that a host sets in the shells it runs commands in: with one of them set, an agent started us, not a person. A name
 * that ends with `*` stands for every name that begins so. Not those that a person sets for a host or that a host's own terminal
 * window has (`CODEX_HOME`, `CURSOR_TRACE_ID`).
 */
const AGENT_SHELLS: Readonly<Record<HostId, readonly string[]>> = {
  // `hosts/claude-code.md` section 3: what its processes see.
  'claude-code': ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_PID', 'AI_AGENT'],
  codex: ['CODEX_SANDBOX*', 'CODEX_MANAGED_*', 'CODEX_THREAD_ID', 'CODEX_CI', 'CODEX_SESSION*'],
  cursor: ['CURSOR_AGENT', 'CURSOR_SANDBOX*', 'CURSOR_CONVERSATION_ID'],
}

/** The variable that says so; undefined where none does. */
export const agentVariableIn = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const names = Object.values(AGENT_SHELLS).flat()
  return Object.keys(env).find(
    (name) =>
      (env[name] ?? '') !== '' && names.some((known) => (known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known)),
  )
}
