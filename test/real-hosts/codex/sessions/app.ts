import { join } from 'node:path'
import { contains, count, deepEqual, equal, lacks, ok, ran, stopped } from '../../checks.js'
import { END, turns } from '../../scenario.js'
import { added, patch, shell, type CodexSession } from '../parts.js'

/** What only a terminal or an editor shows: notices, how each hook ended, questions to the person (hosts/codex.md 5, 6). */

export const questions: CodexSession = {
  name: 'where the person is asked',
  asks: [5],
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'no', commands: ['touch denied*'], deny: 'NO-QUESTION' },
      { event: 'PreToolUse', name: 'changes', commands: ['touch orig*'], command: `echo '{"rewrite":{"command":"touch changed.txt"}}'` },
      { event: 'PreToolUse', name: 'allows', mayAllow: true, commands: ['touch allowed*'], command: `echo '{"decision":"allow"}'` },
    ],
  },
  options: { app: { approvalPolicy: 'untrusted', person: 'decline' } },
  script: {
    main: turns(
      [shell('denied', 'touch denied.txt')],
      [shell('changed', 'touch orig.txt')],
      [shell('allowed', 'touch allowed.txt')],
      [shell('free', 'touch free.txt')],
      END,
    ),
  },
  scenarios: {
    'nobody is asked about a call that is denied': (seen) => {
      stopped(seen, 'denied', ['NO-QUESTION'], ['denied.txt'])
      lacks(seen.shown, 'touch denied.txt')
    },
    'a changed call is asked about as it became, and a no stops it': (seen) => {
      contains(seen.shown, "'touch changed.txt'")
      lacks(seen.shown, 'touch orig.txt')
      ok(!seen.place.has('changed.txt') && !seen.place.has('orig.txt'))
    },
    'nothing that passes skips the question, an allow neither': (seen) => {
      contains(seen.shown, "'touch free.txt'", "'touch allowed.txt'")
      ok(!seen.place.has('free.txt') && !seen.place.has('allowed.txt'))
      contains(seen.shown, 'NO-QUESTION')
    },
  },
}

export const approver: CodexSession = {
  name: "somebody else's hook that answers the questions",
  asks: [3],
  policy: { hooks: [{ event: 'PreToolUse', name: 'no', commands: ['touch denied*'], deny: 'STILL-NO' }] },
  prepare: (place) => {
    const file = join(place.home, '.codex', 'hooks.json')
    const document = JSON.parse(place.read(file)) as { hooks: Record<string, unknown> }
    const allow = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }
    document.hooks.PermissionRequest = [
      { hooks: [{ type: 'command', timeout: 20, command: `cat >/dev/null; echo '${JSON.stringify(allow)}'` }] },
    ]
    place.write(file, JSON.stringify(document, null, 2))
  },
  options: { app: { approvalPolicy: 'untrusted', person: 'decline', trustsAll: true } },
  script: { main: turns([shell('denied', 'touch denied.txt')], [shell('free', 'touch free.txt')], END) },
  scenarios: {
    'does not lift our deny, and works beside us': (seen) => {
      stopped(seen, 'denied', ['STILL-NO'], ['denied.txt'])
      ran(seen, 'free', { 'free.txt': '' })
      lacks(seen.shown, 'asked ')
    },
  },
}

/** How each hook ends, in their order. */
const ENDINGS = [
  'sessionStart completed',
  'userPromptSubmit completed',
  ...['preToolUse completed', 'postToolUse completed'],
  ...['preToolUse completed', 'postToolUse completed'],
  'preToolUse blocked',
  'stop completed',
  'userPromptSubmit blocked',
  'preCompact stopped',
]

export const shownToPeople: CodexSession = {
  name: 'what a person sees',
  asks: [4],
  policy: {
    hooks: [
      { event: 'SessionStart', name: 'greeting', notice: 'START-NOTICE' },
      { event: 'UserPromptSubmit', name: 'prompts', notice: 'PROMPT-NOTICE' },
      { event: 'UserPromptSubmit', name: 'refuses', command: 'case "$ACUVO_PROMPT" in *forbidden*) echo PROMPT-NO >&2; exit 1;; esac' },
      { event: 'PreToolUse', name: 'tells', tools: ['write_file'], notice: 'BEFORE-NOTICE for ${path}' },
      { event: 'PreToolUse', name: 'trial', mode: 'warn', commands: ['touch tried*'], deny: 'TRIAL-NO' },
      { event: 'PreToolUse', name: 'denies', commands: ['touch denied*'], deny: 'SHOWN-NO' },
      { event: 'PostToolUse', name: 'after', tools: ['write_file'], notice: 'AFTER-NOTICE' },
      { event: 'PostToolUse', name: 'crashed', commands: ['touch tried*'], command: 'kill -9 $$' },
      { event: 'PreCompact', name: 'keep', deny: 'KEEP-IT-ALL' },
      { event: 'Stop', name: 'report', notice: 'STOP-NOTICE' },
    ],
  },
  options: { app: { prompts: ['go', 'a forbidden thing', 'thread/compact/start'] } },
  script: {
    main: turns([patch('write', ...added('a.txt', 'x'))], [shell('tried', 'touch tried.txt')], [shell('denied', 'touch denied.txt')], END),
  },
  scenarios: {
    'a notice at the start': (seen) => contains(seen.shown, 'hook sessionStart completed | warning: ', 'START-NOTICE'),
    'a notice with each prompt, one that is refused too': (seen) => equal(count(seen.shown, 'PROMPT-NOTICE'), 2),
    'a notice before a call and after it': (seen) => {
      contains(seen.shown, 'BEFORE-NOTICE for a.txt', 'AFTER-NOTICE')
      ran(seen, 'write', { 'a.txt': 'x\n' })
    },
    'what a hook on trial would have denied; the call runs': (seen) => {
      contains(seen.shown, 'hook "trial" is on trial: it would have denied: TRIAL-NO')
      ran(seen, 'tried', { 'tried.txt': '' })
    },
    'the reason of a deny': (seen) => {
      contains(seen.shown, 'hook preToolUse blocked | feedback: denied by "denies": SHOWN-NO')
      stopped(seen, 'denied', ['SHOWN-NO'], ['denied.txt'])
    },
    'that a hook crashed after a call': (seen) => contains(seen.shown, 'hook postToolUse completed | warning: ', '"crashed"'),
    'a notice at the end of the turn': (seen) => contains(seen.shown, 'hook stop completed | warning: ', 'STOP-NOTICE'),
    'why a prompt is refused': (seen) => {
      contains(seen.shown, 'hook userPromptSubmit blocked | ', 'feedback: denied by "refuses": PROMPT-NO')
      lacks(seen.told, 'forbidden')
    },
    'why a compaction by hand does not happen': (seen) => {
      contains(seen.shown, 'KEEP-IT-ALL')
      equal(seen.requests.filter(({ kind }) => kind === 'compaction').length, 0)
      equal(seen.ended.split(' ').at(-1), 'interrupted')
    },
    'and no hook of ours that failed': (seen) => {
      const endings = seen.shown.split('\n').flatMap((line) => /^hook (\w+ \w+)/.exec(line)?.[1] ?? [])
      deepEqual(endings, ENDINGS)
    },
  },
}

export const APP: readonly CodexSession[] = [questions, approver, shownToPeople]
