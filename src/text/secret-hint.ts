/**
 * Whether a text may hold what `redacted` takes out: without any of these it finds nothing. Most texts of calls have none, and need not
 * load it. Held against the redactor by its own tests.
 */
const NAMES = 'pass|pwd|secret|token|key|credential|auth|otp|connection|cookie|x-[\\w-]{0,40}[:"\']'
const SCHEMES = 'bearer|basic|digest|negotiate|:\\/\\/'
const OPTIONS = '(?:(?<![\\w-])|(?<=\\\\[nrt]))-[uUpawPN]|--(?:proxy-)?user'
const SHAPES =
  'A(?:KIA|SIA|BIA|CCA|ROA|IDA)|gh[a-z]_|github_pat|gl[a-z]{2,8}-|[srp]k[-_]|whsec|xox|xapp-|AIza|ya29|npm_|hf_|pypi-|do[opr]_v1|shp[a-z]{2}_|(?:dapi|key-|AC|SK)[0-9a-f]{32}|pul-|SG\\.|eyJ|AGE-|-----BEGIN'
/** A long word that is assigned, and is no path. */
const ASSIGNED = '[:=][^\\S\\n]{0,2}["\'\\\\]{0,4}[\\w+=-][\\w+/=.~-]{19}'

/** Any other long word. */
const WORD = '[\\w-]{20}'

let hint: RegExp | undefined

/** Made where there is something to look through. */
export const mayHoldSecret = (text: string): boolean =>
  text !== '' && (hint ??= new RegExp([NAMES, SCHEMES, OPTIONS, SHAPES, ASSIGNED, WORD].join('|'), 'i')).test(text)
