/**
 * A generator of numbers that gives the same ones for the same seed (mulberry32), so that what a run found can be made again.
 *
 * @typedef {object} Random
 * @property {(below: number) => number} below a whole number, 0 up to and without `below`
 * @property {<T>(items: readonly T[]) => T} one of them
 * @property {(chance: number) => boolean} chance from 0 to 1
 */

/**
 * @param {number} seed
 * @returns {Random}
 */
export const randomFrom = (seed) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** @param {number} below */
  const below = (below) => Math.floor(next() * below)
  return {
    below,
    one: (items) => /** @type {any} */ (items[below(items.length)]),
    chance: (chance) => next() < chance,
  }
}
