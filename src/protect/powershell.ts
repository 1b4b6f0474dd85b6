import { toAbsolute } from '../paths/absolute.js'
import { onlyReads } from './own-program.js'
import { PROGRAM } from '../text/messages.js'
import type { ShellTargets } from './shell-targets.js'
import { touchOf, type Touch } from './touch.js'

/** PowerShell and cmd in a simple way: one statement after the other, its verb, and its words as paths. */

const WRITES =
  /^(?:set-content|sc|add-content|ac|clear-content|clc|out-file|tee-object|tee|new-item|ni|set-item|set-itemproperty|set-acl|copy-item|copy|cp|cpi|xcopy|robocopy|export-\w+|invoke-webrequest|iwr|curl|wget|expand-archive|mklink|attrib|icacls|type-file|echo>|md|mkdir)$/
const DESTROYS = /^(?:remove-item|ri|rm|rmdir|rd|del|erase|move-item|mi|mv|move|rename-item|rni|ren|rename|clear-item)$/
const METHODS = /::\s*(?:write|append|delete|move|copy|replace|create|open|set)\w*/i

const wordsIn = (statement: string): string[] =>
  [...statement.matchAll(/"([^"]*)"|'([^']*)'|([^\s"',()[\]{}=]+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')

const withHome = (word: string, home: string): string =>
  word.replace(/^(?:~|\$home|\$\{home\}|\$env:(?:userprofile|home)|%userprofile%|%home%)(?=[\\/]|$)/i, () => home)

/** PowerShell takes either slash on every platform. */
const separated = (word: string, cwd: string): string => (cwd.startsWith('/') ? word.replaceAll('\\', '/') : word)

/** What a PowerShell or cmd text touches; undefined for nothing protected. */
export const windowsTouch = (text: string, targets: ShellTargets): Touch | undefined => {
  const { guard, cwd } = targets
  // Continuation marks and the escapes that may stand inside a word.
  const plain = text.replace(/`\r?\n|\^\r?\n/g, ' ').replace(/[`^]/g, '')
  for (const statement of plain.split(/[;|&\r\n]+/)) {
    const words = wordsIn(statement)
    const verbs = words.map((word) => word.toLowerCase())
    const start = verbs.findIndex((word) => word.endsWith(PROGRAM) || /acuvo-hooks(?:\.cmd|\.ps1|\.exe|\.cjs)?$/.test(word))
    if (start !== -1 && (start === 0 || !/^(?:get-|which|where)/.test(verbs[0] ?? '')) && !onlyReads(words.slice(start + 1)))
      return { touch: 'program', words: statement.trim() }
    const destroys = verbs.some((word) => DESTROYS.test(word))
    const writes = destroys || verbs.some((word) => WRITES.test(word)) || METHODS.test(statement)
    const redirected = [...statement.matchAll(/>{1,2}\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
    for (const word of [...(writes ? words : []), ...redirected]) {
      const path = toAbsolute(withHome(separated(word.replace(/^-\w+:/, ''), cwd), guard.given.home), cwd, guard.given.home)
      if (word === '' || word.startsWith('-') || path.length > 4_096) continue
      const hit = destroys && /^[^-]/.test(word) && !DESTROYS.test(word.toLowerCase()) ? guard.below(path) : guard.at(path)
      if (hit !== undefined) return touchOf(hit, path)
    }
  }
  return undefined
}
