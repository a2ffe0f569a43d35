import { type Dispute, disputeTypes } from '@portreeve/contract/money/disputes'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, isNull } from 'drizzle-orm'
import type { OperationKind } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { begin, VendorRefusal } from '../../core/operations/operations.ts'
import { users } from '../../people/people-tables.ts'
import { sendMail } from '../../staff/send-mail.ts'
import { disputes, transactions } from '../money-tables.ts'

/** Queues the mails to buyer and seller about a new dispute (TXN-38). */
export async function mailBoth(db: Db, txn: Transaction, dispute: Dispute): Promise<void> {
  for (const uid of new Set([txn.purchaser_uid, txn.seller_uid]))
    await begin(
      db,
      {
        kind: 'dispute.mail',
        subject_kind: 'transaction',
        subject_id: txn.id,
        details: { dispute: dispute.id, uid },
      },
      0,
    )
}

/** The mail to one side. It names neither the other side nor any amount. */
export const disputeMailOperation: OperationKind = {
  run: async (operation, ctx) => {
    const [facts] = await ctx.database.db
      .select({
        email: users.email,
        type: disputes.dispute_type,
        title: transactions.product_title,
        number: transactions.public_id,
      })
      .from(disputes)
      .innerJoin(transactions, eq(transactions.id, disputes.transaction_id))
      .innerJoin(users, and(eq(users.uid, String(operation.details.uid)), isNull(users.deleted_at)))
      .where(eq(disputes.id, String(operation.details.dispute)))
    if (!facts?.email) throw new VendorRefusal('This person has no email address.')
    const purchase = [facts.title ?? 'your purchase', facts.number && `(${facts.number})`]
    return {
      reference: await sendMail(ctx, operation.id, {
        to: facts.email,
        subject: 'A dispute was opened',
        text: [
          `A dispute was opened about ${purchase.filter(Boolean).join(' ')}.`,
          `Reason: ${disputeTypes[facts.type] ?? 'not stated'}.`,
          'Until it is resolved, money that the seller was not sent yet stays where it is. Our support team will write to you.',
        ].join('\n\n'),
      }),
    }
  },
  answer: ({ state }) => ({ state }),
}
