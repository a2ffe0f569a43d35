import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { operations } from '../db/system-tables.ts'
import type { Booked } from './booked-facts.ts'
import { type Fact, inOrder } from './payment-shares.ts'
import { chargebacks, providerRefunds } from './payment-tables.ts'
import type { PaymentKey } from './payments.ts'

/** The stored facts of a payment in the currency of its transactions. A refund whose own operation is in flight is not one yet: its settlement books it. */
export async function factsOf(
  db: Db,
  { provider, payment }: PaymentKey,
  booked: Map<string, Booked>,
  assumed: string | undefined,
  currency: string,
): Promise<Fact[]> {
  const refunds = await db
    .select({ fact: providerRefunds, own: operations.state, subject: operations.subject_id })
    .from(providerRefunds)
    .leftJoin(
      operations,
      and(
        eq(operations.id, providerRefunds.operation),
        sql`${operations.details} ->> 'provider' = ${provider}`,
      ),
    )
    .where(
      and(
        eq(providerRefunds.provider, provider),
        eq(providerRefunds.payment_id, payment),
        eq(providerRefunds.currency, currency),
      ),
    )
  const facts: Fact[] = refunds
    .filter(({ own }) => own !== 'pending')
    .map(({ fact, own, subject }) => ({
      reference: fact.reference,
      account: 'refunded',
      // A pending refund counts like a finished one: the provider has deducted it from the refundable amount.
      cents: fact.state === 'failed' && fact.reference !== assumed ? 0 : fact.cents,
      fee: 0,
      named: subject ?? fact.transaction_id,
      isOurs: own !== null,
      bearer: fact.bearer,
      created_at: fact.created_at,
    }))
  const taken = await db
    .select()
    .from(chargebacks)
    .where(
      and(
        eq(chargebacks.provider, provider),
        eq(chargebacks.payment_id, payment),
        eq(chargebacks.currency, currency),
      ),
    )
  for (const { id, withdrawn, fee, bearer, created_at } of taken)
    facts.push({
      ...{ reference: id, account: 'charged_back', cents: withdrawn, fee, named: null, isOurs: false },
      ...{ bearer, created_at },
    })
  const known = new Set(facts.map(({ reference }) => reference))
  // A refund that is booked and was never reported, as by the demo's seed, stays where it was made.
  for (const [reference, here] of booked)
    if (!known.has(reference))
      for (const [id, { net }] of here)
        facts.push({
          ...{ reference, account: 'refunded', cents: net.refunded ?? 0, fee: 0, named: id, isOurs: true },
          ...{ bearer: null, created_at: null },
        })
  return inOrder(facts)
}
