import { factsOf, type OrderFacts } from '@portreeve/contract/conversations/facts'
import type { ConversationValues } from '@portreeve/contract/conversations/outbound'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

interface Found extends Record<string, unknown> {
  id: string
  name: string | null
  order: OrderFacts | null
}

/**
 * The values that conversations of the team inbox give to the variables of a message. The order is the one of the conversation's
 * listing, or the person's only one: a wrong number would be worse than none.
 * @param ids a query of the conversations: `id`, and `place` for the order
 */
export async function readValues(db: Db, ids: SQL): Promise<ConversationValues[]> {
  const { rows } = await db.execute<Found>(sql`
    select given.id, person.name, (
      select case when count(*) = 1 or c.product_id is not null then (array_agg(to_jsonb(t)))[1] end from (
        select t.public_id, t.order_id, t.tracking_number, t.product_title, t.price, t.shipping_cost, t.currency from transactions t
        where (t.purchaser_uid = person.uid or t.seller_uid = person.uid)
          and (c.product_id is null or t.product_id = c.product_id)
        order by t.purchase_date desc, t.id desc limit 2) t) as "order"
    from (${ids}) given
    join conversation_states s on s.conversation_id = given.id
    join conversations c on c.id = given.id
    left join lateral (
      select m.uid, coalesce(m.name, u.display_name) as name from conversation_members m left join users u on u.uid = m.uid
      where m.conversation_id = given.id and m.uid <> s.account order by m.position, m.uid limit 1) person on true
    order by given.place`)
  return rows.map(({ id, name, order }) => {
    const facts = factsOf(name, order ?? undefined)
    return {
      id,
      name: facts.name ?? null,
      order: facts.order ?? null,
      tracking: facts.tracking ?? null,
      item: facts.item ?? null,
      amount: facts.amount ?? null,
    }
  })
}
