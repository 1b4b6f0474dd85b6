/** What the scripts that look for a tool of the project have in common, as POSIX shell. */

/**
 * `find_tool NAME` sets $found: from the project's own packages on the way up to the root (node_modules, a Python
 * environment), else, with a second word, from the PATH.
 */
export const FIND_TOOL = String.raw`find_tool() {
  folder=$(dirname "$file")
  while :; do
    for bin in node_modules/.bin .venv/bin venv/bin; do
      if [ -x "$folder/$bin/$1" ]; then
        found=$folder/$bin/$1
        return 0
      fi
    done
    if [ "$folder" = "$ACUVO_WORKSPACE_ROOT" ] || [ "$folder" = "$(dirname "$folder")" ]; then break; fi
    folder=$(dirname "$folder")
  done
  [ -n "$2" ] && found=$(command -v "$1")
}
`

/** `tell TEXT` says something to the person, once a session, and ends. The text is ours: nothing in it needs escaping. */
export const TELL_ONCE = String.raw`tell() {
  mark=$ACUVO_STATE_DIR/$ACUVO_HOOK_NAME.told
  if [ "$(cat "$mark" 2>/dev/null)" != "$ACUVO_SESSION_ID" ]; then
    printf '%s' "$ACUVO_SESSION_ID" > "$mark"
    printf '{"notice":"%s"}\n' "$1"
  fi
  exit 0
}
`

/**
 * Sets $expanded: the words of $text with the files that their patterns stand for in the call's folder, and braces taken apart.
 * Nothing of it is run.
 */
export const EXPANDED = String.raw`
# What "*.lock" and "{a,b}" stand for in the folder of the call.
expanded=$(
  cd "$ACUVO_CWD" 2> /dev/null || exit 0
  words=$(printf '%s\n' "$text" | sed 's/[;|&()]/ & /g' | tr '{},' '   ')
  # shellcheck disable=SC2086
  set -- $words
  printf '%s ' "$@"
)
`.trim()

/**
 * Sets $said: the text of the command with its backquotes as separators and without the messages of commits, which are words
 * about files. A message in which a shell would replace something stays.
 */
export const SAID = String.raw`
# A message of a commit is words about a file; what a shell would replace in one is not.
# At most three messages a command, so that no text takes long.
commit='(^|[[:space:];|&(])git[[:space:]]+(commit|tag)[[:space:]]([^;|&]*[[:space:]])?(-[a-z]*m|--message)[[:space:]=]*'
quoted="'[^']*'"'|"[^"$;]*"'
drop="s#($commit)($quoted)#\1 #g"
said=$(printf '%s\n' "$ACUVO_TOOL_COMMAND" "$ACUVO_TOOL_ARG_COMMAND" | tr '\140' ';' | sed -E -e "$drop" -e "$drop" -e "$drop") || exit 127
`.trim()
