import * as z from 'zod'
import { version } from './parts.js'

/** `git-hook install --json` and `git-hook uninstall --json`. */
export const shape = z.strictObject({
  version,
  file: z.string().describe('The script that git starts. Absolute.'),
  state: z
    .enum(['absent', 'current', 'stale', 'edited', 'called', 'foreign'])
    .describe(
      'What stood there before: nothing; exactly what install writes; ours, of another place or not executable; ours, changed by hand; another script that calls us; another script.',
    ),
  did: z.enum(['written', 'removed', 'nothing']).describe('What was done.'),
  line: z.string().describe('The command line that starts the check, for a script of your own.'),
})

export type GitHookDocument = z.infer<typeof shape>
