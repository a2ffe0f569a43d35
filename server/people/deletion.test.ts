import { User } from '@portreeve/contract/people/users'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'
import { reasonsAgainstDeletion } from './deletion.ts'
import { users } from './people-tables.ts'

// Each reason alone, and what is none. The call itself: users.test.ts.

const s = useServer()
beforeEach(async () => {
  await s.query('delete from disputes')
  await s.query('delete from operations')
  await s.query('delete from transactions')
  await s.query('delete from users')
  for (const uid of ['ada', 'other', 'another']) await s.addUser({ uid })
  await s.make.transaction(
    { id: 'sold', seller_uid: 'ada', purchaser_uid: 'other' },
    { id: 'bought', seller_uid: 'other', purchaser_uid: 'ada' },
    { id: 'foreign', seller_uid: 'other', purchaser_uid: 'another' },
  )
})

const reasons = async () => {
  const [ada] = await s.ctx.database.db.select().from(users).where(eq(users.uid, 'ada'))
  return reasonsAgainstDeletion(s.ctx.database.db, User.parse(ada), 'USD')
}
const dispute = (id: string, transaction_id: string, status: number) =>
  s.make.dispute({ id, transaction_id, creator_uid: 'other', status })
const operation = (
  kind: 'transaction' | 'user',
  id: string,
  more: { state?: 'pending' | 'done' | 'failed'; cents?: number | null } = {},
) =>
  s.make.operation({
    id: `${kind}-${id}`,
    kind: 'refund',
    subject_kind: kind,
    subject_id: id,
    cents: 500,
    ...more,
  })

test('a person without open disputes, payments and balances may be deleted', async () => {
  await dispute('resolved', 'sold', 1)
  await dispute('foreign', 'foreign', 2)
  await operation('transaction', 'foreign')
  await operation('user', 'other')
  await operation('transaction', 'sold', { state: 'done' })
  // A scheduled payout has no amount yet.
  await operation('transaction', 'bought', { cents: null })
  expect(await reasons()).toEqual([])
})

test('an open chargeback is a reason, a closed one or another person’s is none', async () => {
  const chargeback = (id: string, transaction_id: string, closed: boolean) =>
    s.make.chargeback({ id, payment_id: id, transaction_id, closed_at: closed ? inDays(0) : null })
  await chargeback('closed', 'sold', true)
  await chargeback('foreign', 'foreign', false)
  expect(await reasons()).toEqual([])
  await chargeback('one', 'sold', false)
  expect(await reasons()).toEqual(['an open chargeback'])
  await chargeback('two', 'bought', false)
  expect(await reasons()).toEqual(['2 open chargebacks'])
  await s.query('delete from chargebacks')
})

test('an open dispute is a reason, of a sale and of a purchase', async () => {
  await dispute('one', 'sold', 2)
  expect(await reasons()).toEqual(['an open dispute'])
  await dispute('two', 'bought', 2)
  expect(await reasons()).toEqual(['2 open disputes'])
})

test.each([
  ['transaction', 'sold'],
  ['transaction', 'bought'],
  ['user', 'ada'],
] as const)('a pending payment of the %s %s is a reason', async (kind, id) => {
  await operation(kind, id)
  expect(await reasons()).toEqual(['a pending refund or payment'])
})

test('each balance is a reason, also one below zero', async () => {
  await s.query("update users set available_balance = 100 where uid = 'ada'")
  expect(await reasons()).toEqual(['an available balance of $1.00'])
  await s.query("update users set available_balance = 0, pending_balance = -250 where uid = 'ada'")
  expect(await reasons()).toEqual(['a pending balance of -$2.50'])
})
