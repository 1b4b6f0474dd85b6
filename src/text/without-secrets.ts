import { mayHoldSecret } from './secret-hint.js'

/** A text is looked through so much further than it is kept: what is cut away must not be the sign of a secret whose rest is kept. */
export const LONGEST_SECRET = 8_192

/**
 * A text for people and for the log without the secrets in it, each visibly replaced. Most texts hold none, and load nothing. It is made on
 * the way to an answer and may not change it: where it cannot be made, nothing of the text is told.
 */
export const withoutSecrets = async (text: string): Promise<string> => {
  if (!mayHoldSecret(text)) return text
  try {
    return (await import('./redacted.js')).redacted(text)
  } catch {
    return ''
  }
}
