import { randomUUID } from 'node:crypto'
import {
  webhookEndpoints as contract,
  maxEndpoints,
  rotationHours,
  testType,
} from '@portreeve/contract/marketplace/webhook-endpoints'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { page } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { findEndpoints, getEndpoint, lockEndpoint, newSecret } from './endpoint-records.ts'
import { asDelivery, bodyOf, deliveryOrder, findDeliveries, getDelivery } from './webhook-deliveries.ts'
import { webhookDeliveries as deliveries, webhookEndpoints as table } from './webhook-tables.ts'

const perPage = 50

/**
 * An address as it is called: without the line ends and spaces that a paste adds. Refuses one that receives no webhooks, or that
 * another endpoint has.
 */
async function checkedUrl(db: Db, { webhooks }: Context, typed: string, own = ''): Promise<string> {
  const url = new URL(typed).href
  const refused = webhooks.refusal(url)
  if (refused) refuse('refused', 'Address not allowed', refused)
  const [other] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.url, url), ne(table.id, own)))
  if (other)
    refuse(
      'conflict',
      'Has an endpoint',
      'There is an endpoint with this address already. Its secret is not shown again: a rotation makes a new one.',
    )
  return url
}

/** Makes a delivery due at once, with all its attempts before it. */
const again = { state: 'pending' as const, attempts: 0, due_at: sql`now()` }

export const webhookEndpoints = implement('webhookEndpoints', contract, {
  list: (_input, { db }) => findEndpoints(db),

  create: async ({ body: { url: typed, types } }, call) => {
    const { db, ctx, staff } = call
    const url = await checkedUrl(db, ctx, typed)
    if ((await findEndpoints(db)).length >= maxEndpoints)
      refuse('refused', 'Too many', `There are ${maxEndpoints} endpoints already.`)
    const id = `we_${randomUUID()}`
    const { secret, sealed } = newSecret(ctx.settings, id)
    const position = sql`(select coalesce(max(id), 0) from events)`
    await db.insert(table).values({ id, url, types, secret: sealed, position, created_by: staff.uid })
    call.did(id, { after: { url, types } })
    return { endpoint: await getEndpoint(db, id), secret }
  },

  update: async ({ params: { id }, body }, call) => {
    const before = await lockEndpoint(call.db, id)
    const url = body.url === undefined ? before.url : await checkedUrl(call.db, call.ctx, body.url, id)
    const { types = before.types } = body
    await call.db.update(table).set({ url, types }).where(eq(table.id, id))
    call.did(id, { before: { url: before.url, types: before.types }, after: { url, types } })
    return getEndpoint(call.db, id)
  },

  remove: async ({ params: { id } }, call) => {
    const { url, types } = await lockEndpoint(call.db, id)
    await call.db.delete(table).where(eq(table.id, id))
    call.did(id, { before: { url, types } })
    return null
  },

  rotate: async ({ params: { id } }, call) => {
    const { db, ctx } = call
    const row = await lockEndpoint(db, id)
    if (row.old_secret_until !== null && Date.parse(row.old_secret_until) > Date.now())
      refuse('conflict', 'Being rotated', `The last rotation ends at ${row.old_secret_until}.`)
    const { secret, sealed } = newSecret(ctx.settings, id)
    const old_secret_until = sql`now() + make_interval(hours => ${rotationHours})`
    await db
      .update(table)
      .set({ secret: sealed, old_secret: row.secret, old_secret_until })
      .where(eq(table.id, id))
    call.did(id, { after: { secret: 'rotated' } })
    return { endpoint: await getEndpoint(db, id), secret }
  },

  pause: async ({ params: { id } }, call) => {
    const row = await lockEndpoint(call.db, id)
    if (row.state === 'paused') refuse('conflict', 'Already paused', 'This endpoint is paused already.')
    await call.db.update(table).set({ state: 'paused' }).where(eq(table.id, id))
    call.did(id, { before: { state: 'active' }, after: { state: 'paused' } })
    return getEndpoint(call.db, id)
  },

  resume: async ({ params: { id } }, call) => {
    const { db } = call
    const row = await lockEndpoint(db, id)
    if (row.state === 'active') refuse('conflict', 'Already active', 'This endpoint is not paused.')
    await db
      .update(table)
      .set({ state: 'active', paused_why: null, failures: 0, failing_since: null })
      .where(eq(table.id, id))
    // What waits for its next attempt is tried at once.
    await db
      .update(deliveries)
      .set({ due_at: sql`now()` })
      .where(and(eq(deliveries.endpoint_id, id), eq(deliveries.state, 'pending')))
    call.did(id, { before: { state: 'paused' }, after: { state: 'active' } })
    return getEndpoint(db, id)
  },

  test: async ({ params: { id } }, call) => {
    const row = await lockEndpoint(call.db, id)
    if (row.state === 'paused') refuse('conflict', 'Paused', 'Resume this endpoint to test it.')
    const [made] = await call.db
      .insert(deliveries)
      .values({ endpoint_id: id, type: testType, subject_kind: 'webhook_endpoint', subject_id: id })
      .returning()
    if (!made) throw new Error('The test was not written')
    call.did(id, { after: { test: made.id } })
    return asDelivery(made)
  },

  deliveries: async ({ params: { id }, query: { state, cursor } }, call) => {
    await getEndpoint(call.db, id)
    const rows = await findDeliveries(
      call.db,
      and(eq(deliveries.endpoint_id, id), state && eq(deliveries.state, state), deliveryOrder.after(cursor)),
      perPage + 1,
    )
    const place = (row: (typeof rows)[number]) => ({ time: row.created_at, id: String(row.id) })
    return page(call, rows, place, perPage).map(asDelivery)
  },

  delivery: async ({ params }, call) => {
    const row = await getDelivery(call.db, params.id)
    const { url } = await getEndpoint(call.db, row.endpoint_id)
    call.did(row.endpoint_id, { after: { delivery: row.id } })
    const request = (await bodyOf(call.db, row)) ?? null
    return { ...asDelivery(row), url, request, response: row.response }
  },

  replay: async ({ params }, call) => {
    const row = await getDelivery(call.db, params.id)
    if (row.state === 'pending') refuse('conflict', 'On its way', 'This delivery waits to be sent already.')
    const [sent] = await call.db
      .update(deliveries)
      .set(again)
      .where(and(eq(deliveries.id, row.id), ne(deliveries.state, 'pending')))
      .returning()
    call.did(row.endpoint_id, { after: { replayed: row.id } })
    return asDelivery(sent ?? row)
  },

  replayDead: async ({ params: { id } }, call) => {
    await lockEndpoint(call.db, id)
    const sent = await call.db
      .update(deliveries)
      .set(again)
      .where(and(eq(deliveries.endpoint_id, id), eq(deliveries.state, 'dead')))
      .returning({ id: deliveries.id })
    call.did(id, { after: { replayed: sent.length } })
    return { replayed: sent.length }
  },
})
