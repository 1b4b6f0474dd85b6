import type { PolicyError } from '../config/types.js'
import { quoted, safeLine } from './safe.js'

/** How a fault of a policy file reads. */

/** For a model: at most 40 characters of a file that nobody approved; the place, the words and the nearest name are ours. */
export const faultForModel = ({ file: _file, ...error }: PolicyError): string => sentence(error, quoted)

/** For a person: the offending text whole. */
export const faultForPerson = (error: PolicyError): string => sentence(error, (text) => `"${safeLine(text)}"`)

const sentence = ({ file, path, line, column, offender, message, nearest }: PolicyError, quote: (text: string) => string): string => {
  const place = [file === undefined ? '' : quote(file), line === undefined ? '' : `line ${line}:${column ?? 1}`, path]
    .filter((part) => part !== '')
    .join(', ')
  const what = [offender === undefined ? '' : quote(offender), message].filter((part) => part !== '').join(' ')
  return `${place === '' ? '' : `${place}: `}${what}${nearest === undefined ? '' : `; did you mean "${safeLine(nearest)}"?`}`
}
