import type { api } from '@portreeve/contract'
import type { RefusalCode } from '@portreeve/contract/endpoint'

type Groups = typeof api
export type Name = { [G in keyof Groups]: `${G}.${Extract<keyof Groups[G], string>}` }[keyof Groups]

export interface Row {
  query?: Record<string, string>
  body?: unknown
  /** Path values, if 'unknown' is not a valid one. */
  params?: Record<string, string>
  /**
   * The refusal of an admin's well-formed call about a missing record; 'empty': the answer is an empty list; 'done': there is
   * nothing to do, or the call has no id that could be unknown.
   */
  unknown: RefusalCode | 'empty' | 'done'
  /** The same about an existing record, with a stale version. */
  stale?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
}

const text = { SubjectPart: 's', TextPart: 't', HtmlPart: null }
const withReason = { reason: 'a reason' }
const message = {
  message_data: {
    text: 'x',
    type: 0,
    senderID: 'staff-admin',
    senderDisplayName: null,
    date: '2026-01-01T00:00:00.000Z',
  },
  conversation_id: 'unknown',
  recipient_uid: 'unknown',
}
const question = {
  title: 't',
  created_at: '2026-01-01T00:00:00.000Z',
  creator_uid: null,
  body: null,
  order_id: null,
  purchaser_uid: null,
  seller_uid: null,
  product_id: null,
  tracking_number: null,
}
/** A whole record to send back, as the server returned it. */
export const transaction: { whole?: object } = {}
const person = { params: { uid: 'person' } }
const looked = { kind: 'listing', id: 'unknown' }

/** A row for each call. A new call without a row does not compile. */
export const rows: Record<Name, Row> = {
  'users.search': { query: { search_term: 'unknown' }, unknown: 'empty' },
  'users.get': { unknown: 'not_found' },
  'users.reveal': { body: { fields: ['email'], ...withReason }, unknown: 'not_found' },
  'users.export': { body: withReason, unknown: 'not_found' },
  'users.erase': { body: withReason, unknown: 'not_found' },
  'users.update': {
    body: { post_ability: 2 },
    unknown: 'not_found',
    stale: { ...person, body: { post_ability: 2 } },
  },
  'users.remove': { unknown: 'not_found' },
  'users.ban': { body: { ban_reason: 'x' }, unknown: 'not_found' },
  'users.unban': { unknown: 'not_found' },
  'users.banReasons': { unknown: 'not_found' },
  'users.redeemGiftCard': { body: { code: 'unknown' }, unknown: 'not_found' },
  'userContent.deletePosts': { unknown: 'not_found' },
  'userContent.deleteConversations': { unknown: 'not_found' },
  'userContent.deleteCommunityContent': { unknown: 'not_found' },
  'linkedAccounts.get': { unknown: 'not_found' },
  'verification.list': { unknown: 'not_found' },
  'verification.remove': { unknown: 'not_found' },
  'verification.sendSupportCode': { query: { uid: 'unknown' }, unknown: 'not_found' },
  'devices.list': { unknown: 'not_found' },
  'devices.sendVerification': { unknown: 'not_found' },
  'userReports.list': { unknown: 'empty' },
  'userReports.resolve': { body: { status: 'resolved' }, unknown: 'not_found' },
  'listingReports.list': { unknown: 'empty' },
  'listingReports.ignore': { body: { status: 'ignored' }, unknown: 'not_found' },
  'posts.pending': { unknown: 'done' },
  'posts.approve': { unknown: 'not_found', stale: { params: { id: 'listing' } } },
  'posts.deny': {
    body: { message: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'listing' }, body: { message: 'x' } },
  },
  'posts.takeBack': { unknown: 'not_found' },
  'posts.ofUser': { unknown: 'not_found' },
  'posts.deniedOfUser': { unknown: 'not_found' },
  'posts.remove': { unknown: 'not_found' },
  'listingSearch.search': { query: { searchTerm: 'unknown' }, unknown: 'empty' },
  'collections.list': { unknown: 'done' },
  'collections.create': { body: { title: 'x' }, unknown: 'done' },
  'collections.get': { unknown: 'not_found' },
  'collections.update': {
    body: { title: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'collection' }, body: { title: 'x' } },
  },
  'collections.remove': { unknown: 'not_found', stale: { params: { id: 'collection' } } },
  'collections.items': { unknown: 'not_found' },
  'collections.addItem': { body: { item_id: 'unknown', collection: 'unknown' }, unknown: 'not_found' },
  'collections.removeItem': { unknown: 'not_found' },
  'questions.list': { unknown: 'done' },
  'questions.get': { unknown: 'not_found' },
  'questions.update': {
    body: { id: 'unknown', ...question },
    unknown: 'not_found',
    stale: { params: { id: 'question' }, body: { id: 'question', ...question } },
  },
  'questions.remove': { unknown: 'not_found', stale: { params: { id: 'question' } } },
  'keywords.list': { unknown: 'done' },
  'keywords.create': { body: { terms: 'a,b', preferred_term: 'c' }, unknown: 'done' },
  'keywords.update': {
    body: { terms: 'x,y' },
    unknown: 'not_found',
    stale: { params: { id: 'keyword' }, body: { terms: 'x,y' } },
  },
  'keywords.remove': { unknown: 'not_found', stale: { params: { id: 'keyword' } } },
  'keywords.reach': { query: { terms: 'a', preferred_term: 'b' }, unknown: 'done' },
  'moderatingMessages.get': { unknown: 'done' },
  'moderatingMessages.update': { body: { admin_messages: { key: 'text' } }, unknown: 'done' },
  'promotedPosts.list': { unknown: 'done' },
  'promotedPosts.approve': {
    body: { data: 'unknown' },
    unknown: 'not_found',
    stale: { params: { id: 'request' }, body: { data: 'person' } },
  },
  'promotedPosts.deny': {
    body: { data: 'unknown', message: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'request' }, body: { data: 'person', message: 'x' } },
  },
  'promotedPosts.takeBack': { unknown: 'not_found' },
  'promotedPosts.ofUser': { unknown: 'not_found' },
  'review.background': { params: { kind: 'listing', id: 'unknown' }, unknown: 'not_found' },
  'review.look': { body: { page: 'page', case: looked }, unknown: 'done' },
  'held.mine': { unknown: 'empty' },
  'held.undo': { unknown: 'not_found' },
  'held.explain': { body: withReason, unknown: 'not_found' },
  'transactions.list': { unknown: 'done' },
  'transactions.get': { unknown: 'not_found' },
  'transactions.money': { unknown: 'not_found' },
  'transactions.save': {
    get body() {
      return { ...transaction.whole, id: 'unknown' }
    },
    unknown: 'not_found',
    stale: {
      params: { id: 'txn' },
      get body() {
        return { ...transaction.whole, price: 200 }
      },
    },
  },
  'transactions.delivered': { unknown: 'not_found' },
  'transactions.notShipped': { unknown: 'not_found' },
  'transactions.cancel': {
    query: { charge_seller: '0', show_cancellation_in_seller_reviews: '0' },
    unknown: 'not_found',
  },
  'transactions.refund': { body: { amount: 1 }, unknown: 'not_found' },
  'transactions.tracking': { body: { tracking_number: 'x', carrier: 'x' }, unknown: 'not_found' },
  'transactions.ofUser': { unknown: 'not_found' },
  'transactions.between': { query: { party1: 'unknown', party2: 'unknown' }, unknown: 'empty' },
  'approvals.list': { unknown: 'empty' },
  'approvals.approve': { unknown: 'not_found' },
  'approvals.decline': { body: withReason, unknown: 'not_found' },
  'approvals.withdraw': { unknown: 'not_found' },
  'orders.get': { unknown: 'not_found' },
  'orders.reveal': { body: withReason, unknown: 'not_found' },
  'disputes.open': {
    body: { dispute_type: 1, creator_uid: 'person', purchase_transaction: 'unknown' },
    unknown: 'not_found',
  },
  'disputes.resolve': { unknown: 'not_found' },
  'shipping.cancelLabel': { unknown: 'not_found' },
  'conversations.ofUser': { unknown: 'empty' },
  'conversations.between': { query: { from: 'unknown', to: 'unknown' }, unknown: 'empty' },
  'conversations.messages': { unknown: 'not_found' },
  'conversations.search': { query: { q: 'unknown' }, unknown: 'empty' },
  'conversations.get': { unknown: 'not_found' },
  'conversations.unread': { unknown: 'done' },
  'conversations.setRead': { body: { read_status: 1 }, unknown: 'not_found' },
  'conversations.send': { body: { data: message }, unknown: 'not_found' },
  'conversations.typing': { unknown: 'not_found' },
  'conversations.handled': { params: { uid: 'staff-admin', key: 'unknown' }, unknown: 'done' },
  'macros.list': { unknown: 'done' },
  'macros.create': { body: { text: 'x', title: 'x' }, unknown: 'done' },
  'macros.update': {
    body: { text: 'x', title: 'x' },
    unknown: 'not_found',
    stale: { params: { id: 'macro' }, body: { text: 'x', title: 'x' } },
  },
  'macros.remove': { unknown: 'not_found', stale: { params: { id: 'macro' } } },
  'macros.use': { unknown: 'not_found' },
  'emailTemplates.list': { unknown: 'done' },
  'emailTemplates.get': { unknown: 'not_found' },
  'emailTemplates.create': { body: { TemplateName: 'fresh', ...text }, unknown: 'done' },
  'emailTemplates.update': {
    body: { TemplateName: 'unknown', ...text },
    unknown: 'not_found',
    stale: { params: { id: 'template' }, body: { TemplateName: 'template', ...text } },
  },
  'emailTemplates.remove': { unknown: 'not_found', stale: { params: { id: 'template' } } },
  'emailTemplates.versions': { unknown: 'not_found' },
  'emailTemplates.version': { params: { id: 'unknown', version: '1' }, unknown: 'not_found' },
  'emailTemplates.sendTest': {
    body: { TemplateName: 'unknown', ...text, values: {} },
    unknown: 'done',
  },
  'emailTemplates.variables': { unknown: 'done' },
  'emailTemplates.saveVariable': {
    params: { name: 'fresh' },
    body: { sample: 'x' },
    unknown: 'done',
    stale: { params: { name: 'variable' }, body: { sample: 'x' } },
  },
  'emailTemplates.removeVariable': { unknown: 'not_found', stale: { params: { name: 'variable' } } },
  'config.get': { unknown: 'done' },
  'staff.me': { unknown: 'done' },
  'staff.mySignIn': { unknown: 'done' },
  'staff.endMySession': { unknown: 'not_found' },
  'staff.endMyOtherSessions': { unknown: 'done' },
  'staff.list': { unknown: 'done' },
  'staff.invite': {
    body: { email: 'new@portreeve.test', displayName: 'New', role: 'support' },
    unknown: 'done',
  },
  'staff.sendPasswordLink': { unknown: 'not_found' },
  'staff.changeRole': { body: { role: 'support' }, unknown: 'not_found' },
  'staff.disable': { unknown: 'not_found' },
  'staff.enable': { unknown: 'not_found' },
  'staff.resetSecondFactor': { unknown: 'not_found' },
  'staff.sessions': { unknown: 'not_found' },
  'staff.endSession': { unknown: 'not_found' },
  'staff.endSessions': { unknown: 'not_found' },
  'timeline.of': { params: { kind: 'user', id: 'unknown' }, unknown: 'empty' },
  'notes.create': { body: { kind: 'user', id: 'unknown', text: 'x' }, unknown: 'not_found' },
  'audit.list': { query: { actor: 'unknown' }, unknown: 'empty' },
  'audit.export': { query: { actor: 'unknown' }, unknown: 'done' },
}
