import { FIND_TOOL, TELL_ONCE } from './tools.js'
import type { Template } from './template.js'

const SCRIPT = String.raw`#!/bin/sh
# Formats the file that the agent wrote with the formatter that the project has. Where it has none, the file stays as it is
# and you are told once a session. Nothing is downloaded.

file=$ACUVO_TOOL_ARG_PATH
[ -f "$file" ] || exit 0

${FIND_TOOL}
${TELL_ONCE}
# format NAME WORD...: formats the file and ends, where the last find_tool found it.
format() {
  name=$1
  shift
  said=$("$found" "$@" "$file" 2>&1 < /dev/null) && exit 0
  printf '%s could not format %s:\n' "$name" "$file" >&2
  printf '%s\n' "$said" | head -c 2000 >&2
  exit 1
}

# names FILE WORD: whether a file at the root names a tool, so that one from the PATH is the project's choice.
names() {
  grep -q "$2" "$ACUVO_WORKSPACE_ROOT/$1" 2>/dev/null
}

case $file in
  *.py | *.pyi)
    find_tool ruff && format ruff format --quiet
    names pyproject.toml 'tool\.ruff' && find_tool ruff path && format ruff format --quiet
    find_tool black && format black --quiet
    names pyproject.toml 'tool\.black' && find_tool black path && format black --quiet
    tell 'format-on-write: this project has no ruff or black, so Python files stay as they are written'
    ;;
  *.go)
    find_tool gofmt path && format gofmt -w
    tell 'format-on-write: there is no gofmt here, so Go files stay as they are written'
    ;;
  *.rs)
    find_tool rustfmt path && format rustfmt
    tell 'format-on-write: there is no rustfmt here, so Rust files stay as they are written'
    ;;
  *)
    find_tool biome && format biome format --write
    find_tool prettier && format prettier --ignore-unknown --write
    tell 'format-on-write: this project has no prettier or biome in node_modules, so files stay as they are written'
    ;;
esac
`

export const formatOnWrite: Template = {
  name: 'format-on-write',
  about: "formats each file that was written, with the project's own prettier, biome, ruff, black, gofmt or rustfmt",
  hooks: [
    {
      event: 'PostToolUse',
      name: 'format-on-write',
      why: 'A file that cannot be formatted (a syntax error) is told to the agent.',
      tools: ['write_file', 'edit_file'],
      paths: ['**/*.{js,jsx,cjs,mjs,ts,tsx,cts,mts,vue,svelte,css,scss,less,html,json,md,yml,yaml,graphql,py,pyi,go,rs}', '!.acuvo/**'],
      each: 'path',
      command: 'sh .acuvo/format-on-write.sh',
    },
  ],
  files: [{ path: 'format-on-write.sh', text: SCRIPT }],
  cases: [
    {
      name: 'a file that is gone again is no failure',
      event: 'PostToolUse',
      tool: 'write_file',
      path: 'src/there-is-no-such-file.ts',
      expect: 'pass',
    },
    { name: 'nor is a kind of file that nothing formats', event: 'PostToolUse', tool: 'write_file', path: 'picture.png', expect: 'pass' },
  ],
}
