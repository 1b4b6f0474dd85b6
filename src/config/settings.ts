import type { FileSettings } from './types.js'

/** What holds where several files say something for everything: of each limit the smallest, because a file can only tighten. */
export const smallest = (all: readonly FileSettings[]): FileSettings => {
  const together: FileSettings = {}
  for (const { selfProtect, log, budgetMs, stopLimit, contextChars } of all) {
    if (selfProtect !== undefined) together.selfProtect ??= selfProtect
    if (log !== undefined) together.log ??= log
    if (budgetMs !== undefined) together.budgetMs = Math.min(budgetMs, together.budgetMs ?? Infinity)
    if (stopLimit !== undefined) together.stopLimit = Math.min(stopLimit, together.stopLimit ?? Infinity)
    if (contextChars !== undefined) together.contextChars = Math.min(contextChars, together.contextChars ?? Infinity)
  }
  return together
}
