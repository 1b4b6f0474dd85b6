import { contains, equal, lacks, match, ok, ran, stopped } from '../../checks.js'
import { END, say, turns, type Seen } from '../../scenario.js'
import { agent, bash, write, SHOWS_NOTICES, type ClaudeSession } from '../parts.js'

/** Prompts, the end of a turn, subagents, compaction (README, Answers; hosts/claude-code.md 5). */

const main = ({ requests }: Seen): number => requests.filter(({ kind }) => kind === 'main').length
const ofSubagents = ({ requests }: Seen): number => requests.filter(({ kind }) => kind === 'subagent').length

export const prompt: ClaudeSession = {
  name: 'a prompt',
  policy: {
    hooks: [
      { event: 'UserPromptSubmit', name: 'prompts', command: 'case "$ACUVO_PROMPT" in *forbidden*) echo PROMPT-NO >&2; exit 1;; esac' },
    ],
  },
  options: { prompt: 'do the forbidden thing' },
  script: { main: turns([say('MODEL-WAS-ASKED')]) },
  then: [{ options: { prompt: 'do the usual thing' }, script: { main: turns([say('MODEL-WAS-ASKED')]) } }],
  scenarios: {
    'is refused before any model sees it, and the person reads why': (seen) => {
      equal(main(seen), 0)
      contains(seen.shown, 'denied by \\"prompts\\": PROMPT-NO')
    },
    'that no hook refuses goes ahead': (seen, [usual]) => {
      equal(main(seen), 0)
      equal(main(usual!), 1)
      contains(usual!.ended, 'MODEL-WAS-ASKED')
    },
  },
}

export const stop: ClaudeSession = {
  name: 'the end of a turn',
  policy: {
    hooks: [{ event: 'Stop', name: 'tests', command: 'echo x >> ../rounds; echo "REASON $(wc -l < ../rounds | tr -d " ")" >&2; exit 1' }],
  },
  script: { main: turns([say('one')], [say('two')], [say('three')], [say('four')], [say('five')], [say('six')]) },
  scenarios: {
    'a hook sends the agent on, with its reason': ({ told }) =>
      contains(told, 'hook "tests" says that you are not done: REASON 1', 'REASON 2', 'REASON 3'),
    'three times for one prompt, then it may end': (seen) => {
      equal(main(seen), 4)
      lacks(seen.told, 'REASON 4')
      contains(seen.ended, 'four')
    },
    'and the person is told that it ended all the same': ({ shown }) => contains(shown, 'REASON 4', 'The agent may end all the same'),
  },
  since: { 'and the person is told that it ended all the same': SHOWS_NOTICES },
}

export const stopOnce: ClaudeSession = {
  name: 'the end of a turn in which files were written',
  policy: {
    stopLimit: 2,
    hooks: [
      { event: 'Stop', name: 'src', paths: ['src/**'], command: 'echo "SRC [$ACUVO_TOOL_PATHS]" >&2; exit 1' },
      { event: 'Stop', name: 'docs', paths: ['docs/**'], command: 'echo DOCS >&2; exit 1' },
      { event: 'Stop', name: 'reports', notice: 'STOP-NOTICE' },
    ],
  },
  script: ({ at }) => ({ main: turns([write('write', at('src/a.ts'), 'x')], [say('one')], [say('two')], END) }),
  scenarios: {
    'only hooks of those files send the agent on, once for one reason': (seen) => {
      contains(seen.told, `SRC [${seen.place.at('src/a.ts')}]`)
      lacks(seen.told, 'DOCS')
      equal(main(seen), 3)
    },
    'a notice at the end reaches the person, not the model': ({ shown, told }) => {
      contains(shown, 'acuvo-hooks: \\"reports\\": STOP-NOTICE')
      lacks(told, 'STOP-NOTICE')
    },
  },
  since: { 'a notice at the end reaches the person, not the model': SHOWS_NOTICES },
}

export const halt: ClaudeSession = {
  name: 'a hook that ends the turn',
  policy: {
    hooks: [
      {
        event: 'PreToolUse',
        name: 'halts',
        tools: ['run_command'],
        command: `echo '{"continue":false,"stopReason":"HALT-WORDS"}'`,
      },
    ],
  },
  script: { main: turns([bash('halted', 'touch halted.txt')], [say('MODEL-WENT-ON')]) },
  scenarios: {
    'stops the call and asks the model nothing more': (seen) => {
      ok(!seen.place.has('halted.txt'))
      equal(main(seen), 1)
      match(seen.ended, /hook_stopped/)
      // The model reads it with the next prompt.
      contains(seen.stdout, 'denied by \\"halts\\": HALT-WORDS')
    },
  },
  // Before, the end of the turn was not said in the result.
  since: { 'stops the call and asks the model nothing more': '2.1.212' },
}

export const subagents: ClaudeSession = {
  name: 'a subagent',
  policy: {
    hooks: [
      {
        event: 'PreToolUse',
        name: 'no agents',
        tools: ['run_agent'],
        command: 'case "$ACUVO_TOOL_ARGS" in *Forbidden*) echo AGENT-NO >&2; exit 1;; esac',
      },
      {
        event: 'PreToolUse',
        name: 'inside',
        tools: ['run_command'],
        command: '[ -z "$ACUVO_AGENT_ID" ] || { echo "INSIDE-NO" >&2; exit 1; }',
      },
      { event: 'SubagentStart', name: 'greets', context: 'SUBAGENT-CONTEXT' },
      {
        event: 'PostToolUse',
        name: 'feedback',
        tools: ['write_file'],
        command: '[ -z "$ACUVO_AGENT_ID" ] || { echo INSIDE-FEEDBACK >&2; exit 1; }',
      },
      {
        event: 'SubagentStop',
        name: 'reviews',
        command: 'echo x >> ../reviews; echo "REVIEW $(wc -l < ../reviews | tr -d " ")" >&2; exit 1',
      },
    ],
  },
  script: ({ at }) => ({
    main: turns([agent('forbidden', 'Forbidden')], [agent('agent')], [bash('outside', 'touch outside.txt')], END),
    subagent: turns(
      [bash('inside', 'touch inside.txt')],
      [write('inside-write', at('inside-write.txt'), 'x')],
      [say('report one')],
      [say('report two')],
      [say('report three')],
      [say('report four')],
      [say('report five')],
    ),
  }),
  scenarios: {
    'is denied a call that the session may make': (seen) => {
      stopped(seen, 'inside', ['denied by "inside": INSIDE-NO'], ['inside.txt'])
      ran(seen, 'outside', { 'outside.txt': '' })
    },
    'gets context at its start, and nobody else does': (seen) => {
      contains(seen.toldSubagent, '[output of hook "greets"]\nSUBAGENT-CONTEXT')
      lacks(seen.told, 'SUBAGENT-CONTEXT')
    },
    'gets feedback on its own calls': (seen) => {
      ran(seen, 'inside-write', { 'inside-write.txt': 'x' })
      contains(seen.toldSubagent, 'INSIDE-FEEDBACK')
    },
    'is sent on by its own stop hooks, three times': (seen) => {
      contains(seen.toldSubagent, 'hook "reviews" says that you are not done: REVIEW 1', 'REVIEW 2', 'REVIEW 3')
      lacks(seen.toldSubagent, 'REVIEW 4')
      equal(ofSubagents(seen), 6)
      contains(seen.result('agent').text, 'report four')
    },
    'is not started where its call is denied': (seen) => stopped(seen, 'forbidden', ['denied by "no agents": AGENT-NO']),
  },
}

export const compaction: ClaudeSession = {
  name: 'a compaction that the person asks for',
  policy: { hooks: [{ event: 'PreCompact', name: 'keeps', command: 'echo COMPACT-NO >&2; exit 1' }] },
  options: { prompt: 'remember this' },
  script: { main: turns([say('remembered')]) },
  then: [{ options: { prompt: '/compact', words: ['--continue'] }, script: { main: turns(END) } }],
  scenarios: {
    'is stopped by a hook, and the person reads why': (seen, [compacted]) => {
      equal(seen.requests.filter(({ kind }) => kind === 'main').length, 1)
      equal(compacted!.requests.filter(({ kind }) => kind === 'compaction').length, 0)
      contains(compacted!.shown, 'denied by \\"keeps\\": COMPACT-NO')
    },
  },
}

/** What the model says that it has read when the host is to sum the conversation up. */
const FULL = 195_000

export const compacted: ClaudeSession = {
  name: 'a conversation that grew too long',
  policy: {
    hooks: [
      { event: 'SessionStart', name: 'starts', command: 'echo x >> ../starts; echo "START-$(wc -l < ../starts | tr -d " ")"' },
      { event: 'SubagentStop', name: 'ends', deny: 'NO-SUBAGENT' },
    ],
  },
  // A model with a window that the host knows.
  options: { model: 'claude-sonnet-4-5', env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' } },
  script: () => {
    let answers = 0
    return {
      main: () => {
        answers++
        if (answers > 4) return END
        return { acts: [bash(`step-${answers}`, 'echo step')], inputTokens: answers === 3 ? FULL : 1000 }
      },
    }
  },
  scenarios: {
    'context is given again after it': (seen) => {
      for (const step of [1, 2, 3, 4]) ran(seen, `step-${step}`)
      equal(seen.requests.filter(({ kind }) => kind === 'compaction').length, 1)
      contains(seen.told, '[output of hook "starts"]\nSTART-1', '[output of hook "starts"]\nSTART-2')
    },
    'no hook takes it for a subagent': (seen) => {
      contains(seen.told, 'START-2')
      lacks(seen.told + seen.toldSubagent, 'NO-SUBAGENT')
    },
  },
}
