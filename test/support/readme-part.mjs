import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Puts a text in place of the one between two marks of the README: `<!-- NAME -->` and `<!-- /NAME -->`.
 *
 * @param {string} name
 * @param {string} text
 */
export const intoReadme = (name, text) => {
  const file = new URL('../../README.md', import.meta.url)
  const before = readFileSync(file, 'utf8')
  const after = before.replace(new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`), (_, begin, end) => `${begin}${text}\n${end}`)
  if (after === before && !before.includes(text)) throw new Error(`README.md has no place for it: <!-- ${name} -->`)
  writeFileSync(file, after)
}
