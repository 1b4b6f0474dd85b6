import { rmSync } from 'node:fs'
import { contains, count, equal, lacks, ok, ran, stopped } from '../../checks.js'
import { after, END, turns } from '../../scenario.js'
import type { Place } from '../../place.js'
import { bash, read, SHOWS_NOTICES, write, type ClaudeSession } from '../parts.js'

/** A policy that is not as a person approved it (README, "Approve it"): the third law, and the first where nobody can judge. */

const gate = (command: string, deny: string): object => ({ event: 'PreToolUse', name: deny.toLowerCase(), commands: [command], deny })

const policyFile = (hooks: readonly object[]): string => JSON.stringify({ hooks }, null, 2)

const NEVER = 'was never approved, so nothing of it runs and every tool call in its tree is stopped'

/** How the host shows a notice; what we said stands in its stream besides. */
const TO_PERSON = 'UserPromptSubmit says: acuvo-hooks: '

export const unapproved: ClaudeSession = {
  name: 'a policy that nobody approved',
  policy: {
    hooks: [
      { event: 'PreToolUse', command: 'touch ran-unapproved.txt' },
      { event: 'SessionStart', command: 'touch ran-unapproved.txt' },
    ],
  },
  approved: false,
  script: ({ at }) => ({
    main: turns([bash('shell', 'touch made.txt')], [write('write', at('made2.txt'), 'x')], [read('read', at('README.md'))], END),
  }),
  scenarios: {
    'holds a shell command': (seen) => stopped(seen, 'shell', ['held: ', NEVER, 'acuvo-hooks trust '], ['made.txt']),
    'holds a write': (seen) => stopped(seen, 'write', [NEVER], ['made2.txt']),
    'holds a read': (seen) => {
      stopped(seen, 'read', [NEVER])
      lacks(seen.told, 'A project for one try')
    },
    'is told at the start, and nothing of it runs': (seen) => {
      // With the start, and with the prompt.
      equal(count(seen.told, 'cannot be used, so every tool call in its tree will be stopped, because nobody ever approved it'), 2)
      lacks(seen.told, 'hookSpecificOutput')
      ok(!seen.place.has('ran-unapproved.txt'))
    },
    'is told to the person': ({ shown }) => contains(shown, `${TO_PERSON}the policy of`),
  },
  since: { 'is told to the person': SHOWS_NOTICES },
}

export const broken: ClaudeSession = {
  name: 'a policy that was never approved and is broken',
  policy: '{ "hooks": [ { "event": "PreTolUse", "deny": "x" } ] }',
  approved: false,
  script: { main: turns([bash('shell', 'touch made.txt')], END) },
  scenarios: {
    'holds every call and shows what is wrong': (seen) =>
      stopped(
        seen,
        'shell',
        ['could not be read, so every tool call in its tree is stopped until a person mends it', 'PreTolUse', 'PreToolUse'],
        ['made.txt'],
      ),
    'is told at the start and with the prompt': (seen) => {
      equal(count(seen.told, 'cannot be used, so every tool call in its tree will be stopped'), 2)
      lacks(seen.told, 'hookSpecificOutput')
    },
    'is told to the person': ({ shown }) => contains(shown, `${TO_PERSON}the policy of`),
  },
  since: { 'is told to the person': SHOWS_NOTICES },
}

const APPROVED = [
  gate('touch forbidden*', 'APPROVED-NO'),
  { event: 'PreToolUse', name: 'script', commands: ['touch scripted*'], command: 'sh gate.sh' },
]

/** What a person does to the files while the session runs. */
const change = (place: Place, content: string) => () => place.write('.acuvo/hooks.json', content)

export const changing: ClaudeSession = {
  name: 'a policy that changes while the session runs',
  policy: { hooks: APPROVED },
  files: { 'gate.sh': 'echo SCRIPT-NO >&2; exit 1\n' },
  script: (place) => ({
    main: turns(
      [bash('approved-no', 'touch forbidden-1.txt')],
      after(change(place, policyFile([...APPROVED, gate('touch new-gate*', 'NEW-NO')])), [bash('changed-new', 'touch new-gate.txt')]),
      [bash('changed-old', 'touch forbidden-2.txt')],
      [bash('changed-free', 'touch free-1.txt')],
      after(change(place, policyFile([])), [bash('emptied', 'touch forbidden-3.txt')]),
      after(change(place, '{ "hooks": [ '), [bash('broken', 'touch free-2.txt')]),
      [read('mend-read', place.at('.acuvo/hooks.json'))],
      after(() => rmSync(place.at('.acuvo'), { recursive: true }), [bash('gone', 'touch forbidden-4.txt')]),
      [bash('gone-free', 'touch free-3.txt')],
      after(change(place, policyFile(APPROVED)), [bash('scripted', 'touch scripted-1.txt')]),
      after(() => place.write('gate.sh', 'exit 0\n'), [bash('rescripted', 'touch scripted-2.txt')]),
      END,
    ),
  }),
  scenarios: {
    'new gates hold what they would judge': (seen) =>
      stopped(
        seen,
        'changed-new',
        ['was changed (', 'since a person approved it, and a new or changed gate', 'acuvo-hooks trust '],
        ['new-gate.txt'],
      ),
    'approved gates stay in force, and other calls run': (seen) => {
      stopped(seen, 'approved-no', ['APPROVED-NO'], ['forbidden-1.txt'])
      stopped(seen, 'changed-old', ['APPROVED-NO'], ['forbidden-2.txt'])
      ran(seen, 'changed-free', { 'free-1.txt': '' })
    },
    'the model is told of the change once': ({ told }) =>
      equal(count(told, 'was changed since a person approved it. The approved one stays in force'), 1),
    'gates that were taken out stay in force': (seen) => stopped(seen, 'emptied', ['APPROVED-NO'], ['forbidden-3.txt']),
    'a broken file holds every call': (seen) =>
      stopped(
        seen,
        'broken',
        ['held: ', 'could not be read, so every tool call in its tree is stopped until a person mends it'],
        ['free-2.txt'],
      ),
    'and may be read to mend it': (seen) => {
      contains(seen.result('mend-read').text, '{ "hooks": [')
      contains(seen.told, 'This one passes to mend it')
    },
    'a policy that is gone stays in force': (seen) => {
      stopped(seen, 'gone', ['APPROVED-NO'], ['forbidden-4.txt'])
      ran(seen, 'gone-free', { 'free-3.txt': '' })
      contains(seen.told, 'is gone. What was approved stays in force')
    },
    'a script that changed is not run': (seen) => {
      stopped(seen, 'scripted', ['SCRIPT-NO'], ['scripted-1.txt'])
      stopped(seen, 'rescripted', ['files that', 'were changed since a person approved them', 'gate.sh'], ['scripted-2.txt'])
    },
    'each of it is told to the person': ({ shown }) =>
      contains(
        shown,
        'was changed since a person approved it. The approved one stays in force',
        'This one passes to mend it',
        'cannot be used, so every tool call in its tree will be stopped',
        'is gone. What was approved stays in force',
      ),
  },
  since: { 'each of it is told to the person': SHOWS_NOTICES },
}
