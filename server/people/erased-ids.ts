import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Settings } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'

/** The secrets under which ids were erased: that of today and earlier ones. */
export type Secrets = Pick<Settings, 'secret' | 'secretsBefore'>

/** What an erasure needs: also the currency of balances, which keep an account. */
export type Erasing = Secrets & Pick<Settings, 'currency'>

const digestOf = (secret: string, entity: string, id: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'portreeve erased ids', 32)))
    .update(JSON.stringify([entity, id]))
    .digest('base64url')

/** Stores that these ids are erased, in the transaction that erases. */
export async function noteErased(db: Db, { secret }: Secrets, ids: Record<string, string[]>): Promise<void> {
  const rows = Object.entries(ids).flatMap(([entity, some]) =>
    some.map((id) => ({ entity, digest: digestOf(secret, entity, id) })),
  )
  await db.execute(sql`
    insert into erased_ids (entity, digest)
    select entity, digest from json_to_recordset(${JSON.stringify(rows)}::json) as given(entity text, digest text)
    on conflict do nothing`)
}

/** Those of some ids that are erased. */
export async function erasedOf(
  db: Db,
  { secret, secretsBefore }: Secrets,
  entity: string,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const known = await db.execute(sql`select from erased_ids where entity = ${entity} limit 1`)
  if (known.rows.length === 0) return new Set()
  const byDigest = new Map(
    ids.flatMap((id) => [secret, ...secretsBefore].map((one) => [digestOf(one, entity, id), id] as const)),
  )
  const { rows } = await db.execute<{ digest: string }>(sql`
    select digest from erased_ids where entity = ${entity}
      and digest = any(array(select json_array_elements_text(${JSON.stringify([...byDigest.keys()])}::json)))`)
  return new Set(rows.map(({ digest }) => byDigest.get(digest) ?? ''))
}
