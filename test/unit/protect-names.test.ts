import { describe, expect, it } from 'vitest'
import { folded } from '../../src/protect/fold.js'
import { literalName, namesOf, piecedName, ProtectedName } from '../../src/protect/names.js'
import { kindByNames } from '../../src/protect/places.js'
import { plainName, withoutDevice } from '../../src/paths/windows.js'
import { mayBeShortFor, windowsNames } from '../../src/protect/windows.js'

describe('a folded name', () => {
  it.each([
    ['.ACUVO', '.acuvo'],
    ['a\u00adb', 'ab'],
    ['a\u200b\u200d\ufeffb', 'ab'],
    ['a\u202e\u2066b', 'ab'],
    ['a\ufe0f', 'a'],
    ['ſettings', 'settings'],
    ['\u212aey', 'key'],
    ['e\u0301', 'é'],
  ])('%j is %j', (name, expected) => {
    expect(folded(name)).toBe(expected)
  })
})

describe('spellings of Windows', () => {
  it.each([
    ['\\\\?\\C:\\x', 'C:\\x'],
    ['\\\\.\\C:\\x', 'C:\\x'],
    ['//?/C:/x', 'C:\\x'],
    ['\\\\?\\UNC\\server\\share\\x', '\\\\server\\share\\x'],
    ['\\\\localhost\\C$\\x', 'C:\\x'],
    ['\\\\LOCALHOST\\c$\\x', 'c:\\x'],
    ['\\\\127.0.0.1\\C$\\x', 'C:\\x'],
    ['\\\\127.1.2.3\\C$\\x', 'C:\\x'],
    ['\\\\::1\\C$\\x', 'C:\\x'],
    ['\\\\[::1]\\C$\\x', 'C:\\x'],
    ['\\\\0--1.ipv6-literal.net\\C$\\x', 'C:\\x'],
    ['\\\\?\\UNC\\localhost\\C$\\x', 'C:\\x'],
    ['\\\\server\\share', '\\\\server\\share'],
  ])('%s is %s', (path, expected) => {
    expect(withoutDevice(path)).toBe(expected)
  })

  it.each([
    ['hooks.json::$DATA', 'hooks.json'],
    ['hooks.json:stream', 'hooks.json'],
    ['.acuvo::$INDEX_ALLOCATION', '.acuvo'],
    ['.acuvo. . ', '.acuvo'],
    ['hooks.json...', 'hooks.json'],
    ['C:', 'C:'],
    ['..', '..'],
  ])('the name %j is %j', (name, expected) => {
    expect(plainName(name)).toBe(expected)
  })

  it.each([
    ['acuvo~1', '.acuvo', true],
    ['acuvo~12', '.acuvo', true],
    ['settin~1.jso', 'settings.json', true],
    ['settin~3.jso', 'settings.local.json', true],
    ['setti~10.jso', 'settings*.json', true],
    ['se1a2b~1.jso', 'settings.json', true],
    ['claude~1', '.claude', true],
    ['settin~1.txt', 'settings.json', false],
    ['other~1', '.acuvo', false],
    ['acuvox~1', '.acuvo', false],
    ['acuvo', '.acuvo', false],
    ['a~1', '.acuvo', false],
  ])('%s may be %s: %j', (short, long, expected) => {
    expect(mayBeShortFor(short, long)).toBe(expected)
  })

  it('names from the drive on', () => {
    expect(windowsNames('C:\\ws\\.acuvo.\\x:y')).toEqual(['C:', 'ws', '.acuvo', 'x'])
    expect(kindByNames(namesOf('C:\\ws\\.acuvo\\tests\\x'))).toBeUndefined()
    expect(kindByNames(namesOf('C:\\ws\\.acuvo\\hooks.json'))).toBe('policy')
  })
})

describe('a pattern may be a protected name', () => {
  const acuvo = new ProtectedName('.acuvo')
  const settings = new ProtectedName('settings*.json')

  it.each([
    [[{ text: '.ac' }, { glob: '*' }], true],
    [[{ text: '.a' }, { glob: '?' }, { text: 'uvo' }], true],
    [[{ text: '.' }, { glob: '[a]' }, { text: 'cuvo' }], true],
    [[{ text: '.' }, { glob: '[b]' }, { text: 'cuvo' }], false],
    [[{ text: '.' }, { glob: '[!b]' }, { text: 'cuvo' }], true],
    [[{ glob: '*' }], false],
    [[{ glob: '?' }, { text: 'acuvo' }], false],
    [[undefined, { text: 'uvo' }], true],
    [[{ text: '.ac' }, { glob: '*' }, { text: 'x' }], false],
  ])('%j for .acuvo: %j', (pieces, expected) => {
    expect(acuvo.mayBe(piecedName(pieces))).toBe(expected)
  })

  it('both sides may have wildcards', () => {
    expect(settings.mayBe(literalName('settings.json'))).toBe(true)
    expect(settings.mayBe(literalName('settings.local.json'))).toBe(true)
    expect(settings.mayBe(literalName('settings.json.bak'))).toBe(false)
    expect(settings.mayBe(piecedName([{ text: 's' }, { glob: '*' }]))).toBe(true)
    expect(settings.mayBe(piecedName([{ glob: '*' }, { text: '.json' }]))).toBe(true)
    expect(settings.mayBe(piecedName([{ glob: '*' }, { text: '.md' }]))).toBe(false)
  })
})
