import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBytes } from './json.ts'

test('the same as JSON.stringify gives, whatever it is', () => {
  const rows = fc.array(
    fc.record({ id: fc.string({ unit: 'binary' }), cents: fc.integer(), of: fc.jsonValue() }),
    {
      size: 'large',
    },
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), rows, fc.record({ order: fc.jsonValue(), txns: rows })), (data) => {
      expect(jsonBytes({ status_code: 1, data }).toString()).toBe(JSON.stringify({ status_code: 1, data }))
    }),
  )
})

test('what has no JSON is left out or null, a time is written as it says', () => {
  const odd = { a: undefined, b: [undefined, new Date(0)], c: () => 1, at: new Date(0), none: {}, empty: [] }
  expect(jsonBytes(odd).toString()).toBe(JSON.stringify(odd))
  expect(jsonBytes({ data: odd }).toString()).toBe(JSON.stringify({ data: odd }))
})

test('an answer larger than any before is whole, and so are the ones after it', () => {
  const large = { data: Array.from({ length: 50 }, () => ({ text: '鷲'.repeat(100_000) })) }
  const bytes = jsonBytes(large)
  expect(bytes.equals(Buffer.from(JSON.stringify(large)))).toBe(true)
  expect(jsonBytes({ data: ['é'] }).toString()).toBe('{"data":["é"]}')
  expect(bytes.equals(Buffer.from(JSON.stringify(large)))).toBe(true)
})

test('a lone surrogate becomes what JSON makes of it', () => {
  expect(jsonBytes({ text: '\ud800' }).toString()).toBe(JSON.stringify({ text: '\ud800' }))
})
