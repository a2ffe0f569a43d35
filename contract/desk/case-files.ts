// Group: case files. The console's address is `case-file`; staff read "Case file".

import { Currency } from '../base/currency.ts'
import { Cents, Id, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { User } from '../people/users.ts'
import { Shown } from '../staff/audit.ts'
import { Proof } from '../staff/proof.ts'

/** Chosen records of one case file at most, and messages in its conversations. */
export const maxCaseRecords = 200
export const maxCaseMessages = 5000

/** Identifies the chosen records. */
const Choice = z.strictObject({
  /** Who asks for the file, and on which legal ground. */
  purpose: text(2000).refine((words) => words.trim() !== '', 'is empty'),
  transactions: z.array(Id).max(maxCaseRecords, `names more than ${maxCaseRecords}`),
  listings: z.array(Id).max(maxCaseRecords, `names more than ${maxCaseRecords}`),
  conversations: z
    .array(
      z
        .strictObject({ id: Id, from: Time.optional(), to: Time.optional() })
        .refine(
          ({ from, to }) => !from || !to || Date.parse(from) <= Date.parse(to),
          'ends before it begins',
        ),
    )
    .max(maxCaseRecords, `names more than ${maxCaseRecords}`),
  /** What others reported about the person. */
  reports: z.boolean(),
  /** What staff decided about the person and the chosen records. */
  decisions: z.boolean(),
  /** Who read private parts of them, and when. */
  reads: z.boolean(),
  /** Staff by their names, rather than by their role and a letter. */
  staff_names: z.boolean(),
  /** A proof that the audit log has what the file says (docs/export.md). */
  proof: z.boolean().optional(),
})
export type CaseChoice = z.infer<typeof Choice>

const Words = z.string().nullable()
/** The person, 'Person A' or 'Support A'. */
const Who = z.string()

const CaseMessage = z.object({
  at: Time,
  from: Who,
  /** The staff member who wrote it in the name of the sender. */
  written_by: Who.nullable(),
  text: Words,
  /** The address of an image, or the title of a listing. */
  attached: Words,
})

const CaseEntry = z.object({
  at: Time,
  by: Who,
  /** The name of the call, e.g. 'users.ban'. */
  action: z.string(),
  about: z.object({ kind: z.string(), id: z.string() }),
})

/**
 * A case file: records of one person for a lawyer or an authority. What is personal to another person is a bar with its ground
 * beside it, in each text: '█████ [email address of Person A]'.
 */
export const CaseFile = z.object({
  made_at: Time,
  made_by: Who,
  purpose: z.string(),
  person: User.extend({ deleted_at: Time.nullable() }),
  transactions: z.array(
    z.object({
      ...{ id: z.string(), public_id: Words, title: Words, order_id: Words },
      ...{ seller: Who, buyer: Who, price: Cents, shipping_cost: Cents.nullable(), currency: Currency },
      ...{
        status: z.int().nullable(),
        shipping_status: z.int().nullable(),
        payout_status: z.int().nullable(),
      },
      ...{ bought_at: Time, delivered_at: Time.nullable() },
      /** The movements of money in the ledger, oldest first. Their cents sum to zero. */
      movements: z.array(
        z.object({
          at: Time,
          kind: z.string(),
          reference: Words,
          lines: z.array(z.object({ account: z.string(), cents: Cents })),
        }),
      ),
      disputes: z.array(
        z.object({
          ...{ id: z.string(), opened_at: Time, resolved_at: Time.nullable(), by: Who, type: z.int() },
          ...{ buyer_statement: Words, seller_statement: Words },
          ...{ outcome: Words, reason: Words, refunded_cents: Cents.nullable() },
        }),
      ),
    }),
  ),
  listings: z.array(
    z.object({
      ...{ id: z.string(), title: Words, description: Words, condition: Words, price: Cents.nullable() },
      ...{ created_at: Words, deleted_at: Time.nullable(), state: z.string(), message: Words },
      photos: z.array(z.string()),
    }),
  ),
  conversations: z.array(
    z.object({
      id: z.string(),
      listing: Words,
      members: z.array(Who),
      /** The chosen range; null where it is open. */
      ...{ from: Time.nullable(), to: Time.nullable() },
      messages: z.array(CaseMessage),
    }),
  ),
  /** The newest first, `maxCaseRecords` at most. */
  reports: z.array(z.object({ at: Time, by: Who, reason: Words, text: Words, state: z.string() })),
  decisions: z.array(
    CaseEntry.extend({
      reason: Words,
      /** Its numbers, such as cents, and its switches, by field. */
      figures: z.record(z.string(), z.union([z.number(), z.boolean()])),
      /** Of its amounts (ISO 4217); missing for what is no transaction or order. */
      currency: Currency.optional(),
    }),
  ),
  reads: z.array(CaseEntry.extend({ shown: Shown.nullable() })),
  /** What the file does not have, how much of it (null: not counted), and why. */
  left_out: z.array(z.object({ what: z.string(), count: z.int().nullable(), why: z.string() })),
})
export type CaseFile = z.infer<typeof CaseFile>

/** A file with its proof. */
export const SignedCaseFile = z.object({
  file: CaseFile,
  /** SHA-256 of the file as canonical JSON (RFC 8785), in hex. */
  digest: z.string(),
  /** A JWS that claims the digest, by a key of the published `/identity/jwks` (docs/export.md). */
  signature: z.string(),
  /** The proof by the audit log, if it was asked for. With it the whole is a proof bundle. */
  proof: Proof.nullable(),
})
export type SignedCaseFile = z.infer<typeof SignedCaseFile>

export const caseFiles = {
  make: post('/v1/admin/users/{uid}/case_file', {
    may: 'users.export',
    deed: { subject: 'user' },
    about: `Makes a case file of a person for a lawyer or an authority: chosen transactions, listings and messages, the reports about the person, the decisions about them, and who read them. With “proof” it has the rows of the audit log about these records, with Merkle paths to a signed head. Personal data of others is blacked out with the ground beside it. The file is signed and not kept; the audit row has the purpose and the digest. Refuses with refused more than ${maxCaseRecords} records or ${maxCaseMessages} messages, and records that are not the person's. Not part of the spec.`,
    body: Choice,
    data: SignedCaseFile,
    remembered: false,
  }),
}
