import { existsSync, readlinkSync } from 'node:fs'
import { quietly, statsOf } from '../paths/stats.js'

/** Where the system gets with a path as it is spelled: behind a link, `..` leaves what the link leads to. */

export type RealPathOf = (path: string) => string | undefined

const MAX_LINKS = 40
/** The system takes no longer path. */
const MAX_CHARS = 4096
const HAS_PARENT_STEP = /(?:^|\/)\.\.(?:\/|$)/

/** @returns absolute, as spelled; undefined without `..`, and where nobody knows what it is relative to */
export const withParentSteps = (spelled: string, cwd: string | undefined, home: string): string | undefined => {
  const path = /^file:\/\//i.test(spelled) ? fromFileUrl(spelled) : spelled
  if (!HAS_PARENT_STEP.test(path)) return undefined
  if (path.startsWith('/')) return path
  if (home !== '' && path.startsWith('~/')) return `${home}/${path.slice(2)}`
  return cwd === undefined ? undefined : `${cwd}/${path}`
}

const fromFileUrl = (url: string): string => {
  const path = url.slice('file://'.length).replace(/^[^/]*/, '')
  return quietly(() => decodeURIComponent(path)) ?? path
}

/**
 * One `..` after the other: what is not there yet may be made on the way, and then the links after it are followed.
 *
 * @param path absolute, not normalised
 * @returns the place behind the last `..` as it is spelled, and where that leads; none where the system gets nowhere
 */
export const reachedBy = (path: string, realPathOf: RealPathOf, links = 0): string[] => {
  if (!path.startsWith('/') || path.length > MAX_CHARS) return []
  let at = ''
  let names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') {
      const real = names.length === 0 ? at : realPathOf(`${at}/${names.join('/')}`)
      if (real === undefined) return []
      at = real.slice(0, Math.max(real.lastIndexOf('/'), 0))
      names = []
    } else if (name !== '' && name !== '.') names.push(name)
  }
  const end = ['', ...at.split('/').slice(1), ...names].join('/') || '/'
  const real = leadsTo(end, realPathOf, links)
  return real === undefined ? [] : [...new Set([end, real])]
}

/** Where a normalised path leads. A link to what is not there yet is followed here, as it may hold `..` behind links too. */
export const leadsTo = (path: string, realPathOf: RealPathOf, links = 0): string | undefined => {
  const real = realPathOf(path)
  if (real === undefined || real === path || links >= MAX_LINKS || !path.startsWith('/')) return real
  const folder = realPathOf(path.slice(0, path.lastIndexOf('/')) || '/')
  const end = `${folder === '/' ? '' : folder}${path.slice(path.lastIndexOf('/'))}`
  if (folder === undefined || statsOf(end)?.isSymbolicLink() !== true || existsSync(end)) return real
  const target = quietly(() => readlinkSync(end)) ?? ''
  return reachedBy(target.startsWith('/') ? target : `${folder}/${target}`, realPathOf, links + 1).at(-1)
}
