import { afterAll, describe, expect, it } from 'vitest'
import { base, remove, shell } from './protect-fixture.js'

/** What git puts back, takes away or runs: its own paths, and its options before the sub-command. */

afterAll(remove)

const denied = [
  'git checkout main -- scripts',
  'git checkout HEAD -- packages',
  'git checkout .',
  'git checkout -- .',
  'git checkout HEAD -- :/',
  'git checkout -- ":(top)scripts"',
  'git checkout packages',
  'git restore .',
  'git restore -s HEAD~1 scripts/',
  'git restore --staged --worktree .',
  'git restore -SW .',
  'git restore "*.json"',
  'git restore *.json',
  "git restore 'scri*'",
  "git restore ':(glob)**/*.mjs'",
  "git restore ':(icase)SCRIPTS'",
  "git rm -r '*.json'",
  'git stash push -- scripts',
  'git clean -fdx -- packages',
  'cd src && git checkout HEAD -- ../scripts',
  'cd src && git checkout HEAD -- :/scripts',
  'git -C .acuvo rm hooks.json',
  'git -C src -C .. rm .acuvo/hooks.json',
  'git -C packages -C inner rm -r .acuvo',
  'git -c core.quotepath=off rm .acuvo/hooks.json',
  'git --git-dir .git --work-tree . rm .acuvo/hooks.json',
  'git --git-dir=.git -C .acuvo mv hooks.json x',
  'git --work-tree=.acuvo checkout -- hooks.json',
  'git --git-dir=/tmp/evil/.git --work-tree=. checkout -f',
  'GIT_DIR=/tmp/evil/.git GIT_WORK_TREE=. git checkout -f main',
  'git --git-dir=/tmp/evil.git reset --hard',
  'git apply --directory=.acuvo /tmp/x.diff',
  'git apply --directory .acuvo /tmp/x.diff',
  'git am --directory=.claude /tmp/x.mbox',
  "git -c alias.x='!rm -rf .acuvo' x",
  "git -c core.editor='acuvo-hooks trust --yes #' commit",
  "git config alias.x '!rm -rf .acuvo'",
  'git rebase --exec "rm -rf .acuvo" main',
  'git bisect run rm -rf .acuvo',
  "git submodule foreach 'rm -rf .acuvo'",
  `git worktree add ${base}/ws/.acuvo main`,
]

const passes = [
  'git checkout main',
  'git checkout -',
  'git checkout -b topic main',
  'git checkout -f main',
  'git checkout src',
  'git checkout main -- src docs/readme.md',
  'git checkout HEAD -- hooks.json',
  'git checkout --orphan fresh',
  'git switch main',
  'git switch -c scripts',
  'git stash',
  'git stash push -m "packages and scripts"',
  'git stash pop',
  'git pull --rebase',
  'git reset --hard HEAD~1',
  'git reset HEAD .',
  'git restore --staged .',
  'git restore --staged .acuvo/hooks.json',
  'git restore src',
  'git restore "*.ts"',
  "git restore 'docs/*.md'",
  "git restore ':(exclude).acuvo' src",
  'git -C src checkout -- a.ts',
  'git -C .acuvo log',
  'git -C .acuvo checkout main',
  'git -c user.name=x commit -m "rm -rf .acuvo"',
  'git --git-dir=.git --work-tree=. status',
  'git --git-dir=.git checkout main',
  'git apply --directory=src /tmp/x.diff',
  'git rebase main',
  'git merge topic',
  'git add .',
  'git diff -- .',
]

describe('git', () => {
  it.each(denied)('denied: %s', async (command) => {
    expect(await shell(command)).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/^denied: /) })
  })

  it.each(passes)('passes: %s', async (command) => {
    expect(await shell(command)).toBeUndefined()
  })
})
