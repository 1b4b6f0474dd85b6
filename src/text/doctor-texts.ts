import { LIVE_FINDINGS } from './doctor-live-texts.js'
import { safeLine } from './safe.js'

/**
 * Everything that `doctor` can find. The ids are stable. `{…}` stands for a part of the finding: `host` and `file` of every one, and
 * what the group that found it adds.
 */

export interface FindingText {
  severity: 'error' | 'warning' | 'info'
  what: string
  mend: string
}

const error = (what: string, mend: string): FindingText => ({ severity: 'error', what, mend })
const warning = (what: string, mend: string): FindingText => ({ severity: 'warning', what, mend })
const info = (what: string, mend: string): FindingText => ({ severity: 'info', what, mend })

const INSTALL = 'acuvo-hooks install {host}'
const APPROVE = 'read it, and approve it: acuvo-hooks trust {where}'

export const DOCTOR_FINDINGS = {
  // what hosts load
  'no-host': error('none of the hosts is installed here: {hosts}', 'install one, or name it: acuvo-hooks doctor HOST'),
  'not-registered': error('{host} is here, but no file that it reads has a line of ours', INSTALL),
  'gate-not-registered': error('{host} does not start us before {events}: calls there are not looked at', INSTALL),
  'event-not-registered': warning('{host} does not start us at {events}', INSTALL),
  'session-start-not-registered': warning('{host} does not start us when a session starts: what you should know then goes unsaid', INSTALL),
  'event-not-in-version': info('{host} {version} does not have {events} yet: our line there is not used', 'update {host}'),
  'file-not-loaded': error('{host} loads nothing of {file}, where our lines stand: {reason}', 'mend that place of the file'),
  'settings-broken': warning('{host} loads nothing of {file}: {reason}', 'mend that place of the file'),
  'entry-not-loaded': error('{host} drops our line at {events}: {reason}', INSTALL),
  'array-matcher': error(
    'a matcher in {file} is an array, which {host} does not load: {reason}',
    'write the names as one text: "Edit|Write"',
  ),
  'settings-unreadable': error('{file} cannot be read ({reason})', 'give yourself the right to read it'),
  'settings-folder-relative': error('{variable} names the settings folder of {host} by a relative path', 'give it an absolute path'),
  'hooks-disabled': error('{host} runs no hooks: {file} switches them off', 'take that switch out'),
  'managed-hooks-only': error(
    "{host} runs the hooks of the machine's owner only: {file} says so",
    'ask the owner of the machine to register acuvo-hooks',
  ),
  'hook-not-trusted': error(
    '{host} does not trust our line at {events}, and skips it without a word',
    'trust it in {host}, in the way that install told you',
  ),
  'hook-trust-outdated': error(
    'our line at {events} is not the one that was trusted in {host}, which skips it',
    'trust it in {host} again, in the way that install told you',
  ),
  'hook-switched-off': error('a person switched our line at {events} off in {host}', 'switch it on again in the settings of {host}'),
  'project-not-trusted': error(
    '{host} does not trust this project, and reads none of its hooks',
    'start {host} here once and trust the project',
  ),

  // what is started, and for what
  'matcher-starts-nothing': error('our line at {events} has a matcher that is no name of a tool that {host} can call', INSTALL),
  'matcher-leaves-tools-out': error('our line at {events} is not started for {tools}', INSTALL),
  'entry-conditional': error('our line at {events} has a condition of its own: other calls are not looked at', INSTALL),
  'entry-in-background': error('our line at {events} runs in the background: its deny comes too late', INSTALL),
  'not-fail-closed': warning('our line at {events} lacks the fail-closed switch of {host}: {keys}', INSTALL),
  'timeout-default': error(
    'our line at {events} has no timeout of its own: {host} gives up after {seconds} s, and lets the call go',
    INSTALL,
  ),
  'timeout-shorter': error('{host} gives up on our line at {events} after {seconds} s, before we answer ({own} s)', INSTALL),
  'line-edited': warning(
    'our line at {events} is not what install writes, and was not tried',
    `${INSTALL}, or try it as it is: acuvo-hooks doctor {host} --run-edited`,
  ),
  'line-stale': warning('our line at {events} is of an earlier installation, and was not tried', 'acuvo-hooks doctor {host} --fix'),
  'line-through-runner': warning(
    'our line at {events} is started through {program}: slow, not pinned, and missing where that is not on PATH',
    INSTALL,
  ),
  'line-relative': error('our line at {events} names the program by a relative path: it is found in one folder only', INSTALL),
  'line-bare-name': warning(
    'our line at {events} names the program without a path: a host that has another PATH does not find it',
    INSTALL,
  ),
  'line-of-plugin': warning('our line at {events} uses a variable of plugins: {variable} is not set for it', INSTALL),
  'line-in-plugin': warning('a plugin of {host} starts us too: {file}', 'leave the line to install: take it out of the plugin'),
  'line-program-missing': error('our line at {events} starts {program}, which is not there', INSTALL),
  'line-for-other-host': error('our line at {events} is written for {other}', INSTALL),
  'line-for-other-event': error('our line at {events} is written for {other}', INSTALL),
  'event-must-not-have-us': error(
    'our line stands at {events}: {host} waits for an answer there that we cannot give',
    'acuvo-hooks uninstall {host}, then install it again',
  ),
  'event-unknown-to-us': warning(
    'our line stands at {events}, which install does not register',
    'acuvo-hooks uninstall {host}, then install it again',
  ),
  'registered-twice': info(
    'our line at {events} stands in several files that {host} reads: it is started more than once a call',
    'acuvo-hooks uninstall {host} --scope {scope}',
  ),
  'foreign-hook': info(
    "another tool's hook stands beside ours at {events}: it may allow, rewrite or end what we see",
    'make sure that you want it',
  ),
  'only-through-other-host': warning(
    '{host} has no line of ours, but reads that of {other}, which knows fewer of its events and tools',
    INSTALL,
  ),

  // the installed program
  'launcher-missing': error('the launcher {file} is not there', INSTALL),
  'launcher-not-executable': error('the launcher {file} is not executable', 'acuvo-hooks doctor --fix'),
  'launcher-edited': warning('the launcher {file} is not what install writes', INSTALL),
  'program-missing': error('the installed program {file} is not there', INSTALL),
  'program-stale': warning('the installed program {file} is another one than this', INSTALL),
  'node-missing': warning('the Node that was recorded at installation is gone: {file}', INSTALL),

  // what happens when a line is started
  'probe-not-held': error('{host}, {event}: a policy that nobody approved did not stop a call; {answer}', INSTALL),
  'probe-not-passed': error('{host}, {event}: a call that no policy is about was not let through; {answer}', INSTALL),
  'probe-not-refused': error('{host}, {event}: a payload that cannot be read did not stop a call; {answer}', INSTALL),
  'probe-timed-out': error('{host}, {event}: no answer after {seconds} s', INSTALL),
  'probe-not-started': error('{host}, {event}: the shell could not be started ({answer})', 'see that {shell} is there'),

  // the host
  'old-host-version': warning('{host} {version} is older than {below}: {hole}', 'update {host}'),
  'hooks-off-by-variable': error('{variable} is set here, which can start {host} without its hooks', 'unset it where agents are started'),
  'dangerous-variable': warning(
    '{variable} is set here: it changes what every program runs before its first line',
    'unset it where agents are started',
  ),
  'cleared-variable': info('{variable} is set here; the launcher takes it away', 'nothing, unless you start us without the launcher'),
  'variable-in-settings': warning('{file} sets {variable} for everything that {host} starts', 'take it out of the file'),

  // the policies that apply here
  'policy-unapproved': error('{file} was never approved: every tool call is held', APPROVE),
  'policy-changed': error('{file} changed since it was approved: calls that a new or changed gate matches are held', APPROVE),
  'policy-broken': error('{file} cannot be read: every tool call is held', 'see what is wrong: acuvo-hooks check'),
  'policy-gone': warning(
    '{file} is gone; what was approved of it stays in force',
    'put it back, or forget it: acuvo-hooks trust {where} --revoke',
  ),
  'approval-unusable': error('the approval of {file} cannot be used: {reason}', APPROVE),
  'pinned-file-changed': error('a file that an approved hook uses is not as it was approved: {reason}', APPROVE),
  'interpreter-missing': error('{hook} of {file} {reason}', 'install it, or name another one'),
  'script-missing': error('{hook} of {file} {reason}', 'put it back, or take the hook out'),
  'script-not-executable': error('{hook} of {file} {reason}', 'acuvo-hooks doctor --fix'),
  'carriage-return-in-shebang': error('{hook} of {file} {reason}', 'acuvo-hooks doctor --fix, then approve the script as it is then'),

  // the store
  'store-unwritable': error('the store {file} cannot be written ({reason})', 'give yourself the right to write it'),
  'store-open-to-others': error('{file} {reason}: what is in it counts for nothing', 'acuvo-hooks doctor --fix'),

  // what a host does that is started with a scripted model
  ...LIVE_FINDINGS,
} as const satisfies Readonly<Record<string, FindingText>>

export type FindingId = keyof typeof DOCTOR_FINDINGS

/** Fills the parts of a text in. */
export const filled = (text: string, parts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => safeLine(parts[name] ?? ''))

export const doctorHelp = {
  doctor: 'examine what hosts would start: whether it is registered, is loaded, is ours, and stops what it must',
  hosts: 'only these hosts (default: every one that is here)',
  fix: 'mend what can be mended without a choice: rights, line endings, stale lines',
  runEdited: 'start lines too that are not as install writes them',
} as const

export const doctorTexts = {
  severities: { error: 'error', warning: 'warning', info: 'note' },
  healthy: (hosts: readonly string[]) => `nothing found: ${hosts.length === 0 ? 'no host was asked for' : hosts.join(', ')}`,
  mend: (text: string) => `mend: ${text}`,
  host: (title: string, version: string | undefined) => `${title}${version === undefined ? '' : ` ${version}`}`,
  file: (file: string, lines: number) => `${safeLine(file)}: ${lines} ${lines === 1 ? 'line' : 'lines'} of ours`,
  probes: (passed: number, all: number) => `${passed} of ${all} tries of the registered lines answered as they must`,
  notTried: 'nothing was tried: no line stands there as install writes it',
  fixed: (what: string) => `mended: ${what}`,
  notFixed: (what: string, why: string) => `not mended: ${safeLine(what)} (${safeLine(why)})`,
  summary: (errors: number, warnings: number, infos: number) =>
    `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'note')}`,
  trying: (host: string, event: string) => `trying ${host} ${event} …`,
  place: (path: string, field: string | undefined, line: number | undefined) =>
    [path, field === undefined ? '' : `"${field}"`, line === undefined ? '' : `line ${line}`].filter((part) => part !== '').join(', '),
  notJson: (line: number | undefined) => `it is not valid${line === undefined ? '' : ` at line ${line}`}`,
  fixes: {
    executable: (file: string) => `${safeLine(file)} is executable now`,
    lineEndings: (file: string) => `${safeLine(file)} has LF line endings now`,
    installed: (host: string) => `the lines of ${host} are as install writes them now`,
    noPlace: 'install finds no place for it',
    mode: (file: string) => `${safeLine(file)} is yours alone now`,
  },
  answers: {
    stop: 'it was stopped',
    pass: 'it was let through',
    exit: (code: string) => `it ended with ${code}`,
    'silent-stop': 'it ended with exit 2 and no word, which some hosts take for a failure',
    silent: 'the host wants an answer there',
    'not-json': 'what it printed is not one JSON document',
    'unknown-key': 'its answer has a key that the host does not know at this event',
    'unknown-value': 'its answer has a value that the host does not know at this event',
    said: (text: string) => `; it said: ${safeLine(text).slice(0, 200)}`,
    saidNothing: '; it said nothing (empty output)',
    signal: (name: string) => `the signal ${name}`,
    code: (code: number) => `exit ${code}`,
  },
  reasons: {
    'document-not-object': 'it is no object',
    'duplicate-key': 'a key stands twice',
    'root-key': 'a key at the top that may not be there',
    'version-invalid': 'no usable "version"',
    'hooks-not-object': '"hooks" is no object',
    'hooks-is-matcher': '"hooks" holds a group or an entry, not events',
    'unknown-event': 'an event that the host does not have',
    'event-not-array': 'an event that is no array',
    'matcher-invalid': 'a bad group',
    'matcher-pattern': 'a matcher that is no expression',
    'group-without-hooks': 'a group without "hooks"',
    'entry-invalid': 'a bad entry',
    'entry-skipped': 'an entry that the host skips',
    'url-in-command': 'an address in a command',
    'guard-outside-hooks': 'hooks outside "hooks"',
    'guard-under-unknown-event': 'hooks under an event that the host does not have',
    'guard-event-not-array': 'an event that is no array',
    'guard-matcher-invalid': 'a bad group',
    'guard-entry-invalid': 'a bad entry',
  },
} as const

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`
