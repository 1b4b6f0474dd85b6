import { isAbsolutePath, toAbsolute } from '../paths/absolute.js'
import { PROGRAM } from '../text/messages.js'
import { codeWrites, withoutPrinted } from './marks.js'
import { literalName, namesOf, type Name } from './names.js'
import { onlyReads } from './own-program.js'
import { isSettingsFolder, kindByNames } from './places.js'
import type { ShellTargets } from './shell-targets.js'
import type { Touch } from './touch.js'

/** Code of another language, and texts that cannot be parsed: which protected things they name, by their path-like parts. */

const PARTS = /[^\s'"`()[\]{},;=<>|&$!?#*]+/g
const MOST_PARTS = 20_000
/** Parts that are looked up on disk. */
const MOST_LOOKED_UP = 100

const decoded = (code: string): string =>
  code.replace(/\\(?:x([0-9a-f]{2})|u\{?([0-9a-f]{4,6})\}?)/gi, (_, byte?: string, unit?: string) => {
    const point = Number.parseInt(byte ?? unit ?? '', 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })

/** The first protected thing that a text names; undefined for none. */
export const namedIn = (code: string, folder: string | undefined, targets: ShellTargets): Touch | undefined => {
  const { guard } = targets
  const parts = [...new Set(decoded(code).match(PARTS)?.slice(0, MOST_PARTS) ?? [])]
  const folders: Name[] = []
  let lookedUp = 0
  for (const part of parts) {
    const names = namesOf(part)
    if (isSettingsFolder(names.at(-1))) folders.push(names.at(-1) as Name)
    const byName = guard.byNames(names, isAbsolutePath(part))
    if (byName !== undefined) return { touch: 'thing', kind: byName, path: part }
    if (!/[./~]/.test(part) || lookedUp >= MOST_LOOKED_UP) continue
    lookedUp++
    const hit = folder === undefined && !isAbsolutePath(part) ? undefined : guard.at(toAbsolute(part, folder ?? '/', guard.given.home))
    if (hit !== undefined) return { touch: 'thing', kind: hit.kind, path: part }
  }
  // `Path.home() / ".claude" / "settings.json"`
  const joined = folders.length === 0 ? undefined : parts.find((part) => folders.some((first) => kindByNames([first, literalName(part)])))
  return joined === undefined ? undefined : { touch: 'thing', kind: 'settings', path: joined }
}

const STARTS = /\bsystem\b|subprocess|\bp?open\b|\bexec\w*|\bspawn\w*|`|%x|\bfork\b|\bCommand\b|\brun\b/i

/** What inline code would do to something protected. */
export const codeTouch = (given: string, folder: string | undefined, targets: ShellTargets): Touch | undefined => {
  const code = withoutPrinted(given)
  const at = code.indexOf(PROGRAM)
  if (at !== -1 && STARTS.test(code)) {
    const words = code.slice(at + PROGRAM.length, at + PROGRAM.length + 200).match(PARTS) ?? []
    const [first = ''] = words
    const args = /^\.c?js$/.test(first) ? words.slice(1) : words
    if (args.length > 0 && !onlyReads(args.slice(0, 2))) return { touch: 'program', words: code.slice(at, at + 100) }
  }
  return codeWrites(code) ? namedIn(code, folder, targets) : undefined
}
