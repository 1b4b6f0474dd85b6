import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contains, equal, lacks, ran, stopped } from '../../checks.js'
import { END, turns } from '../../scenario.js'
import { bash, write, type ClaudeSession } from '../parts.js'

/** Where we are registered, and whose policy holds (README, "Which files apply", "Register it"). */

const gate = (command: string, deny: string): object => ({ event: 'PreToolUse', name: deny.toLowerCase(), commands: [command], deny })

const project = (scope: 'local' | 'shared'): ClaudeSession => ({
  name: `registered with --scope ${scope}`,
  scope,
  policy: { hooks: [gate('touch denied*', 'SCOPE-NO')] },
  script: { main: turns([bash('denied', 'touch denied.txt')], [bash('free', 'touch free.txt')], END) },
  scenarios: {
    'a hook denies': (seen) => {
      stopped(seen, 'denied', ['SCOPE-NO'], ['denied.txt'])
      ran(seen, 'free', { 'free.txt': '' })
    },
  },
})

export const local = project('local')

const shared = project('shared')
export const teammate: ClaudeSession = {
  ...shared,
  then: [
    {
      // A teammate who has the repository and not the program.
      prepare: ({ launcher }) => renameSync(dirname(launcher), `${dirname(launcher)}.away`),
      script: { main: turns([bash('held', 'touch held.txt')], END) },
    },
  ],
  scenarios: {
    ...shared.scenarios,
    'who has not got the program is held and told how to get it': (_seen, [later]) =>
      stopped(later!, 'held', ['npx acuvo-hooks install claude-code --scope shared'], ['held.txt']),
  },
  withoutAnswer: { 'who has not got the program is held and told how to get it': 'nothing of ours is there: the registered line answers' },
}

/** The person's own file, a policy of the project, and one further in, for files that lie there. */
export const layers: ClaudeSession = {
  name: 'several policies',
  policy: { hooks: [gate('touch project*', 'PROJECT-NO')] },
  files: {
    'inner/.acuvo/hooks.json': JSON.stringify({
      hooks: [{ event: 'PreToolUse', tools: ['write_file'], paths: ['*.md'], deny: 'INNER-NO' }],
    }),
  },
  prepare: (place) => {
    place.write(join(place.home, '.config', 'acuvo', 'hooks.json'), JSON.stringify({ hooks: [gate('touch user*', 'USER-NO')] }))
    place.acuvo(['trust', '--user', '--yes'])
    place.acuvo(['trust', '--yes', 'inner'])
  },
  script: ({ at }) => ({
    main: turns(
      [bash('user', 'touch user.txt')],
      [bash('project', 'touch project.txt')],
      [write('inner', at('inner/a.md'), 'x')],
      [write('outer', at('outer.md'), 'x')],
      [bash('inside', 'cd inner && touch project-2.txt')],
      END,
    ),
  }),
  scenarios: {
    'the person’s own': (seen) => stopped(seen, 'user', ['USER-NO'], ['user.txt']),
    'the project’s': (seen) => stopped(seen, 'project', ['PROJECT-NO'], ['project.txt']),
    'one further in, for what is written there': (seen) => {
      stopped(seen, 'inner', ['INNER-NO'], ['inner/a.md'])
      ran(seen, 'outer', { 'outer.md': 'x' })
    },
    'the outer one holds inside too': (seen) => stopped(seen, 'inside', ['PROJECT-NO'], ['inner/project-2.txt']),
  },
}

/** A linked worktree has its main checkout's policy, and no approval of its own. */
export const worktree: ClaudeSession = {
  name: 'a linked git worktree',
  policy: { hooks: [gate('touch denied*', 'WORKTREE-NO')] },
  prepare: (place) => {
    const git = (...words: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd: place.project, stdio: 'ignore' })
    git('add', 'README.md')
    git('commit', '--quiet', '-m', 'x')
    mkdirSync(join(place.folder, 'trees'))
    git('worktree', 'add', join(place.folder, 'trees', 'one'))
  },
  options: ({ folder }) => ({ cwd: join(folder, 'trees', 'one') }),
  script: { main: turns([bash('denied', 'touch denied.txt')], END) },
  scenarios: {
    'is under the policy of its main checkout': (seen) => stopped(seen, 'denied', ['WORKTREE-NO'], ['../trees/one/denied.txt']),
  },
}

const SKILL = `---
description: Review
allowed-tools: Bash(cat:*), Bash(echo:*)
---
Note: !\`cat note.txt\`

Words: !\`echo FREE-WORDS\`
`

/** Shell commands in the text of a slash command run before the model sees it. */
export const skills: ClaudeSession = {
  name: 'a slash command with shell commands in it',
  policy: { hooks: [gate('cat note.txt', 'SKILL-NO')] },
  files: { '.claude/commands/review.md': SKILL, 'note.txt': 'HIDDEN-NOTE\n' },
  options: { prompt: '/review' },
  script: { main: turns(END) },
  scenarios: {
    'those that a hook denies are not run, and the model reads why': (seen) => {
      contains(seen.told, 'not run', 'denied by "skill-no": SKILL-NO', 'FREE-WORDS')
      lacks(seen.told, 'HIDDEN-NOTE')
      equal(seen.requests.filter(({ kind }) => kind === 'main').length, 1)
    },
  },
  since: { 'those that a hook denies are not run, and the model reads why': '2.1.295' },
}
