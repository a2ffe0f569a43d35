import { Cents, Id, Time, text } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'
import { Collection } from '../listings/collections.ts'
import { Keyword } from '../listings/keywords.ts'
import { reviewStates } from '../listings/posts.ts'
import { PromotedPost } from '../listings/promoted-posts.ts'
import { Question } from '../listings/questions.ts'
import { appealOutcomes, Grounds, Measure, measureEnds } from '../people/measures.ts'
import { measureNames, restrictions } from '../people/policies.ts'
import { UserChange } from '../people/users.ts'
import { StoredFile } from '../staff/files.ts'
import { changed, listing, listingExample, reason, shape } from './event-shapes.ts'

const user = { uid: Id }
const appeal = { ...user, appeal_id: Id, measure_id: Id.describe('The decision.') }
const appealExample = { uid: 'ana', appeal_id: 'appeal-1', measure_id: 'ms_2' }
const reports = z.array(Id).describe('The reports.')
const review = z.strictObject({ review_state: z.enum(reviewStates) })
const approval = PromotedPost.pick({ approval_status: true }).strict()
const promotion = { promotion_id: Id, owner_uid: Id, listing_id: Id.nullable() }
const promotionExample = { promotion_id: 'promotion-1', owner_uid: 'ana', listing_id: 'lamp-1' }
const balance = z.strictObject({ available_balance: Cents.nullable() })
/** A changed record; null before it: the record is new. */
const record = <S extends z.ZodType>(fields: S) => ({ before: fields.nullable(), after: fields })
const messages = z.record(text(200), text(10_000).nullable())
const maps = z.strictObject({ admin_messages: messages, promoted_post_review_messages: messages }).partial()

/** The events about people, listings and what staff write. */
export const contentEvents = {
  'user.blocked': shape(
    {
      ...{ ...user, reason, ...changed(z.strictObject({ isBanned: z.boolean() })) },
      until: Time.nullable().optional().describe('When it ends by itself; null or absent: not by itself.'),
    },
    {
      ...{ uid: 'ana', reason: 'Sold fakes', until: null },
      ...{ before: { isBanned: false }, after: { isBanned: true } },
    },
  ),
  'user.unblocked': shape(
    { ...user, ...changed(z.strictObject({ isBanned: z.boolean() })) },
    { uid: 'ana', before: { isBanned: true }, after: { isBanned: false } },
  ),
  'user.restricted': shape(
    { ...user, measure_id: Id, restriction: z.enum(namesOf(restrictions)), reason, until: Time.nullable() },
    {
      ...{ uid: 'ana', measure_id: 'ms_1', restriction: 'no_messages', reason: 'Wrote to forty strangers' },
      until: '2026-06-01T00:00:00.000Z',
    },
  ),
  'user.restriction_ended': shape(
    { ...user, measure_id: Id, restriction: z.enum(namesOf(restrictions)), how: z.enum(measureEnds) },
    { uid: 'ana', measure_id: 'ms_1', restriction: 'no_messages', how: 'time' },
  ),
  'decision.noticed': shape(
    {
      ...user,
      measure_id: Id,
      measure: z.enum(measureNames),
      subject: Measure.shape.subject.pick({ kind: true, id: true }),
      grounds: z.array(Grounds),
      reason,
      until: Time.nullable(),
      automated: z.boolean().describe('Whether a program took part.'),
      text: text(100_000).describe('The whole statement, as the team sends it.'),
    },
    {
      ...{ uid: 'ana', measure_id: 'ms_2', measure: 'listing_denied' },
      subject: { kind: 'listing', id: 'lamp-1' },
      grounds: [
        {
          ...{ policy: 'pol_1', version: 1, name: 'Prohibited goods', ground: 'terms', reference: '§ 4' },
          words: 'Weapons may not be sold here.',
        },
      ],
      ...{ reason: 'It is a switchblade.', until: null, automated: false },
      text: 'Your listing was not published. …',
    },
  ),
  'appeal.opened': shape(
    { ...appeal, text: text(10_000).describe('What the person says.') },
    { ...appealExample, text: 'It is a letter opener.' },
  ),
  'appeal.asked': shape(
    { ...appeal, text: text(10_000).describe('The question.') },
    { ...appealExample, text: 'Can you send a photo of its blade?' },
  ),
  'appeal.decided': shape(
    {
      ...{ ...appeal, outcome: z.enum(appealOutcomes), reason },
      text: text(100_000).describe('The whole answer, as the team sends it.'),
    },
    {
      ...{ ...appealExample, outcome: 'reversed', reason: 'It is no weapon.' },
      text: 'We have decided on your appeal. …',
    },
  ),
  'user.updated': shape(
    {
      ...user,
      // An imported value may break the rules for a new one.
      before: z.record(text(100), z.union([z.string(), z.number()]).nullable()),
      after: UserChange,
    },
    { uid: 'ana', before: { post_ability: 1 }, after: { post_ability: 0 } },
  ),
  'user.deleted': shape(user, { uid: 'ana' }),
  'person.erased': shape(
    { ...user, called: Id.describe('The pseudonym in the transactions that stay.') },
    { uid: 'ana', called: 'erased-0f8b7a52-1c0d-4c5e-9a33-2f6f0a1d9e77' },
  ),
  'gift_card.redeemed': shape(
    { ...user, code: text(200), cents: Cents, ...changed(balance) },
    {
      ...{ uid: 'ana', code: 'GIFT-25', cents: 2500 },
      ...{ before: { available_balance: 0 }, after: { available_balance: 2500 } },
    },
  ),
  'verification_code.sent': shape(
    {
      ...user,
      code_id: Id.nullable().describe('The support code; null: the code of a device.'),
      device_id: Id.nullable(),
    },
    { uid: 'ana', code_id: 'vc_1', device_id: null },
  ),
  'verification_code.deleted': shape({ ...user, code_id: Id }, { uid: 'ana', code_id: 'vc_1' }),
  'user_report.resolved': shape({ ...user, reports }, { uid: 'ana', reports: ['report-1', 'report-2'] }),
  'user_report.reopened': shape({ ...user, reports }, { uid: 'ana', reports: ['report-1', 'report-2'] }),
  'listing.approved': shape(
    { ...listing, ...changed(review) },
    {
      ...{ ...listingExample },
      ...{ before: { review_state: 'pending' }, after: { review_state: 'approved' } },
    },
  ),
  'listing.denied': shape(
    { ...listing, reason, ...changed(review) },
    {
      ...{ ...listingExample, reason: 'The photo shows another lamp.' },
      ...{ before: { review_state: 'pending' }, after: { review_state: 'denied' } },
    },
  ),
  'listing.pending': shape(
    { ...listing, ...changed(review) },
    { ...listingExample, before: { review_state: 'denied' }, after: { review_state: 'pending' } },
  ),
  'listing.deleted': shape({ ...listing }, listingExample),
  'listing.restored': shape({ ...listing }, listingExample),
  'listing_report.ignored': shape(
    { listing_id: Id, reports },
    { listing_id: 'lamp-1', reports: ['report-3'] },
  ),
  'listing_report.reopened': shape(
    { listing_id: Id, reports },
    { listing_id: 'lamp-1', reports: ['report-3'] },
  ),
  'promotion.decided': shape(
    { ...promotion, decision: z.enum(['approved', 'denied']), reason, ...changed(approval) },
    {
      ...{ ...promotionExample, decision: 'approved', reason: null },
      ...{ before: { approval_status: 1 }, after: { approval_status: 2 } },
    },
  ),
  'promotion.pending': shape(
    { ...promotion, ...changed(approval) },
    { ...promotionExample, before: { approval_status: 2 }, after: { approval_status: 1 } },
  ),
  'message.sent': shape(
    {
      conversation_id: Id,
      message_id: Id,
      sender_uid: Id.describe('The account in whose name it was written.'),
      recipients: z.array(Id).describe('The others who take part in the conversation.'),
      text: text(100_000),
      sent_at: Time,
      files: z
        .array(StoredFile)
        .optional()
        .describe(
          'The files that staff sent with it; missing without any. `GET /v1/events/files/{id}` has their bytes.',
        ),
    },
    {
      ...{ conversation_id: 'ana_support', message_id: 'msg_1', sender_uid: 'support', recipients: ['ana'] },
      ...{ text: 'Your refund is on its way.', sent_at: '2026-05-03T09:00:00.000Z' },
    },
  ),
  'conversation.deleted': shape(
    { conversation_id: Id, members: z.array(Id) },
    { conversation_id: 'ana_ben', members: ['ana', 'ben'] },
  ),
  'conversation.restored': shape(
    { conversation_id: Id, members: z.array(Id) },
    { conversation_id: 'ana_ben', members: ['ana', 'ben'] },
  ),
  'question.changed': shape(
    { question_id: Id, ...record(Question.omit({ version: true }).partial().strict()) },
    { question_id: 'question-1', before: { title: 'Buy here!!' }, after: { title: 'Lamps' } },
  ),
  'question.deleted': shape({ question_id: Id }, { question_id: 'question-1' }),
  'question.restored': shape({ question_id: Id }, { question_id: 'question-1' }),
  'collection.changed': shape(
    {
      collection_id: Id,
      ...record(Collection.omit({ version: true }).partial().strict()),
      added: z.array(Id).optional().describe('Listings that are in it now.'),
      removed: z.array(Id).optional().describe('Listings that are not in it any more.'),
    },
    { collection_id: 'collection-1', before: { visible: 0 }, after: { visible: 1 } },
  ),
  'collection.deleted': shape({ collection_id: Id }, { collection_id: 'collection-1' }),
  'keyword.changed': shape(
    { keyword_id: Id, ...record(Keyword.omit({ version: true }).partial().strict()) },
    { keyword_id: 'keyword-1', before: { terms: 'sofa' }, after: { terms: 'sofa, settee' } },
  ),
  'keyword.deleted': shape({ keyword_id: Id }, { keyword_id: 'keyword-1' }),
  'moderating_message.changed': shape(changed(maps), {
    before: { admin_messages: { fake: 'A fake.' } },
    after: { admin_messages: { fake: 'It is a fake.' } },
  }),
} as const
