import { parseQuery, type QueryField, type QueryFields, typedFields } from '../base/query.ts'
import { extra, inList, price, text, time, userFields, yesOrNo } from '../base/query-fields.ts'
import type { RecordKind } from '../base/record-kinds.ts'

// What a rule may ask about a record at its event. Each value is the one of that moment.

const count = (compares: string): QueryField => ({
  ...{ kind: 'count', compares, values: { '>0': 'any', '>4': 'more than four', '0': 'none' } },
})
const percent = (compares: string): QueryField => ({
  ...{ kind: 'count', compares, values: { '>20': 'more than 20 percent', '0': 'none' } },
})

/** The person who acts: the seller of a listing or of a sale, the sender of a message, the owner of an account. */
const personFields = {
  account_age: {
    ...time('Age of the account'),
    values: { '<2d': 'younger than 2 days', '>1y': 'older than a year' },
  },
  country: userFields.country,
  store: userFields.store,
  reports: userFields.reports,
  blocked_links: count('Blocked accounts with the same device, number, address or card'),
  listings_24h: count('Listings of the person in the 24 hours before'),
  sales_30d: count('Sales of the person in the 30 days before'),
  refund_rate_90d: percent('Sales of the 90 days before that were refunded or charged back, in percent'),
  messages_to_strangers_1h: count(
    'People without a purchase in common to whom the person wrote in the hour before',
  ),
  first_payout: yesOrNo('The person was never paid out'),
  in: inList,
  x_: extra('user'),
} as const satisfies QueryFields

const listingFields = {
  ...personFields,
  price,
  wanted: yesOrNo('Is wanted, not for sale'),
  same_photo: count('Decided listings of other sellers with a photo of it'),
  same_text: count('Decided listings of other sellers with the same words'),
  country_differs: yesOrNo('The country of the listing is not that of its seller'),
  x_: extra('listing'),
  seller_x_: extra('user'),
} as const satisfies QueryFields

const saleFields = {
  ...personFields,
  price,
  currency: text('Currency: three letters', 'EUR', { USD: 'US dollar', EUR: 'Euro' }),
  buyer_age: {
    ...time('Age of the buyer’s account'),
    values: { '<2d': 'younger than 2 days', '>1y': 'older than a year' },
  },
  buyer_orders: count('Earlier purchases of the buyer'),
  country_differs: yesOrNo('The parcel goes to another country than that of the buyer'),
  x_: extra('transaction'),
  seller_x_: extra('user'),
} as const satisfies QueryFields

/**
 * The events at which a rule decides. `record`: the kind of record that it is about; `text`: whose words the other words of the rule
 * are looked for in.
 */
export const ruleEvents = {
  listing_submitted: {
    words: 'A listing is submitted',
    record: 'listing',
    text: 'the listing',
    fields: listingFields,
  },
  sale_paid: { words: 'A sale is paid', record: 'transaction', text: 'the title', fields: saleFields },
  message_sent: {
    words: 'A message is sent',
    record: 'conversation',
    text: 'the message',
    fields: personFields,
  },
  account_made: { words: 'An account is made', record: 'user', text: null, fields: personFields },
  account_changed: { words: 'An account changes', record: 'user', text: null, fields: personFields },
} as const satisfies Record<
  string,
  { words: string; record: RecordKind; text: string | null; fields: QueryFields }
>
export type RuleEvent = keyof typeof ruleEvents

/**
 * What is wrong with the query of a rule, in a sentence; null for nothing. A rule is stricter than a search: what looks like a field
 * and is none is a mistake, as a rule that looks for it as a word would silently meet nothing.
 * @param fields with the declared ones, where they are known
 */
export function ruleProblem(
  event: RuleEvent,
  query: string,
  fields: QueryFields = ruleEvents[event].fields,
): string | null {
  const { text } = ruleEvents[event]
  const { filters, terms, problems } = parseQuery(fields, query)
  const [mistake] = problems
  if (mistake) return mistake.sentence
  const word = terms.find(
    ({ isPhrase, text: term }) => !isPhrase && (text === null || /^-?[a-z]\w*:\S/i.test(term)),
  )
  const names = typedFields(fields).map(([name]) => name)
  if (word) return `There is no field '${word.text}'. The fields are ${names.join(', ')}.`
  if (filters.length + terms.length === 0) return 'Write a condition, such as account_age:<2d.'
  return text === null && terms.length > 0 ? 'An account has no text to look for words in.' : null
}
