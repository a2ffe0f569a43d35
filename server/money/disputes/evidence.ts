import { moneyWords } from '@portreeve/contract/base/currency'
import type { Post } from '@portreeve/contract/listings/posts'
import type { Evidence } from '@portreeve/contract/money/chargebacks'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { User } from '@portreeve/contract/people/users'
import { asc, eq, sql } from 'drizzle-orm'
import { messages } from '../../conversations/conversation-tables.ts'
import type { Db } from '../../core/database/db.ts'
import { isErased } from '../../people/erase-person.ts'
import { users } from '../../people/people-tables.ts'
import { priceOf } from '../ledger/standing.ts'
import type { Sold, SoldRecords } from './as-sold.ts'

/** The provider's limit of a field's characters. */
const longest = 20_000
/** Messages that are quoted: the last before the chargeback. */
const maxMessages = 200

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** A time for a person at the bank, as the console writes it (FMT-01): 'October 29, 2026 - 4:31pm UTC'. */
const inWords = (time: string) => {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  // The space before AM and PM has another code in some versions of Node.
  return `${days.format(date)} - ${clock.format(date).replace(/\s/u, '').toLowerCase()} UTC`
}
/** The day of a time, 'October 29, 2026 UTC'; empty without one. */
const day = (time: string | null | undefined) => {
  const date = new Date(time ?? '')
  return Number.isNaN(date.getTime()) ? (time ?? '') : `${days.format(date)} UTC`
}
const lines = (...all: (string | false)[]) => all.filter(Boolean).join('\n').slice(0, longest)

/**
 * The evidence that this server holds about a transaction: the listing and the seller's standing as they were at the purchase, the parcel,
 * earlier purchases, and the messages between buyer and seller for a caller who may read them.
 */
export async function composeEvidence(
  db: Db,
  txn: Transaction,
  sold: SoldRecords,
  mayRead: boolean,
): Promise<Evidence> {
  const [buyer] = await db
    .select({ name: users.displayName, email: users.email })
    .from(users)
    .where(eq(users.uid, txn.purchaser_uid))
  const label = txn.ship_labels?.findLast(({ status }) => status === 1)
  const tracking = txn.tracking_number ?? label?.tracking_number ?? ''
  const isDelivered = txn.shipping_status === 1
  return {
    product_description: lines(
      `${txn.product_title ?? 'Untitled'}, ${moneyWords(priceOf(txn), txn.currency)} with shipping`,
      // Before the description, which may be longer than all that can be sent.
      ...(await sellerWords(db, sold.seller, txn)),
      ...listingWords(sold.listing, txn),
    ),
    customer_name: buyer?.name ?? txn.purchaser_display_name ?? '',
    customer_email_address: buyer?.email ?? '',
    service_date: day(txn.purchase_date),
    shipping_carrier: txn.carrier ?? '',
    shipping_tracking_number: tracking,
    shipping_date: day(label?.purchase_date ?? label?.created_at),
    shipping_address: '',
    access_activity_log: lines(
      `Order ${txn.public_id ?? txn.id}, bought ${inWords(txn.purchase_date)}`,
      tracking !== '' && `Shipped with tracking number ${tracking}${txn.carrier ? ` by ${txn.carrier}` : ''}`,
      isDelivered && `Delivered${txn.delivered_at ? ` ${inWords(txn.delivered_at)}` : ''}`,
      await earlierPurchases(db, txn),
    ),
    refund_refusal_explanation: isDelivered ? 'The parcel was delivered to the buyer.' : '',
    uncategorized_text: mayRead ? await conversation(db, txn) : '',
  }
}

/** Since when a record is remembered that was remembered too late. */
const firstKnown = (what: string, { as_of }: Sold) =>
  `Portreeve remembers this ${what} from ${inWords(as_of)} on; this is its first known state:`

/** The listing's words as they were at the purchase. */
function listingWords(listing: Sold | null, { currency, purchase_date, seller_uid }: Transaction): string[] {
  if (isErased(seller_uid)) return ['The seller was erased. What the listing said is not stored.']
  if (listing === null) return []
  if (listing.changed_unseen !== null)
    return [
      `The listing was changed after the sale, on ${inWords(listing.changed_unseen)}. Its words at the sale are not stored: Portreeve remembers it from ${inWords(listing.as_of)} on.`,
    ]
  const { condition, description, photosURL, price, price_as_smallest_currency_unit, title } =
    listing.shown as Post
  const cents = price_as_smallest_currency_unit ?? (price === null ? null : Math.round(price * 100))
  return [
    listing.first_known
      ? firstKnown('listing', listing)
      : `The listing as it was at the purchase, ${inWords(purchase_date)}:`,
    title ? `Title: ${title}` : '',
    cents === null ? '' : `Price: ${moneyWords(cents, currency)}`,
    condition ? `Condition: ${condition}` : '',
    photosURL.length > 0 ? `Photos (${photosURL.length}): ${photosURL.join(', ')}` : 'No photos',
    description ?? '',
  ]
}

/** How the seller stood here at the purchase. */
async function sellerWords(db: Db, seller: Sold | null, { seller_uid, purchase_date }: Transaction) {
  if (seller === null || isErased(seller_uid)) return []
  const { rows } = await db.execute<{ sales: number }>(sql`select count(*)::int as sales from transactions
    where seller_uid = ${seller_uid} and purchase_date < ${purchase_date}::timestamptz`)
  const { created_at, isBanned } = seller.shown as User
  return [
    seller.first_known
      ? firstKnown('seller', seller)
      : `The seller at the purchase, ${inWords(purchase_date)}:`,
    [
      ...(created_at ? [`account since ${day(created_at)}`] : []),
      isBanned ? 'blocked' : 'not blocked',
      `earlier sales: ${rows[0]?.sales ?? 0}`,
    ].join(', '),
  ]
}

/** What the buyer bought before, and how that ended. */
async function earlierPurchases(db: Db, { id, purchaser_uid, seller_uid, purchase_date }: Transaction) {
  const { rows } = await db.execute<{ bought: number; here: number; trouble: number }>(sql`
    select count(*)::int as bought, count(*) filter (where seller_uid = ${seller_uid})::int as here,
      count(*) filter (where status in (3, 4, 5) or dispute_id is not null)::int as trouble
    from transactions where purchaser_uid = ${purchaser_uid} and purchase_date < ${purchase_date}::timestamptz and id <> ${id}`)
  const { bought = 0, here = 0, trouble = 0 } = rows[0] ?? {}
  return bought === 0
    ? 'This is the first purchase of this buyer.'
    : `Earlier purchases of this buyer: ${bought}, of these from the same seller: ${here}, with a dispute or a refund: ${trouble}.`
}

/** The messages of the conversations that both take part in, oldest first. */
async function conversation(db: Db, { purchaser_uid, seller_uid }: Transaction): Promise<string> {
  const last = db
    .select({ sender: messages.senderID, text: messages.text, date: messages.date, id: messages.id })
    .from(messages)
    .where(sql`${messages.conversation_id} in (select a.conversation_id from conversation_members a
      join conversation_members b on b.conversation_id = a.conversation_id
      where a.uid = ${purchaser_uid} and b.uid = ${seller_uid}) and ${messages.text} <> ''`)
    .orderBy(sql`${messages.date} desc, ${messages.id} desc`)
    .limit(maxMessages)
    .as('last')
  const found = await db.select().from(last).orderBy(asc(last.date), asc(last.id))
  const who = (uid: string) => (uid === purchaser_uid ? 'Buyer' : uid === seller_uid ? 'Seller' : 'Support')
  return lines(...found.map(({ sender, text, date }) => `${inWords(date)}, ${who(sender)}: ${text}`))
}
