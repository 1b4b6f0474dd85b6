import { documented, limit, measured, unknown, type HostFacts } from '../shared/host-facts.js'

/** Measured: Claude Code 2.1.332 in print mode and once on a terminal, some of it on 2.1.197 too. Documentation read as of 2026-08-22. */

const SKILL_COMMAND = ['PreSkillShellCommand']

export const facts: HostFacts = {
  documentation: [
    { url: 'https://code.claude.com/docs/en/hooks', says: 'Reference: events, what each sends and takes, exit codes, timeouts.' },
    { url: 'https://code.claude.com/docs/en/hooks-guide', says: 'How hooks are registered, with examples.' },
    { url: 'https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md', says: 'Which version changed what.' },
    { url: 'https://github.com/anthropics/claude-code/releases/tag/v2.1.295', says: 'The release that brought onFailure.' },
    { url: 'https://github.com/anthropics/claude-code/issues/95726', says: 'Print mode denies what a hook asks, and asks nobody.' },
  ],
  timeouts: [
    documented('600 s where the entry names none; 30 s at UserPromptSubmit, 1.5 s at SessionEnd.'),
    measured('A longer timeout in the entry raises the 1.5 s of SessionEnd.'),
    documented('It is raised to 60 s at most; elsewhere no maximum is known.'),
    measured('When it runs out, all that the hook printed is thrown away, a whole deny too, and the call goes on.'),
  ],
  failClosedSwitch: [
    measured(
      'onFailure: "block" in the entry (2.1.295 and newer; older versions ignore it) turns a timeout, a failed start, an exit other than 0 and 2, and JSON that is not valid into a block.',
    ),
    measured('It does not catch plain text on stdout, and is ignored at Stop.'),
    documented('It is ignored at SubagentStop and for hooks that run in the background too.'),
  ],
  subagents: [measured('Calls inside a subagent carry its agent_id and agent_type.')],
  stopControl: [
    measured(
      'A deny at Stop or SubagentStop sends the agent on with its reason; after 8 times in a row the host ends the turn all the same.',
    ),
    measured('prompt_id stays the same while the agent is sent on, and UserPromptSubmit is not fired for it.'),
    measured('A deny at PreToolUse can end the turn as well.'),
  ],
  neverCalled: [
    measured(
      'A call that fails its own checks: an unknown tool, a missing parameter, an edit of a text that is not there. It does not happen either.',
    ),
    measured('A tool that a deny rule of the settings takes away: it is not even offered.'),
    measured("A shell command in a skill that the host's own rules refuse: PreSkillShellCommand comes after them."),
    measured('The end of a shell command in a skill: no PostToolUse follows PreSkillShellCommand.'),
    measured('Anything, with disableAllHooks, or when one bad entry (an unknown type, a timeout that is a text) voids the settings file.'),
    documented('Anything, in an interactive session of a folder that the person did not trust.'),
  ],
  limits: [
    limit(['PreToolUse'], ['ask'], measured('In print mode an ask is a denial at once, and nobody is asked.')),
    limit(['PreToolUse'], ['allow'], measured('A rule of the settings that asks or denies stays above an allow.')),
    limit(
      ['PreToolUse'],
      ['rewrite'],
      measured(
        "Sent whole and without a decision, so that the host's own rules decide as ever; a key that the tool does not have is dropped, by 2.1.197 refused.",
      ),
    ),
    limit(['PreToolUse'], ['endsTurn'], measured('Only sent beside a deny: alone it would let the call run and end the turn after it.')),
    limit(SKILL_COMMAND, ['ask'], measured('An ask refuses the command there, and is sent as the deny that it is.')),
    limit(SKILL_COMMAND, ['allow'], measured('The rules of the host come before this event, so that there is nothing left to allow.')),
    limit(SKILL_COMMAND, ['context'], measured('It is ignored there.')),
    limit(SKILL_COMMAND, ['rewrite'], measured('A changed command is refused there; a rewrite is a deny that shows it.')),
    limit(SKILL_COMMAND, ['endsTurn'], measured('Not sent there, although the host would take it beside a deny.')),
    limit(SKILL_COMMAND, ['notice'], unknown('It is sent; whether anybody sees it was not measured.')),
    limit(['SessionStart'], ['notice'], measured('Ignored in print mode.')),
    limit(['SubagentStart'], ['notice'], unknown('It is sent; whether anybody sees it was not measured.')),
    limit(['SubagentStart'], ['deny'], measured('A subagent cannot be refused at its start; deny the call that starts it (run_agent).')),
    limit(
      ['PostToolUse'],
      ['replace'],
      measured(
        "Only in the tool's own shape; a text takes the place of what a shell printed, a file held or a search found. What Write and Edit return has no effect, because the model reads only the path.",
      ),
    ),
    limit(['PostToolUseFailure'], ['replace', 'replaceMcp'], measured('The model reads the error as it was, whatever a hook puts there.')),
  ],
  calls: {
    SessionStart: measured('Once at each start, resume and clear, and after each compaction.'),
    UserPromptSubmit: measured('Once a prompt, and once when a background subagent reports; not when a stop hook sends the agent on.'),
    PreToolUse: measured('Once a tool call, those of subagents too; calls of one turn at the same time.'),
    PreSkillShellCommand: measured('Once for each shell command in the text of a skill or a slash command.'),
    PostToolUse: measured('Once a call that succeeded.'),
    PostToolUseFailure: measured('Once a call that failed, such as a shell command with an exit other than 0.'),
    PreCompact: measured('Once a compaction.'),
    SubagentStart: measured('Once a subagent.'),
    SubagentStop: measured('Each time a subagent is about to end; at a compaction too, where no hook is run.'),
    Stop: measured('Each time the agent is about to end its turn.'),
    Notification: measured('About 6 s after a permission prompt, 60 s after the end of a turn.'),
    SessionEnd: measured('Once a session, and at each clear.'),
  },
}
