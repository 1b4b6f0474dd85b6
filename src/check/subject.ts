import type { Hook, HookOrigin, Layer, ValidPolicy } from '../config/types.js'
import { hookTextsOf, type HookTexts } from '../process/hook-texts.js'
import { passedEnvironment } from '../process/passed-environment.js'
import { commandHere } from '../process/spawn-plan.js'
import type { HostId } from '../protocol/event.js'

/** What the rules of `check` look at, and what they say. */

/** `error`: it cannot work as it stands. `warning`: it does less than it seems to. `info`: worth knowing, and may be meant. */
export type Severity = 'error' | 'warning' | 'info'

export interface CheckedHook {
  hook: Hook
  origin: HookOrigin
  /** What its command and scripts say; undefined where it answers by itself. */
  texts: HookTexts | undefined
}

/** One policy, as it stands on disk. */
export interface CheckSubject {
  layer: Layer
  /** Where its hooks start. Absolute. */
  root: string
  /** Those that are switched off too. */
  hooks: readonly CheckedHook[]
  /** Those that are not. */
  live: readonly CheckedHook[]
  settings: NonNullable<ValidPolicy['settings']>
  /** Where its hooks find programs. */
  path: string
}

/** What a rule found. */
export interface Hit {
  on: CheckedHook
  /** The key that it is about; absent: the hook as a whole. */
  key?: string
  text: string
  /** Another one than the rule's usual. */
  severity?: Severity
  /** The hosts that it is about; absent: all that the hook is for. */
  hosts?: readonly HostId[]
  /** The program or script that it is about. Absolute. */
  about?: string
}

export interface Rule {
  /** Stable, for machines. */
  id: string
  /** The usual one. */
  severity: Severity
  find: (subject: CheckSubject) => Hit[]
}

/** @param env that the hooks' own is made from */
export const subjectOf = (
  { hooks, origins, settings = {} }: ValidPolicy,
  { layer, root }: { layer: Layer; root: string },
  env: Readonly<Record<string, string | undefined>>,
): CheckSubject => {
  const checked = hooks.map((hook, index): CheckedHook => {
    const command = commandHere(hook)
    return { hook, origin: origins[index] as HookOrigin, texts: command === undefined ? undefined : hookTextsOf(command, root) }
  })
  return {
    layer,
    root,
    hooks: checked,
    live: checked.filter(({ hook }) => hook.mode !== 'off'),
    settings,
    path: passedEnvironment(env, [root]).PATH ?? '',
  }
}

/** A rule that looks at one live hook at a time. */
export const perHook =
  (find: (on: CheckedHook, subject: CheckSubject) => readonly Omit<Hit, 'on'>[]): Rule['find'] =>
  (subject) =>
    subject.live.flatMap((on) => find(on, subject).map((hit) => ({ ...hit, on })))
