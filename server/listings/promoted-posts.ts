import {
  promotedPosts as contract,
  needsApproval,
  type PromotedPostRequest,
} from '@portreeve/contract/listings/promoted-posts'
import type { Decision } from '@portreeve/contract/listings/review'
import { and, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Call, CallOf } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { pageSize } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { policyOfCanned } from '../people/measures/chosen-policies.ts'
import { endMeasures, takeMeasure } from '../people/measures/take-measure.ts'
import { getUser } from '../people/user-records.ts'
import { nameOf } from '../staff/staff-name.ts'
import { posts, promotedPosts as table } from './listing-tables.ts'
import { keysOf } from './moderation-texts.ts'
import { decide, type LockedCase, takeBack, takeBackLook } from './review-decisions.ts'
import { lookAgain, looksFor, type Shown } from './second-looks/looking.ts'

const { changed_at: _changed, ...columns } = getTableColumns(table)

const withCharge = <Row extends { stripe_id: string | null }>({ stripe_id, ...row }: Row) => ({
  ...row,
  charge: stripe_id === null ? null : { stripe_id },
})

/** D-133: the listing's fields on the card. */
const cardColumns = {
  description: posts.description,
  price_as_smallest_currency_unit: posts.price_as_smallest_currency_unit,
  // Not every listing with a price has it in cents.
  listing_price: posts.price,
  photosURL: posts.photosURL,
  creatorUID: posts.creatorUID,
  creatorName: posts.creatorName,
  shipping_cost: posts.shipping_cost,
  postType: posts.postType,
  post_version: posts.post_version,
  variation: posts.variation,
  postCountryCode: posts.postCountryCode,
}

const noCard = Object.fromEntries(Object.keys(cardColumns).map((name) => [name, undefined]))

/** Requests whose listing still exists, or that never named one. */
const hasPost = or(isNull(table.post_id), isNull(posts.deleted_at))

const withPost = sql`from ${table} left join ${posts} on ${posts.key} = ${table.post_id}`
const requestColumns = { ...columns, ...cardColumns }

const requests = async (db: Db, where: SQL | undefined) => {
  const rows = await db
    .select(requestColumns)
    .from(table)
    .leftJoin(posts, eq(posts.key, table.post_id))
    .where(and(where, hasPost))
    .orderBy(table.created_at, table.id)
    .limit(pageSize + 1)
  return rows.map(({ listing_price, ...row }): PromotedPostRequest => {
    row.price_as_smallest_currency_unit ??= listing_price === null ? null : Math.round(listing_price * 100)
    const request = withCharge(row)
    // Without a listing, leave its fields out.
    return (row.post_id === null ? { ...request, ...noCard } : request) as PromotedPostRequest
  })
}

/** A request as it waits for a second look. */
const asWaiting = (row: PromotedPostRequest, shown: Shown | undefined): PromotedPostRequest =>
  shown ? { ...row, approval_status: needsApproval, version: shown.version } : row

type Request = LockedCase & Pick<PromotedPostRequest, 'approval_status' | 'post_id'>

/** A request for a decision, locked until the call's transaction ends. */
async function lockRequest(db: Db, id: string, owner?: string): Promise<Request> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  if (!row) refuse('not_found', 'No such request', 'There is no such promoted-post request.')
  if (owner !== undefined && owner !== row.owner_uid)
    refuse('refused', 'Another owner', "The body's data is not the uid of who made this request.")
  if (row.post_id !== null) {
    const [post] = await db
      .select({ key: posts.key })
      .from(posts)
      .where(and(eq(posts.key, row.post_id), isNull(posts.deleted_at)))
    if (!post) refuse('not_found', 'No such listing', 'The listing of this request was deleted.')
  }
  return {
    case: { kind: 'promotion', id },
    owner: row.owner_uid,
    title: row.post_title,
    state: row.approval_status === needsApproval ? null : row.approval_status === 2 ? 'approved' : 'denied',
    version: row.version,
    message: null,
    changed_at: row.changed_at,
    was: null,
    approval_status: row.approval_status,
    post_id: row.post_id,
  }
}

const setStatus = (call: Call, id: string, approval_status: number) => async () => {
  await call.db
    .update(table)
    .set({ approval_status, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))
  return null
}

/** The event of a change of a request's status. */
const changeOf = (request: Request, approval_status: number) => ({
  owner_uid: request.owner,
  listing_id: request.post_id,
  before: { approval_status: request.approval_status },
  after: { approval_status },
})

async function settle(
  call: CallOf<typeof contract.approve>,
  request: Request,
  decision: Decision,
  reason: string | null,
) {
  const status = decision === 'approved' ? 2 : 3
  const { id } = request.case
  const { change, live, verdict, isLook } = await decide(
    ...([call, request, decision, reason, setStatus(call, id, status)] as const),
  )
  if (isLook) {
    call.did(null, change, { reason: null, live, event: null })
    return verdict
  }
  if (decision === 'approved') await lookAgain(call, request, decision)
  else {
    const canned = await policyOfCanned(
      call.db,
      reason === null ? [] : await keysOf(call.db, 'promoted_post_review_messages', reason),
    )
    const { grounds } = await takeMeasure(call, {
      ...{ kind: 'promotion_denied', subject: ['promotion', id], uid: request.owner, reason },
      ...{ source: 'review', policies: canned === null ? [] : [canned] },
      submitted: sql`(select created_at from promoted_posts where id = ${id})`,
    })
    await lookAgain(call, request, decision, grounds)
  }
  call.did(id, change, { reason, live, event: { decision, ...changeOf(request, status) } })
  return verdict
}

/**
 * Approves a request whose denial was wrong, of any age: the denial is marked as taken back. Undefined for one that is not denied, or
 * whose listing is gone.
 */
export async function approveDenied(call: Call, id: string, reason: string) {
  const [row] = await requests(call.db, and(eq(table.id, id), eq(table.approval_status, 3)))
  if (!row) return undefined
  const request = await lockRequest(call.db, id)
  if (request.state !== 'denied') return undefined
  const { change } = await takeBack(call, request, setStatus(call, id, 2), reason)
  const { uid } = call.staff
  const version = request.version + 1
  return {
    change: { before: change.before, after: { state: 'approved', version } },
    live: {
      ...({ what: 'decided', case: request.case, decision: 'approved', version, uid } as const),
      ...{ name: nameOf(call.staff), at: new Date().toISOString() },
    },
    event: changeOf(request, 2),
  }
}

export const promotedPosts = implement('promotedPosts', contract, {
  list: async ({ query }, { db, staff, more, total }) => {
    const status = query.approval_status === undefined ? undefined : Number(query.approval_status)
    const looks = status === needsApproval ? await looksFor(db, staff.uid, 'promotion') : new Map()
    const wanted = and(
      status === undefined
        ? undefined
        : or(
            eq(table.approval_status, status),
            looks.size > 0 ? inArray(table.id, [...looks.keys()]) : undefined,
          ),
      query.id === undefined ? undefined : eq(table.id, query.id),
    )
    const [counted, rows] = await Promise.all([
      db.execute<{ n: number }>(sql`select count(*)::int as n ${withPost} where ${and(wanted, hasPost)}`),
      requests(db, wanted),
    ])
    total(counted.rows[0]?.n ?? 0)
    if (rows.length > pageSize) more()
    return rows.slice(0, pageSize).map((row) => asWaiting(row, looks.get(row.id)))
  },

  approve: async ({ params, body }, call) =>
    settle(call, await lockRequest(call.db, params.id, body.data), 'approved', null),

  deny: async ({ params, body }, call) =>
    settle(call, await lockRequest(call.db, params.id, body.data), 'denied', body.message ?? null),

  takeBack: async ({ params }, call) => {
    const request = await lockRequest(call.db, params.id)
    const look = await takeBackLook(call, request)
    if (look) {
      call.did(null, look.change, { live: look.live, event: null })
      const [row] = await requests(call.db, eq(table.id, params.id))
      return row ? asWaiting(row, look.shown) : refuse('not_found', 'No such request')
    }
    const { change, live } = await takeBack(call, request, setStatus(call, params.id, needsApproval))
    await endMeasures(call, ['promotion', params.id], ['promotion_denied'], 'undone')
    call.did(params.id, change, { live, event: changeOf(request, needsApproval) })
    const [row] = await requests(call.db, eq(table.id, params.id))
    return row ?? refuse('not_found', 'No such request')
  },

  ofUser: async ({ params }, { db, more }) => {
    await getUser(db, params.uid)
    const rows = await db
      .select(columns)
      .from(table)
      .where(eq(table.owner_uid, params.uid))
      .orderBy(desc(table.created_at), table.id)
      .limit(pageSize + 1)
    if (rows.length > pageSize) more()
    return rows.slice(0, pageSize).map(withCharge)
  },
})
