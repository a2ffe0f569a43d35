import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { own } from '@portreeve/contract/base/own'
import { stateOf } from '@portreeve/contract/marketplace/import-lines'
import type { ImportRow } from '@portreeve/contract/marketplace/imports'
import { eq, sql } from 'drizzle-orm'
import { publishImported } from '../../conversations/conversation-records.ts'
import { conversationMembers } from '../../conversations/conversation-tables.ts'
import { messagesArrived } from '../../conversations/inbox/inbox-arrival.ts'
import type { Db } from '../../core/database/db.ts'
import { publishAll } from '../../core/live/live.ts'
import { staff } from '../../db/system-tables.ts'
import { followDisputes } from '../../money/disputes/dispute-close.ts'
import { bookAgain } from '../../money/waiting-facts.ts'
import { withoutDeciding } from '../../people/decides.ts'
import { memberSearchColumns } from '../../search/search-text.ts'
import { keySeparator, type Stored, upsert } from '../../search/upsert.ts'
import { standingOf } from '../../staff/roles/role-rights.ts'
import { releaseWork } from '../../staff/staff-work.ts'
import { fillCurrencies } from './currencies.ts'
import { keepDecided, noteAnswers } from './decided.ts'
import type { Door } from './door.ts'
import { fillExtra } from './extra.ts'
import type { Item } from './item.ts'
import { lockDecisions, ofAppeals } from './of-appeals.ts'
import { publishRows } from './publish.ts'
import { danglingReferences } from './references.ts'
import { ofDeleted, ofErased, ofOtherDisputes, ofStaff } from './refused.ts'
import type { Target } from './targets.ts'
import { claimVersions } from './versions.ts'

/** What a row did to its record. */
export type Effect = 'new' | 'changed' | 'unchanged'

/** The result of a batch. */
export interface Outcome {
  written: { item: Item; effect: Effect; kept: string[]; late: boolean }[]
  rejected: { item: Item; reason: string }[]
}

/**
 * Writes one batch in one transaction: checks references and deleted records, keeps what staff decided, and writes the rows.
 * @param after writes what commits together with the rows
 */
export const writeBatch = (
  door: Door,
  entity: ImportEntity,
  target: Target<unknown>,
  items: Item[],
  after: (tx: Db, outcome: Outcome) => Promise<void>,
): Promise<Outcome> =>
  door.database.db.transaction(async (tx) => {
    const outcome = await writeRows(tx, door, entity, target, items)
    await after(tx, outcome)
    return outcome
  })

/** Writes rows in the caller's transaction. */
export async function writeRows(
  tx: Db,
  door: Door,
  entity: ImportEntity,
  target: Target<unknown>,
  items: Item[],
): Promise<Outcome> {
  const rejected: Outcome['rejected'] = []
  if (items.length === 0) return { written: [], rejected }
  await withoutDeciding(tx, door.key === undefined ? 'import' : `key ${door.key}`)
  await tx.execute(sql`select set_config('portreeve.key_maker', ${door.maker ?? ''}, true)`)
  await lockDecisions(tx, entity, items)
  const { reasons: erased, emptied } = await ofErased(tx, entity, target, items, door)
  const { deleted, answers } = await keepDecided(tx, entity, target, items)
  const refused = [
    erased,
    await fillCurrencies(tx, entity, items, door.settings.currency),
    await fillExtra(tx, entity, items),
    await ofDeleted(tx, entity, target, items),
    await danglingReferences(tx, entity, items),
    await ofStaff(tx, entity, target, items, door),
    await ofOtherDisputes(tx, entity, items),
    await ofAppeals(tx, entity, items),
  ]
  const good = items.filter((item) => {
    const reason =
      refused.map((reasons) => reasons.get(item)).find((one) => one !== undefined) ??
      (deleted.has(item) ? deletedReason(entity) : undefined)
    if (reason) rejected.push({ item, reason })
    return reason === undefined
  })
  const late = await claimVersions(tx, entity, good)
  const newest = good.filter((item) => !late.has(item))
  const changes = await upsert(
    tx,
    { table: target.table, key: entity.key, once: stateOf(entity) },
    newest.map((item) => item.record),
  )
  const effects = new Map<string, Effect>(changes.map(({ id, added }) => [id, added ? 'new' : 'changed']))
  if (entity.name === 'conversations')
    for (const id of await writeMembers(tx, newest)) if (!effects.has(id)) effects.set(id, 'changed')
  const counted = answers.filter(({ item }) => !late.has(item))
  await noteAnswers(tx, entity, counted)
  const disputed = { transactions: 'id', disputes: 'transaction_id' }[entity.name]
  if (disputed)
    await followDisputes(
      tx,
      newest.map(({ row }) => String(row[disputed])),
      door.settings.payoutDelay,
    )
  await published(tx, entity, newest, effects)
  return {
    rejected,
    written: good.map((item) => ({
      item,
      effect: effects.get(item.id) ?? 'unchanged',
      kept: [
        ...counted.filter((answer) => answer.item === item && !answer.agrees).map(({ field }) => field),
        ...(emptied.get(item) ?? []),
      ],
      late: late.has(item),
    })),
  }
}

/** Brings what depends on the rows up to date, and tells the open pages. */
async function published(tx: Db, entity: ImportEntity, items: Item[], effects: Map<string, Effect>) {
  if (effects.size === 0) return
  await publishRows(
    tx,
    entity.name,
    items.filter(({ id }) => effects.has(id)).map(({ row }) => row),
  )
  if (entity.name === 'conversations') await bringUpToDate(tx, [...effects.keys()])
  if (entity.name === 'orders') await bookAgain(tx, [...effects.keys()])
  if (entity.name === 'transactions')
    await bookAgain(
      tx,
      items.flatMap(({ id, row }) => (effects.has(id) && (row as ImportRow<'transactions'>).order_id) || []),
    )
  if (entity.name === 'staff')
    for (const [id, effect] of effects) if (effect === 'changed') await releaseLost(tx, id)
  if (entity.name !== 'messages') return
  const ids = [...new Set(items.map(({ row }) => (row as ImportRow<'messages'>).conversation_id))]
  const added = [...effects].filter(([, effect]) => effect === 'new').map(([id]) => id)
  await messagesArrived(tx, ids, added)
  await bringUpToDate(tx, ids)
  await publishImported(tx, ids)
}

/** Releases what a staff member may not do with the role of their row. */
async function releaseLost(tx: Db, uid: string) {
  await tx.select({ uid: staff.uid }).from(staff).where(eq(staff.uid, uid)).for('no key update')
  const person = await standingOf(tx, uid)
  if (!person) return
  const { events } = await releaseWork(tx, person, importer)
  await publishAll(tx, [[`staff/${uid}`, {}], ...events])
}

const importer = { uid: 'import', name: null }

const deletedReason = (entity: ImportEntity) =>
  entity.name === 'users' ? 'account was deleted' : 'was deleted in Portreeve'

/** Writes the members of conversations. Returns the conversations that changed. */
async function writeMembers(db: Db, items: Item[]): Promise<Set<string>> {
  const rows: Stored[] = items.flatMap((item) => {
    const { id, participants, members, readByUsers } = item.row as ImportRow<'conversations'>
    const uids = [...new Set([...(participants ?? []), ...Object.keys(members ?? {})])]
    return uids.map((uid, position) => ({
      conversation_id: id,
      uid,
      name: own(members ?? {}, uid) ?? null,
      read: own(readByUsers ?? {}, uid) ?? false,
      position,
      ...memberSearchColumns({ name: own(members ?? {}, uid) ?? null }),
    }))
  })
  await keepStaffs(db, rows)
  const written = await upsert(db, { table: conversationMembers, key: ['conversation_id', 'uid'] }, rows)
  const left = await db.execute<{ id: string }>(sql`
    delete from conversation_members m
    where m.conversation_id in (select json_array_elements_text(${JSON.stringify(items.map((item) => item.id))}::json))
      and not exists (
        select from json_to_recordset(${JSON.stringify(rows)}::json) as g(conversation_id text, uid text)
        where g.conversation_id = m.conversation_id and g.uid = m.uid)
    returning m.conversation_id as id`)
  return new Set([...written, ...left.rows].map((row) => row.id.split(keySeparator)[0] ?? ''))
}

/** Staff know what they have read, and their name. */
async function keepStaffs(db: Db, rows: Stored[]) {
  const { rows: known } = await db.execute<Stored>(sql`
    select m.conversation_id, m.uid, m.name, m.read from conversation_members m join staff on staff.uid = m.uid
    where m.conversation_id = any(array(select json_array_elements_text(${JSON.stringify(rows.map((row) => row.conversation_id))}::json)))`)
  for (const { conversation_id, uid, name, read } of known) {
    const row = rows.find((one) => one.conversation_id === conversation_id && one.uid === uid)
    if (row) Object.assign(row, { name, read }, memberSearchColumns({ name: name as string | null }))
  }
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
