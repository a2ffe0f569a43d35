import type { Post } from './listings.ts'
import type { Money } from './money.ts'
import { type Person, reportedPeople } from './people.ts'
import type { Reports } from './reports.ts'
import { later } from './world.ts'

/** Reports about the Sentinels, and a trade between two of them (docs/demo.md). */
export interface Reported extends Reports {
  listings: Post[]
  orders: Money['orders']
  transactions: Money['transactions']
}

/** Number of the listings sentinel-listing-N. */
const reportedListings = 16

const reporter = 'sentinel-reporter'

/**
 * Reports of known ages, and listings that fail by their key as the people do by their uid. Draws nothing at random,
 * so that it shifts no other record of the demo.
 */
export function makeReported(sentinels: Person[], day: number): Reported {
  const daysBefore = (days: number) => later(new Date(day).toISOString(), -24 * days)
  const made: Reported = { userReports: [], contentReports: [], listings: [], orders: [], transactions: [] }

  const report = (uid: string, days: number, by: string | null, reason: string, input: string | null) =>
    made.userReports.push({
      id: `sentinel-report-${made.userReports.length + 1}`,
      reporting_uid: uid,
      reporter_uid: by,
      report_reason_id: reason,
      input,
      status: 'open',
      created_at: daysBefore(days),
    })
  report('sentinel-reported-1', 0, reporter, 'Scam', 'Asked me to pay by bank transfer.\nThen wrote no more.')
  report('sentinel-reported-1', 1, 'sentinel-txns-fail', 'Harassment', longText)
  report('sentinel-reported-1', 5, null, 'No show', null)
  report('sentinel-reported-2', 0, 'sentinel-slow', 'Spam', 'Sends the same message every day.')
  for (let at = 3; at <= reportedPeople; at++) {
    report(`sentinel-reported-${at}`, 2, reporter, 'Spam', 'Sends the same message every day.')
    report(`sentinel-reported-${at}`, 9, null, 'Scam', null)
  }
  for (const word of ['changes-fail', 'changes-200', 'changes-drop', 'slow']) {
    report(`sentinel-${word}`, 3, reporter, 'Scam', null)
    report(`sentinel-${word}`, 4, reporter, 'Scam', null)
  }

  const listing = (key: string, change: Partial<Post> = {}) => {
    made.listings.push({ ...plainListing(key, daysBefore(30)), ...change })
    for (const days of [6, 8, 11])
      made.contentReports.push({
        id: `sentinel-content-report-${made.contentReports.length + 1}`,
        post_key: key,
        reporter_uid: reporter,
        report_reason_id: 'Counterfeit item',
        status: 'open',
        created_at: daysBefore(days),
      })
  }
  const faulty = ['changes-fail', 'changes-200', 'changes-drop'].map((word) => `sentinel-${word}-listing`)
  for (const key of [...faulty, 'sentinel-slow-1', 'sentinel-slow-2']) listing(key)
  for (let at = 1; at <= reportedListings; at++) listing(`sentinel-listing-${at}`)
  // Without a report.
  made.listings.push(plainListing('sentinel-unreported', daysBefore(30)))
  const [, , , , , first, second] = made.listings
  if (first) first.thumbnailImageURL = 'listings/bike-sentinel0002/thumb.svg'
  if (second) Object.assign(second, { thumbnailImageURL: null, description: null })

  const names = new Map(sentinels.map((one) => [one.uid, one.displayName]))
  const sale = (seller: string, purchaser: string, days: number) => {
    const at = made.transactions.length + 1
    const order_id = `sentinel-order-${at}`
    const created_at = daysBefore(days)
    made.orders.push({
      id: order_id,
      stripe_payment_intent_id: `pi_sentinel${at}`,
      buyer_uid: purchaser,
      status: 1,
      created_at,
    })
    made.transactions.push({
      ...paidSale,
      id: `sentinel-txn-${at}`,
      public_id: `SENTINE${at}`,
      product_id: `sentinel-listing-${at}`,
      product_title: `Sentinel Sale ${at}`,
      product_thumbnail_path: null,
      seller_uid: seller,
      purchaser_uid: purchaser,
      seller_display_name: names.get(seller) ?? null,
      purchaser_display_name: names.get(purchaser) ?? null,
      order_id,
      price: 1999 + at,
      purchase_date: created_at,
      delivered_at: later(created_at, 72),
    })
  }
  sale('sentinel-reported-1', reporter, 40)
  sale(reporter, 'sentinel-reported-1', 30)
  // With another person: not between these two.
  sale('sentinel-reported-1', 'sentinel-reported-3', 20)
  return made
}

const longText = 'Wrote to me again and again after I had said no, from early in the morning. '
  .repeat(12)
  .trim()

export const plainListing = (key: string, creationDate: string): Post => ({
  key,
  title: key
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' '),
  price: 25,
  price_as_smallest_currency_unit: 2500,
  quantity: 1,
  condition: 'good',
  description: `Described as ${key}.`,
  location: null,
  photosURL: [],
  thumbnailImageURL: null,
  creatorUID: reporter,
  creatorName: 'Sentinel Reporter',
  creationDate,
  shipping: true,
  shipping_cost: 499,
  shipping_origin_zip_code: null,
  sold: false,
  trades: false,
  accepts_offers: true,
  postType: 0,
  post_version: 2,
  variation: null,
  postCountryCode: 'US',
  userSubscriptionState: null,
  review_state: 'approved',
  review_message: null,
})

export const paidSale = {
  shipping_cost: 499,
  status: 1,
  shipping_status: 1,
  payout_status: 1,
  tracking_number: null,
  carrier: null,
  tracking_url: null,
  dispute_id: null,
  dispute_status: null,
  dispute_buyer_comms_url: null,
  dispute_seller_comms_url: null,
} as const
