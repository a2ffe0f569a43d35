import { moneyWords } from '@portreeve/contract/base/currency'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { eq, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { refuse } from '../../core/refuse.ts'
import { sameHand } from '../../staff/staff-grants.ts'
import { balancesOf } from '../ledger/standing.ts'
import { disputes } from '../money-tables.ts'
import { mayAlone } from '../refunds/refund-limit.ts'

/**
 * The cents that a decision for the seller releases in the hand of one person: the caller, or a colleague whom one of them let in,
 * opened the dispute. Null when a second person did. Refuses more than one person may send out alone.
 */
export async function releasedAlone(call: Call, txn: Transaction): Promise<number | null> {
  const { db, staff: me } = call
  const [row] = await db
    .select({ by: disputes.opened_by })
    .from(disputes)
    .where(eq(disputes.id, txn.dispute_id ?? ''))
  // A program is never a second person.
  if (!row?.by || !(call.program || (await sameHand(db, row.by, me.uid)))) return null
  await db.execute(sql`select 1 from staff where uid = ${me.uid} for no key update`)
  const cents = Math.max(0, (await balancesOf(db, txn)).disputed)
  if (cents > (await mayAlone(call, [txn.id])))
    refuse(
      'refused',
      'Needs a second person',
      `You opened this dispute, or let in the one who did, and ${moneyWords(cents, txn.currency)} is more than one person may send out alone. A colleague has to decide it.`,
    )
  return cents
}
