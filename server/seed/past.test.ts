import { api } from '@portreeve/contract'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditKey, useServer } from '../testing/harness.ts'
import { begins } from './past.ts'
import { seedDemo } from './seed.ts'

// Fixtures and the demo have the past that their dates tell.

const s = useServer()
beforeAll(async () => {
  await seedDemo({ database: s.ctx.database, auditKey })
}, 120_000)

test('a sale is shown as it was: paid, sent, delivered, disputed, decided and refunded', async () => {
  const [sale] = await s.query<{ id: string; at: string[] }>(`
    select t.id, array[t.purchase_date, l.purchase_date, t.delivered_at, d.created_at, d.resolved_at, now() - interval '1 second'] as at
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
  expect(states).toEqual(['2,3,', '2,2,', '2,1,', '2,1,2', '2,1,1', '5,1,1'])
})

test.each(Object.entries(begins))('%s: nothing is there before it began', async (table, begin) => {
  for (const days of [80, 30, 7, 1]) {
    const early = await s.ctx.database.db.transaction(async (tx) => {
      await tx.execute(
        sql`select set_config('portreeve.as_of', (now() - make_interval(days => ${days}))::text, true)`,
      )
      const { rows } = await tx.execute(
        sql.raw(`select * from past.${table} where ${begin} > portreeve_moment()`),
      )
      return rows
    })
    expect(early).toEqual([])
  }
})
