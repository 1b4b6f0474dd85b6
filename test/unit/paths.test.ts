import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isWithin, toAbsolute } from '../../src/paths/absolute.js'
import { realPathOf } from '../../src/paths/real.js'
import { placesOf } from '../../src/store/places.js'

describe('a path becomes absolute', () => {
  it.each([
    ['src/a.ts', '/ws', '/ws/src/a.ts'],
    ['./src//a.ts', '/ws', '/ws/src/a.ts'],
    ['docs/../src/a.ts', '/ws', '/ws/src/a.ts'],
    ['../x', '/ws', '/x'],
    ['/abs/./a/', '/ws', '/abs/a'],
    ['', '/ws', '/ws'],
    ['~/x', '/ws', '/home/me/x'],
    ['~', '/ws', '/home/me'],
    ['~other/x', '/ws', '/ws/~other/x'],
    ['file:///etc/a%20b', '/ws', '/etc/a b'],
    ['file://localhost/etc/passwd', '/ws', '/etc/passwd'],
    ['file:///bad%zz', '/ws', '/bad%zz'],
  ])('%j from %s is %s', (spelled, base, expected) => {
    expect(toAbsolute(spelled, base, '/home/me')).toBe(expected)
  })

  it.each(['C:\\x', 'c:/x', '/c:/x', 'file:///c:/x', 'c:\\y\\..\\x', 'C:\\x\\'])(
    'the Windows spelling %j is C:\\x on every platform',
    (spelled) => {
      expect(toAbsolute(spelled, '/ws')).toBe('C:\\x')
    },
  )

  it('a Windows share, and a relative path in a Windows folder', () => {
    expect(toAbsolute('\\\\server\\share\\a', '/ws')).toBe('\\\\server\\share\\a')
    expect(toAbsolute('src/a.ts', 'C:\\work')).toBe('C:\\work\\src\\a.ts')
    expect(toAbsolute('D:\\x', 'C:\\work')).toBe('D:\\x')
  })

  it.each([
    ['C:a.ts', 'C:\\work\\a.ts'],
    ['c:src\\a.ts', 'C:\\work\\src\\a.ts'],
    ['C:..\\x', 'C:\\x'],
    ['D:a.ts', 'D:\\a.ts'],
    ['\\x\\y', 'C:\\x\\y'],
    ['/xx/y', 'C:\\xx\\y'],
    ['/c/x/y', 'C:\\x\\y'],
    ['/D/x', 'D:\\x'],
    ['/cx', 'C:\\cx'],
    ['..\\..\\..\\x', 'C:\\x'],
    ['~/x', 'C:\\Users\\me\\x'],
    ['~\\x', 'C:\\Users\\me\\x'],
    ['~', 'C:\\Users\\me'],
    ['~x', 'C:\\work\\~x'],
  ])('%j in a Windows folder is %s', (spelled, expected) => {
    expect(toAbsolute(spelled, 'C:\\work', 'C:\\Users\\me')).toBe(expected)
  })

  it.each([
    ['C:\\work\\infra.\\a', 'C:\\work\\infra\\a'],
    ['C:\\work\\infra \\a. .', 'C:\\work\\infra\\a'],
    ['C:/work/x/.. /a', 'C:\\work\\a'],
    ['C:\\work\\.env::$DATA', 'C:\\work\\.env'],
    ['C:\\work\\.env:stream', 'C:\\work\\.env'],
    ['\\\\?\\C:\\work\\a', 'C:\\work\\a'],
    ['\\\\.\\c:\\work\\a', 'C:\\work\\a'],
    ['//?/C:/work/a', 'C:\\work\\a'],
    ['\\\\?\\UNC\\server\\share\\a', '\\\\server\\share\\a'],
    ['\\\\localhost\\C$\\work\\a', 'C:\\work\\a'],
    ['\\\\127.0.0.1\\c$\\work\\a', 'C:\\work\\a'],
    ['\\\\?\\UNC\\localhost\\c$\\work\\a', 'C:\\work\\a'],
    ['\\\\server\\C$\\a', '\\\\server\\C$\\a'],
  ])('%j is %s to Windows', (spelled, expected) => {
    expect(toAbsolute(spelled, 'C:\\work')).toBe(expected)
  })

  it('a name of dots alone stays: nothing would be left of it', () => {
    expect(toAbsolute('C:\\work\\...', 'C:\\work')).toBe('C:\\work\\...')
  })

  it('at the top of a share, and where a name only looks like a drive', () => {
    expect(toAbsolute('\\x', '\\\\server\\share\\work')).toBe('\\\\server\\share\\x')
    expect(toAbsolute('C:x', '/ws')).toBe('/ws/C:x')
    expect(toAbsolute('~\\x', '/ws', '/home/me')).toBe('/ws/~\\x')
  })

  it('containment goes by whole names', () => {
    expect(isWithin('/ws/a', '/ws')).toBe(true)
    expect(isWithin('/ws', '/ws')).toBe(true)
    expect(isWithin('/ws2', '/ws')).toBe(false)
    expect(isWithin('/x', '/')).toBe(true)
  })
})

describe('where a path really leads', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-real-')))
  afterAll(() => rmSync(base, { recursive: true, force: true }))
  mkdirSync(join(base, 'real'))
  writeFileSync(join(base, 'real', 'file'), '')
  symlinkSync('real', join(base, 'folder'))
  symlinkSync('real/not-there-yet', join(base, 'dangling'))
  symlinkSync('loop-b', join(base, 'loop-a'))
  symlinkSync('loop-a', join(base, 'loop-b'))

  it.each([
    ['folder/file', 'real/file'],
    ['folder/new/deep.txt', 'real/new/deep.txt'],
    ['dangling', 'real/not-there-yet'],
    ['dangling/below', 'real/not-there-yet/below'],
    ['real/file', 'real/file'],
  ])('%s leads to %s', (path, expected) => {
    expect(realPathOf(join(base, path))).toBe(join(base, expected))
  })

  it('cannot be told of a loop, or of a path of another platform', () => {
    expect(realPathOf(join(base, 'loop-a'))).toBeUndefined()
    expect(realPathOf('C:\\x')).toBeUndefined()
  })
})

describe('our own places', () => {
  it('follow the platform and its variables', () => {
    expect(placesOf({}, '/home/me', 'linux')).toMatchObject({
      managedPolicy: '/etc/acuvo/hooks.json',
      userPolicy: '/home/me/.config/acuvo/hooks.json',
      store: '/home/me/.local/state/acuvo-hooks',
    })
    expect(placesOf({ XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/home/me', 'linux')).toMatchObject({
      userPolicy: '/c/acuvo/hooks.json',
      store: '/s/acuvo-hooks',
    })
    expect(placesOf({ XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' }, '/home/me', 'linux').userPolicy).toBe(
      '/home/me/.config/acuvo/hooks.json',
    )
    expect(placesOf({}, '/Users/me', 'darwin')).toMatchObject({
      managedPolicy: '/Library/Application Support/acuvo/hooks.json',
      store: '/Users/me/Library/Application Support/acuvo-hooks',
    })
    expect(placesOf({ LOCALAPPDATA: 'C:\\L', APPDATA: 'C:\\R', ProgramData: 'C:\\P' }, 'C:\\Users\\me', 'win32')).toMatchObject({
      managedPolicy: 'C:\\P\\acuvo\\hooks.json',
      userPolicy: 'C:\\R\\acuvo\\hooks.json',
      store: 'C:\\L\\acuvo-hooks',
    })
  })
})
