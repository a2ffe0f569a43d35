import { moneyWords } from '@portreeve/contract/base/currency'
import type { User } from '@portreeve/contract/people/users'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { searchColumns } from '../search/search-text.ts'
import { devices, verificationCodes } from './people-tables.ts'
import { deletePostsOf } from './person-listings.ts'

/** The reasons that forbid deleting an account now, each as a phrase; empty when there are none. @param usual the currency of balances */
export async function reasonsAgainstDeletion(db: Db, user: User, usual: string): Promise<string[]> {
  const { rows } = await db.execute<{ disputes: number; chargebacks: number; operations: number }>(sql`
    with own as (
      select id from transactions where seller_uid = ${user.uid}
      union all select id from transactions where purchaser_uid = ${user.uid}
    )
    select
      (select count(*)::int from disputes where status = 2 and transaction_id in (select id from own)) as disputes,
      (select count(*)::int from chargebacks where closed_at is null and transaction_id in (select id from own)) as chargebacks,
      (select count(*)::int from operations where state = 'pending' and cents is not null and (
        (subject_kind = 'transaction' and subject_id in (select id from own))
        or (subject_kind = 'user' and subject_id = ${user.uid}))) as operations`)
  const { disputes = 0, chargebacks = 0, operations = 0 } = rows[0] ?? {}
  const reasons: string[] = []
  if (disputes > 0) reasons.push(disputes === 1 ? 'an open dispute' : `${disputes} open disputes`)
  if (chargebacks > 0)
    reasons.push(chargebacks === 1 ? 'an open chargeback' : `${chargebacks} open chargebacks`)
  if (operations > 0) reasons.push('a pending refund or payment')
  if (user.available_balance)
    reasons.push(`an available balance of ${moneyWords(user.available_balance, usual)}`)
  if (user.pending_balance) reasons.push(`a pending balance of ${moneyWords(user.pending_balance, usual)}`)
  return reasons
}

/** The search columns of a deleted account. */
export const unfindable = searchColumns({
  uid: '',
  displayName: null,
  email: null,
  phone_number: null,
  oneSignalId: null,
  last_ip: null,
})

/**
 * Deletes what belongs to an account alone. Returns the keys of its listings, and the columns that hide the account: orders,
 * transactions and the audit keep their references.
 */
export async function clearAccount(db: Db, uid: string) {
  await db.delete(devices).where(eq(devices.uid, uid))
  await db.delete(verificationCodes).where(eq(verificationCodes.uid, uid))
  const listings = await deletePostsOf(db, uid)
  return { listings, hidden: { deleted_at: new Date().toISOString(), ...unfindable } }
}
