import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'

// A page to which the desk leads finds the case's record among all others of its list, however many are newer.

const s = useServer()
const cases = deskCases(s)
const { listingReports, payouts, reconciliation } = api

beforeAll(() => cases.world())

test('a reported listing comes first, and the others follow as before', async () => {
  const old = await cases.open('listing_reports')
  await s.query(`with p as (insert into posts (key, title, creator_uid) select 'n' || n, 'Bag', 'sam' from generate_series(1, 205) n returning key)
    insert into listing_reports (id, post_key, report_reason_id, created_at) select 'r-' || key, key, 'fake', now() + interval '1 hour' from p`)
  const keys = async (query: { first?: string }) =>
    (await s.call('moderator', listingReports.list, { query })).body.data.map(({ key }) => key)
  const usual = await keys({})
  expect(usual).not.toContain(old.id)
  expect(await keys({ first: old.id })).toEqual([old.id, ...usual.slice(0, 199)])
  expect(await keys({ first: 'no-such-listing' })).toEqual(usual)
})

test('the payouts of one transaction', async () => {
  const { id } = await cases.open('payout')
  await cases.open('payout')
  const query = { transaction: id }
  const { data } = (await s.call('finance', payouts.list, { query })).body
  expect(data.map(({ transaction_id, can_retry }) => [transaction_id, can_retry])).toEqual([[id, true]])
  expect((await s.call('finance', payouts.totals, { query })).body.data.count).toBe(1)
})

test('a single difference', async () => {
  const { id } = await cases.open('difference')
  await cases.open('difference')
  const { data } = (await s.call('finance', reconciliation.differences, { query: { id } })).body
  expect(data.map((one) => one.id)).toEqual([id])
})
