import { TELL_ONCE } from './tools.js'
import type { Template } from './template.js'

const SCRIPT = String.raw`#!/bin/sh
# Runs the tests when the agent wants to end, and sends it on where they fail. Which tests: the first that the project has.
# Put your own line in place of all of it where that is another one.

${TELL_ONCE}
has() {
  command -v "$1" > /dev/null 2>&1
}

# run WORD...: runs the tests and ends.
run() {
  if said=$("$@" 2>&1 < /dev/null); then exit 0; fi
  printf '%s fails:\n' "$*" >&2
  printf '%s\n' "$said" | tail -c 3000 >&2
  exit 1
}

# The line that npm writes into a new package tests nothing.
if grep -q '"test"[[:space:]]*:' package.json 2>/dev/null && ! grep -q 'no test specified' package.json; then
  if [ -f pnpm-lock.yaml ] && has pnpm; then run pnpm test; fi
  if [ -f yarn.lock ] && has yarn; then run yarn test; fi
  if has npm; then run npm test --silent; fi
  tell 'test-on-stop: npm is not on the PATH that hooks see, so the tests did not run'
fi
if [ -f Cargo.toml ] && has cargo; then run cargo test --quiet; fi
if [ -f go.mod ] && has go; then run go test ./...; fi
for python in .venv/bin/pytest venv/bin/pytest; do
  if [ -x "$python" ]; then run "$python" -q; fi
done
if [ -f pytest.ini ] || grep -q 'tool\.pytest' pyproject.toml 2>/dev/null; then
  if has pytest; then run pytest -q; fi
fi
if grep -q '^test:' Makefile 2>/dev/null && has make; then run make test; fi
tell 'test-on-stop: no tests that can be run here were found; write your own line into .acuvo/test-on-stop.sh'
`

export const testOnStop: Template = {
  name: 'test-on-stop',
  about: 'runs the tests when the agent wants to end and files were written, and sends it on where they fail',
  hooks: [
    {
      event: 'Stop',
      name: 'test-on-stop',
      why: 'At most three times for one prompt (stopLimit), then the agent may end and you are told.',
      paths: ['**', '!**/*.md', '!.acuvo/**'],
      timeoutMs: 300_000,
      command: 'sh .acuvo/test-on-stop.sh',
    },
  ],
  files: [{ path: 'test-on-stop.sh', text: SCRIPT }],
  cases: [{ name: 'an answer that wrote nothing runs no tests', event: 'Stop', expect: 'pass' }],
}
