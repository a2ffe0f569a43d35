import { expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { expireApprovals } from './expire-approvals.ts'

const { s, make } = useMoneyDesk()

test('an undecided request expires at its time; a decided one and a later one stay', async () => {
  await make('t')
  await s.query(`insert into approvals (id, kind, transaction_id, cents, left_seen, asked_by, state, expires_at)
    select id, 'refund', 't', 100, 2500, 'staff-finance', state, now() + due from (values
      ('late', 'asked', interval '0'), ('declined', 'declined', interval '-1 day')) v (id, state, due)`)
  const states = () => s.query('select id, state, decided_at is not null as at from approvals order by id')
  await expireApprovals.run(s.ctx)
  expect(await states()).toEqual([
    { id: 'declined', state: 'declined', at: false },
    { id: 'late', state: 'expired', at: true },
  ])
  await s.query(
    `update approvals set state = 'asked', decided_at = null, expires_at = now() + interval '1 minute' where id = 'late'`,
  )
  await expireApprovals.run(s.ctx)
  expect(await states()).toContainEqual({ id: 'late', state: 'asked', at: false })
})
