import { wordOf, type ShellWordList } from './words.js'
import type { ShellAssignment, ShellWord } from './types.js'

/** Programs that start the program in their arguments. */

interface Wrapper {
  /** Options that take the next word. */
  values?: readonly string[]
  /** Operands before the program. */
  operands?: number
  /** `NAME=value` words before the program are assignments. */
  assignments?: true
  /** First operands that make it a wrapper at all (`npm exec`); any other leaves it as it is. */
  verbs?: readonly string[]
  /** Options with which it only tells about the program. */
  tells?: RegExp
  /** Options whose value is a shell text of its own. */
  texts?: readonly string[]
  /** Option whose value is the folder it goes to first. */
  folder?: readonly string[]
  /** True when its own words count beside the text it is given. */
  keeps?: true
}

const RUNNER: Wrapper = { values: ['-p', '--package', '-w', '--workspace', '--prefix', '--dir', '-C'], texts: ['-c', '--call'] }

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { values: ['-u', '--unset', '-a', '--argv0'], assignments: true, texts: ['-S', '--split-string'], folder: ['-C', '--chdir'] },
  sudo: {
    values: ['-u', '--user', '-g', '--group', '-h', '--host', '-p', '--prompt', '-C', '-R', '--chroot', '-T', '-U', '-r', '-t'],
    assignments: true,
    folder: ['-D', '--chdir'],
  },
  doas: { values: ['-u', '-C', '-a'] },
  nohup: {},
  command: { tells: /^-[a-zA-Z]*[vV]/ },
  builtin: {},
  exec: { values: ['-a'] },
  time: { values: ['-f', '--format'] },
  nice: { values: ['-n', '--adjustment'] },
  ionice: { values: ['-c', '-n', '-p', '-P', '-u', '--class', '--classdata'] },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  timeout: { values: ['-s', '--signal', '-k', '--kill-after'], operands: 1 },
  stdbuf: { values: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  setsid: {},
  chronic: {},
  unbuffer: {},
  caffeinate: { values: ['-t', '-w'] },
  busybox: {},
  toybox: {},
  noglob: {},
  nocorrect: {},
  winpty: {},
  strace: { values: ['-e', '-o', '-p', '-s', '-E', '-u'] },
  flock: { values: ['-w', '--timeout', '-E'], operands: 1, texts: ['-c', '--command'] },
  su: { values: ['-s', '--shell', '-g', '-G', '-w'], operands: 99, texts: ['-c', '--command', '--session-command'] },
  runuser: { values: ['-u', '-g', '-G', '-s'], texts: ['-c', '--command'] },
  script: { values: ['-I', '-O', '-B', '-T', '-E', '-o'], operands: 99, texts: ['-c', '--command'], keeps: true },
  'nix-shell': { values: ['-p', '-I', '-A'], operands: 99, texts: ['--run', '--command'] },
  screen: { values: ['-S', '-c', '-e', '-h', '-p', '-s', '-t', '-T'] },
  unshare: { values: ['-S', '-G', '-R', '-w', '--root', '--wd', '--setuid', '--setgid', '--propagation'] },
  nsenter: { values: ['-t', '--target', '-S', '-G', '--setuid', '--setgid'] },
  chroot: { values: ['--userspec', '--groups'], operands: 1 },
  setpriv: { values: ['--reuid', '--regid', '--groups', '--inh-caps', '--ambient-caps', '--bounding-set', '--securebits'] },
  setarch: { operands: 1 },
  linux32: {},
  linux64: {},
  fakeroot: { values: ['-l', '-s', '-i', '-b'] },
  fakechroot: {},
  proot: { values: ['-r', '-b', '-w', '-q', '-R', '-S', '-k', '-i'] },
  firejail: {},
  eatmydata: {},
  torsocks: {},
  proxychains: { values: ['-f'] },
  proxychains4: { values: ['-f'] },
  pkexec: { values: ['--user'] },
  gosu: { operands: 1 },
  'su-exec': { operands: 1 },
  runcon: { operands: 1 },
  prlimit: {},
  numactl: {},
  cgexec: { values: ['-g'] },
  'systemd-run': { values: ['-p', '--property', '-u', '--unit', '-E', '--setenv', '-M', '--on-active', '--slice', '--description'] },
  'systemd-inhibit': {},
  'dbus-run-session': {},
  'xvfb-run': { values: ['-n', '-s', '-e', '-f', '-l', '-w'] },
  ltrace: { values: ['-e', '-o', '-p', '-s', '-u', '-n', '-l'] },
  valgrind: {},
  entr: {},
  watchexec: { values: ['-w', '--watch', '-e', '--exts', '-i', '--ignore'] },
  npx: RUNNER,
  pnpx: RUNNER,
  bunx: RUNNER,
  pipx: { ...RUNNER, verbs: ['run'] },
  uvx: { values: ['--from', '--with', '-p', '--python'] },
  npm: { ...RUNNER, verbs: ['exec', 'x'] },
  pnpm: { ...RUNNER, verbs: ['exec', 'dlx'] },
  yarn: { ...RUNNER, verbs: ['exec', 'dlx'] },
  bun: { ...RUNNER, verbs: ['x'] },
  poetry: { verbs: ['run'] },
  pipenv: { verbs: ['run'] },
  uv: { values: ['--with', '--python', '-p', '--directory'], verbs: ['run'] },
  bundle: { verbs: ['exec'] },
  mise: { verbs: ['exec', 'x'] },
  direnv: { verbs: ['exec'], operands: 1 },
}

/** `/usr/bin/Env.exe` is `env`; `prettier@3` of a package runner is `prettier`. */
export const programName = (text: string): string =>
  text
    .slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, '')
    .replace(/(?<=.)@[\w.^~*-]*$/, '')

export const nameOf = (word: ShellWord | undefined): string => (word?.text === undefined ? '' : programName(word.text))

export interface Unwrapped {
  words: ShellWordList
  assignments: ShellAssignment[]
  wrappers: string[]
  /** Shell texts that a wrapper was given. */
  texts: ShellWord[]
  /** Folders that a wrapper goes to first. */
  folders: ShellWord[]
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/

/** `NAME=value` as an assignment; undefined for another word. */
export const assignmentIn = (word: ShellWord): ShellAssignment | undefined => {
  const first = word.values[0]?.[0]
  const name = first?.kind === 'text' ? ASSIGNMENT.exec(first.text)?.[1] : undefined
  if (name === undefined) return undefined
  const values = word.values.map(([head, ...rest]) => [
    { kind: 'text' as const, text: head?.kind === 'text' ? head.text.slice(name.length + 1) : '' },
    ...rest,
  ])
  return { name, value: wordOf(values, word.source) }
}

/** Wrappers in wrappers; more are not taken off. */
const MOST_WRAPPERS = 16

/** Takes `env A=b sudo -u x timeout 5 program …` down to `program …`. */
export const unwrapped = (words: ShellWordList): Unwrapped => {
  const result: Unwrapped = { words, assignments: [], wrappers: [], texts: [], folders: [] }
  while (result.wrappers.length < MOST_WRAPPERS) {
    const name = nameOf(result.words[0])
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
    const rest = wrapper && restOf(wrapper, result)
    if (rest === undefined) return result
    result.words = rest
    result.wrappers.push(name)
  }
  return result
}

/** The words from the wrapped program on; undefined when nothing is wrapped. */
const restOf = (wrapper: Wrapper, result: Unwrapped): ShellWordList | undefined => {
  const { words } = result
  let operands = wrapper.operands ?? 0
  let verbs = wrapper.verbs
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as ShellWord
    const literal = word.text ?? ''
    if (wrapper.tells?.test(literal)) return undefined
    if (literal === '--') {
      if (verbs === undefined && operands === 0) return words.slice(at + 1)
    } else if (literal.startsWith('-') && literal.length > 1) {
      const { option, value, taken } = optionAt(wrapper, words, at)
      if (wrapper.texts?.includes(option) && value !== undefined) result.texts.push(value)
      if (wrapper.folder?.includes(option) && value !== undefined) result.folders.push(value)
      at += taken
    } else if (wrapper.assignments && assignmentIn(word) !== undefined) {
      result.assignments.push(assignmentIn(word) as ShellAssignment)
    } else if (verbs !== undefined) {
      if (!verbs.includes(literal)) return undefined
      verbs = undefined
    } else if (operands > 0) operands--
    else return words.slice(at)
  }
  return result.texts.length > 0 && !wrapper.keeps ? [] : undefined
}

/** An option, its value as a word, and how many further words it takes. */
const optionAt = (wrapper: Wrapper, words: ShellWordList, at: number): { option: string; value?: ShellWord; taken: number } => {
  const literal = words[at]?.text ?? ''
  const takers = [...(wrapper.values ?? []), ...(wrapper.texts ?? []), ...(wrapper.folder ?? [])]
  const next = words[at + 1]
  if (takers.includes(literal)) return { option: literal, ...(next && { value: next }), taken: 1 }
  const glued = takers.find((taker) => literal.startsWith(taker.startsWith('--') ? `${taker}=` : taker))
  const last = /^-[A-Za-z]+$/.test(literal) ? `-${literal.at(-1)}` : ''
  if (glued === undefined && takers.includes(last)) return { option: last, ...(next && { value: next }), taken: 1 }
  if (glued === undefined) return { option: literal, taken: 0 }
  const value = literal.slice(glued.length + (glued.startsWith('--') ? 1 : 0))
  return { option: glued, value: wordOf([[{ kind: 'text', text: value }]], literal), taken: 0 }
}
