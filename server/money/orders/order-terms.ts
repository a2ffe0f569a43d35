import { codesIn, idsIn } from '@portreeve/contract/base/plain-text'
import type { Query } from '@portreeve/contract/base/query'
import { may } from '@portreeve/contract/base/rights'
import type { orderTerms } from '@portreeve/contract/money/order-search'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import type { KeptRefusal } from '../../core/refuse.ts'
import { countHit, peopleFound } from '../../people/people-by-term.ts'
import { fits, has, newestHits } from '../../search/newest-hits.ts'
import { partsOfTerm } from '../../search/search-text.ts'
import { trackingCode } from '../money-tables.ts'

type Term = (typeof orderTerms)[number]

/** What a term found: the ids of transactions, and how they matched. */
export interface Found {
  ids: string[]
  matched: Term[]
  /** The caller has made too many reveals. */
  refusal?: KeptRefusal | undefined
}

/** Transactions that a search by words looks at: the newest. */
const maxHits = 200

/**
 * Transactions by the text of a query: an identifier as a whole, else names and titles.
 * @param among the only transactions that may be found, so that they are the newest of these
 */
export async function findByText(call: Call, query: Query, among: SQL | undefined): Promise<Found> {
  const text = query.text.trim()
  const known = await byIdentifier(call, text)
  if (known.ids.length > 0) return known
  if (known.matched.length > 0) return ofPerson(await byPeople(call.db, idsIn(text), among))
  // The two searches read different tables and run at the same time.
  const [people, titled] = await Promise.all([
    peopleFound(call, text),
    byTitle(call.db, query.terms.flatMap(partsOfTerm), among),
  ])
  if (people.refusal) return { ids: [], matched: [], refusal: people.refusal }
  const ofPeople = await byPeople(call.db, people.uids, among)
  return {
    ids: [...new Set([...ofPeople, ...titled])],
    matched: [
      ...(ofPeople.length > 0 ? ['person' as const] : []),
      ...(titled.length > 0 ? ['title' as const] : []),
    ],
  }
}

const ofPerson = (ids: string[]): Found => ({ ids, matched: ids.length > 0 ? ['person'] : [] })

/**
 * Each kind of identifier by its own index. An entry's reference begins with the provider's number. A person's uid has matched,
 * but gives no ids.
 */
async function byIdentifier(call: Call, term: string): Promise<Found> {
  const [ids, codes] = [idsIn(term), codesIn(term)]
  if (ids.length === 0 && codes.length === 0) return { ids: [], matched: [] }
  const isOne = (column: string) => sql`${sql.raw(column)} = any(${sql.param(ids)})`
  const isTracked = sql`${sql.raw(trackingCode)} = any(${sql.param(codes)})`
  const hits = sql`
    select 'transaction' as kind, id from transactions where ${isOne('id')}
    union all select 'public_id', id from transactions where ${isOne('public_id')}
    union all select 'order', id from transactions where ${isOne('order_id')}
    union all select 'tracking', id from transactions where ${isTracked}
    union all select 'tracking', transaction_id from ship_labels where ${isTracked}
    union all select 'payment', t.id from orders o join transactions t on t.order_id = o.id where ${isOne('o.payment_id')}
    union all select 'provider_reference', transaction_id from ledger_entries
      where ${isOne("split_part(reference, ':', 1)")} and transaction_id is not null
        and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund')
    union all select 'dispute', transaction_id from disputes where ${isOne('id')}
    union all select 'dispute', t.id from chargebacks c
      join orders o on o.provider = c.provider and o.payment_id = c.payment_id
      join transactions t on t.order_id = o.id where ${isOne('c.id')}
    union all select 'person', null from users where ${isOne('uid')}`
  const rows = await call.db
    .select({ kind: sql<Term>`kind`, id: sql<string | null>`id` })
    .from(sql`(${hits}) as hits`)
    .limit(maxHits)
    .prepare('identifiers')
    .execute()
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const found = [...new Set(rows.flatMap(({ id }) => id ?? []))]
  // A hit discloses whose payment it is.
  if (kinds.includes('payment') && !may(call.staff, 'personal.read'))
    return { ids: found, matched: kinds, refusal: await countPayment(call, found[0] ?? '') }
  return { ids: found, matched: kinds }
}

async function countPayment(call: Call, id: string): Promise<KeptRefusal | undefined> {
  const refusal = await countHit(call)
  call.disclose({
    subject: ['transaction', id],
    after: { found_by_payment: id, ...(refusal && { refused: refusal.code }) },
  })
  return refusal
}

/** The newest sales and purchases of the people whom a term finds, each by their own index. */
async function byPeople(db: Db, people: string[], among: SQL = sql`true`): Promise<string[]> {
  if (people.length === 0) return []
  const newest = sql`order by purchase_date desc, id desc limit ${maxHits}`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(people)}::text[]) as person, lateral (
      (select id, purchase_date from transactions where seller_uid = person and ${among} ${newest})
      union (select id, purchase_date from transactions where purchaser_uid = person and ${among} ${newest})) as own
    order by purchase_date desc, id desc limit ${maxHits}`)
  return rows.map(({ id }) => id)
}

/** The newest transactions whose title has all parts. */
async function byTitle(db: Db, parts: string[], among: SQL = sql`true`): Promise<string[]> {
  if (parts.length === 0) return []
  const column = 'search_title'
  return newestHits(db, {
    table: 'transactions',
    id: 'id',
    time: 'purchase_date',
    searched: [column],
    among,
    newest: sql`purchase_date desc, id desc`,
    indexed: and(...parts.map((part) => fits(column, part))) ?? sql`true`,
    scanned: and(...parts.map((part) => has(column, part))) ?? sql`true`,
    max: maxHits,
  })
}
