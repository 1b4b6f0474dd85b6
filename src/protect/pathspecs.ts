import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isWithin, toAbsolute } from '../paths/absolute.js'
import type { ShellWord } from '../shell/types.js'
import type { Effects } from './effects.js'
import { folded } from './fold.js'
import type { Guard } from './guard.js'
import { literalName, ProtectedName } from './names.js'
import { valueAfter } from './operands.js'
import type { ShellTargets } from './shell-targets.js'
import { touchOf, type Touch } from './touch.js'

/** git's own paths: a folder stands for all that is in it, `*` for any characters, and `:(…)` says more (gitglossary, "pathspec"). */

interface Pathspec {
  word: ShellWord
  /** Counted from the top of the work tree. */
  top: boolean
  exclude: boolean
  /** A pattern, and for a path that is compared without case. */
  pattern?: ProtectedName
}

const MAGIC = /^:(?:\(([^)]*)\)|([/!^]*):?)/
const WILDCARDS = /\*\*\/|[?*]+|\[[^\]]{0,64}\]/g

const pathspecOf = (word: ShellWord): Pathspec => {
  const [magic = '', long = '', short = ''] = MAGIC.exec(word.text ?? '') ?? []
  const rest = magic === '' ? word : valueAfter(word, magic.length)
  const text = rest.text ?? ''
  const isPattern = /icase/.test(long) || (/[*?[]/.test(text) && !/literal/.test(long))
  return {
    word: text === '' && rest.text !== undefined ? { ...rest, text: '.', values: [[{ kind: 'text', text: '.' }]] } : rest,
    top: /top/.test(long) || short.includes('/'),
    exclude: /exclude/.test(long) || /[!^]/.test(short),
    ...(isPattern && { pattern: new ProtectedName(folded(text.replace(/^\.\//, '')).replace(WILDCARDS, '*')) }),
  }
}

/** The folder a path counts from the top of: what holds `.git`, else the root of the session. */
const topOf = (folder: string, guard: Guard): string => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(`${at}/.git`)) return at
    if (dirname(at) === at) return guard.given.roots.find((root) => isWithin(folder, root)) ?? folder
  }
}

const MOST_PATHSPECS = 50
/** No part of a reference begins with a dot (git-check-ref-format). */
const REFERENCE = /^(?!\.)(?:[^/*?[:]|\/(?!\.))+$/

/** What is touched by taking these paths away or putting them back; `computed`: see `ShellTargets.touched`. */
export const pathspecTouches = (
  { pathspecs = [], commitFirst = false }: Effects,
  folder: string | undefined,
  targets: ShellTargets,
): (Touch | 'computed')[] => {
  const [first] = pathspecs
  const isCommit = commitFirst && first?.text !== undefined && REFERENCE.test(first.text) && !targets.paths(first, folder).some(existsSync)
  const specs = pathspecs.slice(isCommit ? 1 : 0, MOST_PATHSPECS).map(pathspecOf)
  const baseOf = ({ top }: Pathspec): string | undefined => (top && folder !== undefined ? topOf(folder, targets.guard) : folder)
  const excluded = specs.filter(({ exclude }) => exclude).map((spec) => coveredBy(spec, baseOf(spec)))
  const isLeft = (path: string): boolean => !excluded.some((covers) => covers(path))
  return specs
    .filter(({ exclude }) => !exclude)
    .flatMap((spec): (Touch | 'computed')[] => {
      const base = baseOf(spec)
      const direct = targets.touched(spec.word, base, 'restore')
      if (direct === 'computed' || (direct !== undefined && (!('path' in direct) || isLeft(direct.path)))) return [direct]
      if (base === undefined) return []
      const hits =
        spec.pattern === undefined
          ? targets.paths(spec.word, base).flatMap((path) => targets.guard.allBelow(path).map((hit) => ({ hit, path })))
          : targets.guard.filesBelow(base).map((hit) => ({ hit, path: hit.path }))
      const covers = spec.pattern === undefined ? () => true : coveredBy(spec, base)
      const first = hits.find(({ hit }) => covers(hit.path) && isLeft(hit.path))
      return first === undefined ? [] : [touchOf(first.hit, first.path)]
    })
}

const coveredBy = ({ word, pattern }: Pathspec, base = '/'): ((path: string) => boolean) => {
  if (pattern === undefined) return (path) => isWithin(path, toAbsolute(word.text ?? '', base))
  return (path) => {
    if (!isWithin(path, base)) return false
    const parts = path.slice(base.length + 1).split('/')
    // A path covers what stands below it.
    return parts.some((_, index) => pattern.mayBe(literalName(parts.slice(0, index + 1).join('/'))))
  }
}
