import { randomUUID } from 'node:crypto'
import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { macros as contract } from '@portreeve/contract/conversations/macros'
import { asc, eq, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { refuseUnable } from '../staff/colleagues.ts'
import { refuseChanged } from '../staff/last-change.ts'
import { macros as table } from './macro-tables.ts'

/** The macro of a changing call, locked, if it has the version that the caller saw. */
async function lockMacro(call: Call, id: string) {
  const [row] = await call.db.select().from(table).where(eq(table.id, id)).for('update')
  if (!row) refuse('not_found', 'No such macro', 'There is no such macro, or it was deleted before.')
  if (call.expected !== undefined && call.expected !== row.version)
    await refuseChanged(
      call.db,
      ['macro', id],
      'Changed meanwhile',
      'This macro has changed since you opened it.',
    )
  return row
}

/** The fields of a macro that staff write. */
const written = ({ title, text, actions }: typeof table.$inferSelect) => ({
  title,
  text,
  ...(actions && { actions }),
})

/** Refuses with refused a macro that assigns to a colleague who may not answer. */
async function checkAssignee(db: Db, actions: MacroActions | null | undefined) {
  if (typeof actions?.assign === 'object') await refuseUnable(db, 'inbox.write', actions.assign.uid)
}

/** A macro without actions has the fields of the spec only (ENT-82). */
const shown = ({ actions, ...row }: typeof table.$inferSelect) => ({ ...row, ...(actions && { actions }) })

export const macros = implement('macros', contract, {
  list: async (_input, { db }) => {
    const order = [sql`lower(${table.title})`, asc(table.created_at), asc(table.id)]
    return (
      await db
        .select()
        .from(table)
        .orderBy(...order)
    ).map(shown)
  },

  create: async ({ body }, call) => {
    await checkAssignee(call.db, body.actions)
    const [row] = await call.db
      .insert(table)
      .values({ id: `macro_${randomUUID()}`, ...body, created_at: new Date().toISOString(), ...call.again })
      .returning()
    if (!row) throw new Error('The macro was not written')
    call.did(row.id, { after: body })
    return shown(row)
  },

  update: async ({ params, body }, call) => {
    const before = await lockMacro(call, params.id)
    await checkAssignee(call.db, body.actions)
    const [row] = await call.db
      .update(table)
      .set({ ...body, version: before.version + 1 })
      .where(eq(table.id, before.id))
      .returning()
    if (!row) throw new Error('The macro was not written')
    call.did(row.id, { before: written(before), after: body })
    return shown(row)
  },

  remove: async ({ params }, call) => {
    const before = await lockMacro(call, params.id)
    await call.db.delete(table).where(eq(table.id, before.id))
    call.did(before.id, { before: written(before), after: null })
    return null
  },

  use: async ({ params }, call) => {
    const [row] = await call.db
      .update(table)
      .set({ uses: sql`${table.uses} + 1` })
      .where(eq(table.id, params.id))
      .returning({ uses: table.uses })
    if (!row) refuse('not_found', 'No such macro', 'There is no such macro, or it was deleted before.')
    call.did(params.id)
    return row
  },
})
