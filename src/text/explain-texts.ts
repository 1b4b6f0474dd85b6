import type { Layer } from '../config/types.js'

/** What people read from `explain`. Names and texts of files come in as they are to be shown. */

const list = (words: readonly string[]): string => (words.length === 0 ? 'nothing' : words.map((word) => `"${word}"`).join(', '))
const few = (words: readonly string[]): string => {
  const more = words.length - SHOWN
  return words.length === 0 ? 'none' : `${words.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
const SHOWN = 5

export const explainTexts = {
  layers: {
    managed: "the machine's own policy applies everywhere",
    user: "the person's own policy applies everywhere",
  } satisfies Record<Exclude<Layer, 'workspace'>, string>,
  whys: {
    root: "the session's root is in its tree",
    furtherRoot: (root: string) => `a root of the session is in its tree: ${root}`,
    cwd: 'the call takes place in its tree',
    target: (path: string) => `the call is about a path in its tree: ${path}`,
    link: 'a link on the way leads into its tree',
    worktree: 'this linked git worktree has none of its own and uses that of its main checkout',
  },
  causes: {
    tools: (names: readonly string[]) => `it names the tool as ${list(names)}`,
    commands: (patterns: readonly string[]) => `the command runs ${list(patterns)}`,
    paths: (globs: readonly string[], paths: readonly string[]) => `${list(globs)} matches ${few(paths)}`,
    pathsUnknown: 'which files the call is about cannot be read, so the gate fires',
    everything: (event: string) => `it is for every ${event}`,
    event: (hook: string, event: string) => `it is for ${hook}, and this is ${event}`,
    host: (hosts: readonly string[], host: string) => `it is for ${list(hosts)}, and this is "${host}"`,
    tool: (wanted: readonly string[], names: readonly string[]) => `it is for ${list(wanted)}, and this tool is ${list(names)}`,
    path: (globs: readonly string[], paths: readonly string[]) => `${list(globs)} matches none of the paths: ${few(paths)}`,
    command: (patterns: readonly string[], command: string | undefined) =>
      command === undefined ? `it is for ${list(patterns)}, and no command is run` : `the command runs none of ${list(patterns)}`,
    excluded: (patterns: readonly string[]) => `it is excluded by ${list(patterns)}`,
  },
  config: (number: number, file: string, layer: string, state: string) => `${number}. ${file} (${layer}, ${state})`,
  configRoot: (root: string) => `its root: ${root}`,
  because: (why: string) => `because ${why}`,
  hash: (sha256: string) => `SHA-256 ${sha256}`,
  approved: (at: string, sha256: string | undefined) => `approved ${at}${sha256 === undefined ? '' : `: SHA-256 ${sha256}`}`,
  extends: (file: string) => `extends ${file}`,
  absent: (layer: string, file: string) => `no ${layer} policy: ${file} is not there`,
  noConfig: 'no hooks.json applies',
  notApprovedYet: 'nobody approved it, so what its hooks are is not looked at; --unapproved does',
  noHooks: 'none',
  matched: (does: string) => (does === 'command' ? 'would run' : `answers ${does}`),
  notMatched: 'not run',
  matches: 'matches',
  stopped: 'The call is stopped before any of them runs.',
  onTrial: 'on trial (mode: warn): it decides nothing',
  about: (paths: readonly string[]) => `about: ${few(paths)}`,
  command: (text: string) => `$ ${text}`,
  shell: (shell: string) => `shell: ${shell}`,
  noShell: 'run without a shell',
  program: (name: string, path: string) => `program ${name}: ${path}`,
  builtIn: (name: string) => `program ${name}: built into the shell`,
  missingProgram: (name: string) => `program ${name}: not found where hooks look for programs`,
  file: (use: 'runs' | 'names', path: string) => `${use === 'runs' ? 'runs' : 'names'} ${path}`,
  missing: 'missing',
  changedAt: (mtime: string) => `changed ${mtime}`,
  pinned: 'pinned',
  notPinned: 'not pinned',
  unknown: (text: string) => `runs what its text does not name: ${text}`,
  notAsApproved: (files: readonly string[]) => `not as approved, so it does not run: ${files.join(', ')}`,
  timeout: (ms: number) => `may take ${ms / 1_000} s`,
  onFailure: (policy: string) => `when it cannot run: ${policy}`,
  grants: (names: readonly string[]) => `also gets ${names.join(', ')}`,
  hostLimit: (host: string, limit: string) => `${host} ${limit}`,
  lastRun: (at: string, outcome: string, ms: number | undefined) => `last: ${outcome}${ms === undefined ? '' : ` in ${ms} ms`}, ${at}`,
  neverRun: 'last: no record in the log',
  budget: (ms: number, hostMs: number) =>
    `all hooks together ${ms / 1_000} s; ${Number.isFinite(hostMs) ? `the host waits ${hostMs / 1_000} s` : 'the host waits without end'}`,
  context: (chars: number, max: number) => `context: ${chars} characters of one hook, ${max} in all`,
  stopLimit: (limit: number) => `the agent is sent on ${limit} times a prompt at most`,
  dropped: (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', ')),
  notCarried: (kinds: readonly string[]) => `not carried by the host: ${kinds.join(', ')}`,
  declared: (commands: number) =>
    commands === 0
      ? 'what the host receives:'
      : `what the host receives if ${commands === 1 ? 'the command says' : `the ${commands} commands say`} nothing (nothing was run; --run runs ${commands === 1 ? 'it' : 'them'}):`,
  receivesRun: 'what the host receives:',
  nothing: '(nothing)',
  usage: {
    both: 'give a file with a payload, or --event and what the call is, not both',
    neither: 'give a file with a payload (- is stdin), or --host and --event',
    needsHost: 'a call in short needs --host',
    badTimeout: (text: string) => `--host-timeout ${text} is no number of seconds`,
    impossible: (why: string) => `there is no such call: ${why}`,
  },
} as const
