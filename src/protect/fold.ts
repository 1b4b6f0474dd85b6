/**
 * One form for all spellings under which a file system may find the same name: on many disks case does not count, some
 * compose accents, some leave out characters that nobody sees. It may join names that are different on this disk; a
 * protection may.
 */

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Everything else takes more than one byte. By native code, because a text may be megabytes long. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** A name or a text: composed, without ignorable code points, case-folded both ways (`ſ` is `s`, `K` is `k`). */
export const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.replace(IGNORABLE, '').normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
