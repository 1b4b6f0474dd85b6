import { folded } from './fold.js'
import { markWords, type ProtectedPlaces } from './places.js'

/** Cheap tests on a whole text, before anything is parsed. Linear; they may say yes too often, never too seldom for plain spellings. */

/** Without what a shell takes off a word, and folded: `.ac"uv"o` and `.AC\UVO` are `.acuvo`. */
export const simplified = (text: string): string => folded(text.replace(/["'\\^`]|\\\n/g, ''))

/** Words that write, move, delete, or start something that is ours under another name. */
const WRITING_WORDS = new RegExp(
  `(?:^|[^\\w.-])(?:${[
    'rm|rmdir|unlink|shred|srm|trash|trash-put|rimraf|mv|cp|ln|rsync|scp|ditto|install|tee|sponge|dd|truncate|fallocate|touch',
    'chmod|chown|chgrp|chattr|chflags|setfacl|setfattr|xattr|mkdir|mkfifo|mknod|patch|apply_patch|ed|ex|vi|vim|nvim|nano|emacs|pico|micro',
    'tar|bsdtar|unzip|7z|cpio|curl|wget|xargs|checkout|restore|reset|clean|stash|apply|switch|worktree',
    'prettier|eslint|biome|black|isort|ruff|gofmt|rustfmt|shfmt|clang-format|yq|sd|dos2unix',
    'set-content|add-content|clear-content|out-file|new-item|remove-item|move-item|copy-item|rename-item|del|erase|rd|ren|copy|move|xcopy|robocopy',
    'trust|uninstall|pass|init|record|import|serve|git-hook',
  ].join('|')})(?![\\w-])`,
)
const EDITORS = /(?:^|[^\w.-])(?:sed|perl|ruby|gawk)\s/
const IN_PLACE = /\s-[\w.]*i|--in-place/
const FINDERS = /(?:^|[^\w.-])(?:find|gfind|fd|fdfind)\s/
const FOUND_CHANGED = /\s-(?:delete|exec|ok|fprint|fls|x)/i
const REDIRECT = />(?!\s*(?:&\s*[\d-]|\/dev\/(?:null|stderr|stdout|tty)))/

/** Whether a text may write, move or delete at all. */
export const mayWrite = (simple: string): boolean =>
  REDIRECT.test(simple) ||
  WRITING_WORDS.test(simple) ||
  (EDITORS.test(simple) && IN_PLACE.test(simple)) ||
  (FINDERS.test(simple) && FOUND_CHANGED.test(simple))

/** Code of another language that writes, deletes, or starts something. `write` to the standard outputs is none. */
const CODE_WRITES =
  /\bopen\w*\s*\([^)(]{0,200},\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax+]|>{1,2}\s*["'$.~/\w]|["']\s*(?:>|\+<)|\b(?:write|append|put)\w*|_put_contents|\bunlink|\bremove|\brename|\bos\.replace|rmtree|\brm(?:dir)?(?:sync)?\b|\bdel(?:ete)?\w*\s*\(|\bmove\b|\bcopy\w*|\bchmod|\bchown|\bsym?link\w*|\blink(?:sync)?\b|hardlink|\btruncate|\btouch|\bmkdir|\bsystem\b|subprocess|\bpopen|\bexec\w*|\bspawn\w*|\bcreate\w*|-content\b|out-file|-item\b/i

/** Bounded, so that a long text of words and no writing costs its length only. */
export const codeWrites = (code: string): boolean => CODE_WRITES.test(code.replace(/(?:stdout|stderr)\s*\.\s*write/gi, ''))

/** Texts of which at least one stands in any text that names a protected thing. */
export class Marks {
  #words: string[] | undefined

  constructor(readonly places: ProtectedPlaces) {}

  /** @param simple a simplified text */
  in(simple: string): boolean {
    this.#words ??= markWords(this.places)
    return this.#words.some((word) => simple.includes(word))
  }
}
