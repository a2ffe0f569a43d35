import type { Link } from '@portreeve/contract/people/linked-accounts'
import { linkedAccounts as contract } from '@portreeve/contract/people/linked-accounts'
import { sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { evidence, linkedTo, maxLinked } from './linked-to.ts'

/** Evidence shared by more accounts than this is weak. */
const weakFrom = 10
/** The count of sharing accounts stops here. */
const countedUpTo = 1000

interface Account extends Record<string, unknown> {
  uid: string
  display_name: string | null
  is_banned: boolean
  created_at: string | null
  /** The number of linked accounts found. */
  found: number
}

/** A person, then the accounts that share evidence with them. */
async function withLinked(db: Db, uid: string): Promise<Account[]> {
  const { rows } = await db.execute<Account>(sql`
    with linked as materialized (
      select distinct uid from (${linkedTo(uid)}) as linked order by uid limit ${maxLinked})
    select users.uid, display_name, is_banned, created_at, one_signal_id, phone_number, last_ip, stripe_customer_id,
      search_push, search_phone, search_ip, (select count(*)::int from linked) as found
    from (select ${uid}::text as uid union all select uid from linked) as hit
      join users on users.uid = hit.uid and deleted_at is null
    order by users.uid = ${uid} desc, is_banned desc, display_name, users.uid`)
  return rows
}

/** The number of accounts that share each key, a list per kind. */
async function sharing(db: Db, keys: Record<string, string[]>) {
  const counted = evidence.map(
    ({ kind, key }) => sql`select ${kind}::text as kind, wanted.key, (select count(*)::int from (
        select 1 from users where ${sql.raw(key)} = wanted.key and deleted_at is null limit ${countedUpTo}) as sharing) as n
      from unnest(${sql.param(keys[kind])}::text[]) as wanted(key)`,
  )
  const { rows } = await db.execute<{ kind: string; key: string; n: number }>(
    sql.join(counted, sql` union all `),
  )
  return rows
}

export const linkedAccounts = implement('linkedAccounts', contract, {
  get: async ({ params }, { db }) => {
    const all = await withLinked(db, params.uid)
    if (all[0]?.uid !== params.uid)
      refuse('not_found', 'No such person', 'There is no account with this uid.')
    const accounts = all.slice(0, maxLinked)
    return {
      accounts: accounts.map((row) => ({
        uid: row.uid,
        displayName: row.display_name,
        isBanned: row.is_banned,
        created_at: row.created_at,
      })),
      links: await linksOf(db, accounts),
      more: all[0].found >= maxLinked,
    }
  },
})

/** The evidence that some accounts share. */
async function linksOf(db: Db, accounts: Account[]): Promise<Link[]> {
  const shared = evidence.flatMap((one) => {
    const groups = new Map<string, Account[]>()
    for (const account of accounts) {
      const key = account[one.key]
      if (typeof key !== 'string' || key === '' || key === 'temp') continue
      const group = groups.get(key)
      if (group) group.push(account)
      else groups.set(key, [account])
    }
    return [...groups].filter(([, group]) => group.length > 1).map(([key, group]) => ({ one, key, group }))
  })
  if (shared.length === 0) return []
  const keysOf = (kind: string) => shared.flatMap(({ one, key }) => (one.kind === kind ? [key] : []))
  const rows = await sharing(db, Object.fromEntries(evidence.map(({ kind }) => [kind, keysOf(kind)])))
  const countOf = new Map(rows.map(({ kind, key, n }) => [`${kind} ${key}`, n]))
  return shared.map(({ one: { kind, value }, key, group }) => {
    const shared_by = countOf.get(`${kind} ${key}`) ?? group.length
    return {
      kind,
      value: String(group[0]?.[value] ?? key),
      uids: group.map((account) => account.uid),
      shared_by,
      weak: shared_by > weakFrom,
    }
  })
}
