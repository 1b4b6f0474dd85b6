/**
 * Text from outside as a person must see it before approving it: nothing in it may hide, move or imitate anything.
 */

/** Everything that has no width, moves the cursor or turns the direction of text; and lone surrogates. */
// eslint-disable-next-line no-control-regex
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u2800\u{1d159}\u0332-\u0338\u20d0-\u20f0]/gu
/** Spaces that look like the plain one. */
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu
const WORD = /[\p{L}\p{M}\p{N}_]+/gu
const LATIN = /\p{Script=Latin}/u
/** Cyrillic letters that look like Latin ones: a word of nothing else imitates. */
const IMITATION = /^[асеорхуѕіјһԁԛԝӏкмнтвгАСЕОРХУЅІЈҺԚԜКМНТВ]+$/u
const OTHER_LETTER = /(?=\p{L})\P{Script=Latin}/gu

const named = (char: string): string => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`

/** Newlines and tabs stay; a word that mixes scripts, or imitates Latin, shows which letters are not. */
export const visible = (text: string): string =>
  text
    .replace(WORD, (word) => (LATIN.test(word) || IMITATION.test(word) ? word.replace(OTHER_LETTER, named) : word))
    .replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : named(char)))
    .replace(ODD_SPACE, named)

/** The same for what must stay on one line. */
export const visibleLine = (text: string): string => visible(text).replace(/[\n\t]/g, (char) => (char === '\n' ? '\\n' : '\\t'))
