import { and, eq, isNull } from 'drizzle-orm'
import { MailRefused } from '../adapters/mail.ts'
import type { OperationKinds } from '../core/call/context.ts'
import { VendorRefusal } from '../core/operations/operations.ts'
import { users } from '../people/people-tables.ts'
import { reviewDecisions } from './listing-tables.ts'

/** Mails the decision to the seller when it can no longer be undone. */
export const reviewOperations: OperationKinds = {
  'review.announce': {
    run: async (operation, { database, mail, settings }) => {
      const [decision] = await database.db
        .select({
          kind: reviewDecisions.kind,
          decision: reviewDecisions.decision,
          message: reviewDecisions.message,
          email: users.email,
        })
        .from(reviewDecisions)
        .leftJoin(users, and(eq(users.uid, reviewDecisions.owner_uid), isNull(users.deleted_at)))
        .where(eq(reviewDecisions.id, String(operation.details.decision_id)))
      // The seller is gone: the decision stands without a mail.
      if (!decision?.email) return { reference: 'no address' }
      const what = decision.kind === 'listing' ? 'Your listing' : 'Your request to promote'
      const title = operation.details.title ? ` "${operation.details.title}"` : ''
      try {
        const reference = await mail.send({
          key: operation.id,
          from: settings.mailFrom,
          to: decision.email,
          subject: `${what} was ${decision.decision}`,
          text: `${what}${title} was ${decision.decision}.\n${decision.message ? `\n${decision.message}\n` : ''}`,
        })
        return { reference }
      } catch (error) {
        throw error instanceof MailRefused ? new VendorRefusal(error.message) : error
      }
    },
    settled: async (operation, db) => {
      await db
        .update(reviewDecisions)
        .set({ announced_at: new Date().toISOString() })
        .where(eq(reviewDecisions.operation_id, operation.id))
    },
    answer: () => null,
  },
}
