import { randomUUID } from 'node:crypto'
import { namesOf } from '@portreeve/contract/base/own'
import { may } from '@portreeve/contract/base/rights'
import {
  savedViews as contract,
  maxSavedViews,
  type SavedView,
  type ViewListName,
  viewLists,
} from '@portreeve/contract/desk/saved-views'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { staff, savedViews as table } from '../db/system-tables.ts'

const listNames = namesOf(viewLists)

/** The views that a staff member sees: own and shared ones, of the lists that the role may read. */
const seenBy = (reader: Me) =>
  and(
    or(eq(table.owner, reader.uid), table.shared),
    inArray(
      table.list,
      listNames.filter((name) => may(reader, viewLists[name].may)),
    ),
  )

/** Saved views under a condition, by name. */
const find = (db: Db, where: SQL | undefined): Promise<SavedView[]> =>
  db
    .select({
      id: table.id,
      list: table.list,
      name: table.name,
      search: table.search,
      shared: table.shared,
      owner: sql<
        SavedView['owner']
      >`json_build_object('uid', ${staff.uid}, 'name', coalesce(${staff.displayName}, ${staff.email}))`,
    })
    .from(table)
    .innerJoin(staff, eq(staff.uid, table.owner))
    .where(where)
    .orderBy(sql`lower(${table.name})`, table.id)

async function one(call: Call, id: string): Promise<SavedView> {
  const [view] = await find(call.db, and(eq(table.id, id), seenBy(call.staff)))
  return view ?? refuse('not_found', 'No such view', 'There is no such view, or it was deleted.')
}

/** A view of a changing call, locked, if the caller may change it. */
async function lockView(call: Call, id: string): Promise<SavedView> {
  const { db, staff: caller } = call
  await db.select().from(table).where(eq(table.id, id)).for('update')
  const view = await one(call, id)
  if (view.owner.uid !== caller.uid && !may(caller, 'work.lead'))
    refuse('forbidden', 'Not your view', `${view.owner.name} owns this view. Save one of your own.`)
  return view
}

/** Refuses a name that another view of the list has which the owner sees, or, for a shared view, which the team sees. */
async function refuseName(
  db: Db,
  { list, name, owner, id }: { list: ViewListName; name: string; owner: string; id?: string },
) {
  const [taken] = await find(
    db,
    and(
      eq(table.list, list),
      sql`lower(${table.name}) = lower(${name})`,
      or(eq(table.owner, owner), table.shared),
      id === undefined ? undefined : sql`${table.id} <> ${id}`,
    ),
  )
  if (taken)
    refuse('conflict', 'Name is taken', `There is a view named ${taken.name} by ${taken.owner.name}.`)
}

export const savedViews = implement('savedViews', contract, {
  list: (_input, { db, staff: caller }) => find(db, seenBy(caller)),

  create: async ({ body: { name, ...body } }, call) => {
    const { db, staff: caller } = call
    demand(caller, viewLists[body.list].may)
    // Two tabs of one person come one after another.
    await db.select().from(staff).where(eq(staff.uid, caller.uid)).for('update')
    const own = (await db.select({ id: table.id }).from(table).where(eq(table.owner, caller.uid))).length
    if (own >= maxSavedViews)
      refuse('refused', 'Too many views', `You have ${own} views. Delete one before you save another.`)
    const row = { id: `view_${randomUUID()}`, owner: caller.uid, name: name.trim(), ...body }
    await refuseName(db, { list: row.list, name: row.name, owner: row.owner })
    await db.insert(table).values(row)
    call.did(null, { after: row })
    return one(call, row.id)
  },

  update: async ({ params: { id }, body }, call) => {
    const before = await lockView(call, id)
    const set = { ...body, ...(body.name !== undefined && { name: body.name.trim() }) }
    const after = { ...before, ...set }
    await refuseName(call.db, { list: after.list, name: after.name, owner: before.owner.uid, id })
    if (Object.keys(set).length > 0) await call.db.update(table).set(set).where(eq(table.id, id))
    const { name, shared, search } = before
    call.did(null, { before: { name, shared, search }, after: { id, ...set } })
    return after
  },

  remove: async ({ params: { id } }, call) => {
    const before = await lockView(call, id)
    await call.db.delete(table).where(eq(table.id, id))
    call.did(null, { before })
    return null
  },
})
