import { notifications as contract, type Notification } from '@portreeve/contract/staff/notifications'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { notifications as table } from './notification-tables.ts'
import { markAsRead, seenBy } from './notify.ts'

const perPage = 50
const order = newestFirst(sql`${table.at}`, sql`${table.id}`)

async function unreadOf(db: Db, staff: Me): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(table)
    .where(and(seenBy(staff), isNull(table.read_at)))
  return row?.n ?? 0
}

/** The name of the record: of the person, of the other person in a conversation, or the title of a listing or an order. */
const title = sql<string | null>`case ${table.subject_kind}
  when 'user' then (select u.display_name from users u where u.uid = ${table.subject_id})
  when 'colleague' then (select coalesce(s.display_name, s.email) from staff s where s.uid = ${table.subject_id})
  when 'listing' then (select p.title from posts p where p.key = ${table.subject_id})
  when 'transaction' then (select t.product_title from transactions t where t.id = ${table.subject_id})
  when 'webhook_endpoint' then (select w.url from webhook_endpoints w where w.id = ${table.subject_id})
  when 'chargeback' then (select t.product_title from chargebacks c join transactions t on t.id = c.transaction_id where c.id = ${table.subject_id})
  else (select m.name from conversation_members m
    where m.conversation_id = ${table.subject_id} and not exists (select from staff s where s.uid = m.uid) limit 1) end`

export const notifications = implement('notifications', contract, {
  list: async ({ query }, call) => {
    const { db, staff } = call
    const [unread, rows] = await Promise.all([
      unreadOf(db, staff),
      db
        .select({
          id: table.id,
          what: table.what,
          kind: table.subject_kind,
          record: table.subject_id,
          title,
          by: sql<
            Notification['by']
          >`(select json_build_object('uid', s.uid, 'name', coalesce(s.display_name, s.email)) from staff s where s.uid = ${table.by})`,
          at: table.at,
          read: sql<boolean>`${table.read_at} is not null`,
        })
        .from(table)
        .where(and(seenBy(staff), order.after(query.cursor)))
        .orderBy(order.order)
        .limit(perPage + 1),
    ])
    return { unread, rows: page(call, rows, ({ at, id }) => ({ time: at, id: String(id) }), perPage) }
  },

  read: async ({ body: { ids, until } }, { db, staff }) => {
    const own = eq(table.staff_uid, staff.uid)
    await markAsRead(db, and(own, ids ? inArray(table.id, ids) : lte(table.at, until ?? '')))
    return { unread: await unreadOf(db, staff) }
  },
})
