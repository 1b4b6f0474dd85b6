import { safeLine } from './safe.js'

/** What people read from `record`. */

export const recordHelp = {
  record: 'keep the payloads of this workspace, redacted, and make test cases of them',
  on: 'start: until the time is over, or record off',
  hours: 'how long, at most 24 (default: 1)',
  off: 'end it; what was recorded stays for seven days',
  forget: 'and remove what was recorded',
  status: 'whether it is on, and what was recorded',
  save: 'make test cases of the last recorded calls, in .acuvo/tests/NAME.json',
  name: 'name of the file, without .json',
  last: 'how many calls (default: 20)',
} as const

const calls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`

export const recordTexts = {
  badHours: 'the time to record must be more than 0 and at most 24 hours',
  badLast: (max: number) => `the number of calls must be a whole number from 1 to ${max}`,
  badName: 'a name has letters, digits, ".", "_" and "-", and begins with a letter or digit',
  on: (root: string, until: string) => `recording ${safeLine(root)} until ${until}; what looks like a secret is taken out`,
  kept: (file: string) => `kept in ${safeLine(file)}`,
  off: (root: string) => `not recording ${safeLine(root)}`,
  forgotten: 'what was recorded is removed',
  recorded: (count: number) => `${calls(count)} recorded`,
  unusable: (why: string) => `the recordings cannot be used: ${safeLine(why)}`,
  notStored: (store: string, detail: string) => `the store ${safeLine(store)} cannot be written (${safeLine(detail)})`,
  nothing: 'nothing to save: no call was recorded here; acuvo-hooks record on, then let the agent work',
  allLeftOut: 'nothing to save: ',
  exists: (file: string) => `${safeLine(file)} is there already; nothing was written`,
  outside: (file: string, real: string) =>
    `${safeLine(file)} would stand in ${safeLine(real)}, outside of the workspace; nothing was written`,
  cannotWrite: (file: string, code: string) => `${safeLine(file)} cannot be written (${code})`,
  saved: (count: number, file: string) => `${count} ${count === 1 ? 'case' : 'cases'} saved in ${safeLine(file)}`,
  expectations: 'Each expects what came of it when it was recorded, right or wrong: read the file before you rely on it.',
  review: 'Review it before you commit it: nobody can know every secret.',
  cut: (count: number) => `${count} of them ${count === 1 ? 'holds' : 'hold'} texts that were cut: see that they still mean the same.`,
  leftOut: (unapproved: number, failed: number) =>
    [
      ...(unapproved === 0 ? [] : [`${calls(unapproved)} left out: a policy was not as approved, so the verdict was not its own`]),
      ...(failed === 0 ? [] : [`${calls(failed)} left out: a hook could not run`]),
    ].join('; '),
} as const
