import { rmSync } from 'node:fs'
import { contains, count, equal, lacks, ran, stopped } from '../../checks.js'
import { after, END, turns, type Seen } from '../../scenario.js'
import { added, mainRequest, patch, shell, type CodexSession } from '../parts.js'

/** What holds in each state of a policy file (DESIGN 8), seen from inside a session that is running while it changes. */

/** The first request of the model, as the host wrote it. */
const asked = ({ requests }: Seen): string => JSON.stringify(requests.find(({ kind }) => kind === 'main')?.body.input)

const gate = (name: string, pattern: string, words: string): object => ({ event: 'PreToolUse', name, commands: [pattern], deny: words })

export const unapproved: CodexSession = {
  name: 'a policy that nobody approved',
  asks: [4],
  policy: { hooks: [gate('push', 'git push', 'PUSH-NO'), { event: 'SessionStart', context: 'UNAPPROVED-CONTEXT' }] },
  approved: false,
  script: {
    main: turns([shell('any', 'touch any.txt')], [patch('write', ...added('a.txt', 'x'))], [shell('read', 'cat .acuvo/hooks.json')], END),
  },
  scenarios: {
    'holds a shell command': (seen) => stopped(seen, 'any', ['was never approved', 'acuvo-hooks trust'], ['any.txt']),
    'holds a patch, and a look at it in the shell': (seen) => {
      stopped(seen, 'write', ['was never approved'], ['a.txt'])
      stopped(seen, 'read', ['was never approved'])
    },
    'runs nothing of it, and the model is told why at the start and with the prompt': (seen) => {
      lacks(seen.told, 'UNAPPROVED-CONTEXT')
      equal(count(asked(seen), 'cannot be used, so every tool call in its tree will be stopped, because nobody ever approved it'), 2)
    },
  },
}

export const unapprovedBroken: CodexSession = {
  name: 'a policy that nobody approved and nobody can read',
  asks: [2],
  policy: '{ "hooks": [ oops',
  approved: false,
  script: { main: turns([shell('any', 'touch any.txt')], END) },
  scenarios: {
    'holds every call': (seen) => stopped(seen, 'any', ['.acuvo/hooks.json', 'could not be read', 'line 1:14'], ['any.txt']),
    'which the model is told at the start and with the prompt': (seen) =>
      equal(count(asked(seen), 'cannot be used, so every tool call in its tree will be stopped'), 2),
  },
}

const approvedPolicy = {
  hooks: [
    gate('push', 'git push', 'PUSH-NO'),
    { event: 'PreToolUse', name: 'script', commands: ['touch scripted*'], command: 'sh .acuvo/gate.sh' },
  ],
}

const files = { '.acuvo/gate.sh': 'echo SCRIPT-NO >&2\nexit 1\n' }

export const broken: CodexSession = {
  name: 'a policy that is broken while the agent works',
  asks: [6],
  policy: approvedPolicy,
  files,
  script: (place) => ({
    main: turns(
      [shell('before', 'touch before.txt')],
      after(() => place.write('.acuvo/hooks.json', '{ "hooks": [ { "evnt": "PreToolUse" } ] }'), [shell('held', 'touch held.txt')]),
      [patch('mend', '*** Update File: .acuvo/hooks.json', '@@', '-{ "hooks": [ { "evnt": "PreToolUse" } ] }', '+{ "hooks": [] }')],
      after(() => place.write('.acuvo/hooks.json', JSON.stringify(approvedPolicy, null, 2)), [shell('again', 'touch again.txt')]),
      [shell('push', 'git push')],
      END,
    ),
  }),
  scenarios: {
    'holds a call, and the error is named': (seen) => {
      ran(seen, 'before', { 'before.txt': '' })
      stopped(seen, 'held', ['.acuvo/hooks.json', 'evnt'], ['held.txt'])
    },
    'holds nothing once it is as it was, and its gates stand': (seen) => {
      ran(seen, 'mend')
      // Before it is as it was again.
      contains(mainRequest(seen, 3), 'was changed since a person approved it. The approved one stays in force')
      ran(seen, 'again', { 'again.txt': '' })
      stopped(seen, 'push', ['PUSH-NO'])
      stopped(seen, 'held', ['.acuvo/hooks.json'])
    },
  },
}

export const changed: CodexSession = {
  name: 'a policy that is changed while the agent works',
  asks: [5],
  policy: approvedPolicy,
  files,
  script: (place) => ({
    main: turns(
      after(
        () =>
          place.write(
            '.acuvo/hooks.json',
            JSON.stringify({ hooks: [gate('new', 'touch new*', 'NEW-NO'), { event: 'Stop', context: 'x' }].slice(0, 1) }),
          ),
        [shell('new', 'touch new.txt')],
      ),
      [shell('free', 'touch free.txt')],
      [shell('push', 'git push')],
      [shell('scripted', 'touch scripted.txt')],
      END,
    ),
  }),
  scenarios: {
    'holds what a new gate would match': (seen) => stopped(seen, 'new', ['changed', 'acuvo-hooks trust'], ['new.txt']),
    'lets through what none would, and tells the model once': (seen) => {
      ran(seen, 'free', { 'free.txt': '' })
      equal(count(seen.told, 'was changed since a person approved it. The approved one stays in force'), 1)
    },
    'keeps the gates that were approved': (seen) => {
      stopped(seen, 'push', ['denied by "push": PUSH-NO'])
      stopped(seen, 'scripted', ['SCRIPT-NO'], ['scripted.txt'])
    },
  },
}

export const gone: CodexSession = {
  name: 'a policy that is gone, and a script that was changed',
  asks: [4],
  policy: approvedPolicy,
  files,
  script: (place) => ({
    main: turns(
      after(() => place.write('.acuvo/gate.sh', 'exit 0\n'), [shell('scripted', 'touch scripted.txt')]),
      [shell('free', 'touch free.txt')],
      after(() => rmSync(place.at('.acuvo'), { recursive: true }), [shell('push', 'git push')]),
      END,
    ),
  }),
  scenarios: {
    'a changed script holds the calls that its hook matches': (seen) => {
      stopped(seen, 'scripted', ['gate.sh', 'acuvo-hooks trust'], ['scripted.txt'])
      ran(seen, 'free', { 'free.txt': '' })
    },
    'a policy that is gone stays in force, and the model is told': (seen) => {
      stopped(seen, 'push', ['denied by "push": PUSH-NO'])
      contains(seen.told, 'is gone. What was approved stays in force')
    },
  },
}

export const layers: CodexSession = {
  name: 'policies of several places',
  asks: [5],
  policy: { hooks: [gate('project', 'touch project*', 'PROJECT-NO')] },
  prepare: ({ home, at, write, acuvo }) => {
    write(`${home}/.config/acuvo/hooks.json`, JSON.stringify({ hooks: [gate('mine', 'touch mine*', 'MINE-NO')] }))
    acuvo(['trust', '--user', '--yes'])
    write(
      'nested/.acuvo/hooks.json',
      JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'nested', tools: ['write_file'], deny: 'NESTED-NO' }] }),
    )
    acuvo(['trust', '--yes'], at('nested'))
  },
  script: {
    main: turns(
      [shell('project', 'touch project.txt')],
      [shell('mine', 'touch mine.txt')],
      [patch('nested', ...added('nested/a.txt', 'x'))],
      [patch('beside', ...added('beside.txt', 'x'))],
      END,
    ),
  },
  scenarios: {
    "the project's": (seen) => stopped(seen, 'project', ['PROJECT-NO'], ['project.txt']),
    "the person's own": (seen) => stopped(seen, 'mine', ['MINE-NO'], ['mine.txt']),
    'of the folder that a patch writes into': (seen) => {
      stopped(seen, 'nested', ['NESTED-NO'], ['nested/a.txt'])
      ran(seen, 'beside', { 'beside.txt': 'x\n' })
    },
  },
}

export const STATES: readonly CodexSession[] = [unapproved, unapprovedBroken, broken, changed, gone, layers]
