// The marketplace of the upgrade tests, as import files: rows of each kind, by the file's name.

const created_at = '2026-01-02T03:04:05.000Z'
const person = (uid: string, displayName: string, more: object = {}) => ({
  uid,
  displayName,
  email: `${uid}@example.com`,
  country_code: 'US',
  phone_number: '+15550100123',
  post_ability: 1,
  isBanned: false,
  created_at,
  available_balance: 0,
  pending_balance: 0,
  stripe_customer_id: `cus_${uid}`,
  stripe_connect_id: `acct_${uid}`,
  ...more,
})
const listing = (key: string, title: string, review_state: string) => ({
  key,
  title,
  description: 'Walnut, with two drawers',
  price_as_smallest_currency_unit: 12_000,
  quantity: 1,
  creatorUID: 'seller',
  creatorName: 'Sol Sällström',
  creationDate: created_at,
  postType: 1,
  post_version: 2,
  photosURL: [],
  review_state,
})
const transaction = (id: string, more: object) => ({
  id,
  public_id: id.toUpperCase(),
  product_id: 'desk',
  product_title: 'Walnut desk',
  seller_uid: 'seller',
  purchaser_uid: 'buyer',
  seller_display_name: 'Sol Sällström',
  purchaser_display_name: 'Bo Buyer',
  order_id: 'order',
  price: 12_000,
  shipping_cost: 1500,
  status: 1,
  shipping_status: 1,
  payout_status: 2,
  purchase_date: created_at,
  delivered_at: '2026-01-05T00:00:00.000Z',
  ...more,
})

export const rows = {
  users: [
    person('seller', 'Sol Sällström', { pending_balance: 12_000 }),
    person('buyer', 'Bo Buyer', { available_balance: 250 }),
    person('banned', 'Ban Ned', { isBanned: true, post_ability: 0 }),
  ],
  ban_reasons: [{ uid: 'banned', reason: 'Sold the same lamp twice', created_at }],
  devices: [
    { id: 'device', device_id: 'device', code: '1234', created_at, verification_status: 1, uid: 'buyer' },
  ],
  verification_codes: [{ id: 'code', uid: 'buyer', code: '424242', created_at }],
  gift_cards: [{ code: 'GIFT-1', cents: 2500, created_at }],
  listings: [listing('desk', 'Walnut desk', 'approved'), listing('lamp', 'Brass lamp', 'pending')],
  content_reports: [
    {
      id: 'report',
      post_key: 'desk',
      reporter_uid: 'buyer',
      report_reason_id: 'counterfeit',
      status: 'open',
      created_at,
    },
  ],
  user_reports: [
    {
      id: 'report',
      reporting_uid: 'seller',
      reporter_uid: 'buyer',
      report_reason_id: 'rude',
      input: 'Never answers',
      status: 'open',
      created_at,
    },
  ],
  orders: [{ id: 'order', stripe_payment_intent_id: 'pi_order', buyer_uid: 'buyer', status: 1, created_at }],
  transactions: [
    transaction('sold', {}),
    transaction('disputed', { dispute_id: 'dispute', dispute_status: 2 }),
  ],
  disputes: [
    {
      id: 'dispute',
      transaction_id: 'disputed',
      creator_uid: 'buyer',
      dispute_type: 1,
      status: 2,
      created_at,
    },
  ],
  ship_labels: [
    {
      id: 'label',
      key: 'label',
      transaction_id: 'sold',
      created_at,
      tracking_number: '9400',
      payment_intent_id: 'pi_label',
      status: 1,
    },
  ],
  conversations: [
    {
      id: 'talk',
      conversationsMessagesID: 'm-talk',
      members: { seller: 'Sol Sällström', buyer: 'Bo Buyer' },
      participants: ['seller', 'buyer'],
      readByUsers: { seller: true, buyer: false },
      product_id: 'desk',
      date: created_at,
      lastMessage: 'Is it still there?',
    },
  ],
  messages: [
    {
      id: 'hello',
      conversation_id: 'talk',
      senderID: 'buyer',
      type: 0,
      text: 'Is it still there?',
      date: created_at,
    },
  ],
  promoted_posts: [
    {
      id: 'promotion',
      owner_uid: 'seller',
      post_id: 'desk',
      price: 500,
      created_at,
      charge: null,
      approval_status: 1,
    },
  ],
  collections: [{ id: 'desks', public_id: 'desks', title: 'Desks', visible: 1, created_at }],
  collection_items: [{ collection_id: 'desks', post_key: 'desk', added_at: created_at }],
  questions: [
    { id: 'question', title: 'Who delivers?', body: 'To the third floor', creator_uid: 'buyer', created_at },
  ],
  similar_content_keywords: [
    { id: 'keyword', terms: 'bureau, secretary', preferred_term: 'desk', created_at },
  ],
  moderating_messages: [{ map: 'admin_messages', key: 'photo', text: 'Please add a photo.' }],
  macros: [{ id: 'macro', title: 'Thanks', text: 'Thank you for writing.', created_at }],
  email_templates: [
    {
      TemplateName: 'hello',
      SubjectPart: 'Hello',
      TextPart: 'Hello',
      HtmlPart: '<p>Hello</p>',
      CreatedTimestamp: created_at,
    },
  ],
}

/** Signs the audit of the kept databases. */
export const secret = 'the secret of the upgrade tests, long enough'
/** The cents that staff refund of the transaction `sold`, after the import. */
export const refunded = 3500
/** The note that staff write about the buyer. */
export const note = 'Checked the address with the carrier.'
