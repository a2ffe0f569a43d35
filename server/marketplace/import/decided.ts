import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Db } from '../../core/database/db.ts'
import { keySeparator } from '../../search/upsert.ts'
import { ownStateQueries } from '../own-states.ts'
import type { Item } from './item.ts'
import { existing } from './references.ts'
import type { Target } from './targets.ts'

// Fields that staff decided stay as they are until the marketplace says the same (contract/marketplace/imports.ts, `decidedHere`). States that
// other records keep stay likewise (marketplace/own-states.ts).

/** A field that was decided here. */
interface Decided extends Record<string, unknown> {
  key: string
  field: string
  ours: unknown
  /** Kept by another record: no answer of the marketplace ends it. */
  own: boolean
}

/** An answer of the marketplace to a decision: it agrees, or says otherwise. */
interface Answer {
  item: Item
  field: string
  ours: unknown
  theirs: unknown
  agrees: boolean
}

/**
 * Puts our values into rows whose fields were decided here. Locks the records, so that no decision comes between.
 * @returns the items whose record was deleted here, and the answers, which `noteAnswers` writes after the rows
 */
export async function keepDecided(db: Db, entity: ImportEntity, target: Target<unknown>, items: Item[]) {
  const answers: Answer[] = []
  if (entity.decidedHere.length === 0 || items.length === 0) return { deleted: new Set<Item>(), answers }
  if (entity.name === 'disputes') await lockTransactions(db, items)
  await lock(db, entity, target, items)
  const gone = await deletedRows(db, entity, target, items)
  const deleted = new Set(items.filter(({ id, row }) => gone.has(id) && row.deleted_at == null))
  const isMarked = getTableColumns(target.table).deleted_at !== undefined
  const keys = sql`array(select json_array_elements_text(${JSON.stringify(items.map(({ id }) => id))}::json))`
  const own = ownStateQueries[entity.name]?.(keys)
  const { rows } = await db.execute<Decided>(sql`
    select key, field, ours, false as own from decided_fields where entity = ${entity.name} and key = any(${keys})
    ${own ? sql`union all select key, field, ours, true as own from (${own}) as kept` : sql``}
    order by own, field`)
  const byKey = new Map<string, Decided[]>()
  for (const row of rows) {
    const others = (byKey.get(row.key) ?? []).filter(({ field }) => field !== row.field)
    byKey.set(row.key, [...others, row])
  }
  const again = await judgedAgain(
    db,
    target,
    items.filter(({ id }) => byKey.has(id)),
  )
  for (const item of items) {
    const decided = byKey.get(item.id) ?? []
    const wasDeleted = decided.some(({ field }) => field === 'deleted')
    // A deletion that can still be undone does not count yet.
    if (wasDeleted && (!isMarked || deleted.has(item))) {
      deleted.add(item)
      answers.push({ item, field: 'deleted', ours: true, theirs: false, agrees: false })
      continue
    }
    const given = item.row
    for (const { field, ours, own } of decided) {
      if (field === 'deleted') continue
      // The marketplace knows the record by now: it is no longer ours alone.
      if (field === 'made') {
        answers.push({ item, field, ours, theirs: true, agrees: true })
        continue
      }
      if (isDispute(entity, field) && own && isNextDispute(decided, given)) continue
      const theirs = given[field]
      if (again.has(item) && isInitial(target, field, theirs)) {
        answers.push({ item, field, ours, theirs, agrees: true })
        continue
      }
      if (theirs !== undefined) answers.push({ item, field, ours, theirs, agrees: isSame(ours, theirs) })
      item.row = { ...item.row, [field]: ours }
    }
    if (decided.length > 0) item.record = target.record(item.row)
  }
  return { deleted, answers }
}

/** Ends the decisions with which the marketplace agrees, and keeps what it says of the others. */
export async function noteAnswers(db: Db, entity: ImportEntity, answers: Answer[]): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map(({ item, ...answer }) => ({ key: item.id, ...answer }))
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(key text, field text, ours jsonb, theirs jsonb, agrees boolean)`
  await db.execute(sql`
    delete from decided_fields d using ${given}
    where d.entity = ${entity.name} and d.key = given.key and d.field = given.field and given.agrees`)
  // A state that another record keeps has no entry before its first difference.
  await db.execute(sql`
    insert into decided_fields as d (entity, key, field, ours, theirs, differs_since)
    select ${entity.name}, given.key, given.field, coalesce(given.ours, 'null'), coalesce(given.theirs, 'null'), now()
    from ${given} where not given.agrees
    on conflict (entity, key, field) do update
      set ours = excluded.ours, theirs = excluded.theirs, differs_since = coalesce(d.differs_since, now()),
        settled = d.settled and d.theirs = excluded.theirs
      where d.differs_since is null or d.theirs is distinct from excluded.theirs or d.ours is distinct from excluded.ours`)
}

const isDispute = ({ name }: ImportEntity, field: string) => name === 'transactions' && field !== 'currency'

/** Whether a row of a transaction names another dispute, and the last one is resolved. */
const isNextDispute = (decided: Decided[], row: Record<string, unknown>): boolean => {
  const ours = Object.fromEntries(decided.filter(({ own }) => own).map(({ field, ours }) => [field, ours]))
  return ours.dispute_status === 1 && row.dispute_id != null && row.dispute_id !== ours.dispute_id
}

/** Locks the transactions of disputes first, as the calls of staff do. */
const lockTransactions = (db: Db, items: Item[]) =>
  db.execute(sql`
    select from transactions
    where id = any(array(select json_array_elements_text(${JSON.stringify(items.map(({ row }) => row.transaction_id))}::json)))
    order by id for update`)

/** A row never revives a record that staff deleted. A held deletion does not count yet: an undo shows the new row. */
async function deletedRows(db: Db, entity: ImportEntity, { table }: Target<unknown>, items: Item[]) {
  const [key] = entity.key
  if (!key || !getTableColumns(table).deleted_at) return new Set<string>()
  return existing(
    db,
    getTableConfig(table).name,
    key,
    items.map((item) => item.id),
    entity.name === 'listings' ? `deleted_at is not null and ${isFinal}` : 'deleted_at is not null',
  )
}

/** A listing's deletion that can no longer be undone. */
const isFinal = `not exists (select from held_actions
  where action = 'posts.remove' and subject_id = posts.key and applied_at is null and undone_at is null)`

/** Locks the records in the order of their keys: batches of several calls cannot deadlock. */
async function lock(db: Db, { key }: ImportEntity, { table }: Target<unknown>, items: Item[]) {
  const columns = getTableColumns(table)
  const parts = key.map((field, n) => ({
    column: sql.identifier(columns[field]?.name ?? field),
    given: `k${n}`,
  }))
  const keys = items.map(({ id }) =>
    Object.fromEntries(id.split(keySeparator).map((part, n) => [`k${n}`, part])),
  )
  const types = sql.raw(parts.map(({ given }) => `${given} text`).join(', '))
  await db.execute(sql`
    select from ${sql.identifier(getTableConfig(table).name)} as old
    join json_to_recordset(${JSON.stringify(keys)}::json) as given(${types})
      on ${sql.join(
        parts.map(({ column, given }) => sql`old.${column} = given.${sql.raw(given)}`),
        sql` and `,
      )}
    order by ${sql.join(
      parts.map(({ column }) => sql`old.${column}`),
      sql`, `,
    )} for update of old`)
}

/** The items whose fields that staff judged have changed, such as a listing that its seller edited: they are judged again. */
async function judgedAgain(
  db: Db,
  { table, judged = [] }: Target<unknown>,
  items: Item[],
): Promise<Set<Item>> {
  if (judged.length === 0 || items.length === 0) return new Set()
  const columns = getTableColumns(table)
  const fields = judged.map((field) => ({ field, column: columns[field] }))
  const given = items.map((item) =>
    Object.fromEntries([['key', item.id], ...fields.map(({ field }) => [field, item.record[field] ?? null])]),
  )
  const list = (of: string) =>
    sql.raw(fields.map(({ field, column }) => `${of}."${of === 'given' ? field : column?.name}"`).join(', '))
  const types = sql.raw(fields.map(({ field, column }) => `"${field}" ${column?.getSQLType()}`).join(', '))
  const { rows } = await db.execute<{ key: string }>(sql`
    select given.key from json_to_recordset(${JSON.stringify(given)}::json) as given(key text, ${types})
    join ${sql.identifier(getTableConfig(table).name)} as old on old.key = given.key
    where (${list('old')}) is distinct from (${list('given')})`)
  const changed = new Set(rows.map((row) => row.key))
  return new Set(items.filter(({ id }) => changed.has(id)))
}

/** Whether a row gives a field the value that a new record has. */
const isInitial = ({ initial }: Target<unknown>, field: string, value: unknown): boolean =>
  initial !== undefined && Object.hasOwn(initial, field) && (value ?? initial[field]) === initial[field]

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Compares two values of the wire; times by their instant. */
export function isSame(ours: unknown, theirs: unknown): boolean {
  if (typeof ours === 'string' && typeof theirs === 'string' && isTime.test(ours) && isTime.test(theirs))
    return Date.parse(ours) === Date.parse(theirs)
  return JSON.stringify(ours ?? null) === JSON.stringify(theirs ?? null)
}
