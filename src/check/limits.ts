import { HOSTS } from '../../hosts/index.js'
import { carries } from '../../hosts/shared/express.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import type { HostAdapter } from '../../hosts/types.js'
import { kindsOfName } from '../config/tool-names.js'
import type { Hook } from '../config/types.js'
import { isRedactor } from '../process/hook-texts.js'
import { limitTexts } from '../text/command-texts.js'

/** What of a hook a host cannot carry, as far as the policy tells before anything runs. */
export interface HookLimit {
  /** The hook's label. */
  hook: string
  host: string
  /** In words. */
  limit: string
}

/** @param root of the hooks' file */
export const limitsOf = (hooks: readonly Hook[], root: string): HookLimit[] =>
  hooks
    .filter(({ mode }) => mode !== 'off')
    .flatMap((hook) =>
      HOSTS.filter(({ id }) => hook.hosts?.includes(id) !== false).flatMap((host) =>
        limitsIn(hook, host, root).map((limit) => ({ hook: hook.label, host: host.id, limit })),
      ),
    )

const limitsIn = (hook: Hook, { descriptor }: HostAdapter, root: string): string[] => {
  const native = nativeNameOf(descriptor, hook.event)
  const row = native === undefined ? undefined : rowOf(descriptor, native)
  if (row === undefined) return [limitTexts.neverAnnounced(hook.event)]
  const answer = hook.says?.answer
  const limits: string[] = []
  if (answer !== undefined && !carries(row[answer])) limits.push(limitTexts[answer])
  if (hook.onFailure === 'ask' && answer === undefined && !carries(row.ask)) limits.push(limitTexts.ask)
  const tools = hook.toolNames ?? []
  if (hook.paths !== undefined && tools.length > 0 && tools.every((name) => kindsOfName(name).join() === 'run_command'))
    limits.push(limitTexts.shellPaths)
  if (hook.mayAllow === true && !carries(row.allow)) limits.push(limitTexts.allow)
  if (hook.event === 'PostToolUse' && isRedactor(hook, root)) {
    if (!carries(row.replace)) limits.push(carries(row.replaceMcp) ? limitTexts.replaceBuiltIn : limitTexts.replace)
  }
  return limits
}
