import { own } from '@portreeve/contract/base/own'
import { disputeTypes } from '@portreeve/contract/money/disputes'
import type { Shown, TimelineEntry } from '@portreeve/contract/staff/audit'
import { actionWords, spaced } from './actions.ts'
import { shortLocal } from './dates.ts'
import { dollars } from './money.ts'
import { count } from './words.ts'

type Fields = Readonly<Record<string, unknown>>

/** An audit row in words. */
export interface Sentence {
  readonly words: string
  /** The words say all that has changed: the fields need not be listed. */
  readonly complete: boolean
}

type Row = Pick<TimelineEntry, 'action' | 'before' | 'after' | 'operation' | 'currency'>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const size = (value: unknown) => (Array.isArray(value) ? value.length : null)
const movement = (kind: unknown) =>
  kind === 'cancel' ? 'cancellation' : kind === 'correction' ? 'correction' : 'refund'

/** '3 reports'; null where the row does not have the list. */
const amountOf = (list: unknown, one: string, many: string) => {
  const n = size(list)
  return n === null ? null : count(n, one, many)
}

/** What sentences use beside the fields: the uids' names, amounts in the record's currency, and the operation that was begun. */
interface Context {
  name: (uid: unknown) => string | null
  cents: (value: unknown) => string | null
  operation: TimelineEntry['operation']
}

/** The sentence of an action by its fields before and after; null where they do not suffice. */
type Writer = (after: Fields, before: Fields, context: Context) => string | null

const asked = (after: Fields, { cents }: Context): string | null =>
  'asked' in after
    ? `Asked a second person to approve a ${movement(after.kind)} of ${cents(after.cents) ?? 'money'}`
    : null

/** A refund whose operation is unknown is an old one, which was sent. */
const ended = (operation: TimelineEntry['operation']) =>
  operation?.state === 'failed'
    ? 'failed'
    : operation?.state === 'pending'
      ? 'on the way'
      : `sent${operation?.reference ? ` (${operation.reference})` : ''}`

const decided =
  (verb: string): Writer =>
  ({ cents: less }, { kind, cents: amount, asked_by }, { name, cents }) => {
    const by = name(asked_by)
    const part = cents(less) ? `${cents(less)} of ` : ''
    return (
      cents(amount) &&
      `${verb} ${part}the ${movement(kind)} of ${cents(amount)}${by ? `, asked by ${by}` : ''}`
    )
  }

/** '42 messages of 05/3/26 3:04pm to 05/5/26 9:00am'; null for a row without what was shown. */
function shownWords(shown: unknown): string | null {
  if (typeof shown !== 'object' || shown === null || !('messages' in shown)) return null
  const { from, to, messages } = shown as Shown
  const until = to === from ? '' : ` to ${shortLocal(to)}`
  return `${count(messages, 'message', 'messages')} of ${shortLocal(from)}${until}`
}

const writers: Readonly<Record<string, Writer>> = {
  'users.ban': () => 'Blocked the account',
  'users.unban': () => 'Unblocked the account',
  'users.reveal': ({ revealed }) =>
    Array.isArray(revealed) ? `Revealed ${revealed.map((field) => spaced(String(field))).join(', ')}` : null,
  'users.redeemGiftCard': ({ available_balance: is, gift_card }, { available_balance: was }) =>
    typeof is === 'number'
      ? `Redeemed gift card ${String(gift_card)} of ${dollars(is - Number(was ?? 0))}`
      : null,
  'userReports.resolve': ({ resolved }) =>
    size(resolved) === null ? null : `Resolved ${amountOf(resolved, 'report', 'reports')} about the person`,
  'listingReports.ignore': ({ ignored }) =>
    size(ignored) === null ? null : `Ignored ${amountOf(ignored, 'report', 'reports')} about the listing`,
  'userContent.deletePosts': ({ deleted }) =>
    size(deleted) === null ? null : `Deleted ${amountOf(deleted, 'listing', 'listings')}`,
  'userContent.deleteConversations': ({ deleted }) =>
    size(deleted) === null ? null : `Deleted ${amountOf(deleted, 'conversation', 'conversations')}`,
  'userContent.deleteCommunityContent': ({ deleted }) =>
    size(deleted) === null ? null : `Deleted ${amountOf(deleted, 'community post', 'community posts')}`,
  'posts.approve': () => 'Approved the listing',
  'posts.deny': () => 'Denied the listing',
  'listings.reopen': (_, { state }) => (typeof state === 'string' ? `Took back: ${state}` : null),
  'posts.takeBack': (_, { state }) => (typeof state === 'string' ? `Took back: ${state}` : null),
  'transactions.refund': (after, _, context) =>
    asked(after, context) ??
    (context.cents(after.refund) && `Refund of ${context.cents(after.refund)} ${ended(context.operation)}`),
  'orders.refund': (after, _, context) =>
    asked(after, context) ??
    (context.cents(after.refund) && `Refund of ${context.cents(after.refund)} begun`),
  'transactions.cancel': (after, _, context) =>
    asked(after, context) ??
    (after.status === 3
      ? `Cancelled the transaction${after.charge_seller ? ', the seller pays' : ''}${after.show_in_reviews ? ', shown in the reviews' : ''}`
      : null),
  'transactions.delivered': () => 'Marked as delivered',
  'transactions.notShipped': () => 'Marked as not shipped',
  'payments.refund': (after, _, { cents }) =>
    cents(after.refund) && `Refund of ${cents(after.refund)} made at the payment provider`,
  'disputes.open': ({ dispute_type }) => {
    const type = disputeTypes[Number(dispute_type)]
    return type ? `Dispute opened: ${type}` : 'Dispute opened'
  },
  'disputes.resolve': ({ dispute_status }) =>
    dispute_status === 1 ? 'Dispute resolved for the seller' : null,
  'disputes.decide': (after, _, context) => asked(after, context),
  'reconciliation.settle': (after, _, context) => asked(after, context),
  'approvals.request': (after, _, context) => asked(after, context),
  'approvals.approve': decided('Approved'),
  'approvals.approveLess': decided('Approved'),
  'approvals.decline': decided('Declined'),
  'approvals.withdraw': decided('Withdrew'),
  'shipping.cancelLabel': () => 'Cancelled a shipping label',
  'conversations.setRead': ({ read_status }) =>
    read_status === undefined ? null : read_status === 1 ? 'Marked as read' : 'Marked as unread',
  'conversations.send': () => 'Sent a message',
  'conversations.messages': ({ shown }) => {
    const words = shownWords(shown)
    return words && `Read ${words}`
  },
  'conversations.between': ({ with: other, shown }, _, { name }) => {
    const named = name(other)
    return named ? `Read ${shownWords(shown) ?? 'messages'} with ${named}` : null
  },
  'conversations.search': ({ searched, shown }) => {
    const words = shownWords(shown)
    return typeof searched === 'string'
      ? `Searched the messages for “${searched}”${words ? `: ${words}` : ''}`
      : null
  },
  'devices.sendVerification': () => 'Sent a device verification',
  'verification.remove': () => 'Deleted a verification code',
  'verification.sendSupportCode': () => 'Sent a verification code',
  'held.takeBack': ({ taken_back }) =>
    typeof taken_back === 'string' ? `Took back: ${actionWords(taken_back).toLowerCase()}` : null,
  'held.erased': ({ erased }) =>
    typeof erased === 'number'
      ? `${count(erased, 'deleted record was', 'deleted records were')} erased: no one restores them any more`
      : null,
  'held.undo': ({ undone }) =>
    typeof undone === 'string' ? `Undid: ${actionWords(undone).toLowerCase()}` : null,
}

/** An audit row in words, with amounts and names. @param names people's names by uid */
export function sentenceOf(row: Row, names: Readonly<Record<string, string>> = {}): Sentence {
  const name = (uid: unknown) => (typeof uid === 'string' ? (own(names, uid) ?? uid) : null)
  const writer = Object.hasOwn(writers, row.action) ? writers[row.action] : undefined
  const cents = (value: unknown) => (typeof value === 'number' ? dollars(value, row.currency) : null)
  const context = { name, cents, operation: row.operation }
  const words = writer?.(fieldsOf(row.after), fieldsOf(row.before), context) ?? null
  return words === null
    ? { words: actionWords(row.action, row.after), complete: false }
    : { words, complete: true }
}
