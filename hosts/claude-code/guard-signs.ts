import { isRecord } from '../shared/fields.js'

/**
 * Signs of a guard in a place where Claude Code would not look for one (hosts/settings-reading.md). A piece that has one is never
 * merely dropped: its permissions would apply without what guards them. Stricter than the host in places, never looser.
 */

/** Their hooks may be what guards the permissions declared beside them: a bad piece there rejects the whole file. */
export const GUARD_EVENTS: readonly string[] = ['PreToolUse', 'PermissionRequest']

/** A filled `hooks` list; or one entry in its place, beside a `matcher` or with a type. */
export const isGroupShaped = (value: Readonly<Record<string, unknown>>): boolean => {
  const hooks = Object.hasOwn(value, 'hooks') ? value.hooks : undefined
  if (Array.isArray(hooks)) return hooks.length > 0
  return isRecord(hooks) && (Object.hasOwn(value, 'matcher') || typeof hooks.type === 'string')
}

const isEmptyGuard = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** Whether a member is a sign or holds one. */
export const isSign = (key: string, value: unknown): boolean => (GUARD_EVENTS.includes(key) && !isEmptyGuard(value)) || holdsSign(value)

/** The whole subtree, with a stack of its own. Texts are not looked into. */
export const holdsSign = (value: unknown): boolean => {
  const waiting: object[] = typeof value === 'object' && value !== null ? [value] : []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isRecord(next)) {
      if (isGroupShaped(next)) return true
      for (const key of GUARD_EVENTS) if (Object.hasOwn(next, key) && !isEmptyGuard(next[key])) return true
    }
    for (const inner of Object.values(next) as unknown[]) if (typeof inner === 'object' && inner !== null) waiting.push(inner)
  }
  return false
}

/** The member by which a piece is a sign or holds one. */
export const signField = (value: Readonly<Record<string, unknown>>): string | undefined =>
  isGroupShaped(value) ? 'hooks' : signMember(value)

/** The first member that is a sign or holds one. @param but a member that stands in its place */
export const signMember = (value: Readonly<Record<string, unknown>>, but?: string): string | undefined =>
  Object.keys(value).find((key) => key !== but && isSign(key, value[key]))

/** Whether an array holds an object, however deep. */
export const holdsObject = (list: readonly unknown[]): boolean => {
  const waiting: (readonly unknown[])[] = [list]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const item of next) {
      if (isRecord(item)) return true
      if (Array.isArray(item)) waiting.push(item)
    }
  }
  return false
}
