import { type QueryFields, withExtra } from '@portreeve/contract/base/query'
import { orderFields, userFields } from '@portreeve/contract/base/query-fields'
import { ruleEvents, ruleProblem } from '@portreeve/contract/desk/rule-fields'
import { expect, test } from 'vitest'
import { complete } from './complete.ts'

/** The suggestions at the caret, which '|' marks. */
const at = (typed: string, { fields = userFields, all = false }: { fields?: object; all?: boolean } = {}) =>
  complete(fields as typeof userFields, typed.replace('|', ''), typed.indexOf('|'), all).suggestions.map(
    ({ text }) => text,
  )

test.each([
  ['st|', ['status:', 'store:']],
  ['anna -co|', ['-country:']],
  ['Sta|', ['status:']],
  ['status:|', ['status:active ', 'status:blocked ']],
  ['-status:b|', ['-status:blocked ']],
  ['created:<|', ['created:<7d ']],
  ['foo:|', []],
  ['|', []],
  ['anna |', []],
  ['anna|', []],
  ['sta|tus', []],
  ['"st|', []],
  ['status:blocked|', []],
  ['@st|', []],
])('%s', (typed, expected) => expect(at(typed)).toEqual(expected))

test('a text field suggests what is usual', () => {
  expect(at('carrier:u|', { fields: orderFields })).toEqual(['carrier:USPS ', 'carrier:UPS '])
  expect(at('seller:|', { fields: orderFields })).toEqual([])
})

test('a value of several words is put in quotes', () => {
  const fields = { tag: { kind: 'text', compares: 'Tag', values: { 'to call': '', today: '' } } }
  expect(at('-tag:to|', { fields })).toEqual(['-tag:"to call" ', '-tag:today '])
})

test('all fields are named on request, after a space and at the start', () => {
  // Without the declared ones, of which there are none here.
  for (const typed of ['|', 'anna |', '-|'])
    expect(at(typed, { all: true })).toHaveLength(Object.keys(userFields).length - 1)
  expect(at('anna|', { all: true })).toEqual([])
  expect(at('@|', { all: true })).toEqual([])
})

test('the suggestion replaces the word before the caret', () => {
  const { from, to } = complete(userFields, 'anna st more', 7, false)
  expect([from, to]).toEqual([5, 7])
})

test('declared fields are named beside those of the list, and their values as those of any field', () => {
  const fields = withExtra(userFields, [
    { kind: 'user', name: 'tier_2', type: 'choice', words: 'Tier', choices: ['gold', 'very old'] },
    { kind: 'user', name: 'vip', type: 'yes_no', words: 'VIP', choices: [] },
  ])
  expect(at('x|', { fields })).toEqual(['x_tier_2:', 'x_vip:'])
  expect(at('x_tier_2:|', { fields })).toEqual(['x_tier_2:gold ', 'x_tier_2:"very old" '])
  expect(at('-x_vip:y|', { fields })).toEqual(['-x_vip:yes '])
  const ofRule = withExtra<QueryFields>(ruleEvents.listing_submitted.fields, [
    { kind: 'user', name: 'vip', type: 'yes_no', words: 'VIP', choices: [] },
    { kind: 'listing', name: 'vetted', type: 'yes_no', words: 'Vetted', choices: [] },
  ])
  expect(at('x|', { fields: ofRule })).toEqual(['x_vetted:'])
  expect(at('seller|', { fields: ofRule })).toEqual(['seller_x_vip:'])
  expect(ruleProblem('listing_submitted', 'x_vip:no', ofRule)).toBe(
    "There is no field 'x_vip'. Did you mean 'seller_x_vip'?",
  )
  expect(ruleProblem('listing_submitted', 'seller_x_vip:no x_vetted:yes', ofRule)).toBeNull()
})
