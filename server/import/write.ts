import type { ImportEntity, ImportRow } from '@portreeve/contract/imports'
import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Database, Db } from '../core/db.ts'
import { conversationMembers } from '../db/conversations.ts'
import { importProgress } from '../db/system.ts'
import { publishImported } from '../store/conversations.ts'
import { messagesArrived } from '../store/inbox-arrival.ts'
import { memberSearchColumns } from '../store/search-text.ts'
import { type Stored, upsert } from '../store/upsert.ts'
import type { Item } from './item.ts'
import { danglingReferences, existing } from './references.ts'
import type { Target } from './targets.ts'

/** The result of a batch. */
export interface Outcome {
  added: number
  changed: number
  unchanged: number
  rejected: { line: number; reason: string }[]
}

/** The progress of a file. Committed together with the rows. */
export interface Mark {
  file: string
  fingerprint: string
  lines: number
}

/** Writes one batch in one transaction: checks references and deleted rows, writes the rows and the progress. */
export async function writeBatch(
  { db }: Pick<Database, 'db'>,
  entity: ImportEntity,
  target: Target<unknown>,
  items: Item[],
  markAfter: (rejected: Outcome['rejected']) => Mark,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const rejected: Outcome['rejected'] = []
    const dangling = await danglingReferences(tx, entity, items)
    const deleted = await deletedRows(tx, entity, target, items)
    const good = items.filter((item) => {
      const reason = dangling.get(item) ?? (deleted.has(item.id) ? deletedReason(entity) : undefined)
      if (reason) rejected.push({ line: item.line, reason })
      return reason === undefined
    })
    const written = await upsert(
      tx,
      {
        table: target.table,
        key: entity.key,
        ...(target.keep && { keep: target.keep }),
        ...(target.anew && { anew: target.anew }),
      },
      good.map((item) => item.record),
    )
    const added = written.filter((row) => row.added).length
    let changed = written.length - added
    if (entity.name === 'conversations') {
      const also = await writeMembers(tx, good)
      for (const { id } of written) also.delete(id)
      changed += also.size
    }
    if (entity.name === 'messages' && written.length > 0) {
      const ids = [...new Set(good.map(({ row }) => (row as ImportRow<'messages'>).conversation_id))]
      const added = written.filter((row) => row.added).map((row) => row.id)
      await messagesArrived(tx, ids, added)
      await bringUpToDate(tx, ids)
      await publishImported(tx, ids)
    }
    await saveMark(tx, markAfter(rejected))
    return { added, changed, unchanged: good.length - added - changed, rejected }
  })
}

const deletedReason = (entity: ImportEntity) =>
  entity.name === 'users' ? 'account was deleted' : 'was deleted in Portreeve'

/** A file never revives a row that staff deleted. A held deletion does not count yet: an undo shows the imported row. */
async function deletedRows(db: Db, entity: ImportEntity, { table }: Target<unknown>, items: Item[]) {
  const [key] = entity.key
  if (!key || !getTableColumns(table).deleted_at) return new Set<string>()
  return existing(
    db,
    getTableConfig(table).name,
    key,
    items.map((item) => item.id),
    entity.name === 'listings'
      ? `deleted_at is not null and not exists (select from held_actions
          where action = 'posts.remove' and subject_id = posts.key and applied_at is null and undone_at is null)`
      : 'deleted_at is not null',
  )
}

/** Writes the members of conversations. Returns the conversations that changed. */
async function writeMembers(db: Db, items: Item[]): Promise<Set<string>> {
  const rows: Stored[] = items.flatMap((item) => {
    const { id, participants, members, readByUsers } = item.row as ImportRow<'conversations'>
    const uids = [...new Set([...(participants ?? []), ...Object.keys(members ?? {})])]
    return uids.map((uid, position) => ({
      conversation_id: id,
      uid,
      name: members?.[uid] ?? null,
      read: readByUsers?.[uid] ?? false,
      position,
      ...memberSearchColumns({ name: members?.[uid] ?? null }),
    }))
  })
  const written = await upsert(db, { table: conversationMembers, key: ['conversation_id', 'uid'] }, rows)
  const left = await db.execute<{ id: string }>(sql`
    delete from conversation_members m
    where m.conversation_id in (select json_array_elements_text(${JSON.stringify(items.map((item) => item.id))}::json))
      and not exists (
        select from json_to_recordset(${JSON.stringify(rows)}::json) as g(conversation_id text, uid text)
        where g.conversation_id = m.conversation_id and g.uid = m.uid)
    returning m.conversation_id as id`)
  return new Set([...written, ...left.rows].map((row) => row.id))
}

/** Dates a conversation by its newest message, even when staff wrote after the export. */
async function bringUpToDate(db: Db, ids: string[]) {
  await db.execute(sql`
    update conversations c set date = newest.date, last_message = coalesce(newest.text, c.last_message)
    from (select distinct on (conversation_id) conversation_id, date, text from messages
      where conversation_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))
      order by conversation_id, date desc, id desc) newest
    where newest.conversation_id = c.id and newest.date > c.date`)
}

async function saveMark(db: Db, mark: Mark) {
  await db
    .insert(importProgress)
    .values(mark)
    .onConflictDoUpdate({
      target: importProgress.file,
      set: { fingerprint: mark.fingerprint, lines: mark.lines, updated_at: sql`now()` },
    })
}
