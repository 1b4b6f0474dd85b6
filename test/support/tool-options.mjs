import { Command, InvalidArgumentError } from 'commander'

/** The command lines of what measures and tortures: nonsense ends it with words instead of a table of nothing. */

/** @param {string} script of package.json @param {string} does */
export const tool = (script, does) => new Command(`npm run ${script} --`).description(does).allowExcessArguments(false)

/** @param {number} least */
export const wholeNumber = (least) => (/** @type {string} */ text) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
    throw new InvalidArgumentError(`It takes a whole number from ${least} on.`)
  return number
}

/** Names with commas, each at least the beginning of a known one. @param {readonly string[]} known */
export const namesAmong = (known) => (/** @type {string} */ text) => {
  const given = text.split(',')
  const found = known.filter((name) => given.some((one) => one !== '' && name.startsWith(one)))
  if (!given.every((one) => one !== '' && known.some((name) => name.startsWith(one))))
    throw new InvalidArgumentError(`It takes some of ${known.join(', ')}, with commas.`)
  return found
}
