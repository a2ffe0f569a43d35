import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import { expect, test } from 'vitest'
import { decided, fieldWords, recordOf, sideWords } from './words.ts'

test('every entity of which staff decide has words', () => {
  const names = ingestEntities.filter(({ decidedHere }) => decidedHere.length > 0).map(({ name }) => name)
  expect(decided).toEqual(names)
  expect(decided.length).toBeGreaterThan(10)
})

test('values are words', () => {
  const user = { entity: 'users', field: 'isBanned' }
  expect([sideWords(user, true), sideWords(user, false), sideWords(user, null)]).toEqual([
    'Yes',
    'No',
    'nothing',
  ])
  expect(sideWords({ entity: 'transactions', field: 'shipping_status' }, 2)).toBe('En route')
  expect(sideWords({ entity: 'transactions', field: 'shipping_status' }, 77)).toBe('77')
  expect(sideWords({ entity: 'users', field: 'post_ability' }, 3)).toBe('3')
  expect(sideWords({ entity: 'transactions', field: 'delivered_at' }, '2026-01-05T15:04:00Z')).toBe(
    'January 5, 2026 - 3:04pm UTC',
  )
  expect([fieldWords('isBanned'), fieldWords('payout_status')]).toEqual(['blocked', 'payout status'])
})

test('a record of several keys is readable', () => {
  const rest = {
    name: null,
    field: '',
    ours: 1,
    theirs: 2,
    decided_at: '',
    decided_by: null,
    differs_since: '',
  }
  expect(recordOf({ ...rest, entity: 'collection_items', key: 'c1\u001fp1' })).toEqual({
    kind: 'Listing in a collection',
    id: 'c1 / p1',
  })
  expect(recordOf({ ...rest, entity: 'users', key: 'u1' })).toEqual({ kind: 'user', id: 'u1' })
})
