/**
 * One form for all spellings under which a file system may find the same name: on many disks case does not count, some
 * compose accents, some leave out characters that nobody sees. It may join names that are different on this disk; a
 * protection may.
 */

// eslint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** A name or a text: composed, without ignorable code points, case-folded both ways (`ſ` is `s`, `K` is `k`). */
export const folded = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.replace(IGNORABLE, '').normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
