import { del, get, Id, patch, post, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

const Days = z.int().min(1, 'is below 1').max(365, 'is above 365')

/** The deadlines of the money desk, in days. */
export const MoneySettings = z.object({
  /** Days after the purchase by which a seller has to ship. */
  days_to_ship: Days,
  /** Days that a parcel may travel after that. */
  days_in_transit: Days,
  /** Days after its opening by which staff have to decide a dispute. */
  days_to_decide: Days,
})
export type MoneySettings = z.infer<typeof MoneySettings>

/** A reason for refunds and cancellations. A retired reason stays on old refunds and is not offered any more. */
export const RefundReason = z.object({ id: Id, words: text(200), retired: z.boolean() })
export type RefundReason = z.infer<typeof RefundReason>

/** The words of a refund that was made without a reason. */
export const reasonNotGiven = 'not given'

const Words = text(200).refine((words) => words.trim() !== '', 'is empty')

/** The optional reason of a movement of money: one of the list, and free text. */
export const reasonFields = { reason_id: Id.optional(), reason: text(1000).optional() }

/** A body with these fields, of which one is required. */
export const withReason = <
  Body extends z.ZodType<{ reason_id?: string | undefined; reason?: string | undefined }>,
>(
  body: Body,
) =>
  body.refine(
    ({ reason_id, reason = '' }) => reason_id !== undefined || reason.trim() !== '',
    'needs a reason of the list, or words',
  )

export const moneySettings = {
  get: get('/v1/admin/money_settings', {
    may: 'transactions.read',
    about: 'The deadlines of the money desk. Not part of the spec.',
    data: MoneySettings,
  }),
  save: patch('/v1/admin/money_settings', {
    may: 'money.settings',
    deed: {},
    about: 'Changes deadlines of the money desk. Disputes that are open keep theirs. Not part of the spec.',
    body: z.strictObject({ ...MoneySettings.partial().shape }),
    wholeRecord: true,
    data: MoneySettings,
  }),
  reasons: get('/v1/admin/refund_reasons', {
    may: 'transactions.read',
    about: 'The reasons for refunds and cancellations, retired ones last. Not part of the spec.',
    data: z.array(RefundReason),
  }),
  addReason: post('/v1/admin/refund_reasons', {
    may: 'money.settings',
    deed: {},
    about: 'Adds a reason for refunds. Not part of the spec.',
    body: z.strictObject({ words: Words }),
    data: RefundReason,
  }),
  saveReason: patch('/v1/admin/refund_reasons/{id}', {
    may: 'money.settings',
    deed: {},
    about: 'Changes the words of a reason, or offers a retired reason again. Not part of the spec.',
    body: z.strictObject({ words: Words.optional(), retired: z.boolean().optional() }),
    data: RefundReason,
  }),
  retireReason: del('/v1/admin/refund_reasons/{id}', {
    may: 'money.settings',
    deed: {},
    about: 'Retires a reason: refunds keep it, and it is not offered any more. Not part of the spec.',
    data: RefundReason,
  }),
}
