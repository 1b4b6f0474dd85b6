import { PROGRAM } from './messages.js'
import { safeLine } from './safe.js'

/** What whoever commits reads when our git hook refuses. */
export const commitTexts = {
  refused: `${PROGRAM} refuses this commit:`,
  policy:
    'This is a policy of the workspace: take these changes out of the commit, or ask the person who answers for it. Do not skip this check.',
  more: (count: number) => `  and ${count} more`,
  /** A name as one line; what cannot be seen in it stands as a sign. */
  file: (path: string) => safeLine(path.replaceAll('\n', '\\n').replaceAll('\t', '\\t')),
} as const
