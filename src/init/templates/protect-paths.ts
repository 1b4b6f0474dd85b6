import { EXPANDED, SAID } from './tools.js'
import type { Template } from './template.js'

const SCRIPT = String.raw`#!/bin/sh
# Stops shell commands that write, move or delete what people and tools keep: hooks.json has the same list for the file tools.
# It reads the text of the command, so a program that writes by itself is not seen.

# The list, as a regular expression (grep -E) on the end of a path.
names='\.git(/[^[:space:];|&<>()]*)?|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|go\.sum|\.github/workflows(/[^[:space:];|&<>()]*)?|\.gitlab-ci\.yml'

export LC_ALL=C
${SAID}
# Lines joined.
plain=$(printf '%s\n' "$said" | sed -e ':a' -e '/\\$/{' -e N -e 's/\\\n/ /' -e ta -e '}' | tr '\n' ';')
# The same with the separators in quotes made blanks: "s/a;b/c/" is one word.
whole=$(printf '%s\n' "$plain" | awk '{
  while (match($0, /^[^\042\047]+|^\042[^\042]*\042?|^\047[^\047]*\047?/)) {
    piece = substr($0, 1, RLENGTH)
    $0 = substr($0, RLENGTH + 1)
    if (piece ~ /^[\042\047]/) gsub(/[;|&]/, " ", piece)
    printf "%s", piece
  }
}') || exit 127
# Quotes and backslashes hide nothing.
text=$(printf '%s\n%s\n' "$plain" "$whole" | tr -d '\042\047\134')
${EXPANDED}
path="([^[:space:];|&<>()]*/)?($names)/?"
end='([[:space:];|&<>()]|$)'
start='(^|[[:space:];|&(/])'
between='[[:space:]]([^;|&]*[[:space:]=])?'
last='[[:space:]]*([;|&)#]|[[:space:]][0-9]?[<>]|[<>]|$)'
copies='(cp|ln|install|rsync|mv)'

matches() {
  printf '%s\n%s\n' "$text" "$expanded" | grep -Eiq "$1"
  case $? in
    0) return 0 ;;
    1) return 1 ;;
    # No grep: better stopped than not looked at.
    *) exit 127 ;;
  esac
}

if
  matches ">[>|]?[[:space:]]*$path$end" ||
    matches "$start(rm|rmdir|unlink|shred|mv|tee|truncate|touch|chmod|chown|patch|sponge|ed)$between$path$end" ||
    matches "$start(rm|rmdir)$between([^[:space:];|&<>()]*/)?\.github/?$end" ||
    matches "$start$copies$between$path$last" ||
    matches "$start$copies$between(-t|--target-directory)[[:space:]=]*$path$end" ||
    matches "$start(sed|perl|ruby|g?awk)$between(-[A-Za-z]*i|--in-place)[^;|&]*[[:space:]]$path$end" ||
    matches "$start(curl|wget)$between(-[A-Za-z]*o|--output|--output-document)[[:space:]=]*$path$end" ||
    matches "$start""dd$between""of=$path$end" ||
    matches "$start""find([[:space:]]+|[[:space:]][^;|&]*[[:space:]]-i?name[[:space:]]+)$path[[:space:]][^;|&]*-(delete|exec(dir)?[[:space:]]+(rm|mv|sed))" ||
    matches "$start(cd|pushd)[[:space:]]+([^[:space:];|&<>()]*/)?\.(git|github/workflows)(/[^[:space:];|&<>()]*)?[[:space:]]*[;&].*($start(rm|mv|cp|sed|tee|touch)[[:space:]]|>)"
then
  echo 'this command writes to a file that only people and their tools change (protect-paths). Let the tool that owns it change it, as "npm install" does, or ask.' >&2
  exit 2
fi
exit 0
`

export const protectPaths: Template = {
  name: 'protect-paths',
  about: 'denies changes of lock files, CI definitions and .git, by file tools and by shell commands',
  hooks: [
    {
      event: 'PreToolUse',
      name: 'protect-paths',
      why: 'Lock files belong to their package manager, CI definitions and .git to people. Change the list as you need.',
      tools: ['write_file', 'edit_file', 'delete_file'],
      paths: [
        '**/.git/**',
        '**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb}',
        '**/{Cargo.lock,poetry.lock,uv.lock,Gemfile.lock,composer.lock,go.sum}',
        '**/.github/workflows/**',
        '**/.gitlab-ci.yml',
      ],
      deny: '${path} is changed by people and their tools only',
      instead: 'let the tool that owns the file change it (npm install, cargo update), or ask the person you work for',
    },
    {
      event: 'PreToolUse',
      name: 'protect-paths-shell',
      why: 'The same for shell commands, as far as their text tells.',
      tools: ['run_command'],
      command: 'sh .acuvo/protect-paths.sh',
    },
  ],
  files: [{ path: 'protect-paths.sh', text: SCRIPT }],
  cases: [
    {
      name: 'a lock file is not edited',
      event: 'PreToolUse',
      tool: 'edit_file',
      path: 'package-lock.json',
      expect: { decision: 'deny', by: 'protect-paths' },
    },
    {
      name: 'nor one in a package',
      event: 'PreToolUse',
      tool: 'write_file',
      path: 'packages/a/yarn.lock',
      expect: { decision: 'deny', by: 'protect-paths' },
    },
    {
      name: 'nor a CI definition',
      event: 'PreToolUse',
      tool: 'write_file',
      path: '.github/workflows/ci.yml',
      expect: { decision: 'deny', by: 'protect-paths' },
    },
    { name: 'sources are', event: 'PreToolUse', tool: 'write_file', path: 'src/a.ts', expect: 'pass' },
    {
      name: 'a shell does not delete one',
      event: 'PreToolUse',
      tool: 'run_command',
      command: 'rm -f package-lock.json',
      expect: { decision: 'deny', by: 'protect-paths-shell' },
    },
    {
      name: 'nor write one',
      event: 'PreToolUse',
      tool: 'run_command',
      command: 'echo x > "Cargo.lock"',
      expect: { decision: 'deny', by: 'protect-paths-shell' },
    },
    {
      name: 'nor take the history away',
      event: 'PreToolUse',
      tool: 'run_command',
      command: 'cd sub && rm -rf .git',
      expect: { decision: 'deny', by: 'protect-paths-shell' },
    },
    { name: 'reading is free', event: 'PreToolUse', tool: 'run_command', command: 'cat package-lock.json > /dev/null', expect: 'pass' },
    { name: 'so is git', event: 'PreToolUse', tool: 'run_command', command: 'git add package-lock.json .github/workflows', expect: 'pass' },
  ],
}
