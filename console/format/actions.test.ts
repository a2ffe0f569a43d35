import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { providerActions } from '@portreeve/contract/staff/audit'
import { expect, test } from 'vitest'
import { actionWords, knownActions } from './actions.ts'

test('every audited call and action of the provider has words', () => {
  const audited = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, call]) => call.deed !== null)
      .map(([name]) => `${group}.${name}`),
  )
  const known = knownActions.map(({ value }) => value)
  expect(audited.length).toBeGreaterThan(40)
  expect([...audited, ...providerActions].filter((name) => !known.includes(name))).toEqual([])
})

test('a request for a second person does not read as done', () => {
  expect(actionWords('transactions.refund', { refund: 100 })).toBe('Refunded the buyer')
  expect(actionWords('transactions.refund', { asked: 'ap_1', cents: 100 })).toBe('Asked to refund the buyer')
  expect(actionWords('transactions.cancel', { asked: 'ap_1' })).toBe('Asked to cancel the transaction')
  expect(actionWords('some.newCall')).toBe('some new call')
})
