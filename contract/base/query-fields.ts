import type { QueryField, QueryFields } from './query.ts'

export const yesOrNo = (compares: string): QueryField => ({
  kind: 'choice',
  compares,
  values: { yes: 'Yes', no: 'No' },
})

export const time = (compares: string): QueryField => ({
  kind: 'time',
  compares,
  values: {
    '<7d': 'in the last 7 days (h, d, w, m, y)',
    '>1y': 'more than a year ago',
    '>2026-01-01': 'after a day',
  },
})

export const text = (compares: string, example: string, values: QueryField['values'] = {}): QueryField => ({
  ...{ kind: 'text', compares, values, example },
})

export const price: QueryField = {
  kind: 'money',
  compares: 'Price',
  values: { '>$100': 'more than $100', '<=$20': 'at most $20', $15: 'exactly $15' },
}

/** The fields that the marketplace declares for itself (extra.ts): `x_name:value`. */
export const extra = (of: QueryField['of']): QueryField => ({ kind: 'extra', of, compares: '', values: {} })

/** Records with a value that a list has (contract/people/value-lists.ts). */
export const inList = text('A list: its name, of Moderating, Lists', 'fraud-domains')

/** The fields of the search of people. */
export const userFields = {
  status: {
    kind: 'choice',
    compares: 'Blocked or not',
    values: { active: 'Not blocked', blocked: 'Blocked' },
  },
  country: {
    kind: 'country',
    compares: 'Country code',
    values: { US: 'United States', GB: 'United Kingdom', DE: 'Germany', PL: 'Poland' },
  },
  created: time('Registration'),
  active: { ...time('Last activity'), noNegatedAfter: true },
  reports: {
    kind: 'count',
    compares: 'Open reports of the person',
    values: { '>0': 'any', '>2': 'more than two', '0': 'none' },
  },
  reported: time('A report about the person'),
  blocked: time('The block of a blocked person'),
  blocked_by: text('Who blocked a blocked person: me, a name, email or uid', 'me', { me: 'You' }),
  store: yesOrNo('Has a store'),
  early_access: yesOrNo('Has early access'),
  in: inList,
  x_: extra('user'),
} as const satisfies QueryFields

/** The fields of the search of orders. */
export const orderFields = {
  state: {
    kind: 'choice',
    compares: 'Where the order stands',
    values: {
      complete: 'Complete',
      pending: 'Pending',
      seller_cancelled: 'Seller cancelled',
      failed_to_ship: 'Failed to ship',
      dispute_refunded: 'Disputed and refunded',
    },
  },
  price: {
    ...price,
    compares: 'Price, in the orders of its currency',
    values: { ...price.values, '>€50': 'more than €50 (or 50EUR)' },
  },
  currency: text('Currency: three letters', 'EUR', { USD: 'US dollar', EUR: 'Euro' }),
  created: time('Purchase'),
  carrier: {
    kind: 'text',
    compares: 'Carrier',
    values: { USPS: 'USPS', UPS: 'UPS', FedEx: 'FedEx', DHL: 'DHL' },
  },
  tracking: text('Tracking number', '9400111202'),
  buyer: text('Buyer: name, email or uid', '"Anna Berg"'),
  seller: text('Seller: name, email or uid', '"Anna Berg"'),
  listing: text('Listing: its key', 'lamp-1'),
  shipping: {
    kind: 'choice',
    compares: 'Where the parcel is',
    values: { delivered: 'Delivered', en_route: 'En route', not_shipped: 'Not shipped' },
  },
  payout: { kind: 'choice', compares: "The seller's payout", values: { paid: 'Paid', unpaid: 'Not paid' } },
  late: yesOrNo('Not shipped or not delivered in time'),
  disputed: yesOrNo('A dispute is open'),
  charged_back: yesOrNo('A chargeback is open'),
  refunded: yesOrNo('Refunded or cancelled'),
  waiting: yesOrNo('A refund waits for approval'),
  held: yesOrNo("Something holds the seller's money"),
  in: inList,
  x_: extra('transaction'),
} as const satisfies QueryFields

/** The fields of the search of the team inbox. */
export const inboxFields = {
  state: {
    kind: 'choice',
    compares: 'Where the conversation stands',
    values: { open: 'Open', snoozed: 'Snoozed', closed: 'Closed' },
  },
  assignee: text('Assignee: me, none, a name or email', 'me', { me: 'You', none: 'No one' }),
  account: text('Staff account: a name or email', 'Support'),
  tag: text('Tag', 'parcel'),
  priority: {
    kind: 'choice',
    compares: 'Priority',
    values: { normal: 'Normal', high: 'High', urgent: 'Urgent' },
  },
  person: text('Person: name or uid', '"Anna Berg"'),
  waiting: {
    kind: 'time',
    compares: 'Open, and the person waits for an answer',
    values: {
      '>1d': 'for more than a day (h, d, w, m, y)',
      '<4h': 'for less than 4 hours',
      '<2026-01-01': 'since before a day',
    },
  },
  active: time('Last message'),
} as const satisfies QueryFields

/** The fields of the search of listings. */
export const listingFields = {
  seller: text('Seller: name, email or uid', '"Anna Berg"'),
  price,
  created: time('Creation'),
  sold: yesOrNo('Is sold'),
  in: inList,
  x_: extra('listing'),
} as const satisfies QueryFields

/** The fields of the list of all listings. */
export const allListingFields = {
  status: {
    kind: 'choice',
    compares: 'Where the listing stands',
    values: { pending: 'Waits for review', approved: 'Approved', denied: 'Denied', deleted: 'Deleted' },
  },
  ...listingFields,
  wanted: yesOrNo('Is wanted, not for sale'),
  approved_by: text('Last approved by: me, a name or email', 'me', { me: 'You' }),
  denied_by: text('Last denied by: me, a name or email', 'me', { me: 'You' }),
  reports_since: {
    kind: 'count',
    compares: 'Reports since the last approval',
    values: { '>0': 'any', '>2': 'more than two', '0': 'none' },
  },
} as const satisfies QueryFields
