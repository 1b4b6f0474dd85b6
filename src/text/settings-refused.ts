import { bounded } from './bounds.js'
import { FILE_CHARS, PROGRAM } from './messages.js'
import { safeLine } from './safe.js'

/** Why a host is told not to take over new settings of its own. */

/** `host`: its title; `id`: what our commands call it. */
export const settingsRefused = (refusal: { why: keyof typeof SETTINGS; file?: string } | 'failed', host: string, id: string): string => {
  const [why, file] = refusal === 'failed' ? ['failed' as const, undefined] : [refusal.why, refusal.file]
  const where = file === undefined ? '' : ` (${bounded(safeLine(file), FILE_CHARS)})`
  return `held: this session does not take over the new settings, because ${SETTINGS[why](host)}${where}. The files stay as they are. A person can put the lines back ("${PROGRAM} install ${id}"), or start a new session, which takes the files as they stand.`
}

const SETTINGS = {
  'switched off': () => 'they switch all hooks off',
  'no line': (host: string) => `with them no settings file of ${host} starts ${PROGRAM} before a tool call`,
  'does not load': (host: string) => `with them no settings file of ${host} starts ${PROGRAM} before a tool call, and one does not load`,
  failed: () => `${PROGRAM} could not look at them`,
} as const
