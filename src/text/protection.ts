import type { Touch } from '../protect/touch.js'
import { bounded } from './bounds.js'
import { PROGRAM } from './messages.js'
import { safeLine } from './safe.js'

/** What a model and a person read when the built-in self-protection stops a call. */

const MOST_CHARACTERS = 300

const shown = (text: string): string => bounded(safeLine(text), MOST_CHARACTERS)

const WHAT = {
  policy: 'belongs to a hook policy',
  settings: "is a coding agent's hook settings",
  own: `belongs to ${PROGRAM} itself`,
  pinned: 'is a script that an approved hook policy runs',
  startup: 'is a start-up file of the shell that hooks are started with',
  loop: 'leads nowhere (its links form a loop), so nobody can tell what it is',
} as const

const subjectOf = (touch: Touch): string => {
  switch (touch.touch) {
    case 'thing':
      return `${shown(touch.path)} ${WHAT[touch.kind]}; it may be read but not changed, moved or deleted by an agent.`
    case 'holds':
      return `this would move or delete ${shown(touch.path)}, which ${WHAT[touch.kind]}.`
    case 'program':
      return `an agent may not start ${PROGRAM} this way (${shown(touch.words)}); only its reading commands are free.`
    case 'hooksOff':
      return `this starts a coding agent without its registered hooks (${shown(touch.words)}).`
    case 'unreadable':
      return `the call names something protected, and what it would do with it cannot be read (${shown(touch.words)}).`
  }
}

/** A call that the self-protection stops. */
export const deniedToProtect = (touch: Touch): string =>
  [
    `denied: ${subjectOf(touch)}`,
    'The policy of this machine protects it. Do not retry and do not work around it: propose the change to the person you work for, who makes it and then runs',
    `"${PROGRAM} trust".`,
  ]
    .join('\n')
    .replace('runs\n', 'runs ')

/** A change of a policy that passes undecided because the person's own settings allow proposals. */
export const proposedChange = (paths: readonly string[]): string =>
  `this call changes ${paths.map(shown).join(', ')}: the change counts only after a person approved it with "${PROGRAM} trust".`
