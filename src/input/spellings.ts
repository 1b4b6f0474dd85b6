/**
 * One field under two names that differ in case and separators only: `tool_input` and `toolInput`. Some hosts send copies; where
 * the copies differ, who decides and who acts may each have read another one.
 */

/**
 * Linear in the keys: most are plain already, and so are met by looking them up; values are written out and compared only where a
 * field stands twice.
 *
 * @param fields an object of a payload; a field that is null is not there
 * @returns the two names of the first field whose copies differ, or undefined
 */
export const conflictingSpellings = (fields: Readonly<Record<string, unknown>>): [string, string] | undefined => {
  const met = new Map<string, string>()
  for (const name of Object.keys(fields)) {
    if (!isMarked(name) || isAbsent(fields[name])) continue
    const plain = plainName(name)
    const other = met.get(plain) ?? (Object.hasOwn(fields, plain) && !isAbsent(fields[plain]) ? plain : undefined)
    if (other === undefined) met.set(plain, name)
    else if (!isSame(fields[other], fields[name])) return [other, name]
  }
  return undefined
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined

/** Whether a name holds what spellings differ in: names of fields are ASCII. */
const isMarked = (name: string): boolean => {
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    if ((unit >= 0x41 && unit <= 0x5a) || unit === UNDERSCORE || unit === HYPHEN) return true
  }
  return false
}

const UNDERSCORE = 0x5f
const HYPHEN = 0x2d

/** A name without what spellings differ in. */
export const plainName = (name: string): string => name.replaceAll('_', '').replaceAll('-', '').toLowerCase()

const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  try {
    return JSON.stringify(one) === JSON.stringify(other)
  } catch {
    // Nested more deeply than can be written out: nobody can say that they are the same.
    return false
  }
}
