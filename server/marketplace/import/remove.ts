import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import type { IngestResult } from '@portreeve/contract/marketplace/ingest'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Context } from '../../core/call/context.ts'
import type { Transaction } from '../../core/database/db.ts'
import { withoutDeciding } from '../../people/decides.ts'
import { type Deletable, forgetDeleted } from '../../people/deleted-records.ts'
import { clearAccount, reasonsAgainstDeletion } from '../../people/deletion.ts'
import { users } from '../../people/people-tables.ts'
import { asUser, userColumns } from '../../people/user-records.ts'
import { keySeparator } from '../../search/upsert.ts'
import { publishRows } from './publish.ts'
import { isByStaff } from './refused.ts'
import { type Target, targets } from './targets.ts'
import { claimVersions } from './versions.ts'

/**
 * Deletes a record because the marketplace has deleted it. People and listings stay under their key, hidden, as after a deletion
 * by staff. Rejected while other records refer to it, and for people with open money.
 */
export const removeRecord = (
  { database: { db }, settings }: Pick<Context, 'database' | 'settings'>,
  entity: ImportEntity,
  key: string,
  version: string | undefined,
  by: string,
): Promise<IngestResult> =>
  db.transaction(async (tx) => {
    const result = (of: IngestResult['result'], more: Partial<IngestResult> = {}): IngestResult => ({
      line: 1,
      key: key.replaceAll(keySeparator, ','),
      result: of,
      ...more,
    })
    await withoutDeciding(tx, `key ${by}`)
    const target = targets[entity.name as keyof typeof targets] as Target<unknown>
    const item = { line: 1, id: key, row: {}, record: {}, ...(version !== undefined && { version }) }
    const late = await claimVersions(tx, entity, [item])
    if (late.size > 0) return result('unchanged', { late: true })
    const why = await keptHere(tx, entity, target, key)
    if (why !== undefined) return result('rejected', { reason: why })
    const removed =
      entity.name === 'users'
        ? await removeUser(tx, key, settings.currency)
        : await removeRow(tx, entity, target, key)
    if (typeof removed === 'string') return result('rejected', { reason: removed })
    const kind = deletable[entity.name]
    if (kind) await forgetDeleted(tx, kind, key)
    // The marketplace agrees with a deletion by staff, so that it is not restored. What else they decided stays for the record's next row.
    const agreed = await tx.execute(sql`
      delete from decided_fields where entity = ${entity.name} and key = ${key} and field = 'deleted' returning field`)
    await tx.execute(sql`
      update decided_fields set theirs = null, differs_since = null, settled = false
      where entity = ${entity.name} and key = ${key}`)
    return result(removed || agreed.rows.length > 0 ? 'deleted' : 'unchanged')
  })

/** The kinds of records that staff restore, by entity. */
const deletable: Partial<Record<string, Deletable['kind']>> = {
  listings: 'listing',
  questions: 'question',
  conversations: 'conversation',
}

/** Why a record is not the marketplace's to delete; undefined when it may be deleted. */
async function keptHere(
  tx: Transaction,
  entity: ImportEntity,
  target: Target<unknown>,
  key: string,
): Promise<string | undefined> {
  if (await isByStaff(tx, entity, target, key)) return 'was written by staff, and only they delete it'
  const made = await tx.execute(sql`
    select from decided_fields where entity = ${entity.name} and key = ${key} and field = 'made'`)
  if (made.rows.length > 0) return 'was made in Portreeve, and is deleted there'
  if (entity.name !== 'gift_cards') return undefined
  const redeemed = await tx.execute(sql`
    select from gift_cards where code = ${key} and redeemed_by is not null for update`)
  return redeemed.rows.length > 0 ? 'was redeemed, and stays' : undefined
}

/** Hides an account. Returns whether there was one, or the reason against it. */
async function removeUser(tx: Transaction, uid: string, usual: string): Promise<boolean | string> {
  const [row] = await tx
    .select({ ...userColumns, deleted_at: users.deleted_at })
    .from(users)
    .where(eq(users.uid, uid))
    .for('update')
  if (!row || row.deleted_at !== null) return false
  const reasons = await reasonsAgainstDeletion(tx, asUser(row), usual)
  if (reasons.length > 0) return `still has ${reasons.join(', ')}`
  await tx
    .update(users)
    .set({ ...(await clearAccount(tx, uid)).hidden, version: sql`${users.version} + 1` })
    .where(eq(users.uid, uid))
  await publishRows(tx, 'users', [{ uid }], 'deleted')
  return true
}

/** Deletes a row, or marks it as deleted. Returns whether there was one, or the reason against it. */
async function removeRow(
  tx: Transaction,
  entity: ImportEntity,
  { table }: Target<unknown>,
  key: string,
): Promise<boolean | string> {
  const columns = getTableColumns(table)
  const name = sql.identifier(getTableConfig(table).name)
  const parts = key.split(keySeparator)
  const which = sql.join(
    entity.key.map((field, n) => sql`${sql.identifier(columns[field]?.name ?? field)} = ${parts[n] ?? ''}`),
    sql` and `,
  )
  const statement = columns.deleted_at
    ? sql`update ${name} set deleted_at = now(), version = version + 1 where ${which} and deleted_at is null returning *`
    : sql`delete from ${name} where ${which} returning *`
  try {
    // In a savepoint: a refused deletion must not end the transaction.
    const { rows } = await tx.transaction((part) => part.execute<Record<string, unknown>>(statement))
    const [row] = rows
    if (!row) return false
    const wire = Object.fromEntries(
      Object.entries(columns).map(([field, column]) => [field, row[column.name]]),
    )
    await publishRows(tx, entity.name, [wire], 'deleted')
    return true
  } catch (error) {
    if (((error as Error).cause as { code?: string } | undefined)?.code !== '23503') throw error
    return 'is still named by other records'
  }
}
