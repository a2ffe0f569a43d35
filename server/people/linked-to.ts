import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { type SQL, sql } from 'drizzle-orm'

/** Maximum accounts that are linked to one person. */
export const maxLinked = 1000

type LinkKind = LinkedAccounts['links'][number]['kind']

/** The columns by which accounts are linked; all are indexed. */
export const evidence = [
  { kind: 'push_id', key: 'search_push', value: 'one_signal_id' },
  { kind: 'phone', key: 'search_phone', value: 'phone_number' },
  { kind: 'ip', key: 'search_ip', value: 'last_ip' },
  { kind: 'payment_customer', key: 'stripe_customer_id', value: 'stripe_customer_id' },
] as const satisfies readonly { kind: LinkKind; key: string; value: string }[]

/** 'temp' is a placeholder for a missing number (D-044, ENT-04); an empty value links no accounts. */
const counts = (column: string) => sql`${sql.raw(column)} not in ('', 'temp')`

/** A query of the accounts that share evidence with a person: uid, is_banned and kind, a row for each kind of evidence. */
export const linkedTo = (uid: string | SQL): SQL =>
  sql.join(
    evidence.map(
      ({ kind, key }) => sql`(select other.uid, other.is_banned, ${kind}::text as kind from users as own
        join users as other on other.${sql.raw(key)} = own.${sql.raw(key)}
        where own.uid = ${uid} and own.deleted_at is null and other.deleted_at is null
          and other.uid <> own.uid and ${counts(`own.${key}`)} limit ${maxLinked})`,
    ),
    sql` union all `,
  )
