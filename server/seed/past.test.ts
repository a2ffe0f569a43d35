import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { seedFixtures } from './seed.ts'

// Fixtures and the demo have the past that their dates tell.

const s = useServer()
beforeAll(async () => {
  await seedFixtures({ database: s.ctx.database })
}, 120_000)

test('a sale is shown as it was: paid, sent, delivered, disputed and decided', async () => {
  const [sale] = await s.query<{ id: string; at: string[] }>(`
    select t.id, array[t.purchase_date, l.purchase_date, t.delivered_at, d.created_at, d.resolved_at] as at
      from transactions t join ship_labels l on l.transaction_id = t.id join disputes d on d.id = t.dispute_id
      where t.status = 5 and t.purchase_date > (select at from history.began) and d.resolved_at > t.delivered_at limit 1`)
  const states: string[] = []
  for (const at of sale?.at ?? []) {
    const { body } = await s.call(
      'admin',
      api.transactions.get,
      { params: { id: sale?.id ?? '' } },
      {
        'as-of': new Date(at).toISOString(),
      },
    )
    const { status, shipping_status, dispute_status } = body.data ?? {}
    states.push([status, shipping_status, dispute_status].join())
  }
  expect(states).toEqual(['2,3,', '2,2,', '2,1,', '2,1,2', '5,1,1'])
})
