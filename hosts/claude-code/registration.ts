import type { HostRegistration } from '../shared/registration.js'

/**
 * Files: https://code.claude.com/docs/en/settings; CLAUDE_CONFIG_DIR moves the user level (seen on 2.1.332). `onFailure` is known from
 * 2.1.295 and ignored before. SessionEnd takes 60 s at most. ConfigChange is for a built-in rule. WorktreeCreate has no neutral answer
 * and is never registered.
 */
export const registration: HostRegistration = {
  also: ['ConfigChange'],
  seconds: { SessionEnd: 60 },
  failClosed: { set: { onFailure: 'block' }, events: ['PreToolUse', 'PreSkillShellCommand'] },
  entry: { type: 'command' },
  grouped: true,
  emptyDocument: {},
  folder: '.claude',
  files: { user: 'settings.json', local: 'settings.local.json', shared: 'settings.json' },
  userFolderVariable: 'CLAUDE_CONFIG_DIR',
  windowsShell: 'bash',
  trust: [],
}
