import type { FindingText } from './doctor-texts.js'
import { safeLine } from './safe.js'

/** What `doctor --live` can find besides, and how it is told. */

const INSTALL = 'acuvo-hooks install {host}'

export const LIVE_FINDINGS = {
  'live-not-obeyed': {
    severity: 'error',
    what: '{host} {version} carried out {calls} that a policy forbids; the model was told: {told}',
    mend: INSTALL,
  },
  'live-reason-lost': {
    severity: 'error',
    what: '{host} {version} stopped {calls} that a policy forbids, but not by our answer; the model was told: {told}',
    mend: INSTALL,
  },
  'live-allowed-stopped': {
    severity: 'error',
    what: '{host} {version} stopped {calls} that no policy forbids; the model was told: {told}',
    mend: INSTALL,
  },
  'live-no-way': {
    severity: 'warning',
    what: '{host} cannot be started without a person and with a model of ours: nothing was tried live',
    mend: 'ask it yourself for a call that your policy forbids',
  },
  'live-no-program': {
    severity: 'warning',
    what: 'no program of {host} was found: nothing was tried live',
    mend: 'install {host}, or put it on PATH',
  },
  'live-no-version': {
    severity: 'warning',
    what: '{file} does not say which version of {host} it is: it was not started live',
    mend: 'see what {file} is',
  },
  'live-owner-settings': {
    severity: 'warning',
    what: '{host} would read {file} of the owner of this machine too: it cannot be kept apart, and was not started live',
    mend: 'try it on a machine without that file',
  },
  'live-owner-policy': {
    severity: 'warning',
    what: "{calls}: the machine owner's policy ({file}) may have had its say, so that this shows nothing",
    mend: 'try it on a machine without that file',
  },
  'live-not-apart': {
    severity: 'warning',
    what: 'on this system what the registered line of {host} keeps cannot be kept apart: it was not started live',
    mend: 'nothing: it is not your fault',
  },
  'live-line-edited': {
    severity: 'warning',
    what: 'our line at {events} is not what install writes: {host} was not started with it',
    mend: 'acuvo-hooks install {host}, or try it as it is: acuvo-hooks doctor {host} --live --run-edited',
  },
  'live-not-ended': {
    severity: 'warning',
    what: '{host} {version} was not done after {seconds} s, and was ended',
    mend: 'try it again when the machine is less busy',
  },
  'live-not-run': {
    severity: 'warning',
    what: '{host} {version} ended with {code} before it came to {calls}; it said: {said}',
    mend: 'see what it says against; it may be a version that this release does not know',
  },
  'live-failed': {
    severity: 'warning',
    what: 'the live try of {host} could not be made here: {reason}',
    mend: 'mend that, and try it again',
  },
  'live-trust-unread': {
    severity: 'warning',
    what: '{host} {version} did not tell what it makes of the trust in our lines ({reason}); it was worked out from its files',
    mend: 'look in {host} itself',
  },
} as const satisfies Readonly<Record<string, FindingText>>

const CALLS = { shell: 'a shell command', write: 'a new file' } as const
const HAPPENED = { 'carried-out': 'carried out', stopped: 'stopped', nothing: 'not reached' } as const
const POLICY = { forbids: 'forbidden', allows: 'allowed' } as const
const MAX_TOLD = 200

type Call = keyof typeof CALLS

export const doctorLiveTexts = {
  help: 'start each host itself, apart from everything of yours, and see whether it obeys',
  noFix: '--live and --fix do not go together: mend first, then try',
  trying: (host: string) => `starting ${host} with a scripted model …`,
  ended: (signal: string) => `ended by ${signal}: nothing is left behind`,
  calls: (calls: readonly Call[]) => [...new Set(calls)].map((call) => CALLS[call]).join(' and '),
  started: (program: string) => `live: ${safeLine(program)}, with a scripted model, in throw-away folders`,
  notStarted: 'live: not started',
  call: (call: Call, policy: keyof typeof POLICY, happened: keyof typeof HAPPENED, told: string | undefined) =>
    `${POLICY[policy]}: ${CALLS[call]}: ${HAPPENED[happened]}${told === undefined || policy === 'allows' ? '' : `; the model was told: ${doctorLiveTexts.told(told)}`}`,
  told: (text: string) => {
    const line = safeLine(text)
    return `"${line.length > MAX_TOLD ? `${line.slice(0, MAX_TOLD).toWellFormed()}…` : line}"`
  },
  toldNothing: 'nothing',
  trust: (trusted: number, all: number) => `it trusts ${trusted} of our ${all} lines, by its own word`,
  refused: (addresses: readonly string[]) => `it asked for ${addresses.map(safeLine).join(', ')} too, and did not get there`,
  verdicts: { obeyed: 'obeyed', 'not-obeyed': 'NOT OBEYED', undecided: 'could not decide' },
  verdict: (verdict: 'obeyed' | 'not-obeyed' | 'undecided', because: readonly string[]) =>
    `${doctorLiveTexts.verdicts[verdict]}${because.length === 0 ? '' : `: ${because.join(', ')}`}`,
  exit: (code: number) => `exit ${code}`,
} as const
