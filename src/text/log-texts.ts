/** What people read from `log`, `stats` and `pass`. */

export const logHelp = {
  log: 'show the log: which call was answered what, and why',
  why: 'show one decision with how each of its hooks ended',
  id: 'the id of a record, as `log` shows it',
  follow: 'go on with what comes; ends with Ctrl-C',
  host: 'only calls of this host',
  hook: 'only calls that this hook had a part in',
  session: 'only this session (the id that the host gave it)',
  since: 'only since then: an age (90s, 30m, 2h, 7d), a day (2026-11-30) or a time in ISO 8601',
  denied: 'only denied ones',
  last: 'only the last so many',
  stats: 'count the log: how often each hook ran, denied and failed, and how long it took',
  pass: 'let one denied call through, once, within 10 minutes; on a terminal only',
  passLimits: `It stands for this input, in this session and workspace, and for the hooks that denied it; others still judge the call, and the host's own questions stay. Never passed are calls that were held, and what a hook that could not run, the machine's policy or the self-protection stopped.`,
} as const

const plural = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

export const logTexts = {
  unreadable: (file: string, fault: string) => `${file} ${fault}, so the log cannot be read`,
  skipped: (lines: number) => `${plural(lines, 'line', 'lines')} of the log could not be read and ${lines === 1 ? 'is' : 'are'} left out`,
  nothing: 'nothing in the log fits',
  empty: (file: string) => `the log is empty (${file})`,
  badSince: (text: string) => `--since: ${text} is no age (2h), day (2026-11-30) or time (2026-11-30T09:00:00Z)`,
  badLast: (text: string) => `--last: ${text} is no number from 1 on`,
  noSuch: (id: string) => `no record of the log has the id ${id}`,
  badId: (id: string) => `${id} is no id: 8 characters out of a-z and 0-9`,
  several: (more: number) => `+${more}`,
  onTrial: (would: string) => `on trial: would have ${would}`,
  exit: (code: number) => `exit ${code}`,
  passed: (id: string) => `let through once by a person (${id})`,
  slow: 'slow',
  changed: (what: string) => `changed the ${what}`,
  took: (ms: number) => `${ms} ms`,
  bytes: (payload: number | undefined, answer: number | undefined) =>
    [payload === undefined ? undefined : `${payload} in`, answer === undefined ? undefined : `${answer} out`].filter(Boolean).join(', '),
  cut: ({ paths, entries, outcomes, texts }: { paths?: number; entries?: number; outcomes?: number; texts?: true }) =>
    [
      paths && plural(paths, 'path', 'paths'),
      entries && plural(entries, 'entry', 'entries'),
      outcomes && plural(outcomes, 'hook', 'hooks'),
      texts && 'texts',
    ]
      .filter(Boolean)
      .join(', ') + ' left out or cut: the record was too long',
  noHooks: 'no hook had a part in it',
  toPass: (id: string) => `To let exactly this call through once: acuvo-hooks pass ${id}`,
} as const

export const statsTexts = {
  none: 'nothing to count: nothing in the log fits',
  range: (decisions: number, from: string, to: string) => `${plural(decisions, 'decision', 'decisions')} from ${from} to ${to}`,
  host: (host: string, counts: readonly string[]) => `${host}: ${counts.join(', ')}`,
  hook: (hook: string, file: string) => (file === '' ? hook : `${hook} (${file})`),
  calls: (count: number) => plural(count, 'call', 'calls'),
  denied: (count: number) => `denied ${count}`,
  failed: (count: number) => `failed ${count}`,
  asked: (count: number) => `asked ${count}`,
  skipped: (count: number) => `skipped ${count}`,
  wouldHaveDenied: (count: number) => `would have denied ${count}`,
  passedOnce: (count: number) => `passed once by a person ${count}`,
  slow: (count: number) => `slow ${count}`,
  ms: (p50: number, p95: number, max: number) => `half within ${p50} ms, 95% within ${p95} ms, longest ${max} ms`,
} as const

export const passTexts = {
  needsTerminal: 'pass needs a person: stdin, stdout and stderr must be a terminal',
  inAgent: (variable: string) => `pass is for a person in a terminal of their own: ${variable} says that an agent started this one`,
  unreadable: (file: string, fault: string) => `${file} ${fault}, so it cannot be told what the call was`,
  gone: (id: string) =>
    `what ${id} was about is not kept: it is too old, or too long to be looked at; let the agent try again, and pass the new id`,
  notDenied: (verdict: string) => `this call was not denied (${verdict})`,
  held: 'this call was not denied by a hook alone but stopped by acuvo-hooks itself, by a hook that could not run, or by the policy of the machine: that cannot be passed. Mend or approve what "acuvo-hooks log why" names.',
  call: 'The call:',
  cut: (chars: number) => `… and ${chars} more characters, which are not shown`,
  deniedBy: (hook: string, file: string) => `denied by "${hook}" (${file})`,
  asks: 'Once, within 10 minutes, exactly this call in this session. Secrets are not shown. Other hooks and the host itself still judge it.',
  question: 'Let it through? [y/N] ',
  refused: 'nothing was let through',
  passed: (minutes: number) => `let through once, for ${minutes} minutes; the agent has to try again`,
  notStored: (store: string, detail: string) => `it could not be kept in ${store}: ${detail}`,
} as const
