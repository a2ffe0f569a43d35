import type { Link } from '@portreeve/contract/linked-accounts'
import { linkedAccounts as contract } from '@portreeve/contract/linked-accounts'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { refuse } from '../core/refuse.ts'

/** Accounts of one answer. */
const mostAccounts = 200
/** An address or number shared by more than so many says little about two of them. */
const weakFrom = 10
/** Sharing is not counted further than this. */
const countedUpTo = 1000

/** The columns by which accounts are linked; all are indexed. */
const evidence = [
  { kind: 'push_id', key: 'search_push', value: 'one_signal_id' },
  { kind: 'phone', key: 'search_phone', value: 'phone_number' },
  { kind: 'ip', key: 'search_ip', value: 'last_ip' },
  { kind: 'payment_customer', key: 'stripe_customer_id', value: 'stripe_customer_id' },
] as const

/** No number is 'temp' (D-044, ENT-04), and nothing is nothing. */
const counts = (column: string) => sql`${sql.raw(column)} not in ('', 'temp')`

interface Account extends Record<string, unknown> {
  uid: string
  display_name: string | null
  is_banned: boolean
}

export const linkedAccounts = implement('linkedAccounts', contract, {
  get: async ({ params }, { db }) => {
    const branches = evidence.map(
      ({ key }) => sql`(select other.uid from users as own
        join users as other on other.${sql.raw(key)} = own.${sql.raw(key)}
        where own.uid = ${params.uid} and own.deleted_at is null and other.deleted_at is null
          and other.uid <> own.uid and ${counts(`own.${key}`)} limit ${mostAccounts})`,
    )
    const found = await db.execute<{ uid: string }>(sql`
      select distinct uid from (${sql.join(branches, sql` union all `)}) as linked order by uid limit ${mostAccounts}`)
    const uids = [params.uid, ...found.rows.map((row) => row.uid)].slice(0, mostAccounts)
    const accounts = await db.execute<Account>(sql`
      select uid, display_name, is_banned, one_signal_id, phone_number, last_ip, stripe_customer_id,
        search_push, search_phone, search_ip
      from users where uid = any(${sql.param(uids)}) and deleted_at is null
      order by uid = ${params.uid} desc, is_banned desc, display_name`)
    if (accounts.rows[0]?.uid !== params.uid)
      refuse('not_found', 'No such person', 'There is no account with this uid.')
    const links = (await Promise.all(evidence.map((one) => linksBy(db, one, accounts.rows)))).flat()
    return {
      accounts: accounts.rows.map((row) => ({
        uid: row.uid,
        displayName: row.display_name,
        isBanned: row.is_banned,
      })),
      links,
      more: found.rows.length >= mostAccounts,
    }
  },
})

/** What some accounts have in common by one column. */
async function linksBy(
  db: Db,
  { kind, key, value }: (typeof evidence)[number],
  accounts: Account[],
): Promise<Link[]> {
  const groups = new Map<string, Account[]>()
  for (const account of accounts) {
    const shared = account[key]
    if (typeof shared !== 'string' || shared === '' || shared === 'temp') continue
    groups.set(shared, [...(groups.get(shared) ?? []), account])
  }
  const several = [...groups].filter(([, group]) => group.length > 1)
  if (several.length === 0) return []
  const keys = several.map(([shared]) => shared)
  const { rows } = await db.execute<{ key: string; n: number }>(sql`
    select wanted.key, (select count(*)::int from (
      select 1 from users where ${sql.raw(key)} = wanted.key and deleted_at is null limit ${countedUpTo}) as sharing) as n
    from unnest(${sql.param(keys)}::text[]) as wanted(key)`)
  const countOf = new Map(rows.map((row) => [row.key, row.n]))
  return several.map(([shared, group]) => {
    const shared_by = countOf.get(shared) ?? group.length
    return {
      kind,
      value: String(group[0]?.[value] ?? shared),
      uids: group.map((account) => account.uid),
      shared_by,
      weak: shared_by > weakFrom,
    }
  })
}
