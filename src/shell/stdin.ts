import type { HereDoc, Redirection, Word } from 'unbash'
import { valuesOf, wordOf, type Variables } from './words.js'
import type { ShellRedirect } from './types.js'

/** Redirects, and what they give a command to read. */

export const redirectOf = (operator: string, target: Word | undefined, variables: Variables): ShellRedirect => {
  const copies = operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target?.text ?? '')
  const writes = operator.includes('>') && !copies
  return { operator, writes, ...(target && { target: wordOf(valuesOf(target, variables), target.text) }) }
}

/** What a here-document, a here-string or `< <(…)` says. */
export const givenInput = (redirections: readonly Redirection[], variables: Variables): string | undefined => {
  const given = redirections.findLast(({ type, operator }) => type === 'HereDoc' || type === 'HereString' || operator === '<')
  if (given?.type === 'HereDoc') return given.body.text && bodyOf(given)
  if (given?.type === 'Redirect') return substituted(given.target, variables)
  return given?.type === 'HereString' && given.target ? wordOf(valuesOf(given.target, variables), '').text : undefined
}

/** What a `<(…)` in a word is known to print. */
export const substituted = (word: Word | undefined, variables: Variables): string | undefined => {
  const part = word?.parts?.find(({ type }) => type === 'ProcessSubstitution')
  return part?.type === 'ProcessSubstitution' ? wordOf(variables.printedBy(part.script), '').text : undefined
}

const bodyOf = ({ operator, body }: HereDoc): string => (operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text)
