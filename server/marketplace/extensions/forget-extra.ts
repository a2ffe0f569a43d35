import type { ExtraKind } from '@portreeve/contract/base/extra'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import type { Task } from '../../core/operations/schedule.ts'
import { withoutDeciding } from '../../people/decides.ts'
import { extensionFields as table } from './extension-tables.ts'

/** Records of one transaction: staff and ingest do not wait for their locks. */
const batch = 500

const keys: Readonly<Record<ExtraKind, [table: string, key: string]>> = {
  user: ['users', 'uid'],
  listing: ['posts', 'key'],
  transaction: ['transactions', 'id'],
}

/** Deletes the values of one removed field from the next records, or its declaration when no record has any. */
async function forgetNext(db: Db): Promise<boolean> {
  const [field] = await db
    .select()
    .from(table)
    .where(isNotNull(table.removed_at))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!field) return false
  await withoutDeciding(db)
  const [records, key] = keys[field.kind]
  const [into, id] = [sql.identifier(records), sql.identifier(key)]
  // In the order of the index, as a sort would read all of them for each batch; locked ones come later, so that none wait for each other.
  const having = sql`from ${into} where portreeve_extra(extra) && array[${field.name}::text]`
  const { rows } = await db.execute(sql`
    update ${into} t set extra = nullif(t.extra - ${field.name}::text, '{}')
    from (select ${id} ${having} limit ${batch} for update skip locked) few where t.${id} = few.${id} returning 1`)
  if (rows.length > 0) return true
  const left = await db.execute(sql`select 1 ${having} limit 1`)
  if (left.rows.length > 0) return false
  await db.delete(table).where(and(eq(table.kind, field.kind), eq(table.name, field.name)))
  return true
}

/** Deletes the values of removed fields. */
export const forgetExtra = {
  name: 'deletion of the values of removed fields',
  every: 60_000,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await database.db.transaction(forgetNext)));
  },
} satisfies Task
