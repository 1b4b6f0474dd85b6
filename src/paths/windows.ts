/**
 * Other spellings of one place on Windows, as pure functions (Win32 "Naming Files, Paths, and Namespaces"). They are meant
 * for Windows paths only: elsewhere each of these characters is an ordinary one.
 */

const DEVICE = /^\\\\[?.]\\/
const LOOPBACK = /^\\\\(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0*--?1\.ipv6-literal\.net)(?:@[^\\]*)?\\(?=[^\\])/i

/** Takes `\\?\`, `\\.\`, `\\?\UNC\` and a share of this very machine (`\\localhost\C$\x`) off. */
export const withoutDevice = (path: string): string => {
  const plain = path.replaceAll('/', '\\')
  const local = DEVICE.test(plain) ? plain.replace(DEVICE, '').replace(/^UNC\\/i, '\\\\') : plain
  if (!LOOPBACK.test(local)) return local
  return local.replace(LOOPBACK, '').replace(/^([A-Za-z])\$(?=\\|$)/, '$1:')
}

/** A name without its stream (`hooks.json::$DATA`) and without the dots and spaces that Windows drops at its end. */
export const plainName = (name: string): string => {
  if (/^[A-Za-z]:$/.test(name)) return name
  if (/^\.{1,2} *$/.test(name)) return name.trimEnd()
  const stream = name.indexOf(':')
  let end = stream > 0 ? stream : name.length
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--
  return name.slice(0, end)
}
