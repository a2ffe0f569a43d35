import type { User } from '@portreeve/contract/people/users'
import type { ListKind } from '@portreeve/contract/people/value-lists'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { tableNamed } from '../person-rows.ts'
import { tryValue } from './list-values.ts'

/** Deletes a person's own address, numbers and devices from the lists, and what was taken from their listings, with the earlier versions. */
export async function eraseListed(db: Db, { uid, email, phone_number, last_ip }: User): Promise<void> {
  const own: Partial<Record<ListKind, string | null>> = { email, phone: phone_number, ip: last_ip }
  const keys = Object.entries(own).flatMap(([kind, value]) => {
    const key = value ? tryValue(kind as ListKind, value)?.key : undefined
    return key === undefined ? [] : [sql`(l.kind = ${kind} and i.key = ${key})`]
  })
  const theirs = sql.join(
    [
      ...keys,
      sql`(l.kind = 'device' and i.key in (select device_id from devices where uid = ${uid}))`,
      sql`(i.subject_kind = 'user' and i.subject_id = ${uid})`,
      sql`(i.subject_kind = 'listing' and i.subject_id in (select key from posts where creator_uid = ${uid}))`,
    ],
    sql` or `,
  )
  for (const table of ['value_list_items', 'history.value_list_items'])
    await db.execute(
      sql`delete from ${tableNamed(table)} i using value_lists l where l.name = i.list and (${theirs})`,
    )
}
