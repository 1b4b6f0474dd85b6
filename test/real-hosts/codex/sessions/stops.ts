import { contains, count, equal, lacks, ok, ran, stopped } from '../../checks.js'
import type { Turn } from '../../../../hosts/live.js'
import { call, END, turns, type Seen } from '../../scenario.js'
import { added, AGENT_MODEL, mainRequest, patch, shell, turnAt, typedPatch, type CodexSession } from '../parts.js'

/** Hooks at the end of a turn, of a subagent, and at a compaction. */

const asked = (seen: Seen, kind: string): number => seen.requests.filter((request) => request.kind === kind).length

const AGAIN = 'says that you are not done'

export const sameReason: CodexSession = {
  name: 'a stop hook with one reason',
  policy: { hooks: [{ event: 'Stop', name: 'tests', command: 'echo NOT-DONE >&2; exit 1' }] },
  script: { main: turns(END) },
  scenarios: {
    'sends the agent on once, as the user would': (seen) => {
      contains(seen.told, `hook "tests" ${AGAIN}: NOT-DONE`)
      equal(asked(seen, 'main'), 2)
    },
    'and then lets it end': (seen) => {
      equal(seen.ended, 'turn.completed')
      equal(asked(seen, 'main'), 2)
    },
  },
}

export const newReasons: CodexSession = {
  name: 'a stop hook with a new reason each time',
  policy: {
    hooks: [{ event: 'Stop', name: 'tests', command: 'echo x >> rounds; echo "REASON $(grep -c x rounds)" >&2; exit 1' }],
  },
  script: { main: turns(END) },
  scenarios: {
    'is ended by the limit of three': (seen) => {
      equal(asked(seen, 'main'), 4)
      contains(seen.told, 'REASON 1', 'REASON 2', 'REASON 3')
      lacks(seen.told, 'REASON 4')
      equal(seen.place.read('rounds'), 'x\nx\nx\nx\n')
    },
  },
}

export const writtenFiles: CodexSession = {
  name: 'stop hooks about the files that were written',
  asks: [4],
  policy: {
    hooks: [
      { event: 'Stop', name: 'docs', paths: ['docs/**'], command: 'echo DOCS-STOP >&2; exit 1' },
      { event: 'Stop', name: 'end', command: `if [ -e src/b.ts ]; then echo '{"continue":false,"stopReason":"ENOUGH"}'; fi` },
      { event: 'Stop', name: 'source', paths: ['src/**'], command: 'echo "SOURCE-STOP $ACUVO_TOOL_PATHS" >&2; exit 1' },
    ],
  },
  script: { main: turns([patch('write', ...added('src/a.ts', 'x'))], END, [patch('more', ...added('src/b.ts', 'x'))], END) },
  scenarios: {
    'one that matches what was written, and no other': (seen) => {
      contains(seen.told, 'SOURCE-STOP', 'src/a.ts')
      lacks(seen.told, 'DOCS-STOP')
    },
    'and one that lets the agent end, whatever a later one says': (seen) => {
      equal(count(seen.told, 'SOURCE-STOP'), 1)
      equal(asked(seen, 'main'), 4)
    },
  },
}

/** More tokens than it takes for one context: it sums up before its next request. */
export const FULL: Turn = { acts: [shell('full', 'touch full.txt')], inputTokens: 50_000 }
export const LIMIT = ['-c', 'model_auto_compact_token_limit=20000']

export const compactionDenied: CodexSession = {
  name: 'a hook denies a compaction',
  asks: [1],
  policy: { hooks: [{ event: 'PreCompact', name: 'keep', deny: 'COMPACT-NO' }] },
  options: { words: LIMIT },
  script: { main: turns(FULL, END) },
  scenarios: {
    'which does not happen; the turn ends': (seen) => {
      ok(seen.place.has('full.txt'))
      equal(asked(seen, 'compaction'), 0)
      equal(asked(seen, 'main'), 1)
    },
  },
}

export const compaction: CodexSession = {
  name: 'a compaction that no hook denies',
  asks: [3],
  policy: {
    hooks: [
      { event: 'PreCompact', name: 'seen', command: 'echo "$ACUVO_HOOK_EVENT" >> compactions' },
      { event: 'SessionStart', name: 'again', context: 'START-AGAIN' },
      { event: 'PreToolUse', name: 'push', commands: ['git push'], deny: 'PUSH-NO' },
    ],
  },
  options: { words: LIMIT },
  script: { main: turns(FULL, [shell('push', 'git push')], END) },
  scenarios: {
    'happens; gates stand behind it, and what the start tells is told again': (seen) => {
      equal(asked(seen, 'compaction'), 1)
      equal(seen.place.read('compactions'), 'PreCompact\n')
      contains(mainRequest(seen, 0), 'START-AGAIN')
      ok(seen.place.has('full.txt'))
      stopped(seen, 'push', ['PUSH-NO'])
      const last = JSON.stringify(seen.requests.at(-1)?.body)
      contains(last, 'START-AGAIN')
    },
  },
}

// --- subagents -----------------------------------------------------------------------------------------------------

const CHILD = 'SUBTASK of the child'

export const spawn = (label: string): ReturnType<typeof call> => ({
  ...call(label, 'spawn_agent', { message: CHILD, agent_type: 'explorer' }),
  namespace: 'multi_agent_v1',
})

/** Waits for the child that was started last. */
export const wait = ({ body }: { body: Readonly<Record<string, unknown>> }, label: string): Turn => {
  const id = /agent_id[\\": ]+([0-9a-f-]{36})/.exec(JSON.stringify(body.input))?.[1] ?? ''
  return [{ ...call(label, 'wait_agent', { targets: [id], timeout_ms: 20_000 }), namespace: 'multi_agent_v1' }]
}

export const subagents: CodexSession = {
  name: 'a subagent',
  asks: [4],
  policy: {
    hooks: [
      { event: 'SubagentStart', name: 'start', context: 'CHILD-START' },
      { event: 'SubagentStop', name: 'stop', command: 'echo CHILD-NOT-DONE >&2; exit 1' },
      {
        event: 'PreToolUse',
        name: 'in-child',
        tools: ['run_command'],
        command: 'if [ -n "$ACUVO_AGENT_ID" ]; then case "$ACUVO_TOOL_COMMAND" in *from-child*) echo CHILD-NO >&2; exit 1;; esac; fi',
      },
      { event: 'PreToolUse', name: 'infra', tools: ['write_file'], paths: ['infra/**'], deny: 'INFRA-NO' },
      { event: 'PostToolUse', name: 'after', commands: ['echo CHILD-OUT*'], context: 'CHILD-AFTER' },
      { event: 'Stop', name: 'parent', command: 'echo "$ACUVO_AGENT_ID" >> parent-stops' },
    ],
  },
  options: { model: AGENT_MODEL },
  script: {
    main: (request) =>
      turnAt(request, [spawn('spawn')], () => wait(request, 'wait'), [shell('parent', 'touch from-child-parent.txt')], END),
    subagent: turns(
      [shell('child-no', 'touch from-child.txt')],
      [typedPatch('child-patch', '', ...added('infra/a.tf', 'x'))],
      [shell('child-yes', 'echo CHILD-OUTPUT')],
      [{ text: 'the child is done' }],
    ),
  },
  scenarios: {
    'is denied a shell command by a hook that tells it by its id': (seen) => {
      stopped(seen, 'child-no', ['denied by "in-child": CHILD-NO'], ['from-child.txt'])
      ran(seen, 'parent', { 'from-child-parent.txt': '' })
    },
    'is denied a patch': (seen) => stopped(seen, 'child-patch', ['INFRA-NO'], ['infra/a.tf']),
    'is told what hooks say at its start, and its parent is not': (seen) => {
      contains(seen.toldSubagent, 'CHILD-START')
      lacks(seen.told, 'CHILD-START')
    },
    'is told what hooks say after a call, which its parent is not': (seen) => {
      contains(seen.toldSubagent, 'CHILD-AFTER')
      contains(seen.result('child-yes').text, 'CHILD-OUTPUT')
      lacks(seen.told, 'CHILD-AFTER')
    },
    'is sent on by a hook at its end, once': (seen) => {
      contains(seen.toldSubagent, `hook "stop" ${AGAIN}: CHILD-NOT-DONE`)
      equal(count(JSON.stringify(seen.requests.findLast(({ kind }) => kind === 'subagent')?.body), 'CHILD-NOT-DONE'), 1)
    },
    'ends; the stop hooks of its parent run for the parent alone': (seen) => {
      equal(seen.place.read('parent-stops'), '\n')
      contains(seen.toldSubagent, 'CHILD-NOT-DONE')
    },
  },
}

export const noSubagents: CodexSession = {
  name: 'a hook denies the start of a subagent',
  asks: [2],
  policy: { hooks: [{ event: 'PreToolUse', name: 'alone', tools: ['run_agent'], deny: 'ALONE' }] },
  options: { model: AGENT_MODEL },
  script: { main: turns([spawn('spawn')], END) },
  scenarios: {
    'and there is none': (seen) => {
      stopped(seen, 'spawn', ['Tool call blocked by PreToolUse hook: denied by "alone": ALONE'])
      equal(asked(seen, 'subagent'), 0)
    },
  },
}

export const STOPS: readonly CodexSession[] = [sameReason, newReasons, writtenFiles, compactionDenied, compaction, subagents, noSubagents]
