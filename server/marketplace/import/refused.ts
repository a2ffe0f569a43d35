import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Db } from '../../core/database/db.ts'
import { erasedOf } from '../../people/erased-ids.ts'
import { isSame } from './decided.ts'
import type { Door } from './door.ts'
import type { Item } from './item.ts'
import { existing } from './references.ts'
import type { Target } from './targets.ts'

// Rows that the record or a person of it does not allow, each with the reason.

type Reasons = Map<Item, string>

const keysOf = (values: unknown[]) =>
  sql`array(select json_array_elements_text(${JSON.stringify([...new Set(values)])}::json))`

/** The records that staff wrote, by entity. */
const writtenByStaff: Readonly<Record<string, SQL>> = {
  messages: sql`(written_by is not null or sender_id in (select uid from staff))`,
  ban_reasons: sql`actor_uid is not null`,
}

/** Whether staff wrote a record. */
export async function isByStaff(db: Db, { name }: ImportEntity, { table }: Target<unknown>, key: string) {
  const written = writtenByStaff[name]
  if (!written) return false
  const { rows } = await db.execute(
    sql`select from ${sql.identifier(getTableConfig(table).name)} where id = ${key} and ${written}`,
  )
  return rows.length > 0
}

/** Rows that change what staff wrote, and rows of a program in the name of staff. An equal row is allowed. */
export async function ofStaff(
  db: Db,
  entity: ImportEntity,
  { table }: Target<unknown>,
  items: Item[],
  { from }: Pick<Door, 'from'>,
): Promise<Reasons> {
  const reasons: Reasons = new Map()
  const written = writtenByStaff[entity.name]
  if (!written || items.length === 0) return reasons
  const { rows } = await db.execute<{ id: string; row: Record<string, unknown> }>(sql`
    select t.id, to_jsonb(t) as row from ${sql.identifier(getTableConfig(table).name)} t
    where id = any(${keysOf(items.map(({ id }) => id))}) and ${written}`)
  const known = new Map(rows.map(({ id, row }) => [id, row]))
  const columns = getTableColumns(table)
  const field = entity.name === 'messages' ? 'senderID' : 'actor'
  const names = from === 'program' ? await namesOfStaff(db, entity.name === 'messages') : new Set()
  for (const item of items) {
    const record = known.get(item.id)
    const stored = (name: string) => record?.[columns[name]?.name ?? name]
    if (record && Object.keys(item.row).every((name) => isSame(stored(name), item.row[name])))
      item.record = Object.fromEntries(Object.keys(item.record).map((name) => [name, stored(name)]))
    else if (record) reasons.set(item, 'was written by staff, and only they change it')
    else if (
      names.has(
        String(item.row[field] ?? '')
          .trim()
          .toLowerCase(),
      )
    )
      reasons.set(item, `${field} names a member of staff, in whose name only the console writes`)
  }
  return reasons
}

async function namesOfStaff(db: Db, uidsOnly: boolean): Promise<Set<string>> {
  const { rows } = await db.execute<{ names: (string | null)[] }>(
    uidsOnly
      ? sql`select array[uid] as names from staff`
      : sql`select array[uid, display_name, email] as names from staff`,
  )
  return new Set(
    rows
      .flatMap(({ names }) => names)
      .map((name) => (name ?? '').trim().toLowerCase())
      .filter(Boolean),
  )
}

/** Rows of disputes that belong to another transaction here, or whose transaction has another open dispute. */
export async function ofOtherDisputes(db: Db, entity: ImportEntity, items: Item[]): Promise<Reasons> {
  const reasons: Reasons = new Map()
  if (entity.name !== 'disputes' || items.length === 0) return reasons
  const given = JSON.stringify(
    items.map(({ row: { id, transaction_id, status } }) => ({ id, transaction_id, status })),
  )
  const { rows } = await db.execute<{ id: string; moved: boolean }>(sql`
    with given as (select * from json_to_recordset(${given}::json) as g(id text, transaction_id text, status int)),
    after as (select id, transaction_id, status from given
      union all select id, transaction_id, status from disputes d where transaction_id in (select transaction_id from given)
        and id not in (select id from given))
    select g.id, coalesce(old.transaction_id <> g.transaction_id, false) as moved
    from given g left join disputes old on old.id = g.id
    where old.transaction_id <> g.transaction_id or g.status = 2
      and exists (select from after o where o.transaction_id = g.transaction_id and o.status = 2 and o.id <> g.id)`)
  const found = new Map(rows.map(({ id, moved }) => [id, moved]))
  for (const item of items) {
    const moved = found.get(item.id)
    if (moved !== undefined)
      reasons.set(
        item,
        moved
          ? 'transaction_id is not that of this dispute'
          : 'transaction_id names one with another open dispute',
      )
  }
  return reasons
}

/** Lines of deleted records that are here and not deleted: no file deletes a record. */
export async function ofDeleted(
  db: Db,
  { key }: ImportEntity,
  { table }: Target<unknown>,
  items: Item[],
): Promise<Reasons> {
  const deleted = items.filter(({ row }) => row.deleted_at != null)
  const ids = deleted.map(({ id }) => id)
  const here = await existing(db, getTableConfig(table).name, key[0] ?? 'id', ids, 'deleted_at is null')
  return new Map(
    deleted
      .filter(({ id }) => here.has(id))
      .map((item) => [item, 'deleted_at is given, but the record is here: delete it in the console']),
  )
}

/** A field that names a person. */
const namesPerson = /^(uid|.*_uid|creatorUID|senderID|redeemed_by)$/

/**
 * Rows that are about erased records, or that need an erased person. A field that may be empty loses the name of an erased person.
 * @returns the reasons, and the fields that were emptied
 */
export async function ofErased(
  db: Db,
  entity: ImportEntity,
  target: Target<unknown>,
  items: Item[],
  { settings }: Pick<Door, 'settings'>,
): Promise<{ reasons: Reasons; emptied: Map<Item, string[]> }> {
  const reasons: Reasons = new Map()
  const emptied = new Map<Item, string[]>()
  const fields = Object.keys((entity.row as unknown as { shape: object }).shape).filter(
    (field) => namesPerson.test(field) && entity.name !== 'users',
  )
  const groups = entity.references.filter(({ to, field }) => to.includes('users') && !fields.includes(field))
  const named = ({ row }: Item) => [
    ...fields.map((field) => row[field]),
    ...groups.flatMap(({ field }) => {
      const value = row[field] ?? []
      return Array.isArray(value) ? value : Object.keys(value as object)
    }),
  ]
  const uids = items.flatMap(named).filter((uid): uid is string => typeof uid === 'string')
  const people = await erasedOf(db, settings, 'users', [...new Set(uids)])
  const records = await erasedOf(
    db,
    settings,
    entity.name,
    items.map(({ id }) => id),
  )
  if (people.size + records.size === 0) return { reasons, emptied }
  for (const item of items) {
    const erased = (value: unknown) => typeof value === 'string' && people.has(value)
    if (records.has(item.id)) reasons.set(item, 'was erased in Portreeve')
    const cleared = Object.fromEntries(
      fields.filter((field) => erased(item.row[field])).map((field) => [field, null]),
    )
    const names = Object.keys(cleared)
    if (names.length > 0 && entity.row.safeParse({ ...item.row, ...cleared }).success) {
      item.row = { ...item.row, ...cleared }
      item.record = target.record(item.row)
      emptied.set(item, names)
    }
    if (!reasons.has(item) && named(item).some(erased))
      reasons.set(item, 'names a person who was erased in Portreeve')
  }
  return { reasons, emptied }
}
