import { documented, limit, recorded, reported, unknown, type HostFacts } from '../shared/host-facts.js'

/** Nothing here was measured by us: documentation as of October 2026, public recordings up to CLI 2026.10.01 and IDE 3.21. */

const SECOND_GATES = ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead']
const WITH_MESSAGE = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeSubmitPrompt', 'subagentStart']
const UNHEARD = ['afterShellExecution', 'afterMCPExecution', 'afterFileEdit', 'afterTabFileEdit']

export const facts: HostFacts = {
  documentation: [
    { url: 'https://cursor.com/docs/hooks', says: 'Reference: events, what each sends and takes, hooks.json.' },
    { url: 'https://cursor.com/docs/reference/third-party-hooks', says: 'Which hooks of other hosts it runs, and how.' },
    { url: 'https://cursor.com/docs/agent/security/run-modes', says: 'What it asks the person in each run mode.' },
    { url: 'https://cursor.com/docs/cli/changelog', says: 'Which version of the command-line program changed what.' },
    { url: 'https://github.com/bobmcallan/satelle', says: 'Recorded: payloads, denials and stop rounds of CLI 2026.10.01.' },
    { url: 'https://github.com/joaoh82/yardsort', says: 'Recorded: the hooks of one turn in print mode, CLI 2026.09.23.' },
    { url: 'https://github.com/yenopdev/yenop', says: 'Recorded: payloads of IDE 3.21.18.' },
    { url: 'https://github.com/ScriptedAlchemy/agent-bundle', says: 'Recorded: subagents and session events of IDE 3.18.25.' },
    { url: 'https://github.com/noamsto/hookyard', says: 'Read in the shipped program: what answers CLI 2026.10.01 accepts.' },
  ],
  timeouts: [
    documented("The default is the platform's; no maximum is named."),
    recorded("60 s in an IDE's log; a hook of 75 s was lost in the command-line program."),
    documented('When it runs out, the action goes on unless the entry is failClosed.'),
  ],
  failClosedSwitch: [
    documented('failClosed: true in the entry, off by default: a timeout, a crash and an exit other than 0 and 2 block.'),
    reported('With it, a hook that prints nothing blocks too (IDE 3.15.6), so every event has an answer for "no opinion".'),
  ],
  subagents: [
    recorded(
      "Calls inside a subagent carry a conversation_id of their own and nothing that names the subagent or its parent: they cannot be told to be the session's.",
    ),
    recorded('subagentStart and subagentStop are not fired on every installation.'),
  ],
  stopControl: [
    recorded('A deny at stop or subagentStop becomes the next message to the agent, at most 4 times (loop_limit is 5 by default).'),
    recorded('A follow-up does not fire beforeSubmitPrompt.'),
    unknown('Whether generation_id stays the same through a follow-up is not known; the rounds that the host counts hold as well.'),
  ],
  neverCalled: [
    recorded('stop and beforeSubmitPrompt, in print mode: use sessionEnd there.'),
    documented('sessionStart, sessionEnd, the two MCP events and those of Tab completion, in cloud agents.'),
    recorded('sessionStart, beforeSubmitPrompt, stop and preCompact, for a subagent.'),
    documented('Notification: there is no such event.'),
    documented('Anything, in a workspace that is not trusted.'),
    recorded('Anything, when hooks.json has one event name that this version does not know (CLI 2026.09.10).'),
    reported('preToolUse, for the tool ReadFile (IDE 3.15.6): register beforeReadFile as well.'),
    unknown('Whether preCompact, subagentStart and beforeMCPExecution are fired in print mode is not known.'),
  ],
  limits: [
    limit(['preToolUse'], ['ask'], documented('An ask is accepted and not enforced, so it is sent as a deny.')),
    limit(
      ['beforeShellExecution', 'beforeMCPExecution'],
      ['ask'],
      reported('An ask is ignored in Auto-review (IDE 3.21.16) and was broken from 2.2 to 2.4.21, so it is sent as a deny.'),
    ),
    limit(['beforeReadFile', 'beforeTabFileRead'], ['ask'], documented('There is no ask, so it is sent as a deny.')),
    limit(['*'], ['allow'], reported("An allow lifts none of the host's own questions, so none is sent on a hook's account.")),
    limit(['*'], ['endsTurn'], documented('There is no answer for it: a deny stops the call, and the turn goes on.')),
    limit(
      ['preToolUse'],
      ['context'],
      recorded('Taken by the command-line program (2026.10.01), not documented; elsewhere it is kept for postToolUse of the same call.'),
    ),
    limit(SECOND_GATES, ['context'], documented('There is no answer for it.')),
    limit(
      ['preToolUse'],
      ['rewrite'],
      documented('Documented for this event alone; no recording of it is known. The input is sent whole.'),
    ),
    limit(SECOND_GATES, ['rewrite'], documented('Only preToolUse takes a changed input; here a rewrite is a deny that shows it.')),
    limit(
      WITH_MESSAGE,
      ['notice'],
      unknown('user_message goes with a refusal; whether anybody sees it without one is not known, so none is sent.'),
    ),
    limit(['beforeTabFileRead'], ['deny', 'notice'], documented('Only the permission is taken, no text.')),
    limit(['sessionStart'], ['notice'], documented('A message is accepted there and has no effect.')),
    limit(['sessionStart'], ['context'], reported('Lost by a race in the IDE up to 3.12.17; it works in the command-line program.')),
    limit(
      ['beforeSubmitPrompt'],
      ['context'],
      recorded('It reached the model on IDE 3.9.16, and the command-line program accepts it; not documented.'),
    ),
    limit(['postToolUse', 'postToolUseFailure'], ['notice'], documented('There is no answer for it.')),
    limit(['postToolUse'], ['deny', 'context'], reported('Some builds of the IDE log it and do not show it to the model.')),
    limit(
      ['postToolUseFailure'],
      ['deny', 'context'],
      documented('In the newest documentation only; earlier versions take no answer here.'),
    ),
    limit(['postToolUse'], ['replace'], documented('Only what an MCP tool returned can be replaced.')),
    limit(['postToolUseFailure'], ['replace', 'replaceMcp'], documented('There is no answer for it: the model reads the error as it was.')),
    limit(
      ['postToolUse', 'afterMCPExecution'],
      ['replaceMcp'],
      documented(
        'Which server a tool is of only afterMCPExecution says, where nothing can be replaced: a replacing hook that names a server (server.tool) therefore runs at postToolUse too, by the name of the tool alone.',
      ),
    ),
    limit(UNHEARD, ['deny', 'context', 'notice', 'replace', 'replaceMcp'], documented('The answer is ignored at this event.')),
    limit(['preCompact'], ['deny'], documented('A compaction cannot be stopped; the reason is shown to the person.')),
    limit(['subagentStart'], ['context'], documented('There is no answer for it.')),
    limit(['subagentStop'], ['deny'], documented('Followed only when the subagent completed.')),
    limit(['stop', 'subagentStop'], ['notice'], documented('There is no answer for it but a message that sends the agent on.')),
  ],
  calls: {
    sessionStart: recorded('Once a new chat; not for a resumed one, not for a subagent.'),
    beforeSubmitPrompt: recorded('Once a prompt, not in print mode; not when a stop hook sends the agent on.'),
    preToolUse: recorded(
      'Once a call, those of subagents too; some reads and searches twice under one id; before an edit once for its read.',
    ),
    beforeShellExecution: recorded('Once a shell call, after preToolUse; only gates are run again.'),
    beforeMCPExecution: recorded('Once a call of an MCP tool, after preToolUse; hooks that name its server run here.'),
    beforeReadFile: recorded('Once a file that is read, after preToolUse; only gates are run again.'),
    beforeTabFileRead: documented('Once a file that Tab completion reads; IDE only.'),
    postToolUse: recorded('Once a call that succeeded.'),
    postToolUseFailure: recorded('Once a call that failed, and once a call that was denied, where no hook is run.'),
    afterShellExecution: recorded('Once a shell call, before postToolUse; no hook is run again.'),
    afterMCPExecution: documented('Once a call of an MCP tool; hooks that name its server run here.'),
    afterFileEdit: recorded('Once a file that is edited, before postToolUse; no hook is run again.'),
    afterTabFileEdit: documented('Once an edit by Tab completion; IDE only.'),
    preCompact: recorded('Once a compaction.'),
    subagentStart: recorded('Once a subagent, where it is fired at all.'),
    subagentStop: recorded('Each time a subagent is about to end, where it is fired at all.'),
    stop: recorded('Each time the agent is about to end its turn, not in print mode.'),
    sessionEnd: recorded('Once a session.'),
  },
}
