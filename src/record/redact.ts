import { bounded } from '../text/bounds.js'
import { redacted as hidden, REDACTED } from '../text/redacted.js'

/**
 * Takes out of a payload what must not be kept: secrets by the name of their key and by their own shape, and the person's home
 * folder. What was taken out is visible. Only a bounded part of each text, and of all together, is looked through and kept.
 */

export interface RedactSetting {
  /** The person's home folder, absolute; it becomes `~`. */
  home: string
  /** Characters of a text that are kept. */
  maxChars: number
}

/** `cut`: how many texts and lists are not whole. */
export interface Redacted {
  value: unknown
  cut: number
}

/** A secret that begins before the cut is looked for to its end, or this far. */
const OVERLAP = 8_192
/** Characters of all texts together that are looked through; what comes after them is left out. */
const MAX_LOOKED = 262_144
const MAX_DEPTH = 100
const MAX_ITEMS = 500

const SECRET_KEY =
  /password|passwd|passphrase|secret|apikey|accesskey|privatekey|signingkey|authorization|cookie|credential|bearer|connectionstring|token$|^pwd$|^pass$|^auth$|^pin$|^otp$|^email$|useremail$/

/** Whether what stands under a key is a secret, whatever it looks like: `DB_PASSWORD`, `x-api-key`, `user_email`, … */
export const isSecretKey = (key: string): boolean =>
  SECRET_KEY.test(
    key
      .slice(-200)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  )

export const redacted = (value: unknown, setting: RedactSetting): Redacted => {
  const redactor = new Redactor(setting)
  return { value: redactor.of(value, 0), cut: redactor.cut }
}

/** One text by itself, cut to `maxChars`. */
export const redactedText = (text: string, setting: RedactSetting): string => new Redactor(setting).text(text)

class Redactor {
  cut = 0
  #looked = 0
  readonly #maxChars: number
  readonly #homes: readonly RegExp[]

  constructor({ home, maxChars }: RedactSetting) {
    this.#maxChars = maxChars
    this.#homes = homesOf(home)
  }

  of(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > MAX_DEPTH) {
      this.cut++
      return '… [nested too deeply]'
    }
    if (Array.isArray(value)) {
      const kept = value.slice(0, MAX_ITEMS).map((inner) => this.of(inner, depth + 1))
      if (kept.length === value.length) return kept
      this.cut++
      return [...kept, `… [${value.length - kept.length} items cut]`]
    }
    const entries = Object.entries(value)
    if (entries.length > MAX_ITEMS) this.cut++
    return Object.fromEntries(
      entries
        .slice(0, MAX_ITEMS)
        .map(([key, inner]) => [this.text(key), isSecretKey(key) ? this.#hidden(inner, depth) : this.of(inner, depth + 1)]),
    )
  }

  /** Every scalar below a key that names a secret; that there is something, and of what shape, stays. */
  #hidden(value: unknown, depth: number): unknown {
    if (typeof value === 'string' && (value === '' || /^(?:~|\.{0,2})\/[^\s:@]{0,200}$/.test(value))) return this.text(value)
    if (typeof value === 'string' || typeof value === 'number') return REDACTED
    if (typeof value !== 'object' || value === null) return value
    if (depth > MAX_DEPTH) return REDACTED
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((inner) => this.#hidden(inner, depth + 1))
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, MAX_ITEMS)
        .map(([key, inner]) => [this.text(key), this.#hidden(inner, depth + 1)]),
    )
  }

  text(text: string): string {
    if (text === '') return text
    const looked = text.slice(0, this.#maxChars + OVERLAP)
    this.#looked += looked.length
    if (this.#looked > MAX_LOOKED) {
      this.cut++
      return `… [${text.length} characters cut]`
    }
    const homeless = this.#homes.reduce((before, home) => before.replace(home, '~'), hidden(looked))
    const whole = homeless.length + (text.length - looked.length)
    if (whole <= this.#maxChars) return homeless
    this.cut++
    return bounded(homeless.padEnd(whole), this.#maxChars)
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The home folder as it is spelled, and as folder names have it in which separators became dashes. */
const homesOf = (home: string): RegExp[] => {
  const plain = home.replace(/[\\/]+$/, '')
  if (plain === '') return []
  const dashed = plain.replace(/[\\/:.]/g, '-')
  return [new RegExp(`(?<![\\w.~-])${escaped(plain)}(?![\\w.-])`, 'g'), new RegExp(`(?<=[\\\\/])${escaped(dashed)}(?![A-Za-z0-9])`, 'g')]
}
