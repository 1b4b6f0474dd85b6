import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conflictingKeyOf } from '../../src/input/conflicting-keys.js'

describe('a key that stands twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"x":{"b":"1","b":"2"}}', 'b'],
    ['[{"a":1},{"a":1,"c":[1],"c":[2]}]', 'c'],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"a":{"k":1},"b":0,"a":{"k":2}}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a" :1,"a":2}', 'a'],
    ['{"a" :1,"a" :2}', 'a'],
    ['{"a"\n:{"b":1},"a":2}', 'a'],
    ['{"k":"\\":","a" :1,"a":2}', 'a'],
    ['{"k":"\\\\","a" :1,"a":2}', 'a'],
  ])('%s conflicts at %j', (json, key) => {
    expect(conflictingKeyOf(json, JSON.parse(json))).toBe(key)
  })

  it.each([
    '{}',
    '{"a":1,"a":1}',
    '{"a" : 1, "a":1}',
    '{"a" :{"b" :"x\\\\"} , "c" : "\\"a\\" :" }',
    '{"a":{"a":1},"b":{"a":2}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\",\\"a\\":2"}',
    '"text"',
    '17',
    '{"a": [1, {"a": 2}], "b": "}"}',
  ])('%s does not', (json) => {
    expect(conflictingKeyOf(json, JSON.parse(json))).toBeUndefined()
  })

  it('no document that a writer made has one', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(conflictingKeyOf(json, JSON.parse(json))).toBeUndefined()
      }),
    )
  })
})
