import { randomBytes } from 'node:crypto'
import type { WebhookEndpoint } from '@portreeve/contract/marketplace/webhook-endpoints'
import { maxEndpoints } from '@portreeve/contract/marketplace/webhook-endpoints'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Settings } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { seal } from '../core/identity/sealed.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import { staffName } from '../staff/staff-name.ts'
import { webhookDeliveries as deliveries, webhookEndpoints as table } from './webhook-tables.ts'

const count = (where: SQL) =>
  sql<number>`(select count(*)::int from ${deliveries} where ${deliveries.endpoint_id} = ${table.id} and ${where})`
const ofDay = sql`${deliveries.last_at} > now() - interval '1 day'`

/** Endpoints with the figures of their deliveries, oldest first. */
export const findEndpoints = (db: Db, where?: SQL): Promise<WebhookEndpoint[]> =>
  db
    .select({
      id: table.id,
      url: table.url,
      types: table.types,
      state: table.state,
      paused_why: table.paused_why,
      old_secret_until: sql<
        string | null
      >`case when ${table.old_secret_until} > now() then ${table.old_secret_until} end`.mapWith(
        table.old_secret_until,
      ),
      created_at: table.created_at,
      created_by: sql<string>`coalesce(${staffName(staff, table.created_by)}, ${table.created_by})`,
      pending: count(sql`${deliveries.state} = 'pending'`),
      dead: count(sql`${deliveries.state} = 'dead'`),
      tried_day: count(ofDay),
      failed_day: count(sql`${ofDay} and ${deliveries.failed}`),
      failing_since: table.failing_since,
      last_delivered_at: table.last_delivered_at,
    })
    .from(table)
    .leftJoin(staff, eq(staff.uid, table.created_by))
    .where(where)
    .orderBy(asc(table.created_at), asc(table.id))
    .limit(maxEndpoints)

/** One endpoint; not_found when there is none. */
export async function getEndpoint(db: Db, id: string): Promise<WebhookEndpoint> {
  const [found] = await findEndpoints(db, eq(table.id, id))
  return found ?? refuse('not_found', 'No such endpoint', 'There is no webhook endpoint with this id.')
}

/** The row of an endpoint, locked until the call's transaction ends. */
export async function lockEndpoint(db: Db, id: string): Promise<typeof table.$inferSelect> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  return row ?? refuse('not_found', 'No such endpoint', 'There is no webhook endpoint with this id.')
}

/** A new secret of an endpoint, and how it is stored. */
export function newSecret(settings: Settings, endpoint: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: seal(settings, endpoint, secret) }
}
