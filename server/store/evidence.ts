import type { Evidence } from '@portreeve/contract/chargebacks'
import type { Transaction } from '@portreeve/contract/transactions'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { posts } from '../db/content.ts'
import { messages } from '../db/conversations.ts'
import { users } from '../db/people.ts'
import { priceOf } from './ledger.ts'
import { dollars } from './money.ts'

/** The provider's limit of a field's characters. */
const longest = 20_000
/** Messages that are quoted: the last before the chargeback. */
const maxMessages = 200

const day = (time: string | null | undefined) => time?.slice(0, 10) ?? ''
const lines = (...all: (string | false)[]) => all.filter(Boolean).join('\n').slice(0, longest)

/**
 * The evidence that this server holds about a transaction: the listing as it was sold, the parcel, earlier purchases, and the
 * messages between buyer and seller for a caller who may read them.
 */
export async function composeEvidence(db: Db, txn: Transaction, mayRead: boolean): Promise<Evidence> {
  const [buyer] = await db
    .select({ name: users.displayName, email: users.email })
    .from(users)
    .where(eq(users.uid, txn.purchaser_uid))
  const [listing] = await db
    .select({ description: posts.description, condition: posts.condition })
    .from(posts)
    .where(eq(posts.key, txn.product_id ?? ''))
  const label = txn.ship_labels?.findLast(({ status }) => status === 1)
  const tracking = txn.tracking_number ?? label?.tracking_number ?? ''
  const isDelivered = txn.shipping_status === 1
  return {
    product_description: lines(
      `${txn.product_title ?? 'Untitled'}, ${dollars(priceOf(txn))} with shipping`,
      listing?.condition ? `Condition: ${listing.condition}` : false,
      listing?.description ?? false,
    ),
    customer_name: buyer?.name ?? txn.purchaser_display_name ?? '',
    customer_email_address: buyer?.email ?? '',
    service_date: day(txn.purchase_date),
    shipping_carrier: txn.carrier ?? '',
    shipping_tracking_number: tracking,
    shipping_date: day(label?.purchase_date ?? label?.created_at),
    shipping_address: '',
    access_activity_log: lines(
      `Order ${txn.public_id ?? txn.id}, bought ${txn.purchase_date}`,
      tracking !== '' && `Shipped with tracking number ${tracking}${txn.carrier ? ` by ${txn.carrier}` : ''}`,
      isDelivered && `Delivered${txn.delivered_at ? ` ${txn.delivered_at}` : ''}`,
      await earlierPurchases(db, txn),
    ),
    refund_refusal_explanation: isDelivered ? 'The parcel was delivered to the buyer.' : '',
    uncategorized_text: mayRead ? await conversation(db, txn) : '',
  }
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
  return lines(...found.map(({ sender, text, date }) => `${date} ${who(sender)}: ${text}`))
}
