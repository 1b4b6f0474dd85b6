/**
 * Words that write, move, delete, or start something that is ours under another name. A text that has none of them, and
 * nothing that a shell puts in the place of something else, changes nothing by what it says.
 */

/** `plain`: what it changes stands among its operands. `editor`, `finder`: changes something with some options only. */
export type WritingKind = 'plain' | 'editor' | 'finder' | 'other'

const WORDS: readonly [WritingKind, string][] = [
  ['plain', 'rm rmdir unlink mv cp ln install tee touch truncate mkdir chmod chown chgrp checkout restore reset stash switch'],
  ['editor', 'sed gsed perl ruby awk gawk mawk nawk'],
  ['finder', 'find gfind fd fdfind'],
  [
    'other',
    'shred srm trash trash-put rimraf rsync scp ditto sponge dd fallocate link mmv rename prename file-rename uniq xxd split csplit',
  ],
  ['other', 'chattr chflags setfacl setfattr xattr mkfifo mknod patch apply_patch ed ex vi vim nvim nano emacs pico micro mount umount'],
  ['other', 'script tar bsdtar unzip 7z cpio zip gzip gunzip pigz bzip2 bunzip2 pbzip2 xz unxz lzma unlzma compress uncompress zstd'],
  ['other', 'unzstd lz4 brotli curl wget xargs parallel clean apply worktree openssl prettier eslint biome black isort ruff gofmt rustfmt'],
  ['other', 'shfmt clang-format yq sd dos2unix set-content add-content clear-content out-file new-item remove-item move-item copy-item'],
  ['other', 'rename-item del erase rd ren copy move xcopy robocopy trust uninstall pass init record import serve git-hook'],
]

let made: ReadonlyMap<string, WritingKind> | undefined

/** @param lower a text in lower case */
export const writingWordsIn = (lower: string): ReadonlySet<WritingKind> => {
  const kinds = (made ??= new Map(WORDS.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const))))
  const found = new Set<WritingKind>()
  for (const word of lower.split(/[^a-z0-9_.-]+/)) {
    // `rm.exe`, and a word at the end of a sentence.
    const kind = kinds.get(word) ?? (word.includes('.') ? kinds.get(word.slice(0, word.indexOf('.'))) : undefined)
    if (kind !== undefined) found.add(kind)
  }
  return found
}
