import { expect, it } from 'vitest'
import { Marks, simplified } from '../../src/protect/marks.js'

/** A long text is looked through in another way than a short one: both find the same. */

const PLACES = {
  home: '/home/me',
  env: {},
  roots: ['/w'],
  own: ['/home/me/.local/state/a+b(c)'],
  pinned: ['/w/gate.sh'],
  program: '/p/x.cjs',
}
const rows: [text: string, found: boolean][] = [
  ['echo .acuvo', true],
  ['echo .AC"uv"O', true],
  ['echo .\\acuvo', true],
  ['echo A+B(C)', true],
  ['echo aab(c)', false],
  ['sh GATE.sh', true],
  ['sh gateXsh', false],
  ['cp ~/.bashrc x', true],
  ['echo .ſettings \u212a', false],
  ['echo ﬁsh', false],
  ['echo .acuﬀ .a\u200bcuvo', true],
  ['echo hello', false],
]

it.each(rows)('%s', (text, found) => {
  const marks = new Marks(PLACES)
  for (const padding of ['', 'x '.repeat(40_000), "it's \n".repeat(20_000), 'é'.repeat(70_000)])
    for (const whole of [`${padding}${text}`, `${text} ${padding}`]) {
      expect(marks.in(simplified(whole))).toBe(found)
      expect(marks.inText(whole)).toBe(found)
    }
})

it('a mark is found wherever it stands in a long plain text', () => {
  const marks = new Marks(PLACES)
  for (const mark of ['.Acuvo', 'A+B(C)', 'Gate.sh'])
    for (let before = 65_520; before < 65_552; before++) {
      expect(marks.inText(`${'x'.repeat(before)}${mark}${'x'.repeat(70_000)}`)).toBe(true)
      expect(marks.inText(`${'x'.repeat(before)}${mark.slice(0, -1)} ${'x'.repeat(70_000)}`)).toBe(false)
    }
})
