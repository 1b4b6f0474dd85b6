import { FIND_TOOL, TELL_ONCE } from './tools.js'
import type { Template } from './template.js'

const SCRIPT = String.raw`#!/bin/sh
# Checks the file that the agent wrote with the linter that the project has, else for its syntax, and tells the agent what was
# found. Where nothing can check it, you are told once a session. Nothing is downloaded.

file=$ACUVO_TOOL_ARG_PATH
[ -f "$file" ] || exit 0

${FIND_TOOL}
${TELL_ONCE}
# check NAME WORD...: checks the file with what the last find_tool found, and ends.
check() {
  name=$1
  shift
  said=$("$found" "$@" "$file" 2>&1 < /dev/null)
  case $? in
    0) exit 0 ;;
    # Linters say 1 where they found something, and more where they could not work.
    1)
      printf '%s says about %s:\n' "$name" "$file" >&2
      printf '%s\n' "$said" | head -c 3000 >&2
      exit 1
      ;;
    *) tell "lint-feedback: $name could not check a file; run it by hand to see why" ;;
  esac
}

# syntax NAME WORD...: the same with a program that only tells right from wrong.
syntax() {
  name=$1
  shift
  said=$("$found" "$@" "$file" 2>&1 < /dev/null) && exit 0
  printf '%s cannot read %s:\n' "$name" "$file" >&2
  printf '%s\n' "$said" | head -c 3000 >&2
  exit 1
}

case $file in
  *.py | *.pyi)
    find_tool ruff path && check ruff check --quiet
    find_tool python3 path && syntax python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], "rb").read(), sys.argv[1])'
    tell 'lint-feedback: there is no ruff and no python3 here, so Python files are not checked'
    ;;
  *.sh | *.bash)
    find_tool shellcheck path && check shellcheck --severity=warning
    case $file in *.bash) find_tool bash path && syntax bash -n ;; esac
    find_tool sh path && syntax sh -n
    ;;
  *.json)
    find_tool biome && check biome lint
    find_tool python3 path && syntax python3 -c 'import json, sys; json.load(open(sys.argv[1], "rb"))'
    ;;
  *)
    find_tool eslint && check eslint --no-color
    find_tool biome && check biome lint --colors=off
    case $file in *.js | *.cjs | *.mjs) find_tool node path && syntax node --check ;; esac
    tell 'lint-feedback: this project has no eslint or biome in node_modules, so these files are not checked'
    ;;
esac
`

export const lintFeedback: Template = {
  name: 'lint-feedback',
  about: 'tells the agent what eslint, biome, ruff or shellcheck (else the language itself) says about each file that it wrote',
  hooks: [
    {
      event: 'PostToolUse',
      name: 'lint-feedback',
      why: 'The agent reads what the linter found at once, and not at the end.',
      tools: ['write_file', 'edit_file'],
      paths: ['**/*.{js,jsx,cjs,mjs,ts,tsx,cts,mts,vue,svelte,py,pyi,sh,bash}'],
      each: 'path',
      command: 'sh .acuvo/lint-feedback.sh',
    },
  ],
  files: [
    { path: 'lint-feedback.sh', text: SCRIPT },
    { path: 'tests/samples/not-shell.sh', text: 'if then fi (\n' },
    { path: 'tests/samples/shell.sh', text: '#!/bin/sh\necho "fine"\n' },
  ],
  cases: [
    {
      name: 'the agent is told of a file that is no shell script',
      event: 'PostToolUse',
      tool: 'write_file',
      path: '.acuvo/tests/samples/not-shell.sh',
      expect: { decision: 'deny', reason: 'not-shell.sh', by: 'lint-feedback' },
    },
    { name: 'a good one passes', event: 'PostToolUse', tool: 'write_file', path: '.acuvo/tests/samples/shell.sh', expect: 'pass' },
    {
      name: 'a file that is gone again is no failure',
      event: 'PostToolUse',
      tool: 'write_file',
      path: 'src/there-is-no-such-file.py',
      expect: 'pass',
    },
  ],
}
