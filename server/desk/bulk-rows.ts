import {
  type BulkAction,
  type BulkChoice,
  type BulkFilter,
  type BulkStart,
  bulkActions,
  maxBulkRows,
} from '@portreeve/contract/desk/bulk'
import { needsApproval } from '@portreeve/contract/listings/promoted-posts'
import { type SQL, sql } from 'drizzle-orm'
import { inboxFilter } from '../conversations/inbox/inbox-filter.ts'
import { conversationStates as states } from '../conversations/inbox/inbox-tables.ts'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { type KeptRefusal, refuse } from '../core/refuse.ts'
import { listingsMeant, rowsMeant } from '../listings/all-listings.ts'

// The rows of a job: those that the caller named, or those of a list. Each query has the list's own condition and order.

const reports = (table: string, about: string, record: SQL) => sql`
  select ${sql.identifier(about)} as id, null::int as version, jsonb_agg(r.id) as seen,
    row_number() over (order by max(r.created_at) desc, ${sql.identifier(about)}) as place
  from ${sql.identifier(table)} r where r.status = 'open' and exists ${record} group by ${sql.identifier(about)}`

const ofPeople = () =>
  reports(
    'user_reports',
    'reporting_uid',
    sql`(select from users u where u.uid = r.reporting_uid and u.deleted_at is null)`,
  )
const ofListings = () =>
  reports(
    'listing_reports',
    'post_key',
    sql`(select from posts p where p.key = r.post_key and p.deleted_at is null)`,
  )
const waiting = sql`
  select key as id, version, null::jsonb as seen, row_number() over (order by creation_date_time nulls last, key) as place
  from posts where review_state = 'pending' and deleted_at is null`
const ofPosts = async (call: Call, { listings }: BulkFilter) => {
  if (listings === undefined) return waiting
  const { refusal, ...meant } = await listingsMeant(call, listings)
  return refusal ?? rowsMeant(meant)
}
const ofPromotions = () => sql`
  select r.id, r.version, null::jsonb as seen, row_number() over (order by r.created_at, r.id) as place
  from promoted_posts r left join posts p on p.key = r.post_id
  where r.approval_status = ${needsApproval} and (r.post_id is null or p.deleted_at is null)`
const ofInbox = ({ staff: { uid } }: Call, filter: BulkFilter) => sql`
  select ${states.conversation_id} as id, ${states.version} as version, null::jsonb as seen,
    row_number() over (order by ${states.date} desc, ${states.conversation_id} desc) as place
  from ${states} where ${inboxFilter(uid, filter) ?? sql`true`}`

type Rows = SQL | KeptRefusal
/** The rows of each list that has actions for all that match. */
const lists: { readonly [A in BulkAction]?: (call: Call, filter: BulkFilter) => Rows | Promise<Rows> } = {
  'userReports.resolve': ofPeople,
  'listingReports.ignore': ofListings,
  'posts.approve': ofPosts,
  'posts.deny': ofPosts,
  'posts.remove': ofPosts,
  'promotedPosts.approve': ofPromotions,
  'promotedPosts.deny': ofPromotions,
  'inbox.act': ofInbox,
  'inbox.answer': ofInbox,
}

/** The rows of a list that match a filter, or the refusal to look for them. Refuses with refused an action without a list. */
export async function matching(call: Call, action: BulkAction, filter: BulkFilter): Promise<Rows> {
  const list = lists[action]
  return list ? list(call, filter) : refuse('refused', 'No such list', 'Choose the rows one by one.')
}

/** The number of rows that match. */
export async function countRows(db: Db, rows: SQL) {
  const found = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${rows}) m`)
  return found.rows[0]?.total ?? 0
}

/** The newest message of a conversation: a later one is read before it is answered. */
const newest = sql`coalesce(seen, (select jsonb_build_array(n.id) from messages n
  where n.conversation_id = m.id order by n.date desc, n.id desc limit 1))`

/**
 * Writes the rows of a new job and returns their number. Refuses with conflict none, and more than the caller saw.
 * @param list the rows of the list, where the job is about all that match
 */
export async function fillJob(
  db: Db,
  job: string,
  { action, rows }: { action: BulkAction; rows: BulkStart['rows'] },
  list: SQL,
) {
  const { kind } = bulkActions[action]
  const from =
    'ids' in rows
      ? sql`select e ->> 'id' as id, (e ->> 'version')::int as version, e -> 'seen' as seen, place
          from jsonb_array_elements(${JSON.stringify(unique(rows.ids))}::jsonb) with ordinality as chosen (e, place)`
      : list
  const { rowCount } = await db.execute(sql`
    insert into bulk_rows (job_id, at, subject_kind, subject_id, version, seen)
    select ${job}, place, ${kind}, id, version, ${action === 'inbox.answer' ? newest : sql`seen`} from (${from}) m order by place limit ${maxBulkRows + 1}`)
  const total = rowCount ?? 0
  if (total === 0) refuse('conflict', 'Nothing to do', 'Nothing matches any more.')
  if (total > maxBulkRows)
    refuse('refused', 'Too many', `More than ${count(maxBulkRows)} match. Narrow the list first.`)
  if ('total' in rows && total > rows.total)
    refuse(
      'conflict',
      'More have come',
      `${count(total)} match now, and you saw ${count(rows.total)}. Nothing was begun.`,
    )
  return total
}

/** A row that is named twice is done once. */
const unique = (ids: BulkChoice[]) => [...new Map(ids.map((one) => [one.id, one])).values()]

const count = (rows: number) => rows.toLocaleString('en-US')
