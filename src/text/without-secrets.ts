import { mayHoldSecret } from './secret-hint.js'

/** A text is looked through so much further than it is kept: what is cut away must not be the sign of a secret whose rest is kept. */
export const LONGEST_SECRET = 8_192

/** A text for people and for the log without the secrets in it, each visibly replaced. Most texts hold none, and load nothing. */
export const withoutSecrets = async (text: string): Promise<string> =>
  mayHoldSecret(text) ? (await import('./redacted.js')).redacted(text) : text
