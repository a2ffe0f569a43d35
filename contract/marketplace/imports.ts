import { Cents, Id, SourceTime, Time, text } from '../base/endpoint.ts'
import { entity } from '../base/import-entity.ts'
import { z } from '../base/zod.ts'
import { Conversation, Message } from '../conversations/conversations.ts'
import { EmailTemplate } from '../conversations/email-templates.ts'
import { Macro } from '../conversations/macros.ts'
import { Collection } from '../listings/collections.ts'
import { Keyword } from '../listings/keywords.ts'
import { ListingReport } from '../listings/listing-reports.ts'
import { messageMaps } from '../listings/moderating-messages.ts'
import { Post } from '../listings/posts.ts'
import { PromotedPost } from '../listings/promoted-posts.ts'
import { Question } from '../listings/questions.ts'
import { Dispute, disputeCase } from '../money/disputes.ts'
import { OrderRow } from '../money/orders.ts'
import { ShipLabel } from '../money/shipping.ts'
import { TransactionRow } from '../money/transaction-row.ts'
import { Device } from '../people/devices.ts'
import { UserReport } from '../people/user-reports.ts'
import { User } from '../people/users.ts'
import { Staff } from '../staff/staff.ts'
import { declaredFields, extra, theirs } from './declared-fields.ts'

const users = ['users']
const people = ['users', 'staff']
const amount = Cents.min(0, 'is below 0')

/** Every file of an import, in the order of reading: referenced files come first. */
export const imports = [
  declaredFields,
  entity('users', 'The people of the marketplace.', {
    key: ['uid'],
    // `gift_card.redeemed` says what to add.
    notDecided: { 'the marketplace keeps the sum': ['available_balance', 'pending_balance'], ...theirs },
    row: User.omit({ version: true }).partial().required({ uid: true }).extend({ extra }).strict(),
    sourceTimes: ['created_at', 'lastActive'],
  }),
  entity('staff', 'Who may work in the console. A person who was disabled here stays disabled.', {
    key: ['uid'],
    deletable: false,
    row: Staff.partial({ displayName: true }).strict(),
  }),
  entity('ban_reasons', 'Why people were blocked.', {
    key: ['id'],
    byStaff: 'A reason that staff gave is neither changed nor deleted, and no row is written in their name.',
    row: z.strictObject({
      id: Id.optional().describe('The reason; made of the other fields when missing.'),
      uid: Id.describe('The person blocked.'),
      reason: text(10_000).nullish().describe('Why.'),
      created_at: Time.describe('When.'),
      actor: text(1000).nullish().describe('Who blocked them.'),
    }),
    references: { uid: users },
  }),
  entity('devices', "People's telephones and tablets.", {
    key: ['id'],
    row: Device.extend({ uid: Id.describe('Whose it is.') })
      .partial()
      .required({ uid: true })
      .strict()
      .refine((device) => (device.id ?? device.device_id ?? '') !== '', 'needs id or device_id'),
    references: { uid: users },
    sourceTimes: ['created_at'],
  }),
  entity('verification_codes', 'Codes that people were sent to prove who they are.', {
    key: ['id'],
    row: z.strictObject({
      id: Id.describe('The code’s row.'),
      uid: Id.describe('Whose it is.'),
      code: text(100).describe('The code.'),
      created_at: SourceTime.describe('When it was made.'),
    }),
    references: { uid: users },
    sourceTimes: ['created_at'],
  }),
  entity('gift_cards', 'Gift cards. A redeemed gift card stays redeemed, also when a row says otherwise.', {
    key: ['code'],
    row: z.strictObject({
      code: text(200).min(1, 'is empty').describe('What the person types.'),
      cents: Cents.min(1, 'is below 1').describe('Its worth in cents.'),
      created_at: Time.describe('When it was made.'),
      redeemed_by: Id.nullish().describe('Who redeemed it; null while open.'),
      redeemed_at: Time.nullish().describe('When it was redeemed.'),
    }),
    notDecided: { 'never changes once it is redeemed': ['redeemed_by', 'redeemed_at'] },
    references: { redeemed_by: users },
  }),
  entity('listings', 'What people sell or want.', {
    key: ['key'],
    notDecided: theirs,
    row: Post.omit({ version: true })
      .partial()
      .required({ key: true, creatorUID: true })
      .extend({
        price: z
          .number()
          .min(0, 'is below 0')
          .max(1e12)
          .nullish()
          .describe('The price in dollars, for display (D-049).'),
        price_as_smallest_currency_unit: amount.nullish().describe('The price in cents; wins over price.'),
        shipping_cost: amount.nullish().describe('Shipping cost in cents.'),
        extra,
      })
      .strict(),
    references: { creatorUID: users },
    sourceTimes: ['creationDate'],
  }),
  entity('content_reports', 'Reports about listings, one line each.', {
    key: ['id'],
    row: ListingReport.partial({ reporter_uid: true, report_reason_id: true, status: true }).strict(),
    references: { post_key: ['listings'], reporter_uid: users },
  }),
  entity('user_reports', 'Reports about people.', {
    key: ['id'],
    row: UserReport.omit({ reporter: true })
      .partial({ reporter_uid: true, report_reason_id: true, input: true, status: true })
      .strict(),
    references: { reporting_uid: users, reporter_uid: users },
  }),
  entity('orders', 'A payment for one or more transactions.', {
    key: ['id'],
    notDecided: { 'the marketplace knows how its buyer paid': ['currency'] },
    deletable: false,
    row: OrderRow,
    references: { buyer_uid: users },
  }),
  entity('transactions', 'One purchase of one listing.', {
    key: ['id'],
    notDecided: {
      'follows the row of the dispute': ['dispute_id', 'dispute_status'],
      'never changes once money has moved': ['currency'],
      ...theirs,
    },
    deletable: false,
    row: TransactionRow.extend({ extra }).strict(),
    references: { seller_uid: users, purchaser_uid: users, order_id: ['orders'] },
  }),
  entity('disputes', 'Quarrels about transactions.', {
    key: ['id'],
    deletable: false,
    row: Dispute.partial({ resolved_at: true }).extend(z.object(disputeCase).partial().shape).strict(),
    references: { transaction_id: ['transactions'], creator_uid: users },
  }),
  entity('ship_labels', 'Shipping labels of transactions.', {
    key: ['id'],
    deletable: false,
    row: ShipLabel.omit({ refund_state: true })
      .partial()
      .required({ id: true, transaction_id: true, created_at: true, status: true })
      .strict(),
    references: { transaction_id: ['transactions'] },
  }),
  entity('conversations', 'Who writes to whom. Needs participants or members.', {
    key: ['id'],
    notDecided: {
      'follows the newest message': ['lastMessage', 'date'],
      'who takes part and has read it; what staff have read stays': [
        'participants',
        'members',
        'readByUsers',
      ],
    },
    deletable: false,
    row: Conversation.omit({ key: true, read_status: true })
      .extend({ id: Id.describe('The conversation.') })
      .partial()
      .required({ id: true, conversationsMessagesID: true, date: true })
      .strict()
      .refine(
        ({ participants = [], members = {} }) => participants.length + Object.keys(members).length > 0,
        'needs participants or members',
      )
      .refine(
        ({ participants = [], members = {}, readByUsers = {} }) =>
          Object.keys(readByUsers).every((uid) => participants.includes(uid) || Object.hasOwn(members, uid)),
        'readByUsers names a person who takes no part',
      ),
    references: { participants: people, members: people },
  }),
  entity('messages', 'What people wrote in conversations.', {
    key: ['id'],
    byStaff: 'A message that staff wrote is not changed, and no row is written in their name.',
    deletable: false,
    row: Message.omit({ author: true, timestamp: true, writtenBy: true, files: true })
      .extend({ conversation_id: Id.describe('Where it was written.') })
      .partial()
      .required({ id: true, conversation_id: true, senderID: true, date: true })
      .strict(),
    references: { conversation_id: ['conversations'], senderID: people },
  }),
  entity('promoted_posts', 'Wishes to have a listing promoted.', {
    key: ['id'],
    notDecided: { 'the payment provider has it': ['charge'] },
    row: PromotedPost.omit({ version: true })
      .partial()
      .required({ id: true, owner_uid: true, created_at: true, approval_status: true })
      .extend({ price: amount.nullish().describe('What the promotion costs, cents (D-131).') })
      .strict(),
    references: { owner_uid: users, post_id: ['listings'] },
  }),
  entity('collections', 'Sets of listings that staff put together.', {
    key: ['id'],
    row: Collection.omit({ version: true }).partial().required({ id: true, created_at: true }).strict(),
  }),
  entity('collection_items', 'Which listings are in which collection.', {
    key: ['collection_id', 'post_key'],
    row: z.strictObject({
      collection_id: Id.describe('The collection.'),
      post_key: Id.describe('The listing.'),
      added_at: Time.describe('When it was put in.'),
    }),
    references: { collection_id: ['collections'], post_key: ['listings'] },
  }),
  entity('questions', 'Community posts.', {
    key: ['id'],
    row: Question.omit({ version: true }).partial().required({ id: true, created_at: true }).strict(),
    references: { creator_uid: users },
  }),
  entity('similar_content_keywords', 'Slang terms and what they stand for.', {
    key: ['id'],
    row: Keyword.omit({ version: true }).required({ created_at: true }).strict(),
  }),
  entity('moderating_messages', 'Canned messages of the review.', {
    key: ['map', 'key'],
    row: z.strictObject({
      map: z.enum(messageMaps).describe('Which of the two maps it belongs to.'),
      key: text(200).min(1, 'is empty').describe('Its key in the map.'),
      text: text(10_000).describe('The message.'),
    }),
  }),
  entity('macros', 'Canned replies.', {
    key: ['id'],
    row: Macro.omit({ uses: true, version: true, actions: true }).strict(),
  }),
  entity('email_templates', 'Mails to fill in and send.', {
    key: ['TemplateName'],
    row: EmailTemplate.omit({ version: true })
      .extend({ CreatedTimestamp: SourceTime.describe('When it was made.') })
      .partial({ SubjectPart: true, TextPart: true, HtmlPart: true })
      .strict(),
    sourceTimes: ['CreatedTimestamp'],
  }),
] as const

export type ImportName = (typeof imports)[number]['name']
/** A checked line of one file. */
export type ImportRow<Name extends ImportName> = z.infer<
  Extract<(typeof imports)[number], { name: Name }>['row']
>
