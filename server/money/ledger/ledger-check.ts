import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Providers } from '../../adapters/payments.ts'
import type { Settings } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { transactions } from '../money-tables.ts'
import { findTransactions } from '../orders/transaction-records.ts'
import type { PaymentKey } from '../payments.ts'
import { waitingFacts } from '../waiting-facts.ts'
import { checkEntries } from './entry-differences.ts'
import { checkPayment, checkTransaction, type Difference } from './ledger-differences.ts'
import { type ProviderReader, readerOf } from './provider-reader.ts'

/** What a check covers: the transactions of the last days, and the day by which older ones take turns. */
export interface Scope {
  day: string
  days: number
}

/** How much is compared, and how fast. */
export type CheckSettings = Pick<Settings, 'ledgerDays' | 'ledgerCallsPerSecond'>

/** Days within which every older transaction has its turn. */
const rotation = 90
/** Transactions of which a page picks those to check. */
const pageRows = 200
/** Payments that are read in parallel. */
const parallel = 4

/**
 * The transactions of a check: those of the period, all with unsettled money, an open chargeback or a difference that stands, and a
 * part of the older ones.
 * @param of the alias of the transactions
 */
const isInScope = (of: SQL, { day, days }: Scope) => sql`(
  ${of}.purchase_date > ${day}::date - ${days}::int
  or abs(hashtext(${of}.id)::bigint) % ${rotation} = (${day}::date - date '2020-01-01') % ${rotation}
  or exists (select from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = ${of}.id and l.account in ('pending', 'held', 'disputed') group by l.account having sum(l.cents) <> 0)
  or ${of}.id in (select c.transaction_id from chargebacks c where c.closed_at is null and c.transaction_id is not null)
  or ${of}.id in (select f.transaction_id from ledger_differences f where f.state in ('open', 'asked') and f.transaction_id is not null))`

/** The number of transactions that a check covers. */
export async function countScope(db: Db, scope: Scope): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from transactions t where ${isInScope(sql`t`, scope)}`,
  )
  return rows[0]?.n ?? 0
}

/** A page of a check: the transactions to compare, and the last one that it has passed. */
interface Page {
  after: string
  last: string
  ids: string[]
}

/** The page after a transaction, in the order of the ids; undefined at the end. It reads a fixed number of rows. */
async function pageAfter(db: Db, scope: Scope, after: string): Promise<Page | undefined> {
  const { rows } = await db.execute<{ last: string | null; ids: string[] }>(sql`
    with t as (select id, purchase_date from transactions where id > ${after} order by id limit ${pageRows})
    select (select max(id) from t) as last,
      coalesce((select json_agg(id order by id) from t where ${isInScope(sql`t`, scope)}), '[]') as ids`)
  const [page] = rows
  return page?.last ? { after, last: page.last, ids: page.ids } : undefined
}

/** The payments of a page's transactions that no earlier page has had. Unpaid orders have none yet. */
async function paymentsOf(db: Db, scope: Scope, { ids, after }: Page): Promise<PaymentKey[]> {
  const { rows } = await db.execute<{ provider: string; payment: string }>(sql`
    select distinct o.provider, o.payment_id as payment
    from transactions t join orders o on o.id = t.order_id
    where t.id = any(${sql.param(ids)}) and o.payment_id is not null
      and (o.status <> 2 or exists (select from ledger_entries e where e.transaction_id = t.id))
      and not exists (select from orders p join transactions s on s.order_id = p.id
        where p.payment_id = o.payment_id and p.provider = o.provider and s.id <= ${after} and ${isInScope(sql`s`, scope)})`)
  return rows
}

type Check = () => Promise<Difference[]>

/** The comparisons of a page: its transactions, and their payments. */
async function checksOf(db: Db, scope: Scope, page: Page, reader: ProviderReader | undefined) {
  const { rows } = await db.execute<{
    id: string
    provider: string | null
    unpaid: boolean
    touched: boolean
  }>(sql`
    select t.id, o.provider, coalesce(o.status = 2, false) as unpaid,
      exists (select from ledger_entries e where e.transaction_id = t.id) as touched
    from transactions t left join orders o on o.id = t.order_id where t.id = any(${sql.param(page.ids)})`)
  const facts = new Map(rows.map((row) => [row.id, row]))
  const checks: Check[] = []
  for (const txn of await findTransactions(db, inArray(transactions.id, page.ids), page.ids.length)) {
    const { provider = null, unpaid = false, touched: isTouched = false } = facts.get(txn.id) ?? {}
    if (unpaid && !isTouched) continue
    checks.push(() => checkTransaction(db, reader, { txn, provider, isTouched }))
  }
  if (reader)
    for (const payment of await paymentsOf(db, scope, page))
      checks.push(() => checkPayment(db, reader, payment))
  return checks
}

/** The differences of a page. Money moves meanwhile, so a difference counts when a second look finds it again. */
async function checkPage(checks: Check[], alive: () => Promise<void>): Promise<Difference[]> {
  const suspects = new Map<Check, Difference[]>()
  const look = async (some: readonly Check[], then: (check: Check, found: Difference[]) => void) => {
    for (let at = 0; at < some.length; at += parallel) {
      await alive()
      const now = some.slice(at, at + parallel)
      const found = await Promise.all(now.map((check) => check()))
      for (const [n, check] of now.entries()) then(check, found[n] ?? [])
    }
  }
  await look(checks, (check, found) => {
    if (found.length > 0) suspects.set(check, found)
  })
  const sure: Difference[] = []
  await look([...suspects.keys()], (check, again) => {
    for (const one of suspects.get(check) ?? []) if (again.some((two) => isSame(one, two))) sure.push(one)
  })
  return sure
}

const isSame = (one: Difference, two: Difference) =>
  one.kind === two.kind && one.about === two.about && one.ledger_cents === two.ledger_cents

/** A part of a check that is done. */
export interface Part {
  /** The last transaction that it has passed; null for the entries, which come first. */
  position: string | null
  checked: number
  differences: Difference[]
}

/**
 * Checks the ledger in parts, each with a fixed number of rows in memory. A check that was interrupted goes on after the position of
 * its last part.
 * @param options.alive called at least every few seconds; what it throws ends the check
 * @throws ProviderDown when the provider does not answer
 */
export async function* walk(
  db: Db,
  providers: Providers | undefined,
  options: CheckSettings & { day: string; from?: string | null; alive?: () => Promise<void> },
): AsyncGenerator<Part> {
  const { day, from = null, ledgerDays: days, alive = async () => {} } = options
  const reader = providers && readerOf(providers, options.ledgerCallsPerSecond)
  const scope = { day, days }
  if (from === null)
    yield {
      position: null,
      checked: 0,
      differences: [...(await checkEntries(db)), ...(await waitingFacts(db))],
    }
  for (
    let page = await pageAfter(db, scope, from ?? '');
    page;
    page = await pageAfter(db, scope, page.last)
  ) {
    const differences = await checkPage(await checksOf(db, scope, page, reader), alive)
    reader?.confirm()
    yield { position: page.last, checked: page.ids.length, differences }
  }
}

/** The differences of some transactions and their payments, now. */
export async function findDifferences(
  db: Db,
  providers: Providers | undefined,
  ids: string[],
): Promise<{ differences: Difference[] }> {
  const scope = { day: new Date().toISOString().slice(0, 10), days: 180 }
  const reader = providers && readerOf(providers, 0)
  const checks = await checksOf(db, scope, { after: '', last: '', ids }, reader)
  const differences: Difference[] = []
  for (const check of checks) differences.push(...(await check()))
  return { differences }
}

/** The faults of the ledger, each as a sentence. */
export async function checkLedger(
  db: Db,
  providers: Providers | undefined,
  settings: CheckSettings = { ledgerDays: 180, ledgerCallsPerSecond: 0 },
): Promise<{ checked: number; faults: string[] }> {
  const day = new Date().toISOString().slice(0, 10)
  let sum = 0
  const faults = new Set<string>()
  for await (const { checked, differences } of walk(db, providers, { ...settings, day })) {
    sum += checked
    for (const { words } of differences) faults.add(words)
  }
  return { checked: sum, faults: [...faults] }
}
