import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

describe('repeatedKey', () => {
  it.each([
    ['{"amount":5,"amount":6}', 'amount'],
    ['{"amount":5,"amount":5}', 'amount'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['[{"x":{"deep":[{"k":1, "k" : null}]}}]', 'k'],
    ['{"a":{"b":1},"c":[],"a":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('finds the repeated key in %s', (json, key) => {
    expect(repeatedKey(json)).toBe(key)
  })

  it.each(['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '"a:a"', '{"a":"a\\":\\"a","b":"{\\"a\\":1,"}', '[]', '1'])(
    'finds none in %s',
    (json) => {
      expect(repeatedKey(json)).toBe(undefined)
    },
  )

  it('finds no key in the output of JSON.stringify, and finds a key that is written twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, key) => {
        expect(repeatedKey(JSON.stringify(value))).toBe(undefined)
        const name = JSON.stringify(key)
        expect(repeatedKey(`[0,{${name}:${JSON.stringify(value)}, ${name}:1}]`)).toBe(key)
      }),
    )
  })

  it('reads a megabyte of one string, and of nested lists', () => {
    expect(repeatedKey(JSON.stringify({ a: 'x"\\'.repeat(400_000) }))).toBe(undefined)
    expect(repeatedKey('['.repeat(500_000))).toBe(undefined)
  })
})
