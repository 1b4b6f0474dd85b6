import type { ClosedCase, OpenCase } from '../../hosts/import-rules.js'
import type { FindingCode } from '../../hosts/settings-readers.js'
import type { LostBecause } from '../import/translate.js'

/** What people read from `import`. */

export const importHelp = {
  command: "turn a host's own hook settings into a hooks.json that decides alike",
  host: 'whose settings they are',
  file: "its settings file (default: this workspace's, else the person's own)",
  write: 'write .acuvo/hooks.json, where there is none yet',
} as const

const because: Readonly<Record<LostBecause, string>> = {
  event: 'there is no such event here',
  'event-repeated':
    'hooks after a call run at the event that the host announces first, which brings another payload; write it for PostToolUse with $ACUVO_TOOL_ARG_PATH',
  type: 'only commands can be carried',
  'matcher-nothing': 'its matcher takes no tool that is known',
  'matcher-mcp': 'its matcher takes tools of any MCP server; name the servers as "server.*"',
  'matcher-mcp-part': 'the tools of MCP servers that its matcher takes as well; name the servers as "server.*"',
  'matcher-subject': 'hooks of this event have no matcher here',
  condition: 'its "if" has no counterpart; "commands" and "paths" may say the same',
  'background-gate': 'a hook that nobody waits for decides nothing before a call',
  'no-command': 'it has no command',
  'command-nul': 'its command holds a NUL',
  'same-again': 'the same hook stands there already',
  'too-many': 'a file holds 32 hooks; put it into another one and name that in "extends"',
  'loop-limit': 'its loop_limit; "stopLimit" says it for the whole file',
}

const opens: Readonly<Record<OpenCase, string>> = {
  exit: 'any exit other than 0 and 2',
  'exit-two': 'exit 2',
  failure: 'a start that fails, a signal, a timeout',
  answer: 'an answer that the host cannot read',
  ask: 'an ask',
  'silent-exit': 'exit 2 without a word on stderr',
  'end-turn': 'continue: false',
}

const closes: Readonly<Record<ClosedCase, string>> = {
  silence: 'exit 0 without an answer',
  text: 'exit 0 with something that is no answer',
  turn: 'continue: false after the call ends the turn in the host, and is only told here',
  start: 'continue: false at the start stops the session in the host, and is only told here',
  context: 'a context at the end makes the agent go on in the host, and is left out here; a block does it in both',
  crash: 'an answer that it prints before it crashes (a signal, exit 126, 127, 129 to 192) counts in the host, and not here',
  output: 'a block after the call hides the output in the host, and stands beside it here',
}

const codes: Readonly<Partial<Record<FindingCode, string>>> = {
  'duplicate-key': 'a key twice: the host keeps the last one',
  'unknown-event': 'an event that the host does not have',
}

export const importTexts = {
  reads: (file: string) => `read from ${file}`,
  otherFile: (title: string, file: string, host: string) =>
    `not read: ${file}, which has hooks too; ${title} runs all of them (acuvo-hooks import ${host} FILE reads that one)`,
  notFound: (title: string, files: readonly string[]) => `no hook settings of ${title} here: looked for ${files.join(', ')}`,
  cannotRead: (file: string, code: string) => `${file} cannot be read (${code})`,
  unparsable: (title: string, file: string, at: string) => `${title} cannot read ${file}${at}, so none of its hooks run`,
  rejected: (title: string, file: string) => `${title} loads nothing of ${file}, so none of its hooks run; to be mended first:`,
  dropped: (title: string) => `${title} itself leaves out:`,
  finding: (place: string, code: FindingCode, field: string | undefined) =>
    `${place}: ${codes[code] ?? code}${field === undefined ? '' : ` (${field})`}`,
  nothing: (title: string) => `there is nothing to carry: ${title} starts no hook by this file`,
  carried: (hooks: number) => `${hooks} ${hooks === 1 ? 'hook' : 'hooks'} carried`,
  switchedOff: (title: string) => `the file switches hooks off, so ${title} runs none of them; here they have mode "off"`,
  notCarried: 'not carried:',
  lost: (place: string, event: string, why: LostBecause) => `${place} (${event}): ${because[why]}`,
  failedOpen: (title: string) => `where ${title} takes no notice, and it is a deny here:`,
  failedClosed: (title: string) => `where ${title} stops or hides something, and this does not:`,
  open: (name: string, cases: readonly OpenCase[]) => `"${name}": ${cases.map((one) => opens[one]).join('; ')}`,
  closed: (name: string, cases: readonly ClosedCase[]) => `"${name}": ${cases.map((one) => closes[one]).join('; ')}`,
  expanded: (name: string, tools: readonly string[]) => `"${name}": its matcher takes, of the tools known today, ${tools.join(', ')}`,
  lowered: (name: string, fromMs: number) =>
    `"${name}": the host would have waited ${fromMs / 1000} s; a gate may take 120 s, anything else 600 s`,
  onlyAt: (name: string, event: string) =>
    `"${name}": runs only where the host announces a call as ${event}, so a line of ours must be registered for that event as well`,
  allows: 'their allow counts, as it did in the host (mayAllow)',
  followsAgent: 'they run in the root of the workspace, not in the folder the agent is in ($ACUVO_CWD)',
  lessEnvironment: 'they see an allowlist of variables and those named in "env", not all that the host has',
  variables: (names: readonly string[]) =>
    `they do not get ${names.join(', ')}, which the file sets for them in the host: what a script reads must stand in its "env" here`,
  inTurn: 'they run one after the other, each on what those before it made of the call, and the first deny is the last that runs',
  ownLines: (lines: number) => `${lines} ${lines === 1 ? 'line' : 'lines'} of our own left out`,
  written: (file: string) => `written: ${file}`,
  toApprove: 'nothing of it runs before it is approved: acuvo-hooks trust',
  stillThere: (title: string, file: string) =>
    `${title} runs its own hooks as before: once this policy is approved, take them out of ${file}`,
  exists: (file: string) => `${file} is there already and is left as it is; print the hooks with import without --write`,
  notFolder: (folder: string) => `${folder} is there and is no folder`,
  cannotWrite: (file: string, code: string) => `${file} cannot be written (${code})`,
  isHomes: (folder: string) => `${folder} is HOME or above it, where no workspace's policy stands; change into the workspace`,
  note: 'note',
} as const
