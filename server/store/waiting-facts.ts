import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { chargebacks, providerRefunds } from '../db/payment-provider.ts'
import type { Difference } from './ledger-check.ts'
import { dollars } from './money.ts'

/** Hours after which a refund or chargeback whose payment has no order here is a difference. */
const waitsHours = 24

/** The payments that the provider knows and no order here names. */
export async function waitingFacts(db: Db): Promise<Difference[]> {
  const { rows } = await db.execute<{ provider: string; payment: string; cents: number }>(sql`
    select provider, payment_id as payment, sum(cents)::float8 as cents from (
      select provider, payment_id, case when state = 'failed' then 0 else cents end as cents, at
        from ${providerRefunds} where waiting
      union all select provider, payment_id, withdrawn, created_at from ${chargebacks} where waiting) w
    where not exists (select from orders o join transactions t on t.order_id = o.id
      where o.provider = w.provider and o.payment_id = w.payment_id)
    group by 1, 2 having min(at) < now() - make_interval(hours => ${waitsHours}) and sum(cents) > 0
    order by 1, 2 limit 1000`)
  return rows.map(({ provider, payment, cents }) => ({
    ...{ kind: 'waiting', about: `${provider} ${payment}`, transaction_id: null, reference: payment },
    ...{ ledger_cents: null, provider_cents: cents },
    words: `Payment ${payment}: the provider refunded or took back ${dollars(cents)}, and no order here has this payment.`,
  }))
}
