import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** Work that must end before the owner's identity is gone, each as a phrase. */
export async function unfinished(db: Db, uid: string): Promise<string[]> {
  const { rows } = await db.execute<Record<'unfinished' | 'labels' | 'requests' | 'sending', number>>(sql`
    with own as (select id, status from transactions where seller_uid = ${uid} or purchaser_uid = ${uid})
    select (select count(*)::int from own where status = 2) as unfinished,
      (select count(*)::int from ship_labels where refund_state = 'waiting' and transaction_id in (select id from own)) as labels,
      (select count(*)::int from approvals where state = 'asked' and expires_at > now() and transaction_id in (select id from own)) as requests,
      (select count(*)::int from operations where state = 'pending' and cents is null
        -- Nobody is told any more, and what is in force ends with the person.
        and kind not in ('measures.tell', 'measures.outcome', 'measures.end', 'money_plans.begin') and (
        (subject_kind = 'user' and subject_id = ${uid})
        or (subject_kind = 'transaction' and subject_id in (select id from own))
        or (subject_kind = 'ship_label' and subject_id in
          (select id from ship_labels where transaction_id in (select id from own)))
        or (subject_kind = 'listing' and subject_id in (select key from posts where creator_uid = ${uid}))
        or (subject_kind = 'promotion' and subject_id in (select id from promoted_posts where owner_uid = ${uid}))
      )) as sending`)
  const { unfinished = 0, labels = 0, requests = 0, sending = 0 } = rows[0] ?? {}
  const some = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
  return [
    ...some(unfinished, 'a transaction that is not finished', 'transactions that are not finished'),
    // The shipment, by which its provider is asked, would be gone.
    ...some(
      labels,
      "a label's refund that waits for its carrier",
      "labels' refunds that wait for their carriers",
    ),
    ...some(requests, 'a refund that waits for a second person', 'refunds that wait for a second person'),
    ...some(sending, 'something that is being sent just now', 'things that are being sent just now'),
  ]
}
