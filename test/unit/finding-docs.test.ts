import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RULES } from '../../src/check/rules.js'
import { DOCTOR_FINDINGS } from '../../src/text/doctor-texts.js'

/** What the pages say about findings is what the code finds. */

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')

/** Ids in the first column of a page's tables, with what stands in the second. */
const rowsOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^\| (`[^|]+`) \| (\w+) \|/gm)].flatMap(([, ids = '', severity = '']) =>
      [...ids.matchAll(/`([^`]+)`/g)].map(([, id = '']): [string, string] => [id, severity]),
    ),
  )

it('the page of the doctor names every finding with its severity, and no other', () => {
  const expected = Object.entries(DOCTOR_FINDINGS).map(([id, { severity }]): [string, string] => [id, severity])
  expect([...rowsOf(page('doctor'))].sort()).toEqual(expected.sort())
})

it('the page of check names every rule with its usual severity, and no other', () => {
  const words = { error: 'error', warning: 'warning', info: 'note' } as const
  const expected = RULES.map(({ id, severity }): [string, string] => [id, words[severity]])
  expect([...rowsOf(page('check'))].sort()).toEqual(expected.sort())
})
