/**
 * Ways in which an answer of ours can be wrong. Plain data, so that the shim, a program of its own, can carry one out.
 *
 * @typedef {{ stdout: string, stderr: string, exitCode: number }} Said
 * @typedef {{ name: string } & (
 *   | { does: 'silence' }
 *   | { does: 'drop' | 'null', path: readonly string[] }
 *   | { does: 'set', path: readonly string[], value: unknown }
 *   | { does: 'cut' }
 *   | { does: 'line-before' }
 *   | { does: 'exit', exitCode: number }
 *   | { does: 'no-words' }
 *   | { does: 'say', stdout: string }
 * )} Mutation
 */

/**
 * @param {Said} said
 * @param {Mutation} mutation
 * @returns {Said}
 */
export const mutated = (said, mutation) => {
  switch (mutation.does) {
    case 'silence':
      return { stdout: '', stderr: '', exitCode: 0 }
    case 'drop':
      return withValue(said, mutation.path, undefined)
    case 'null':
      return withValue(said, mutation.path, null)
    case 'set':
      return withValue(said, mutation.path, mutation.value)
    case 'cut':
      return { ...said, stdout: said.stdout.trimEnd().slice(0, -1) }
    case 'line-before':
      return { ...said, stdout: `loading…\n${said.stdout}` }
    case 'exit':
      return { ...said, exitCode: mutation.exitCode }
    case 'no-words':
      return { ...said, stderr: '' }
    case 'say':
      return { ...said, stdout: mutation.stdout }
  }
}

/** @param {Said} said @param {readonly string[]} path @param {unknown} value undefined: the key goes @returns {Said} */
const withValue = (said, path, value) => {
  const document = JSON.parse(said.stdout)
  const [last = '', ...above] = [...path].reverse()
  let at = document
  for (const key of above.reverse()) at = at[key]
  if (value === undefined) delete at[last]
  else at[last] = value
  return { ...said, stdout: JSON.stringify(document) }
}

/** @param {unknown} value @param {readonly string[]} [path] @returns {{ path: readonly string[], value: unknown }[]} every key of an answer whose value is no object */
const leavesOf = (value, path = []) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => (path.at(-1) === 'updatedInput' ? [] : leavesOf(inner, [...path, key])))
    : [{ path, value }]

/** @param {string} stdout @returns {Record<string, unknown> | undefined} */
export const documentIn = (stdout) => {
  try {
    const value = JSON.parse(stdout)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What says no or yes in the hosts' answers, and its opposite. @type {Readonly<Record<string, string>>} */
const OPPOSITE = { deny: 'allow', ask: 'allow', allow: 'deny', block: 'approve' }

/**
 * Every mutation of one answer. @param {Said} said
 * @param {readonly Mutation[]} saidOtherwise what a silent answer could say at that event
 * @returns {Mutation[]}
 */
export const mutationsOf = (said, saidOtherwise) => {
  const { stdout, stderr, exitCode } = said
  const document = documentIn(stdout)
  if (document === undefined && exitCode === 0) return [...saidOtherwise]
  if (document === undefined)
    return [
      { name: 'silence', does: 'silence' },
      { name: 'exit 0', does: 'exit', exitCode: 0 },
      { name: 'exit 1', does: 'exit', exitCode: 1 },
      ...(stderr === '' ? [] : [/** @type {Mutation} */ ({ name: 'no words', does: 'no-words' })]),
    ]
  const leaves = leavesOf(document)
  return [
    { name: 'silence', does: 'silence' },
    { name: 'cut off', does: 'cut' },
    { name: 'a line before', does: 'line-before' },
    { name: 'exit 1', does: 'exit', exitCode: 1 },
    ...leaves.flatMap(({ path, value }) => {
      const name = path.join('.')
      /** @type {Mutation[]} */
      const of = [{ name: `without ${name}`, does: 'drop', path }]
      const opposite = typeof value === 'string' ? OPPOSITE[value] : undefined
      if (opposite !== undefined) of.push({ name: `${name} ${opposite}`, does: 'set', path, value: opposite })
      else if (path.at(-1) === 'hookEventName') of.push({ name: `${name} of another event`, does: 'set', path, value: 'Notification' })
      else if (typeof value === 'string') of.push({ name: `${name} other words`, does: 'set', path, value: 'other words' })
      return of
    }),
    ...leaves.slice(-1).map(({ path }) => /** @type {Mutation} */ ({ name: `${path.join('.')} null`, does: 'null', path })),
  ]
}
