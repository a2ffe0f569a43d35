import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'

/** What an id found in an answer belongs to. */
export type Found =
  | 'uid'
  | 'other'
  | 'listing'
  | 'transaction'
  | 'order'
  | 'conversation'
  | 'messages'
  | 'question'
  | 'collection'
  | 'template'
  | 'made'

/** A call of the specification. A text like '{uid}' in params, query or body stands for an id that was found. */
export interface BackendCall {
  /** Its row in requirements.csv. */
  row: string
  endpoint: Endpoint
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Where the answer has ids that later calls need. */
  finds?: Partial<Record<Found, string>>
}

const person = { uid: '{uid}' }

/** The reading calls of the specification: those that find ids come first. */
export const reads: BackendCall[] = [
  {
    row: 'API-36',
    endpoint: api.transactions.list,
    query: { limit: '100' },
    finds: { transaction: '0.id', order: '0.order_id', uid: '0.seller_uid', other: '0.purchaser_uid' },
  },
  { row: 'API-37', endpoint: api.transactions.list, query: { limit: '100', cancel_risk: 'true' } },
  {
    row: 'API-07',
    endpoint: api.users.search,
    query: { search_term: 'a', exclude_uid: '' },
    finds: { uid: '0.uid', other: '1.uid' },
  },
  { row: 'API-38', endpoint: api.transactions.get, params: { id: '{transaction}' } },
  { row: 'API-35', endpoint: api.orders.get, params: { id: '{order}' } },
  { row: 'API-33', endpoint: api.transactions.between, query: { party1: '{uid}', party2: '{other}' } },
  { row: 'API-48', endpoint: api.conversations.between, query: { from: '{uid}', to: '{other}' } },
  { row: 'API-08', endpoint: api.users.get, params: person },
  { row: 'API-13', endpoint: api.users.banReasons, params: person },
  { row: 'API-19', endpoint: api.posts.ofUser, params: person, finds: { listing: '0.key' } },
  { row: 'API-20', endpoint: api.posts.deniedOfUser, params: person },
  { row: 'API-22', endpoint: api.transactions.ofUser, params: person },
  { row: 'API-23', endpoint: api.promotedPosts.ofUser, params: person },
  { row: 'API-24', endpoint: api.devices.list, params: person },
  { row: 'API-26', endpoint: api.verification.list, params: person },
  {
    row: 'API-17',
    endpoint: api.conversations.ofUser,
    params: person,
    finds: { conversation: '0.key', messages: '0.conversationsMessagesID' },
  },
  {
    row: 'API-74',
    endpoint: api.conversations.between,
    finds: { conversation: '0.key', messages: '0.conversationsMessagesID' },
  },
  { row: 'API-75', endpoint: api.conversations.get, params: { id: '{conversation}' } },
  {
    row: 'API-76',
    endpoint: api.conversations.messages,
    params: { id: '{conversation}', messagesId: '{messages}' },
  },
  { row: 'API-29', endpoint: api.userReports.list },
  { row: 'API-31', endpoint: api.listingReports.list },
  { row: 'API-34', endpoint: api.config.get },
  { row: 'API-49', endpoint: api.posts.pending },
  { row: 'API-52', endpoint: api.promotedPosts.list, query: { approval_status: '1' } },
  {
    row: 'API-55',
    endpoint: api.listingSearch.search,
    query: { searchTerm: 'a', postType: '0' },
    finds: { listing: 'posts.0.key' },
  },
  { row: 'API-56', endpoint: api.moderatingMessages.get },
  { row: 'API-58', endpoint: api.collections.list, finds: { collection: '0.id' } },
  { row: 'API-60', endpoint: api.collections.get, params: { id: '{collection}' } },
  { row: 'API-63', endpoint: api.collections.items, params: { id: '{collection}' } },
  { row: 'API-66', endpoint: api.questions.list, finds: { question: 'questions.0.id' } },
  { row: 'API-67', endpoint: api.questions.get, params: { id: '{question}' } },
  { row: 'API-70', endpoint: api.keywords.list },
  { row: 'API-79', endpoint: api.macros.list },
  {
    row: 'API-83',
    endpoint: api.emailTemplates.list,
    finds: { template: 'TemplatesMetadata.0.Name' },
  },
  { row: 'API-84', endpoint: api.emailTemplates.get, params: { id: '{template}' } },
]

const scratch = 'portreeve-check'
const nothing = { uid: scratch }
const none = { id: scratch }

/** Changing calls on records that do not exist: a server that has the call refuses it in words. */
export const probes: BackendCall[] = [
  { row: 'API-09', endpoint: api.users.update, params: nothing, body: { early_access: 1 } },
  { row: 'API-10', endpoint: api.users.remove, params: nothing },
  { row: 'API-11', endpoint: api.users.ban, params: nothing, body: { ban_reason: 'Check' } },
  { row: 'API-12', endpoint: api.users.unban, params: nothing },
  { row: 'API-14', endpoint: api.users.redeemGiftCard, params: nothing, body: { code: scratch } },
  { row: 'API-15', endpoint: api.userContent.deletePosts, params: nothing },
  { row: 'API-16', endpoint: api.userContent.deleteConversations, params: nothing },
  { row: 'API-18', endpoint: api.userContent.deleteCommunityContent, params: nothing },
  { row: 'API-21', endpoint: api.posts.remove, params: none },
  { row: 'API-25', endpoint: api.devices.sendVerification, params: none },
  { row: 'API-27', endpoint: api.verification.remove, params: none },
  { row: 'API-28', endpoint: api.verification.sendSupportCode, query: nothing },
  { row: 'API-30', endpoint: api.userReports.resolve, params: nothing, body: { status: 'resolved' } },
  { row: 'API-32', endpoint: api.listingReports.ignore, params: none, body: { status: 'ignored' } },
  { row: 'API-40', endpoint: api.transactions.delivered, params: none },
  { row: 'API-41', endpoint: api.transactions.notShipped, params: none },
  { row: 'API-42', endpoint: api.transactions.cancel, params: none },
  {
    row: 'API-43',
    endpoint: api.disputes.open,
    params: none,
    body: { dispute_type: 0, creator_uid: scratch, purchase_transaction: scratch },
  },
  { row: 'API-44', endpoint: api.disputes.resolve, params: { ...none, disputeId: scratch } },
  { row: 'API-45', endpoint: api.transactions.refund, params: none, body: { amount: 1 } },
  {
    row: 'API-46',
    endpoint: api.transactions.tracking,
    params: none,
    body: { tracking_number: '1', carrier: 'UPS' },
  },
  { row: 'API-47', endpoint: api.shipping.cancelLabel, params: none },
  { row: 'API-50', endpoint: api.posts.approve, params: none },
  { row: 'API-51', endpoint: api.posts.deny, params: none, body: { message: 'Check' } },
  { row: 'API-53', endpoint: api.promotedPosts.approve, params: none, body: { data: scratch } },
  { row: 'API-54', endpoint: api.promotedPosts.deny, params: none, body: { data: scratch } },
  { row: 'API-69', endpoint: api.questions.remove, params: none },
  { row: 'API-77', endpoint: api.conversations.setRead, params: none, body: { read_status: 1 } },
]

const template = {
  TemplateName: scratch,
  SubjectPart: 'Check',
  TextPart: 'A check of this server.',
  HtmlPart: '<p>A check of this server.</p>',
}
const collection = {
  public_id: scratch,
  title: 'Check',
  description: 'Is deleted at once.',
  image_url: 'https://example.com/check.png',
}
const made = { id: '{made}' }

/** Changing calls on records of their own: each series makes a record, changes it and deletes it. */
export const series: BackendCall[][] = [
  [
    {
      row: 'API-71',
      endpoint: api.keywords.create,
      body: { terms: scratch, preferred_term: 'check' },
      finds: { made: 'id' },
    },
    {
      row: 'API-72',
      endpoint: api.keywords.update,
      params: made,
      body: { terms: scratch, preferred_term: 'checked' },
    },
    { row: 'API-73', endpoint: api.keywords.remove, params: made },
  ],
  [
    {
      row: 'API-80',
      endpoint: api.macros.create,
      body: { title: scratch, text: 'Check' },
      finds: { made: 'id' },
    },
    {
      row: 'API-81',
      endpoint: api.macros.update,
      params: made,
      body: { title: scratch, text: 'Checked' },
    },
    { row: 'API-82', endpoint: api.macros.remove, params: made },
  ],
  [
    { row: 'API-59', endpoint: api.collections.create, body: collection, finds: { made: 'id' } },
    {
      row: 'API-61',
      endpoint: api.collections.update,
      params: made,
      body: { ...collection, title: 'Checked' },
    },
    {
      row: 'API-64',
      endpoint: api.collections.addItem,
      body: { data: '{listing}', collection: '{made}' },
    },
    {
      row: 'API-65',
      endpoint: api.collections.removeItem,
      params: { cid: '{made}', itemId: '{listing}' },
    },
    { row: 'API-62', endpoint: api.collections.remove, params: made },
  ],
  [
    { row: 'API-85', endpoint: api.emailTemplates.create, body: template },
    {
      row: 'API-86',
      endpoint: api.emailTemplates.update,
      params: { id: scratch },
      body: { ...template, SubjectPart: 'Checked' },
    },
    { row: 'API-87', endpoint: api.emailTemplates.remove, params: { id: scratch } },
  ],
  [
    {
      row: 'API-57',
      endpoint: api.moderatingMessages.update,
      body: { admin_messages: { [scratch]: 'Check' } },
    },
    {
      row: 'API-57',
      endpoint: api.moderatingMessages.update,
      body: { admin_messages: { [scratch]: null } },
    },
  ],
]
