/**
 * Text of a call with what looks like a secret taken out, so that it can be kept and shown: by what stands before it, and by its own
 * shape. Rather too much is hidden than too little; what is taken out is visible as such. Nobody can know every secret: what is
 * kept stays in files that only the person reads. Each pattern begins at a fixed word or sign, and what precedes it is bounded.
 */

export const REDACTED = '[redacted]'

/** To the closing quote of a text in JSON within JSON. */
const ESCAPED = String.raw`(?:[^"\\]|\\(?!\\{0,7}"))*`
/** A word as a shell reads it, quotes and all; or such a text with its opening quote. */
const SEGMENT = String.raw`(?:"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[^\s"'])`
const QUOTED = String.raw`(?:"(?:\\[^]|[^"\\])*"?|'[^']*'?)`
const VALUE = String.raw`(?:\\{1,7}"${ESCAPED}|${QUOTED}${SEGMENT}*|${SEGMENT}+)`

const NAMES = [
  'pass(?:word|wd|phrase|code)',
  String.raw`(?<![A-Za-z])pass(?=["'\\\s]{0,8}[:=])`,
  String.raw`pwd(?!["'\\]{0,8}[^\S\n]{0,4}[:=]["']?[/~])`,
  'secret',
  'token(?!iz)',
  'api[_-]?key',
  'access[_-]?key',
  'private[_-]?key',
  'signing[_-]?key',
  'account[_-]?key',
  'credential',
  '(?<=-)bearer',
  'auth(?!or(?!iz))',
  '(?<![A-Za-z])otp',
  'connection[_-]?string',
].join('|')

/** What assigns; between two texts in quotes also a comma. */
const ASSIGNS = String.raw`(?:["'\\]{0,8}\]?[^\S\n]{0,4}(?::=|=>|\|\|=|\?\?=|[:=])|["'\\]{1,8}[^\S\n]{0,4},(?=[^\S\n]{0,4}["'\\]))[^\S\n]{0,4}`
/** Between two words of a command, which may go on in the next line. */
const BETWEEN = String.raw`[^\S\n]{1,4}(?:\\\r?\n[^\S\n]{0,40}|<<<[^\S\n]{0,4})?`

/** `DB_PASSWORD=…`, `"api_key": "…"`, `token := …`, `?access_token=…`, `env["TOKEN"] = "…"`, `"--password", "…"` */
const NAMED = new RegExp(String.raw`((?:${NAMES})[\w.-]{0,40}${ASSIGNS})(${VALUE})`, 'gi')

/** `--password hunter2`, `--api-key …`; also where a name ends in one of the words. */
const FLAG = new RegExp(String.raw`((?<![\w-])--?[\w-]{0,40}?(?:${NAMES})[\w-]{0,20}${BETWEEN})(${VALUE})`, 'gi')

/** `ENV DB_PASSWORD hunter2`, `setx`, `set -x`, `aws configure set` */
const SET = new RegExp(
  String.raw`((?<!\w)(?:env|arg|setx|setenv|set)[^\S\n]{1,4}(?:-\w{1,8}[^\S\n]{1,4})?[\w.]{0,80}?(?:${NAMES})[\w.]{0,40}${BETWEEN})(${VALUE})`,
  'gi',
)

/** `<password>…</password>` */
const ELEMENT = new RegExp(String.raw`(<[\w:.-]{0,40}?(?:${NAMES})[\w.-]{0,20}>)([^<\n]+)`, 'gi')

/** "the password is hunter2"; `machine example.com login u password hunter2` */
const SAID = new RegExp(
  String.raw`((?:(?:password|passphrase|secret|token)[^\S\n]{1,4}(?:is|was)|(?<!\w)(?:machine|login)(?!\w)[^\n]{0,300}?(?<!\w)password)[^\S\n]{1,4}[:=]?[^\S\n]{0,4})(${VALUE})`,
  'gi',
)

/** Headers: all that follows, to the end of the text in quotes that they stand in, else of the line. */
const HEADER = String.raw`(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{0,40}(?:key|token|auth|secret)[\w-]{0,20})`
const SEPARATOR = String.raw`["'\\]{0,8}[^\S\n]{0,4}[:=][^\S\n]{0,4}["'\\]{0,8}`
const HEADERS = [
  new RegExp(String.raw`(\\{1,7}"${HEADER}${SEPARATOR})(${ESCAPED})`, 'gi'),
  new RegExp(String.raw`((?<!\\)"${HEADER}${SEPARATOR})((?:\\[^]|[^"\\\n])+)`, 'gi'),
  new RegExp(String.raw`((?<!\\)'${HEADER}${SEPARATOR})([^'\n]+)`, 'gi'),
  new RegExp(String.raw`((?<![\w"'-])${HEADER}${SEPARATOR})([^\n]+)`, 'gi'),
]

/** `Bearer …`, `Basic …`; not "basic training". */
const SCHEME = /((?<!\w)(?:[Bb]earer|[Bb]asic|[Dd]igest|[Nn]egotiate|BEARER|BASIC)[^\S\n]{1,4})(?![a-z]+(?![\w~+/=-]))([\w.~+/=-]{6,})/g

/** `curl -u user:pass`, `smbclient -U user%pass`, also in quotes. */
const USER_OPTION = String.raw`(?<![\w-])(?:-[uU]|--(?:proxy-)?user)(?:=|[^\S\n]{0,4})`
const USERS = [
  new RegExp(String.raw`(${USER_OPTION}"[^:%"\n]{1,256}[:%])((?:\\[^]|[^"\\])+)`, 'g'),
  new RegExp(String.raw`(${USER_OPTION}'[^:%'\n]{1,256}[:%])([^']+)`, 'g'),
  new RegExp(String.raw`(${USER_OPTION}[^\s:%"']{1,256}[:%])(${VALUE})`, 'g'),
]

/** Options with one dash that are words: of find, compilers and their like. */
const P_WORDS =
  'ackage|arallel|arents|ath|edantic|erm|ipe|ipeline|latform|lugin|olicy|ort|ost|re|rint0?|rintf|rocs?|rofile|rogress|roject|roto|rune|ublish|ull|ush|retty'
/** `-phunter2`; not `-p 22`, nor a port. */
const ATTACHED = new RegExp(String.raw`((?<![\w-])-p)(?=[^\s=-]\S\S)(?!\d{1,5}(?:[:\s]|$))(?!(?:${P_WORDS})(?![\w-]))(${VALUE})`, 'g')
/** Programs whose `-p` (or `-a`, `-w`, `-P`, `-N`) takes a password as a word of its own. */
const DETACHED = new RegExp(
  String.raw`((?<!\w)(?:sshpass|login|redis-cli|ldap\w{1,10}|zip|unzip|useradd|usermod|ssh-keygen)(?!\w)[^\n|;&]{0,300}?\s-[pawPN][^\S\n]{1,4})(${VALUE})`,
  'g',
)

/** `htpasswd -b file user pass`: all that follows. */
const HTPASSWD = /((?<!\w)htpasswd(?:[^\S\n]{1,4}-[a-zA-Z]{1,8}){0,4}[^\S\n]{1,4}-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}[^\S\n]{1,4})([^\n|;&<>]+)/g

/** `https://user:pass@host`: the user stays. A port is no password. */
const URL_PASSWORD = /(:\/\/[^\s/"'<>:@\\]{0,256}:)(?!\d{1,5}(?:[/?#"'\s]|$))((?:(?!:\/\/)[^\s"'<>]){1,1024})@/g
const URL_USER = /(:\/\/)([^\s/"'<>?#:@\\]{1,2048})@/g

/** Tokens that tell by themselves whose they are. */
const SHAPES = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{12,}',
    'gh[a-z]_\\w{10,}',
    'github_pat_\\w{10,}',
    'gl[a-z]{2,8}-[\\w-]{16,}',
    '(?:sk|rk|pk|whsec)[-_][\\w-]{12,}',
    'xox[a-z]-[\\w-]{6,}',
    'xapp-[\\w-]{6,}',
    'AIza[\\w-]{20,}',
    'ya29\\.[\\w-]{10,}',
    'npm_\\w{16,}',
    'hf_\\w{16,}',
    'pypi-[\\w-]{16,}',
    'do[opr]_v1_\\w{16,}',
    'shp[a-z]{2}_\\w{16,}',
    'SG\\.[\\w-]{6,256}\\.[\\w-]{6,}',
    'eyJ[\\w-]{6,4096}\\.[\\w-]{6,4096}(?:\\.[\\w-]*)?',
    'AGE-SECRET-KEY-[\\w-]{6,}',
    '(?:dapi|key-|AC|SK)[0-9a-f]{32,}',
    'pul-[0-9a-f]{32,}',
  ].join('|')})`,
  'g',
)

/** Any other assignment of a long word: hidden where it looks random. */
const ASSIGNED = /((?<!\w)[A-Za-z_]\w{0,127}["'\\]{0,4}[^\S\n]{0,2}[:=][^\S\n]{0,2}["'\\]{0,4})([\w+/=.~-]{20,})/g

/** Any other long word: hidden where nobody would have made it up. Not the ids that hosts give to calls and answers. */
const WORD = /(?<![\w-])(?!(?:toolu|call|msg|req)_)[\w-]{20,}/g

const BEHIND = [...HEADERS, NAMED, FLAG, SET, ELEMENT, SAID, SCHEME, ...USERS, ATTACHED, DETACHED, HTPASSWD]

/** Linear in the text. */
export const redacted = (text: string): string => hideSecrets(hidePem(text))

const hideSecrets = (text: string): string => {
  let hidden = text
  for (const pattern of BEHIND) hidden = hidden.replace(pattern, (_, before: string, value: string) => before + inItsQuotes(value))
  return hidden
    .replace(URL_PASSWORD, (_, before: string) => `${before}${REDACTED}@`)
    .replace(URL_USER, (_, before: string) => `${before}${REDACTED}@`)
    .replace(SHAPES, REDACTED)
    .replace(ASSIGNED, (all, before: string, value: string) => (isRandom(value) ? before + REDACTED : all))
    .replace(WORD, (word) => (isMixed(word) ? REDACTED : word))
}

const IS_HIDDEN = /^["'\\]{0,8}\[redacted\]["'\\,;)}\]]{0,8}$/

/** A quoted text stays one. */
const inItsQuotes = (value: string): string => {
  if (IS_HIDDEN.test(value)) return value
  const [open = ''] = /^(?:\\{1,7}"|["'])/.exec(value) ?? []
  const isClosed = open.length === 1 && value.length > 1 && value.endsWith(open) && !value.slice(1, -1).includes(open)
  return open + REDACTED + (isClosed ? open : '')
}

/** Letters and digits mixed, without any order that words, paths or versions have. */
const isRandom = (text: string): boolean => {
  if (/^[~./]/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits >= 3.3
}

const MIXED_SHARE = 0.3
const MIXED_LEAST = 12
const ONE_CASE_LEAST = 24

/**
 * Letters and digits that change places as in no name: `fooBar2Baz` has one change a word, a token two of five. A number in hex, an id
 * of a commit or an object, is none; letters of one size alone are taken for a token only where there are more of them.
 */
const isMixed = (word: string): boolean => {
  if (!/\d/.test(word) || /^[0-9a-f-]+$/i.test(word)) return false
  const isOneCase = !/[A-Z]/.test(word) || !/[a-z]/.test(word)
  if (isOneCase && word.length < ONE_CASE_LEAST) return false
  let pairs = 0
  let changes = 0
  for (let at = 1; at < word.length; at++) {
    const [before, after] = [kindOf(word.charCodeAt(at - 1)), kindOf(word.charCodeAt(at))]
    if (before === '' || after === '') continue
    pairs++
    if (before !== after && !(before === 'A' && after === 'a')) changes++
  }
  return pairs >= MIXED_LEAST && changes >= pairs * MIXED_SHARE
}

const kindOf = (code: number): 'A' | 'a' | '0' | '' => {
  if (code >= 0x61 && code <= 0x7a) return 'a'
  if (code >= 0x41 && code <= 0x5a) return 'A'
  return code >= 0x30 && code <= 0x39 ? '0' : ''
}

/**
 * The same of a JSON text: its texts as they are meant, not as they are escaped, and what their keys say of them. What is no JSON is
 * taken as any text.
 */
export const redactedJson = (text: string): string => {
  try {
    return redacted(JSON.stringify(JSON.parse(text), (_, value: unknown) => (typeof value === 'string' ? redacted(value) : value)))
  } catch {
    return redacted(text)
  }
}

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{1,60}-----/g
const PEM_END = /-----END [A-Z0-9 ]{1,60}-----/g

/** Blocks of keys and certificates; one that does not end reaches to the end of the text. */
const hidePem = (text: string): string => {
  let result = ''
  let from = 0
  PEM_BEGIN.lastIndex = 0
  for (let begin = PEM_BEGIN.exec(text); begin !== null; begin = PEM_BEGIN.exec(text)) {
    PEM_END.lastIndex = PEM_BEGIN.lastIndex
    const isEnded = PEM_END.test(text)
    result += text.slice(from, begin.index) + REDACTED
    from = isEnded ? PEM_END.lastIndex : text.length
    if (!isEnded) break
    PEM_BEGIN.lastIndex = from
  }
  return result + text.slice(from)
}
