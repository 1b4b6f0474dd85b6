import type { PolicyError } from '../config/types.js'
import { tailOf } from './bounds.js'
import { quoted, QUOTED_CHARS, safeLine } from './safe.js'

/** How a fault of a policy file reads. */

/** For a model: at most 40 characters of a file that nobody approved; the place, the words and the nearest name are ours. */
export const faultForModel = (error: PolicyError): string => {
  const file = error.file === undefined ? undefined : quoted(tailOf(error.file, FILE_CHARS), FILE_CHARS + 1)
  const left = QUOTED_CHARS - (file?.length ?? 0)
  return sentence(error, file, (text) => quoted(text, left))
}

/** Of the name of an extended file, which is that file's own text as well. */
const FILE_CHARS = 20

/** For a person: the offending text whole. */
export const faultForPerson = (error: PolicyError): string =>
  sentence(error, error.file && `"${safeLine(error.file)}"`, (text) => `"${safeLine(text)}"`)

const sentence = (
  { path, line, column, offender, message, nearest }: PolicyError,
  file: string | undefined,
  quote: (text: string) => string,
): string => {
  const place = [file ?? '', line === undefined ? '' : `line ${line}:${column ?? 1}`, path].filter((part) => part !== '').join(', ')
  const what = [offender === undefined ? '' : quote(offender), message].filter((part) => part !== '').join(' ')
  return `${place === '' ? '' : `${place}: `}${what}${nearest === undefined ? '' : `; did you mean "${safeLine(nearest)}"?`}`
}
