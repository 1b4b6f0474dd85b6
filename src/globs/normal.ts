/** One spelling for globs that mean the same. */

export type Anchor = 'root' | 'home' | 'absolute'

/** A backslash separates in a Windows path and escapes in any other glob. */
export const slashed = (glob: string): string => (/^(?:[A-Za-z]:\\|\\\\|~\\)/.test(glob) ? glob.replaceAll('\\', '/') : glob)

/** @param glob without braces */
export const normalGlob = (glob: string): { anchor: Anchor; pattern: string } => {
  const text = slashed(glob).normalize('NFC')
  const anchor = anchorOf(text)
  const whole = (anchor === 'home' ? text.slice(1) : text)
    .replace(/^[a-z](?=:\/)/, (drive) => (anchor === 'absolute' ? drive.toUpperCase() : drive))
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^(?:\.(?:\/|$))/, '')
    .replace(/\/\.$/, '/')
    .replace(/^\//, '')
  const deep = whole === '' || whole.endsWith('/') ? `${whole}**` : whole
  return { anchor, pattern: deep.replace(/(^|\/)(?:\*\*\/)+(?=\*\*(?:\/|$))/g, '$1') }
}

const anchorOf = (glob: string): Anchor => {
  if (glob.startsWith('/') || /^[A-Za-z]:\//.test(glob)) return 'absolute'
  return glob === '~' || glob.startsWith('~/') ? 'home' : 'root'
}

export const staticBase = (pattern: string): string => {
  const folders = pattern.split('/').slice(0, -1)
  const wild = folders.findIndex((name) => /[*?[(\\]/.test(name))
  return (wild < 0 ? folders : folders.slice(0, wild)).join('/')
}
