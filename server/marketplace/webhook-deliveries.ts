import type { WebhookDelivery } from '@portreeve/contract/marketplace/webhook-endpoints'
import { testType } from '@portreeve/contract/marketplace/webhook-endpoints'
import { eq, type SQL, sql } from 'drizzle-orm'
import { newestFirst } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { eventOf } from '../core/live/event-rows.ts'
import { refuse } from '../core/refuse.ts'
import { events } from '../db/event-tables.ts'
import { webhookDeliveries as table } from './webhook-tables.ts'

export type Delivery = typeof table.$inferSelect

export const deliveryOrder = newestFirst(sql`${table.created_at}`, sql`${table.id}`)

/** The id that all attempts of a delivery have in common. */
export const messageIdOf = ({ id, event_id }: Pick<Delivery, 'id' | 'event_id'>): string =>
  event_id === null ? `evt_test_${id}` : `evt_${event_id}`

/** A delivery as the console shows it. */
export const asDelivery = (row: Delivery): WebhookDelivery => ({
  id: row.id,
  endpoint_id: row.endpoint_id,
  event_id: messageIdOf(row),
  type: row.type,
  subject: { kind: row.subject_kind, id: row.subject_id },
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at,
  due_at: row.state === 'pending' ? row.due_at : null,
  last_at: row.last_at,
  status: row.status,
  ms: row.ms,
})

/** Deliveries of an endpoint, newest first. */
export const findDeliveries = (db: Db, where: SQL | undefined, limit: number) =>
  db.select().from(table).where(where).orderBy(deliveryOrder.order).limit(limit)

/** One delivery; not_found when there is none. */
export async function getDelivery(db: Db, id: string): Promise<Delivery> {
  const [row] = /^\d{1,15}$/.test(id) ? await findDeliveries(db, eq(table.id, Number(id)), 1) : []
  return (
    row ?? refuse('not_found', 'No such delivery', 'There is no such delivery; they are kept for 30 days.')
  )
}

/** The body of a delivery's request; undefined once its person is erased. */
export async function bodyOf(db: Db, delivery: Delivery): Promise<string | undefined> {
  if (delivery.event_id === null)
    return JSON.stringify({
      id: messageIdOf(delivery),
      type: testType,
      timestamp: delivery.created_at,
      data: { endpoint_id: delivery.endpoint_id, actor: { uid: 'portreeve', role: 'system' } },
    })
  const [row] = await db.select().from(events).where(eq(events.id, delivery.event_id))
  const event = row && eventOf(row)
  return event && JSON.stringify(event)
}
