import { type AmountSum, moneyWords } from '@portreeve/contract/base/currency'
import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import type { UserEffect } from '@portreeve/contract/people/user-overview'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { type Sums, splitSums, sumsOf } from '../search/sums.ts'
import { type Figures, figures, openOf } from './user-overview.ts'

type Compared = Omit<UserEffect, 'digest'>

/** The figures of an effect in the order of its digest, each with the words for its value. */
const parts: readonly {
  of: (effect: Compared) => number | string
  /** @param usual the environment's currency */
  words: (value: string, usual: string) => string
}[] = [
  { of: ({ sales }) => sales.count, words: (n) => counted(n, 'open sale') },
  { of: ({ sales }) => sales.cents, words: (n, usual) => `${moneyWords(Number(n), usual)} of open sales` },
  { of: ({ purchases }) => purchases.count, words: (n) => counted(n, 'open purchase') },
  {
    of: ({ purchases }) => purchases.cents,
    words: (n, usual) => `${moneyWords(Number(n), usual)} of open purchases`,
  },
  { of: ({ payouts }) => payouts.count, words: (n) => counted(n, 'held payout') },
  {
    of: ({ payouts }) => payouts.cents,
    words: (n, usual) => `${moneyWords(Number(n), usual)} of held payouts`,
  },
  { of: ({ disputes }) => disputes, words: (n) => counted(n, 'open dispute') },
  { of: ({ promotions }) => promotions.count, words: (n) => counted(n, 'paid promotion') },
  {
    of: ({ promotions }) => promotions.cents,
    words: (n, usual) => `${moneyWords(Number(n), usual)} of promotions`,
  },
  { of: ({ conversations }) => conversations, words: (n) => counted(n, 'conversation') },
  { of: ({ listings }) => listings, words: (n) => counted(n, 'listing') },
  { of: ({ linked }) => linked.accounts, words: (n) => counted(n, 'linked account') },
  { of: ({ linked }) => linked.blocked, words: (n) => `${counted(n, 'linked account')} blocked` },
  { of: ({ sales }) => othersOf(sales), words: (sums) => `${othersIn(sums)} of open sales` },
  { of: ({ purchases }) => othersOf(purchases), words: (sums) => `${othersIn(sums)} of open purchases` },
  { of: ({ payouts }) => othersOf(payouts), words: (sums) => `${othersIn(sums)} of held payouts` },
]

/** The sums in other currencies: 'EUR1200.JPY300'. */
const othersOf = ({ others = [] }: AmountSum) =>
  others.map(({ currency, cents }) => `${currency}${cents}`).join('.')
const othersIn = (sums: string) =>
  [...sums.matchAll(/([A-Z]{3})(\d+)/g)]
    .map(([, currency, cents]) => moneyWords(Number(cents), currency))
    .join(' and ') || 'nothing in other currencies'

const counted = (amount: string, one: string) => `${amount} ${one}${amount === '1' ? '' : 's'}`

const digestOf = (effect: Compared) => parts.map(({ of }) => of(effect)).join(',')

/**
 * Refuses with conflict when the effect on a locked person is no longer the one that the caller saw, and names each change.
 * @param usual the environment's currency
 * @param seen the digest of what the caller saw; without it nothing is compared
 */
export async function checkEffect(
  db: Db,
  uid: string,
  usual: string,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return
  const effect = await effectOf(db, uid, usual)
  const before = seen.split(',')
  const changes = parts.flatMap(({ of, words }, at) => {
    const [was, is] = [before[at] ?? '', String(of(effect))]
    return was === is ? [] : [`${words(is, usual)} instead of ${words(was, usual)}`]
  })
  if (changes.length === 0) return
  refuse('conflict', 'Changed meanwhile', `Since it was shown, this has changed: ${changes.join(', ')}.`)
}

/** What a block or a deletion affects now. Lock the person first to rely on it. */
export async function effectOf(db: Db, uid: string, usual: string): Promise<UserEffect> {
  const { rows } = await db.execute<
    Figures & {
      sales: number
      sales_sums: Sums
      purchases: number
      purchases_sums: Sums
      promotions: number
      promotions_cents: number
      conversations: number
      listings: number
      why: LinkedAccounts['links'][number]['kind'][]
    }
  >(sql`
    with ${openOf(uid)},
    running as materialized (
      select price from promoted_posts
      where owner_uid = ${uid} and approval_status in (1, 2) and (promo_end_date is null or promo_end_date > now()))
    select ${figures},
      (select count(*)::int from own where is_sale) as sales,
      ${sumsOf(sql`price`, sql`own where is_sale`)} as sales_sums,
      (select count(*)::int from own where not is_sale) as purchases,
      ${sumsOf(sql`price`, sql`own where not is_sale`)} as purchases_sums,
      (select count(*)::int from running) as promotions,
      (select coalesce(sum(price), 0)::float8 from running) as promotions_cents,
      (select count(*)::int from conversation_members where uid = ${uid}) as conversations,
      (select count(*)::int from posts where creator_uid = ${uid} and deleted_at is null) as listings,
      (select coalesce(array_agg(distinct kind order by kind), '{}') from linked, unnest(kinds) as kind) as why`)
  const row = rows[0]
  const amount = (count = 0, sums: Sums = {}) => ({ count, ...splitSums(sums, usual) })
  const effect = {
    sales: amount(row?.sales, row?.sales_sums),
    purchases: amount(row?.purchases, row?.purchases_sums),
    payouts: amount(row?.held, row?.held_sums),
    disputes: row?.disputes ?? 0,
    promotions: amount(row?.promotions, { [usual]: row?.promotions_cents ?? 0 }),
    conversations: row?.conversations ?? 0,
    listings: row?.listings ?? 0,
    linked: { accounts: row?.linked ?? 0, blocked: row?.linked_blocked ?? 0, why: row?.why ?? [] },
  }
  return { ...effect, digest: digestOf(effect) }
}
