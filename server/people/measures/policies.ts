import { randomUUID } from 'node:crypto'
import type { Policy } from '@portreeve/contract/people/policies'
import { policies as contract } from '@portreeve/contract/people/policies'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { refuse } from '../../core/refuse.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { policies as table } from './measure-tables.ts'

/** Refuses with conflict a name that another policy has. */
async function refuseTaken({ db }: Pick<Call, 'db'>, name: string, id: string) {
  const [other] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(sql`lower(${table.name}) = lower(${name})`, ne(table.id, id)))
  if (other) refuse('conflict', 'The name is taken', 'Another policy has this name. Choose another one.')
}

export const policies = implement('policies', contract, {
  list: (_input, { db }): Promise<Policy[]> =>
    db
      .select()
      .from(table)
      .orderBy(table.retired, asc(sql`lower(${table.name})`), table.id),

  create: async ({ body }, call) => {
    const id = call.again?.id ?? `pol_${randomUUID()}`
    // Two at once: the second one waits here, and then finds the name.
    await call.db.execute(sql`lock table ${table} in share row exclusive mode`)
    await refuseTaken(call, body.name, id)
    const [row] = await call.db
      .insert(table)
      .values({ id, ...body })
      .returning()
    if (!row) throw new Error('The policy was not written')
    call.did(id, { before: null, after: body })
    return row
  },

  update: async ({ params, body }, call) => {
    const [before] = await call.db.select().from(table).where(eq(table.id, params.id)).for('update')
    if (!before) refuse('not_found', 'No such policy', 'There is no such policy.')
    if (call.expected !== undefined && call.expected !== before.version)
      await refuseChanged(
        call.db,
        ['policy', before.id],
        'Changed meanwhile',
        'This policy has changed since you opened it.',
      )
    if (body.name !== undefined) {
      await call.db.execute(sql`lock table ${table} in share row exclusive mode`)
      await refuseTaken(call, body.name, before.id)
    }
    const [row] = await call.db
      .update(table)
      .set({ ...body, version: before.version + 1 })
      .where(eq(table.id, before.id))
      .returning()
    if (!row) throw new Error('The policy was not written')
    const was = Object.fromEntries(Object.keys(body).map((field) => [field, before[field as keyof Policy]]))
    call.did(before.id, { before: was, after: body })
    return row
  },
})
