import type { Template } from './template.js'

const SCRIPT = String.raw`#!/bin/sh
# Tells you that the agent is done, or waits for you: on the desktop where there is one, else by the terminal's bell and a line
# in notifications.log (in the folder that "echo $ACUVO_STATE_DIR" names in a hook). It never fails.

case $ACUVO_HOOK_EVENT in
  Stop) text='has finished' ;;
  *) text='waits for you' ;;
esac
title=$(basename "$ACUVO_WORKSPACE_ROOT")

if [ -n "$DISPLAY$WAYLAND_DISPLAY" ] && command -v notify-send > /dev/null 2>&1; then
  notify-send -- "$title" "$ACUVO_HOST $text" 2> /dev/null && exit 0
fi
if command -v osascript > /dev/null 2>&1; then
  osascript -e 'on run words' -e 'display notification (item 2 of words) with title (item 1 of words)' -e 'end run' \
    "$title" "$ACUVO_HOST $text" > /dev/null 2>&1 && exit 0
fi

(printf '\a' > /dev/tty) 2> /dev/null
log=$ACUVO_STATE_DIR/notifications.log
{
  tail -n 199 "$log" 2> /dev/null
  printf '%s %s: %s %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$title" "$ACUVO_HOST" "$text"
} > "$log.new" && mv -f "$log.new" "$log"
exit 0
`

export const notify: Template = {
  name: 'notify',
  about: 'tells you when the agent has finished or waits for you: desktop, else the bell and a log',
  hooks: [
    { event: 'Stop', name: 'notify', background: true, command: 'sh .acuvo/notify.sh' },
    { event: 'Notification', name: 'notify-waiting', background: true, command: 'sh .acuvo/notify.sh' },
  ],
  files: [{ path: 'notify.sh', text: SCRIPT }],
  cases: [
    { name: 'it never keeps the agent', event: 'Stop', expect: 'pass' },
    { name: 'nor says anything to it', event: 'Notification', expect: 'pass' },
  ],
}
