import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codes, folded, ids, pasted, phones } from './plain-text.cases.ts'
import { bare, codesIn, digitsOf, fold, idsIn, readsAsPhone } from './plain-text.ts'

test.each(folded)('%j is stored and searched as %j', (text, form) => expect(fold(text)).toBe(form))
test.each(pasted)('%j identifies %j', (typed, meant) => expect(bare(typed)).toBe(meant))
test.each(phones)('%j has the digits %s', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits)
  expect(readsAsPhone(typed)).toBe(true)
})
test.each(ids)('%j has the id %s', (typed, id) => expect(idsIn(typed)).toContain(id))
test.each(codes)('%j has the code %s', (typed, code) => expect(codesIn(typed)).toContain(code))

test.each(['anna', 'anna@example.com', '1Z999AA10123456784', 'K7-90210', 'x42', '4x4 tires'])(
  '%s is no phone number',
  (text) => expect(readsAsPhone(text)).toBe(false),
)
test.each(['blue bike', 'Order a bike', ''])('%j is no id', (text) => {
  expect(idsIn(text).filter(Boolean)).toEqual([])
  expect(codesIn(text)).toEqual([])
})

describe('for any text', () => {
  const any = fc.string({ unit: 'binary', maxLength: 40 })
  test('a folded text is its own folded form, and what surrounds a text is removed at once', () =>
    fc.assert(
      fc.property(any, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(typeof bare(text)).toBe('string')
      }),
      { numRuns: 3000 },
    ))
})
