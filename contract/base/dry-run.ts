import { Id, text } from './endpoint.ts'
import { z } from './zod.ts'

/** The header of a dry run of a changing call. Its only value is `true`. */
export const dryRunHeader = 'Dry-Run'

const Subject = z.object({ kind: text(100), id: text(1000) }).nullable()

/** What a changing call would do now, in the words in which it is written down when it is done. */
export const DryRun = z.object({
  dry_run: z.literal(true),
  /** Its audit rows: the first about the call itself, then those about other records that it changes. */
  deeds: z.array(
    z.object({
      /** The name of the call, such as `users.ban`. */
      action: text(200),
      subject: Subject,
      reason: z.string().nullable(),
      /** The record, or its changed fields. */
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  /** The events for the marketplace. */
  events: z.array(z.object({ type: text(100), data: z.looseObject({}) })),
  /** What would leave the system afterwards: refunds, payouts, labels, mails and notices. */
  operations: z.array(
    z.object({
      kind: Id,
      subject: Subject,
      /** In the minor unit of its record's currency. */
      cents: z.int().nullable(),
    }),
  ),
})
export type DryRun = z.infer<typeof DryRun>
