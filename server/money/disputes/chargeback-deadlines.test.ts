import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'

const { s, make } = useMoneyDesk()
const { chargebacks } = api

/** A chargeback of a transaction, as an event has stored it. */
const charge = (id: string, due: string | null) =>
  s.make.chargeback({
    ...{
      id,
      payment_id: 'pi_x',
      state: 'inquiry',
      reason: 'general',
      cents: 2500,
      withdrawn: 0,
      movements: 0,
    },
    evidence_due_at: due,
  })

test('chargebacks without a deadline come last, and the list goes on among them', async () => {
  await charge('du_due', new Date(Date.now() + 86_400_000).toISOString())
  for (let n = 0; n < 205; n++) await charge(`du_none${String(n).padStart(3, '0')}`, null)
  const seen: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
    const answer = await s.call('finance', chargebacks.list, { query: cursor ? { cursor } : {} })
    seen.push(...answer.body.data.map(({ id }) => id))
    cursor = answer.headers['x-next-cursor'] as string | undefined
    if (!cursor) break
  }
  expect(seen[0]).toBe('du_due')
  expect(new Set(seen).size).toBe(206)
  expect(seen).toHaveLength(206)
  await s.query('delete from chargebacks')
})

test('evidence has its times for people', async () => {
  await make('words')
  await s.query(
    "update transactions set purchase_date = '2026-10-29T16:31:00Z', delivered_at = '2026-11-02T08:05:00Z' where id = 'words'",
  )
  await charge('du_words', null)
  await s.query(
    "update chargebacks set transaction_id = 'words', payment_id = 'pi_words' where id = 'du_words'",
  )
  const composed = async () =>
    (await s.call('support', chargebacks.get, { params: { id: 'du_words' } })).body.data.composed
  expect((await composed()).service_date).toBe('October 29, 2026 UTC')
  expect((await composed()).access_activity_log?.split('\n')).toEqual([
    'Order words, bought October 29, 2026 - 4:31pm UTC',
    'Delivered November 2, 2026 - 8:05am UTC',
    'This is the first purchase of this buyer.',
  ])
  await s.query('delete from chargebacks')
})
