import { safeLine } from './safe.js'

/** What `check` says about a policy, rule by rule. */

const listed = (words: readonly string[]): string => words.map(safeLine).join(', ')
const seconds = (ms: number): string => `${ms / 1000} s`

export const ruleTexts = {
  neverAnnounced: (event: string, hosts: readonly string[]) => `never fires: ${listed(hosts)} never announces ${event}`,
  notAnnounced: (event: string, hosts: readonly string[]) => `does not run in ${listed(hosts)}, which never announces ${event}`,
  toolsNowhere: (tools: readonly string[], hosts: readonly string[]) => `never fires: ${listed(hosts)} has none of ${listed(tools)}`,
  pathsTakeNothing: 'never fires: what "paths" names, its "!" globs take back',
  pathsOfNoTool: (kinds: readonly string[]) => `never fires: calls of ${listed(kinds)} have no paths`,
  commandsTakeNothing: 'never fires: what "commands" names, its "!" patterns take back',
  shadowed: (before: string) => `never reached: "${safeLine(before)}" stands before it and denies every call that it would see`,
  off: 'is switched off (mode: off): it does nothing',
  onTrial: 'is on trial (mode: warn): it stops nothing',
  leavesShellOpen: (kinds: readonly string[]) =>
    `guards ${listed(kinds)}, but a shell command does the same to the same files: add "run_command" to its tools, or a gate with "commands"`,
  leavesMcpOpen: (kinds: readonly string[]) =>
    `guards ${listed(kinds)}, but a tool of an MCP server may do the same: leave "tools" out, or name "server.*"`,
  writeWithoutEdit: 'names write_file without edit_file: an edit of the same file goes past it',
  editWithoutWrite: 'names edit_file without write_file: a new file goes past it',
  writeWithoutDelete: 'names writes without delete_file: the same file can be deleted past it',
  onePath:
    'reads ACUVO_TOOL_ARG_PATH, the first of the paths of a call that may have several (a patch, an MCP tool): say "each": "path", or read ACUVO_TOOL_PATHS',
  limit: (hosts: readonly string[], limit: string) => `${listed(hosts)} ${limit}`,
  mayAllowNowhere: '"mayAllow" says nothing here: none of its hosts has an allow at this event',
  nothingToWaitFor: '"timeoutMs" says nothing here: the answer is a text, and nothing is waited for',
  nothingToFail: '"onFailure" says nothing here: the answer is a text, which cannot fail',
  notWaitedFor: 'says nothing beside "background": nobody waits for what becomes of it',
  neverDenies: '"instead" says nothing here: this hook never denies',
  overBudget: (timeoutMs: number, budgetMs: number) =>
    `may take ${seconds(timeoutMs)}, but "budgetMs" ends the whole chain after ${seconds(budgetMs)}`,
  overHost: (timeoutMs: number, hosts: readonly string[], limitsMs: readonly number[]) =>
    `may take ${seconds(timeoutMs)}, but is ended after ${hosts.map((host, index) => `${seconds(limitsMs[index] ?? 0)} in ${host}`).join(', ')}: more the host does not give at this event`,
  chainOver: (hooks: number, event: string, sumMs: number, limitMs: number) =>
    `${hooks} hooks of ${event} may take ${seconds(sumMs)} together, one after the other, but the chain is ended after ${seconds(limitMs)}: shorter "timeoutMs" would tell which one hangs`,
  runner: (runner: string) =>
    `is started through ${safeLine(runner)}: that is slow at each call, and what it starts is not among the pinned files; name the program or script itself`,
  exitOne: (script: string | undefined) =>
    `${script === undefined ? 'its command' : safeLine(script)} may exit 1: that denies here (hosts themselves would let the call pass); make sure that it means so`,
  scriptMissing: (file: string, interpreter: string | undefined) =>
    `cannot run: ${safeLine(file)}${interpreter === undefined ? '' : `, which ${safeLine(interpreter)} is to run,`} is not there`,
  notExecutable: (file: string) => `cannot run: ${safeLine(file)} is not executable (chmod +x)`,
  carriageReturn: (file: string) =>
    `cannot run: the first line of ${safeLine(file)} ends in a carriage return; save it with LF line endings`,
  programMissing: (name: string, script: string | undefined) =>
    `${safeLine(name)}${script === undefined ? '' : `, the interpreter of ${safeLine(script)},`} is not found here`,
} as const

/** How a finding reads. */
export const findingTexts = {
  severities: { error: 'error', warning: 'warning', info: 'note' },
  place: (line: number | undefined, path: string) =>
    [line === undefined ? '' : `line ${line}`, path].filter((part) => part !== '').join(', '),
  about: (place: string, label: string, text: string, id: string) => `${place}: "${safeLine(label)}" ${text} [${id}]`,
  inOther: (file: string, text: string) => `${safeLine(file)}, ${text}`,
  usage: {
    oneFormat: '--json and --format exclude each other',
    unknownFormat: (format: string) => `--format ${safeLine(format)} is not known; there is github`,
  },
} as const
