import { keptResponse } from '@portreeve/contract/marketplace/webhook-endpoints'
import { eq, type SQL, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import type { Context } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { unseal } from '../core/identity/sealed.ts'
import { version } from '../core/release.ts'
import { colleaguesWho } from '../staff/colleagues.ts'
import { notify } from '../staff/notify.ts'
import { bodyOf, type Delivery, messageIdOf } from './webhook-deliveries.ts'
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from './webhook-tables.ts'

/** Events that become deliveries of one endpoint in one transaction. */
const batch = 500
/** Seconds for which one process works on a delivery, three times as long as an attempt takes. */
const lease = 30
/** Deliveries of one endpoint that one look takes. */
const perLook = 3
/** Seconds between the attempts: about three days together. After the last one a delivery is dead. */
export const backoff = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000]
/** The endpoint is paused after so many failures in a row, and so many minutes since the first of them. */
const pauseAfter = { failures: 10, minutes: 60 }

/** Whether any endpoint receives events now. */
export async function hasActive({ database }: Context): Promise<boolean> {
  const { rows } = await database.pool.query("select from webhook_endpoints where state = 'active' limit 1")
  return rows.length > 0
}

/** Makes deliveries of the events that endpoints have not received yet. Returns whether more wait. */
export async function fanOut({ database }: Context): Promise<boolean> {
  // The lock of the endpoint's row puts its deliveries in the order of the events, whichever process makes them.
  const { rows } = await database.pool.query<{ full: boolean }>(
    `with behind as materialized (
      select id, position, types from webhook_endpoints
      where state = 'active' and position < (select max(id) from events) for update skip locked),
    fresh as materialized (
      select behind.id as endpoint, behind.types, e.* from behind cross join lateral (
        select * from events where events.id > behind.position order by events.id limit ${batch}) e),
    made as (
      insert into webhook_deliveries (endpoint_id, event_id, type, subject_kind, subject_id, due_at)
      select endpoint, id, type, subject_kind, subject_id, coalesce((
        select d.due_at from webhook_deliveries d where d.endpoint_id = fresh.endpoint and d.subject_kind = fresh.subject_kind
          and d.subject_id = fresh.subject_id and d.state = 'pending' and d.failed order by d.id limit 1), now())
      from fresh where data is not null and (types is null or types ? type) order by id)
    update webhook_endpoints w set position = reached.id
    from (select endpoint, max(id) as id, count(*) as read from fresh group by endpoint) reached
    where w.id = reached.endpoint returning reached.read = ${batch} as full`,
  )
  return rows.some(({ full }) => full)
}

/**
 * Leases due deliveries of active endpoints. A delivery waits for every earlier one about the same record: that is the rule here.
 * `due_at` keeps those that wait for a failed one out of the search, which would else grow with their number.
 * @param busy endpoints that already use their share of this process's parallel sends
 */
export async function takeDeliveries({ database }: Context, max: number, busy: string[]) {
  const { rows } = await database.pool.query<{ id: number; endpoint: string }>(
    `with due as materialized (
      select d.id from webhook_endpoints e cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = e.id and d.state = 'pending' and d.due_at <= now() and d.id = (
          select first.id from webhook_deliveries first
          where first.endpoint_id = d.endpoint_id and first.subject_kind = d.subject_kind
            and first.subject_id = d.subject_id and first.state = 'pending' order by first.id limit 1)
        order by d.due_at, d.id limit ${perLook} for update skip locked) d
      where e.state = 'active' and e.id <> all($1) limit $2)
    update webhook_deliveries set attempts = attempts + 1, due_at = now() + make_interval(secs => ${lease})
    from due where webhook_deliveries.id = due.id returning webhook_deliveries.id::float8 as id, endpoint_id as endpoint`,
    [busy, max],
  )
  return rows
}

interface Outcome {
  status: number | null
  response: string
  ms: number
}

/** Sends a leased delivery and records the outcome, never before the answer: a crash in between sends it again. */
export async function sendDelivery(ctx: Context, id: number): Promise<void> {
  const { db } = ctx.database
  const [row] = await db
    .select({ delivery: deliveries, endpoint: endpoints })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpoint_id))
    .where(eq(deliveries.id, id))
  if (!row) return
  const { delivery, endpoint } = row
  const body = await bodyOf(db, delivery)
  if (body === undefined) {
    await db.delete(deliveries).where(eq(deliveries.id, id))
    return
  }
  const outcome = await attempt(ctx, endpoint, messageIdOf(delivery), body)
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  if (isDelivered) await recordDelivered(ctx, delivery, outcome)
  else await recordFailed(ctx, delivery, outcome)
}

async function attempt(
  { webhooks, settings }: Context,
  { id, url, secret, old_secret, old_secret_until }: typeof endpoints.$inferSelect,
  message: string,
  body: string,
): Promise<Outcome> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    const now = new Date()
    const isRotating =
      old_secret !== null && old_secret_until !== null && old_secret_until > now.toISOString()
    const signatures = [secret, ...(isRotating ? [old_secret] : [])].map((sealed) =>
      new Webhook(unseal(settings, id, sealed)).sign(message, now, body),
    )
    const { status, body: answer } = await webhooks.send({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Portreeve/${version}`,
        'webhook-id': message,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
    })
    return { status, response: answer.replaceAll('\u0000', '').slice(0, keptResponse), ms: ms() }
  } catch (error) {
    return { status: null, response: wordsOf(error), ms: ms() }
  }
}

/** An error's sentence. Node names some by their code alone. */
const wordsOf = (error: unknown): string => {
  const { message, code } = error as Error & { code?: string }
  return (message || code || 'No answer').slice(0, keptResponse)
}

/** The endpoint's row is locked before the delivery's, as when an endpoint is removed. */
const recordDelivered = ({ database }: Context, delivery: Delivery, outcome: Outcome) =>
  database.db.transaction(async (tx) => {
    // Only when it says something new: every delivery would wait for the one before.
    await tx
      .update(endpoints)
      .set({ failures: 0, failing_since: null, last_delivered_at: sql`now()` })
      .where(
        sql`${endpoints.id} = ${delivery.endpoint_id} and (${endpoints.failures} > 0
          or coalesce(${endpoints.last_delivered_at} < now() - interval '5 seconds', true))`,
      )
    await tx
      .update(deliveries)
      .set({ state: 'delivered', failed: false, last_at: sql`now()`, ...outcome })
      .where(sql`${deliveries.id} = ${delivery.id} and ${deliveries.state} = 'pending'`)
    await moveNext(tx, delivery, sql`now()`, sql`due_at > now()`)
  })

/** The deliveries about the same record that wait for this one, which is recorded already, come at this time. */
const moveNext = (tx: Db, { id, endpoint_id, subject_kind, subject_id }: Delivery, due: SQL, where: SQL) =>
  tx.execute(sql`update webhook_deliveries set due_at = ${due} where endpoint_id = ${endpoint_id}
    and subject_kind = ${subject_kind} and subject_id = ${subject_id} and state = 'pending' and id > ${id}
    and ${where}`)

async function recordFailed(ctx: Context, delivery: Delivery, outcome: Outcome) {
  const { id, endpoint_id, attempts } = delivery
  const wait = backoff[attempts - 1]
  const due =
    wait === undefined ? sql`now()` : sql`now() + make_interval(secs => ${wait * (0.9 + Math.random() / 5)})`
  const isGone = outcome.status === 410
  const paused = await ctx.database.db.transaction(async (tx) => {
    const [endpoint] = await tx
      .update(endpoints)
      .set({
        failures: sql`${endpoints.failures} + 1`,
        failing_since: sql`coalesce(${endpoints.failing_since}, now())`,
      })
      .where(eq(endpoints.id, endpoint_id))
      .returning({
        state: endpoints.state,
        by: endpoints.created_by,
        failsLong: sql<boolean>`${endpoints.failures} >= ${pauseAfter.failures}
          and ${endpoints.failing_since} <= now() - make_interval(mins => ${pauseAfter.minutes})`,
      })
    await tx
      .update(deliveries)
      .set({
        failed: true,
        last_at: sql`now()`,
        ...outcome,
        ...(wait === undefined ? { state: 'dead' as const } : { due_at: due }),
      })
      .where(sql`${deliveries.id} = ${id} and ${deliveries.state} = 'pending'`)
    await moveNext(tx, delivery, due, sql`due_at < ${due}`)
    if (endpoint?.state !== 'active' || !(isGone || endpoint.failsLong)) return undefined
    const paused_why = isGone
      ? 'It answered 410: it does not want any more events.'
      : `The last ${pauseAfter.failures} attempts and more have failed, for over an hour.`
    await tx.update(endpoints).set({ state: 'paused', paused_why }).where(eq(endpoints.id, endpoint_id))
    await notify(tx, await ownersOf(tx, endpoint.by), 'paused', ['webhook_endpoint', endpoint_id], null)
    return paused_why
  })
  if (paused) ctx.log.warn({ endpoint: endpoint_id }, `webhook endpoint paused: ${paused}`)
}

/** Who made the endpoint; all who may manage it when that staff member may not any more. */
async function ownersOf(db: Db, by: string): Promise<string[]> {
  const able = (await colleaguesWho(db, 'webhooks.manage')).map(({ uid }) => uid)
  return able.includes(by) ? [by] : able
}
