import { randomUUID } from 'node:crypto'
import { inboxViews as contract, maxSavedViews, type SavedView } from '@portreeve/contract/inbox-views'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { refuse } from '../core/refuse.ts'
import { savedViews as table } from '../db/inbox.ts'
import { staff } from '../db/system.ts'

const seenBy = (uid: string) => or(eq(table.owner, uid), table.shared)

/** Saved views under a condition, by name. */
const find = (db: Db, where: ReturnType<typeof and>): Promise<SavedView[]> =>
  db
    .select({
      id: table.id,
      name: table.name,
      view: table.view,
      tag: table.tag,
      account: table.account,
      assignee: table.assignee,
      shared: table.shared,
      owner: sql<
        SavedView['owner']
      >`json_build_object('uid', ${staff.uid}, 'name', coalesce(${staff.displayName}, ${staff.email}))`,
    })
    .from(table)
    .innerJoin(staff, eq(staff.uid, table.owner))
    .where(where)
    .orderBy(sql`lower(${table.name})`, table.id)

async function one(db: Db, uid: string, id: string): Promise<SavedView> {
  const [view] = await find(db, and(eq(table.id, id), seenBy(uid)))
  return view ?? refuse('not_found', 'No such view', 'There is no such view, or it was deleted.')
}

/** A view of a changing call, locked, if the caller may change it. */
async function lockView(call: Call, id: string): Promise<SavedView> {
  const { db, staff: caller } = call
  await db.select().from(table).where(eq(table.id, id)).for('update')
  const view = await one(db, caller.uid, id)
  if (view.owner.uid !== caller.uid && caller.role !== 'admin')
    refuse('forbidden', 'Not your view', `${view.owner.name} owns this view. Save one of your own.`)
  return view
}

/** Refuses a name that another view has which the caller sees, or, for a shared view, which the team sees. */
async function refuseName(
  call: Call,
  name: string,
  { owner, shared, id }: { owner: string; shared: boolean; id?: string },
) {
  const [taken] = await find(
    call.db,
    and(
      sql`lower(${table.name}) = lower(${name})`,
      shared ? or(eq(table.owner, owner), table.shared) : seenBy(owner),
      id === undefined ? undefined : sql`${table.id} <> ${id}`,
    ),
  )
  if (taken)
    refuse('conflict', 'Name is taken', `There is a view named ${taken.name} by ${taken.owner.name}.`)
}

export const inboxViews = implement('inboxViews', contract, {
  list: (_input, { db, staff: { uid } }) => find(db, and(seenBy(uid))),

  create: async ({ body: { name, ...body } }, call) => {
    const { db, staff: caller } = call
    // Two tabs of one person come one after another.
    await db.select().from(staff).where(eq(staff.uid, caller.uid)).for('update')
    const own = (await db.select({ id: table.id }).from(table).where(eq(table.owner, caller.uid))).length
    if (own >= maxSavedViews)
      refuse('refused', 'Too many views', `You have ${own} views. Delete one before you save another.`)
    const row = { id: `view_${randomUUID()}`, owner: caller.uid, name: name.trim(), ...body }
    await refuseName(call, row.name, row)
    await db.insert(table).values(row)
    call.record({ after: row })
    return one(db, caller.uid, row.id)
  },

  update: async ({ params: { id }, body }, call) => {
    const before = await lockView(call, id)
    const set = { ...body, ...(body.name !== undefined && { name: body.name.trim() }) }
    const after = { ...before, ...set }
    await refuseName(call, after.name, { owner: before.owner.uid, shared: after.shared, id })
    if (Object.keys(set).length > 0) await call.db.update(table).set(set).where(eq(table.id, id))
    call.record({ before: { name: before.name, shared: before.shared }, after: { id, ...set } })
    return { ...before, ...set }
  },

  remove: async ({ params: { id } }, call) => {
    const before = await lockView(call, id)
    await call.db.delete(table).where(eq(table.id, id))
    call.record({ before })
    return null
  },
})
