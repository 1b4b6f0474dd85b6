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
