import { safeLine, safeText } from './safe.js'

/** What people read from `test`. */

interface Got {
  decision: string
  asked?: true
  by: readonly string[]
}

const quotedNames = (names: readonly string[]): string => names.map((name) => `"${safeLine(name)}"`).join(', ')

/** What is not as a case expects it. */
export const caseTexts = {
  decision: (expected: string, { decision, asked, by }: Got) =>
    `expected ${expected}, got ${decision}${asked ? ' (an ask that this host cannot show)' : ''}${by.length === 0 ? '' : ` by ${quotedNames(by)}`}`,
  unreadable: (why: string) => `the payload cannot be read: ${safeLine(why)}`,
  couldNotRun: (hook: string) => `"${safeLine(hook)}" could not run, which proves nothing about it; if this is meant, expect its "reason"`,
  lacks: (what: string, text: string) => `no ${what} contains "${safeLine(text)}"`,
  by: (expected: string, by: readonly string[]) =>
    `expected "${safeLine(expected)}" to decide, ${by.length === 0 ? 'but no hook did' : `but ${quotedNames(by)} did`}`,
} as const

export const testTexts = {
  notFile: (file: string) => `${safeLine(file)} is not a file`,
  noWorkspace: (dir: string) => `no .acuvo/hooks.json stands in ${safeLine(dir)} or above it`,
  noCases: (folder: string) =>
    `${safeLine(folder)} holds no test cases (*.json); write one, or keep recorded calls: acuvo-hooks record save NAME`,
  otherHost: (host: string) => `no case is about ${host}`,
  notApproved: 'nothing was run, because the policy is not as a person approved it:',
  howToApprove: 'approve it (in CI: trust --same-as REF), or say --unapproved to run it as it stands',
  cannotRun: 'nothing was run, because the policy has errors:',
  badFiles: (count: number) => `nothing was run: ${count} ${count === 1 ? 'error' : 'errors'} in the test cases`,
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  unproven: ({ hook, event }: { hook: string; event: string }) =>
    `"${safeLine(hook)}" (${event}) was never proven: no case has it deny or ask, so it may be unable to`,
  summary: (passed: number, failed: number, skipped: number, unproven: number) =>
    [
      `${passed} passed`,
      `${failed} failed`,
      ...(skipped === 0 ? [] : [`${skipped} skipped`]),
      ...(unproven === 0 ? [] : [`${unproven} never proven`]),
    ].join(', '),
  reason: (text: string) => `reason: ${safeText(text)}`,
  hook: (hook: string, outcome: string, cause: string | undefined) =>
    `"${safeLine(hook)}" ${outcome}${cause === undefined ? '' : ` (${safeLine(cause)})`}`,
} as const
