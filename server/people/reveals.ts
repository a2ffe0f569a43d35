import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { pageSize } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { reveals } from '../db/system-tables.ts'
import { promotedPosts } from '../listings/listing-tables.ts'

/**
 * Counts one reveal of personal data by the caller (rate limit). Refuses with too_many at the maximum number of reveals per
 * hour. Locks the staff member's row: concurrent calls are counted one after the other.
 */
export async function countReveal({ db, staff, ctx }: Call): Promise<void> {
  const max = ctx.settings.revealsPerHour
  await db.execute(sql`select 1 from staff where uid = ${staff.uid} for no key update`)
  const { rows } = await db.execute<{ count: string; minutes: string | null }>(sql`
    select count(*)::text as count,
      ceil(extract(epoch from min(at) + interval '1 hour' - clock_timestamp()) / 60)::text as minutes
    from reveals where staff_uid = ${staff.uid} and at > clock_timestamp() - interval '1 hour'`)
  if (Number(rows[0]?.count) >= max)
    refuse(
      'too_many',
      'Too many revealed',
      `You have revealed personal data ${rows[0]?.count} times within an hour; ${max} are allowed.${
        rows[0]?.minutes ? ` The next is possible in ${Math.max(1, Number(rows[0].minutes))} min.` : ''
      }`,
    )
  await db.insert(reveals).values({ staff_uid: staff.uid })
}

/** The payment provider's charges for a person's newest promotions, by the request's id. */
export async function chargesOf(db: Db, uid: string): Promise<Record<string, string>> {
  const rows = await db
    .select({ id: promotedPosts.id, charge: promotedPosts.stripe_id })
    .from(promotedPosts)
    .where(and(eq(promotedPosts.owner_uid, uid), isNotNull(promotedPosts.stripe_id)))
    .orderBy(desc(promotedPosts.created_at))
    .limit(pageSize)
  return Object.fromEntries(rows.map(({ id, charge }) => [id, charge ?? '']))
}
