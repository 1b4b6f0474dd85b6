/**
 * Words that write, move, delete, or start something that is ours under another name. Where a text has none of them, and
 * nothing that a shell puts in the place of something else, it changes nothing by what it says.
 */

const WORDS = [
  'rm rmdir unlink mv cp ln install tee touch truncate mkdir chmod chown chgrp checkout restore reset stash switch',
  'shred srm trash trash-put rimraf rsync scp ditto sponge dd fallocate link mmv rename prename file-rename uniq xxd split csplit',
  'chattr chflags setfacl setfattr xattr mkfifo mknod patch apply_patch ed ex vi vim nvim nano emacs pico micro mount umount script',
  'tar bsdtar unzip 7z cpio zip gzip gunzip pigz bzip2 bunzip2 pbzip2 xz unxz lzma unlzma compress uncompress zstd unzstd lz4 brotli',
  'curl wget xargs parallel clean apply worktree openssl',
  'prettier eslint biome black isort ruff gofmt rustfmt shfmt clang-format yq sd dos2unix',
  'set-content add-content clear-content out-file new-item remove-item move-item copy-item rename-item del erase rd ren copy move xcopy robocopy',
  'trust uninstall pass init record import serve git-hook replay',
  'sed gsed perl ruby awk gawk mawk nawk find gfind fd fdfind',
]

let made: ReadonlySet<string> | undefined

/** Of a text in lower case; words end where none of `[a-z0-9_.-]` stands, and a folder before a program is none of it. */
export const hasWritingWord = (lower: string): boolean => {
  const words = (made ??= new Set(WORDS.flatMap((line) => line.split(' '))))
  return lower.split(/[^a-z0-9_.-]+/).some((word) => words.has(word))
}
