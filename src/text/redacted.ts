/**
 * Text of a call with what looks like a secret taken out, so that it can be kept and shown. Names of keys and shapes of values
 * tell; what is taken out is visible as such. Nobody can know every secret: what is kept stays in files that only the person reads.
 */

const MARK = '[redacted]'

/** Names behind which a secret stands: `password=…`, `"api_key": "…"`, `--token …`, `DB_PASSWORD=…`. */
const NAME = String.raw`[\w.-]{0,60}(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization|auth(?![a-z])|cookie)[\w-]{0,20}`
const VALUE = String.raw`(?:\\?"[^"\\\n]{1,4000}\\?"|'[^'\n]{1,4000}'|(?!\\?["'])[^\s"',;&|)}\\]{1,4000})`
const NAMED = new RegExp(
  String.raw`(?<![\w.-])(${NAME}(?:\\?["'])?\s{0,3}(?:[:=]|=>)\s{0,3}(?:(?:Bearer|Basic|Token)\s+)?|--?${NAME}\s+)${VALUE}`,
  'gi',
)

const SHAPES: readonly RegExp[] = [
  // PEM: whole, or as far as the text goes.
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,255}\b/g,
  /\bgithub_pat_\w{20,255}\b/g,
  /\bglpat-[\w-]{20,255}/g,
  /\bxox[abeoprs]-[\w-]{10,255}/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]{2,12}[-_]){0,3}[A-Za-z0-9_-]{16,255}/g,
  /\bnpm_[A-Za-z0-9]{30,255}\b/g,
  /\bAIza[\w-]{30,60}/g,
  /\beyJ[\w-]{8,4000}\.[\w-]{8,4000}\.[\w-]{0,4000}/g,
]

/** What stands before the secret stays. */
const BEHIND: readonly RegExp[] = [
  /(\b(?:Bearer|Basic)\s+)[\w+/=.~-]{8,4000}/gi,
  // User info of an address.
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'\\]{1,1000}(?=@)/gi,
  // curl -u user:word, mysql -pword
  /(\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"'\\]{1,200}:)[^\s"'\\]{1,1000}/g,
  /(\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n|;&]{0,500}?\s-p)[^\s"'\\]{1,1000}/g,
]

/** Linear in the text. */
export const redacted = (text: string): string => {
  let result = text
  for (const shape of SHAPES) result = result.replace(shape, MARK)
  for (const behind of BEHIND) result = result.replace(behind, (_, before: string) => `${before}${MARK}`)
  return result.replace(NAMED, (_, before: string) => `${before}${MARK}`)
}
