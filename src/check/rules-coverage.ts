import { variablesNamedIn } from '../process/hook-texts.js'
import type { ToolKind } from '../protocol/tools.js'
import { ruleTexts } from '../text/check-texts.js'
import { hostsOf, isAbout, isAboutMcp, isForAgents, isForHostsOf, isForPathsOf, isGate, kindsOf } from './coverage.js'
import { perHook, type CheckedHook, type CheckSubject, type Rule } from './subject.js'

/** Gates that an agent walks around: by another tool, another kind of write, a second path. */

const WRITING: readonly ToolKind[] = ['write_file', 'edit_file', 'delete_file']
/** With `paths` a gate on reads guards the files themselves. */
const READING: readonly ToolKind[] = ['read_file', 'search_files']

/** The kinds of file tools that a gate names, and not every tool. */
const guardedKinds = ({ hook }: CheckedHook): ToolKind[] => {
  const kinds = isGate(hook) && isForAgents(hook) ? kindsOf(hook) : undefined
  return kinds === undefined ? [] : [...WRITING, ...(hook.paths === undefined ? [] : READING)].filter((kind) => kinds.has(kind))
}

/** Whether another hook of the same event looks at what this one leaves open, on all its hosts. */
const coveredElsewhere = ({ hook }: CheckedHook, { live }: CheckSubject, covers: (other: CheckedHook['hook']) => boolean): boolean =>
  live.some(({ hook: other }) => other !== hook && other.event === hook.event && isForHostsOf(other, hook) && covers(other))

const leavesOpen = (kind: ToolKind, named: readonly ToolKind[], id: string, text: string, needsPaths = false): Rule => ({
  id,
  severity: 'warning',
  find: perHook((on, subject) => {
    const { hook } = on
    const kinds = kindsOf(hook)
    if (kinds === undefined || kinds.has(kind) || !named.some((one) => kinds.has(one))) return []
    if (needsPaths && (hook.paths === undefined || !isGate(hook))) return []
    if (!hostsOf(hook).some(({ tools }) => kind in tools.kinds || Object.values(tools.varying).some((of) => of.includes(kind)))) return []
    if (coveredElsewhere(on, subject, (other) => isAbout(other, kind) && isForPathsOf(other, hook))) return []
    return [{ key: 'tools', text, ...(isGate(hook) ? {} : { severity: 'info' as const }) }]
  }),
})

export const COVERAGE_RULES: readonly Rule[] = [
  {
    id: 'gate-leaves-shell-open',
    severity: 'warning',
    find: perHook((on, subject) => {
      const kinds = guardedKinds(on)
      if (kinds.length === 0 || isAbout(on.hook, 'run_command')) return []
      if (coveredElsewhere(on, subject, (other) => isGate(other) && isAbout(other, 'run_command'))) return []
      return [{ key: 'tools', text: ruleTexts.leavesShellOpen(kinds) }]
    }),
  },
  {
    id: 'gate-leaves-mcp-open',
    severity: 'warning',
    find: perHook((on, subject) => {
      const kinds = guardedKinds(on)
      if (kinds.length === 0 || isAboutMcp(on.hook)) return []
      if (coveredElsewhere(on, subject, (other) => isGate(other) && isAboutMcp(other))) return []
      return [{ key: 'tools', text: ruleTexts.leavesMcpOpen(kinds) }]
    }),
  },
  leavesOpen('edit_file', ['write_file'], 'write-without-edit', ruleTexts.writeWithoutEdit),
  leavesOpen('write_file', ['edit_file'], 'edit-without-write', ruleTexts.editWithoutWrite),
  leavesOpen('delete_file', ['write_file', 'edit_file'], 'write-without-delete', ruleTexts.writeWithoutDelete, true),
  {
    id: 'one-path-of-several',
    severity: 'warning',
    find: perHook(({ hook, texts }) => {
      if (texts === undefined || hook.each !== undefined) return []
      const named = variablesNamedIn(texts)
      if (!named.has('ACUVO_TOOL_ARG_PATH') || ALL_PATHS.some((name) => named.has(name))) return []
      const hosts = hostsOf(hook).filter(({ tools }) => Object.values(tools.varying).some((of) => of.some((kind) => isAbout(hook, kind))))
      if (hosts.length === 0 && !isAboutMcp(hook)) return []
      return [{ key: 'command', text: ruleTexts.onePath, ...(isGate(hook) ? {} : { severity: 'info' as const }) }]
    }),
  },
]

const ALL_PATHS = ['ACUVO_TOOL_PATHS', 'ACUVO_PATHS_FILE']
