import { realPathOf as lookedUp } from '../paths/real.js'
import type { TargetPath } from '../protocol/event.js'
import type { Effort } from './matcher.js'
import { leadsTo, reachedBy, withParentSteps, type RealPathOf } from './reached.js'
import { seenPath, viewsOf, type GlobPlace, type SeenPath, type Views } from './views.js'

/** What every hook of one matching would else find out again about every path. */

/** Places that matching may try in all, a few seconds at most: paths that are left then count as matching. */
const MAX_STEPS = 300_000_000
/** What looking at the disk costs, in the same measure. */
const LOOK_STEPS = 5000

/** The places that a target may mean. */
export interface Ways {
  /** Each as it is spelled and, last, where it leads: the normalised path, and where the system gets if that is elsewhere. */
  here: readonly (readonly SeenPath[])[]
  all: readonly SeenPath[]
}

export class Memory implements Effort {
  steps = 0
  readonly folded: boolean
  readonly #place: GlobPlace
  readonly #platform: NodeJS.Platform
  readonly #views = new Map<string, Views>()
  readonly #ways = new WeakMap<TargetPath, Ways>()

  constructor(place: GlobPlace) {
    this.#place = place
    this.#platform = place.platform ?? process.platform
    this.folded = this.#platform === 'darwin' || this.#platform === 'win32'
  }

  get isSpent(): boolean {
    return this.steps > MAX_STEPS
  }

  readonly realPathOf: RealPathOf = (path) => {
    this.steps += LOOK_STEPS
    return this.isSpent ? undefined : (this.#place.realPathOf ?? lookedUp)(path)
  }

  viewsOf(root: string): Views {
    const known = this.#views.get(root) ?? viewsOf(root, this.#place.home, this.folded, this.realPathOf)
    this.#views.set(root, known)
    return known
  }

  waysOf(target: TargetPath): Ways {
    const known = this.#ways.get(target)
    if (known !== undefined) return known
    const ways = this.#found(target)
    this.#ways.set(target, ways)
    return ways
  }

  /** A path as it is spelled and where it really leads. */
  bothWays(path: string): SeenPath[] {
    const paths = new Set([path, leadsTo(path, this.realPathOf) ?? path])
    return [...paths].map((one) => seenPath(one, this.folded))
  }

  #found({ path, spelled }: TargetPath): Ways {
    const normal = this.bothWays(path)
    // Windows itself takes `..` by the spelling, before it follows links.
    const read = this.#platform === 'win32' ? undefined : withParentSteps(spelled, this.#place.cwd, this.#place.home)
    const reached = read === undefined ? [] : reachedBy(read, this.realPathOf)
    const isKnown = reached.every((one) => normal.some((each) => each.path === one))
    const here = isKnown ? [normal] : [normal, reached.map((one) => seenPath(one, this.folded))]
    return { here, all: here.flat() }
  }
}

const memories = new WeakMap<RealPathOf, Map<string, Memory>>()

/** Kept as long as the caller's memory of links, and no longer: between two matchings links may change. */
export const memoryFor = (place: GlobPlace): Memory => {
  const { realPathOf, home, cwd, platform } = place
  if (realPathOf === undefined || realPathOf === lookedUp) return new Memory(place)
  const own = memories.get(realPathOf) ?? new Map<string, Memory>()
  memories.set(realPathOf, own)
  const key = JSON.stringify([home, cwd, platform])
  const known = own.get(key) ?? new Memory(place)
  own.set(key, known)
  return known
}
