import type { Template } from './template.js'

const SCRIPT = String.raw`#!/bin/sh
# What the agent should know when a session starts: your own words, then where the repository stands. What is printed is context.

[ -s .acuvo/session-context.md ] && cat .acuvo/session-context.md

# Without what the repository's own settings could start.
repository() {
  GIT_OPTIONAL_LOCKS=0 git -c core.fsmonitor=false -c core.hooksPath=/dev/null "$@" 2> /dev/null
}
command -v git > /dev/null 2>&1 || exit 0
repository rev-parse --is-inside-work-tree > /dev/null || exit 0

echo
echo "Branch: $(repository rev-parse --abbrev-ref HEAD || echo 'no commit yet')"
changed=$(repository status --porcelain | head -n 20)
if [ -n "$changed" ]; then
  echo 'Changed files (git status, at most 20):'
  echo "$changed"
fi
last=$(repository log -5 --format='%h %s' --no-show-signature)
if [ -n "$last" ]; then
  echo 'Last commits:'
  echo "$last"
fi
exit 0
`

export const sessionContext: Template = {
  name: 'session-context',
  about:
    'tells the agent at the start of a session what you wrote into .acuvo/session-context.md, the branch, changed files and last commits',
  hooks: [
    {
      event: 'SessionStart',
      name: 'session-context',
      why: 'Your own words stand in .acuvo/session-context.md; a change of them needs approval, like any file here.',
      command: 'sh .acuvo/session-context.sh',
    },
  ],
  files: [
    { path: 'session-context.sh', text: SCRIPT },
    {
      path: 'session-context.md',
      text: 'This workspace has a hook policy (.acuvo/hooks.json). When a call is denied, read the reason and do what it says instead.\n',
    },
  ],
  cases: [{ name: 'the agent reads it', event: 'SessionStart', expect: { decision: 'pass', context: 'has a hook policy' } }],
}
