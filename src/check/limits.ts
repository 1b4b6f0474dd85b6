import { hostOf } from '../../hosts/index.js'
import { carries } from '../../hosts/shared/express.js'
import { nativeNameOf, rowOf } from '../../hosts/shared/rows.js'
import type { HostAdapter } from '../../hosts/types.js'
import { kindsOfName } from '../config/tool-names.js'
import type { Hook } from '../config/types.js'
import { hostsOf } from './coverage.js'
import { isRedactor } from '../process/hook-texts.js'
import type { ProtocolEvent } from '../protocol/event.js'
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
      hostsOf(hook).flatMap((host) =>
        limitsIn(hook, host, nativeNameOf(host.descriptor, hook.event), root).map((limit) => ({ hook: hook.label, host: host.id, limit })),
      ),
    )

/** The same of one hook at the native event of one call. */
export const limitsAt = (hook: Hook, { host, nativeEvent }: ProtocolEvent, root: string): string[] =>
  limitsIn(hook, hostOf(host), nativeEvent, root)

const limitsIn = (hook: Hook, { descriptor }: HostAdapter, native: string | undefined, root: string): string[] => {
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
