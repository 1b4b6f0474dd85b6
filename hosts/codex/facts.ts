import { limit, measured, recorded, type HostFacts } from '../shared/host-facts.js'

/** Measured: Codex 0.171.0, in `exec` and by an app client, some of it on 0.144.1 too. */

export const facts: HostFacts = {
  documentation: [
    { url: 'https://developers.openai.com/codex/hooks', says: 'Reference: events, where hooks are registered, what each takes.' },
    {
      url: 'https://github.com/openai/codex/tree/main/codex-rs/hooks/schema/generated',
      says: 'What each event sends and takes, as JSON schemas.',
    },
    { url: 'https://github.com/openai/codex/issues/46210', says: 'Hooks that nobody trusted are skipped by exec without a word.' },
    { url: 'https://github.com/openai/codex/issues/35306', says: 'The same, and that hooks run outside the sandbox.' },
  ],
  timeouts: [
    measured('600 s where the entry names none, no maximum known; at SessionEnd and Interrupt 1 s, and 3 s at most.'),
    measured('When it runs out, the hook and all it started are ended and the call goes on.'),
    measured('A process that the hook leaves behind and that holds its stdout counts as the hook.'),
  ],
  failClosedSwitch: [
    measured(
      'None: whatever fails lets the call run. A wrapper around the registered line, as the README shows it, turns a missing or killed program into a block; a timeout it cannot catch.',
    ),
  ],
  subagents: [
    measured("Calls inside a subagent carry its agent_id and agent_type, the parent's session_id and a turn_id of their own."),
    measured('A subagent ends with SubagentStop, never with Stop; its own prompt fires UserPromptSubmit.'),
  ],
  stopControl: [
    measured('A deny at Stop or SubagentStop sends the agent on with its reason; the host has no limit of its own.'),
    measured('turn_id stays the same while the agent is sent on, and UserPromptSubmit is not fired for it.'),
  ],
  neverCalled: [
    measured('write_stdin: what is typed into a running command.'),
    measured('What a command that is still running has printed so far: the model reads it before PostToolUse, which comes when it ends.'),
    measured('tool_search, unknown tools, and calls whose arguments cannot be read.'),
    measured('The end of a call of an MCP server that failed: the model reads its error as it was.'),
    measured('The end of a patch that was typed into a shell (it begins as a shell call) or that fails its own check.'),
    measured('The end of an interrupted turn: no Stop, only Interrupt and SessionEnd.'),
    measured('Notification, and a failed call by itself: this version has no such events.'),
    measured(
      'Anything, until a person trusted the hooks: exec skips them without a word, and reads no .codex of a project that is not trusted.',
    ),
    measured('Anything, with the feature "hooks" off, or when one bad entry or key voids the whole hooks.json.'),
  ],
  limits: [
    limit(['PreToolUse'], ['ask'], measured('An ask is not supported and would let the call run; it is sent as a deny.')),
    limit(
      ['PreToolUse'],
      ['allow'],
      measured('An allow that changes nothing is not supported; only a PermissionRequest hook could, which is no event of the protocol.'),
    ),
    limit(
      ['PreToolUse'],
      ['rewrite'],
      measured('Sent with an allow that lifts no approval prompt: rules, sandbox and prompts judge the changed call (19 cases).'),
    ),
    limit(['PreToolUse'], ['endsTurn'], recorded('Beside a deny it would void the whole answer, and the call would run.')),
    limit(['*'], ['notice'], measured('Handed to the terminal interface and to app clients; exec shows it to nobody.')),
    limit(['PostToolUse'], ['deny'], measured("Sent as context, because a block would hide the tool's real output.")),
    limit(
      ['PostToolUse'],
      ['replace', 'replaceMcp'],
      measured('A text takes the place of the whole output; anything else is sent as JSON text.'),
    ),
    limit(['PreCompact'], ['deny'], measured('The turn counts as interrupted then.')),
    limit(['SubagentStart'], ['deny'], measured('A subagent cannot be refused at its start; deny the call that starts it (run_agent).')),
  ],
  calls: {
    SessionStart: measured('Once at each start and resume, and after each compaction (one by hand: with the next prompt).'),
    UserPromptSubmit: measured("Once a prompt, a subagent's own too; not when a stop hook sends the agent on."),
    PreToolUse: measured('Once a call, those of subagents too; calls of one response at the same time.'),
    PostToolUse: measured('Once a call that ended; a long-running command once, at its end, with the last part of its output only.'),
    PreCompact: measured('Once a compaction.'),
    SubagentStart: measured('Once a subagent.'),
    SubagentStop: measured('Each time a subagent is about to end.'),
    Stop: measured('Each time the agent is about to end its turn.'),
    SessionEnd: measured('Once a session.'),
  },
}
