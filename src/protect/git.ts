import type { ShellCommand, ShellWord } from '../shell/types.js'
import { changes, NOTHING, type Effects } from './effects.js'
import { argumentsOf, hasFlag, literalWord, valueAfter, type Arguments } from './operands.js'

/** What git puts back, takes away or moves (its own manual pages). Only the index, or a whole branch: free. */

const HERE: ShellWord = literalWord('.')

const GLOBAL_VALUES = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--super-prefix', '--config-env']
/** The paths of sub-commands, by the options of each that take a value. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  checkout: ['-b', '-B', '--orphan', '--conflict', '--pathspec-from-file'],
  restore: ['-s', '--source', '--conflict', '--pathspec-from-file'],
  stash: ['-m', '--message', '--pathspec-from-file'],
  rm: ['--pathspec-from-file'],
  clean: ['-e', '--exclude'],
  worktree: ['-b', '-B', '--reason'],
  apply: ['-p', '-C', '--directory', '--exclude', '--include', '--whitespace'],
  am: ['-p', '-C', '--directory', '--exclude', '--include', '--whitespace'],
}
const OTHER_VALUES = ['-m', '-F', '-C', '-o', '--output', '-s', '-b']
const STASH_VERBS = /^(?:pop|apply|list|show|drop|clear|branch|create|store|save|export|import)$/
const PLUMBING = /^(?:checkout-index|update-index|sparse-checkout|lfs|filter-branch)$/
/** They bring the files of another repository or into another folder when they are told of one. */
const FILLS = /^(?:checkout|switch|restore|reset|read-tree|checkout-index|pull|merge|rebase|stash|cherry-pick)$/

interface GitCall {
  verb: string
  rest: readonly ShellWord[]
  /** Values of `-C`, in order. */
  folder: readonly ShellWord[]
  gitDir?: ShellWord
  workTree?: ShellWord
}

const gitCall = (args: readonly ShellWord[], { assignments }: ShellCommand): GitCall => {
  const folder: ShellWord[] = []
  const found = new Map<string, ShellWord>()
  for (const { name, value } of assignments)
    if (value !== undefined && /^GIT_(?:DIR|WORK_TREE)$/.test(name)) found.set(name === 'GIT_DIR' ? '--git-dir' : '--work-tree', value)
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at] as ShellWord
    const first = word.values[0]?.[0]
    const start = word.text ?? (first?.kind === 'text' ? first.text : '')
    if (!start.startsWith('-')) break
    const name = start.startsWith('--') ? start.replace(/=.*$/s, '') : start
    const taken = GLOBAL_VALUES.includes(start) ? args[++at] : undefined
    const value = taken ?? (name === start ? undefined : valueAfter(word, name.length + 1))
    if (value === undefined) continue
    if (name === '-C') folder.push(value)
    else found.set(name, value)
    const tree = name === '-c' && /^core\.worktree=/i.test(value.text ?? '') ? valueAfter(value, 'core.worktree='.length) : undefined
    if (tree !== undefined) found.set('--work-tree', tree)
  }
  const [gitDir, workTree] = [found.get('--git-dir'), found.get('--work-tree')]
  return {
    verb: args[at]?.text ?? '',
    rest: args.slice(at + 1),
    folder,
    ...(gitDir && { gitDir }),
    ...(workTree && { workTree }),
  }
}

const isElsewhere = ({ gitDir, workTree }: GitCall): boolean =>
  (gitDir !== undefined && !/^(?:\.\/)?\.git\/?$/.test(gitDir.text ?? '')) ||
  (workTree !== undefined && !/^\.\/?$/.test(workTree.text ?? ''))

/** What a git command writes, moves or deletes; `folders`: where it takes its paths from. */
export const gitEffects = (args: readonly ShellWord[], command: ShellCommand): Effects => {
  const call = gitCall(args, command)
  const { folder, workTree } = call
  const tree = isElsewhere(call) && FILLS.test(call.verb) ? changes([workTree ?? HERE], 'destroy').targets : []
  const effects = ofVerb(call)
  const folders = [folder, ...(workTree === undefined ? [] : [[...folder, workTree]])]
  return { ...effects, targets: [...tree, ...effects.targets], folders }
}

const ofVerb = ({ verb, rest }: GitCall): Effects => {
  const given = argumentsOf(rest, VALUES[verb] ?? OTHER_VALUES)
  const { operands, options, values } = given
  switch (verb) {
    case 'checkout':
      if (hasFlag(options, /^[a-zA-Z]*[bBt]/, /^--(?:orphan|track|detach)$/)) return NOTHING
      return { ...putBack(given, afterDashes(rest) ?? operands), commitFirst: afterDashes(rest) === undefined }
    case 'restore':
      return hasFlag(options, /S/, /^--s(?:t.*)?$/) && !hasFlag(options, /W/, /^--w/) ? NOTHING : putBack(given, operands)
    case 'stash':
      return STASH_VERBS.test(operands[0]?.text ?? '')
        ? NOTHING
        : putBack(
            given,
            operands.filter(({ text }) => text !== 'push'),
          )
    case 'rm':
      return options.includes('--cached') || hasFlag(options, /n/, /^--dry-run$/) ? NOTHING : putBack(given, operands)
    case 'clean':
      if (hasFlag(options, /^[a-zA-Z]*n/, /^--dry-run$/)) return NOTHING
      return operands.length === 0 ? changes([HERE], 'destroy') : putBack(given, operands)
    case 'mv':
      return { ...changes(operands.slice(0, -1), 'destroy'), landings: landingOf(operands) }
    case 'worktree': {
      const [what, ...paths] = operands
      return /^(?:remove|move)$/.test(what?.text ?? '') ? changes(paths, 'destroy') : changes(paths.slice(0, 1))
    }
    case 'apply':
    case 'am':
      return changes(values.get('--directory') ?? [], 'restore')
    case 'clone':
    case 'init':
      return changes(operands.slice(-1))
    case 'archive':
    case 'diff':
    case 'format-patch':
    case 'bundle':
      return changes([...(values.get('-o') ?? []), ...(values.get('--output') ?? [])])
  }
  return PLUMBING.test(verb) ? changes(operands, 'restore') : NOTHING
}

/** The paths that a sub-command takes, also those it reads from a file. */
const putBack = ({ values }: Arguments, pathspecs: readonly ShellWord[]): Effects => {
  const listed = values.has('--pathspec-from-file') ? [{ computed: true, source: '', values: [[{ kind: 'unknown' as const }]] }] : []
  return { ...NOTHING, pathspecs: [...pathspecs, ...listed] }
}

/** What stands behind `--`: before it stands a commit. */
const afterDashes = (words: readonly ShellWord[]): readonly ShellWord[] | undefined => {
  const at = words.findIndex(({ text }) => text === '--')
  return at === -1 ? undefined : words.slice(at + 1)
}

const landingOf = (operands: readonly ShellWord[]): Effects['landings'] => {
  const destination = operands.at(-1)
  return destination === undefined || operands.length < 2
    ? []
    : [{ sources: operands.slice(0, -1), destination, folder: false, tree: true }]
}
