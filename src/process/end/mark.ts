/**
 * The mark in the environment of what a hook starts (`ACUVO_RUN`): the one thing that a descendant keeps which leaves the
 * group, the session and its parents. A random word for each hook that is waited for, so that what another hook left on
 * purpose is never taken for it.
 */

export const MARK_VARIABLE = 'ACUVO_RUN'

/** A word without blanks. A process id and a time alone come back after a restart. */
export const newMark = (): string => `${process.pid.toString(36)}.${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`

const MARKS = /^[a-z0-9. ]{1,400}$/

/**
 * @param outer what the variable holds where we were started by a hook ourselves: what runs below belongs to that hook too
 * @returns the variable's value
 */
export const markedWith = (mark: string, outer: string | undefined): string =>
  outer !== undefined && MARKS.test(outer) ? `${outer} ${mark}` : mark
