import { dollars } from '@portreeve/contract/base/dollars'
import type { Evidence } from '@portreeve/contract/money/chargebacks'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { asc, eq, sql } from 'drizzle-orm'
import { messages } from '../../conversations/conversation-tables.ts'
import type { Db } from '../../core/database/db.ts'
import { posts } from '../../listings/listing-tables.ts'
import { users } from '../../people/people-tables.ts'
import { priceOf } from '../ledger/standing.ts'

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
const dayInWords = (date: Date) => `${days.format(date)} UTC`
/** The day of a time, 'October 29, 2026 UTC'; empty without one. */
const day = (time: string | null | undefined) => {
  const date = new Date(time ?? '')
  return Number.isNaN(date.getTime()) ? (time ?? '') : dayInWords(date)
}
const lines = (...all: (string | false)[]) => all.filter(Boolean).join('\n').slice(0, longest)

/**
 * The evidence that this server holds about a transaction: title and price as they were sold, the listing as it reads now, the parcel, earlier purchases, and the
 * messages between buyer and seller for a caller who may read them.
 */
export async function composeEvidence(db: Db, txn: Transaction, mayRead: boolean): Promise<Evidence> {
  const [buyer] = await db
    .select({ name: users.displayName, email: users.email })
    .from(users)
    .where(eq(users.uid, txn.purchaser_uid))
  const [listing] = await db
    .select({
      description: posts.description,
      condition: posts.condition,
      changed_at: posts.changed_at,
    })
    .from(posts)
    .where(eq(posts.key, txn.product_id ?? ''))
  const label = txn.ship_labels?.findLast(({ status }) => status === 1)
  const tracking = txn.tracking_number ?? label?.tracking_number ?? ''
  const isDelivered = txn.shipping_status === 1
  return {
    product_description: lines(
      `${txn.product_title ?? 'Untitled'}, ${dollars(priceOf(txn))} with shipping`,
      ...listingWords(listing, txn),
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

interface Listing {
  description: string | null
  condition: string | null
  changed_at: string | null
}

/** The listing's words. No older ones are stored, so they have their day, and are left out when they were changed after the sale. */
function listingWords(listing: Listing | undefined, { purchase_date }: Transaction): string[] {
  const { description, condition, changed_at = null } = listing ?? {}
  if (!description && !condition) return []
  if (changed_at !== null && Date.parse(changed_at) > Date.parse(purchase_date))
    return [
      `The listing was changed after the sale, on ${inWords(changed_at)}. Its words at the sale are not stored.`,
    ]
  return [
    `The listing as it reads on ${dayInWords(new Date())}:`,
    condition ? `Condition: ${condition}` : '',
    description ?? '',
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
