import { folded, isAscii } from './fold.js'
import { fixedMarks, markWords, type ProtectedPlaces } from './places.js'
import { writingWordsIn } from './writing-words.js'

/** Cheap tests on a whole text, before anything is parsed. Linear; they may say yes too often, never too seldom for plain spellings. */

/** Without what a shell takes off a word, and folded: `.ac"uv"o` and `.AC\UVO` are `.acuvo`. */
export const simplified = (text: string): string => folded(isQuoted(text) ? text.replace(/["'\\^`]/g, '') : text)

const isQuoted = (text: string): boolean => TAKEN_OFF.some((character) => text.includes(character))

/** Looked for one by one, which costs a long text without any of them a tenth of going through it. */
const TAKEN_OFF = ['"', "'", '\\', '^', '`']

const IN_PLACE = /\s-[\w.]*i|--in-place|(?:[^a-z]|[gimpe])w\s/
const FOUND_CHANGED = /\s-(?:delete|exec|ok|fprint|fls|x)/i
const REDIRECT = />(?!\s*(?:&\s*[\d-]|\/dev\/(?:null|stderr|stdout|tty)))/

/** Whether a text may write, move or delete by what is not plain. */
export const mayWriteOtherwise = (simple: string): boolean => {
  const kinds = writingWordsIn(simple)
  return kinds.has('other') || (kinds.has('editor') && IN_PLACE.test(simple)) || (kinds.has('finder') && FOUND_CHANGED.test(simple))
}

/** Whether a text may write, move or delete at all. */
export const mayWrite = (simple: string): boolean =>
  REDIRECT.test(simple) || writingWordsIn(simple).has('plain') || mayWriteOtherwise(simple)

/** Code of another language that writes, deletes, or starts something. `write` to the standard outputs is none. */
const CODE_WRITES =
  /\bopen\w*\s*\([^)(]{0,200},\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax+]|>{1,2}\s*["'$.~/\w]|["']\s*(?:>|\+<)|\b(?:write|append|put)\w*|_put_contents|\bunlink|\bremove|\brename|\bos\.replace|rmtree|\brm(?:dir)?(?:sync)?\s*\(|\bdel(?:ete)?\w*\s*\(|\bmove\b|\bcopy\w*|\bchmod|\bchown|\bsym?link\w*|\blink(?:sync)?\b|hardlink|\btruncate|\btouch|\bmkdir|\bsystem\b|subprocess|\bpopen|\bexec\w*|\bspawn\w*|\bcreate\w*|-content\b|out-file|-item\b/i

/** A text that is only shown: a literal without anything put into it. */
const PRINTED =
  /\b(?:print|println|puts|echo|say|console\.(?:log|error|warn|info)|(?:stdout|stderr)\.write)[^\S\n]*\(?[^\S\n]*(?:'[^'"`{}$@\\\n]{0,1000}'|"[^'"`{}$@\\\n]{0,1000}")[^\S\n]*(?=[);\n]|$)/g

/** Code without the texts that it only shows. */
export const withoutPrinted = (code: string): string => code.replace(PRINTED, ' ')

/** Bounded, so that a long text of words and no writing costs its length only. */
export const codeWrites = (code: string): boolean => CODE_WRITES.test(code.replace(/(?:stdout|stderr)\s*\.\s*write/gi, ''))

/** From here on making one pattern of all words and going through the text once costs less than going through it for each. */
const LONG_CHARS = 65_536

const anyOf = (words: readonly string[]): RegExp => new RegExp(words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|'))

/** Texts of which at least one stands in any text that names a protected thing. */
export class Marks {
  #known: readonly string[] | undefined
  #pattern: RegExp | undefined

  constructor(readonly places: ProtectedPlaces) {}

  /**
   * In a text as it is. Of a long one in which only capitals are to be folded no copy is made, which would cost more than looking
   * through it: it is taken piece by piece, and each reaches as far into the next as a mark is long.
   */
  inText(text: string): boolean {
    if (text.length <= LONG_CHARS || isQuoted(text) || !isAscii(text)) return this.in(simplified(text))
    const reach = Math.max(...this.#all.map(({ length }) => length))
    for (let at = 0; at < text.length; at += LONG_CHARS) if (this.in(text.slice(at, at + LONG_CHARS + reach).toLowerCase())) return true
    return false
  }

  /** @param simple a simplified text */
  in(simple: string): boolean {
    if (simple.length > LONG_CHARS) return (this.#pattern ??= anyOf(this.#all)).test(simple)
    return this.#all.some((word) => simple.includes(word))
  }

  get #all(): readonly string[] {
    return (this.#known ??= [...fixedMarks(), ...markWords(this.places)])
  }

  /** Only those that are protected by name wherever they stand, and our own. */
  byName(simple: string): boolean {
    return fixedMarks().some((word) => simple.includes(word))
  }
}
