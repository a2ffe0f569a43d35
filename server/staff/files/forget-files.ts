import { sql } from 'drizzle-orm'
import type { Context } from '../../core/call/context.ts'
import type { Task } from '../../core/operations/schedule.ts'
import { contentOfId, dropParts } from './check-content.ts'
import { endFiles } from './stored-files.ts'

/** Files of one run. */
const perRun = 50

/**
 * Ends files that have no owner after a day, and removes the bytes of ended files, and the parts of checked ones. Each is removed twice, an hour apart, before its
 * row is deleted: a part that was arriving meanwhile goes with the second. A kill at any moment leaves a row that is due again.
 */
export const forgetFiles = {
  name: 'removal of files',
  every: 60_000,
  run: async (ctx, stop) => {
    const { db } = ctx.database
    await endFiles(db, sql`subject_id is null and created_at < now() - interval '1 day'`)
    const due = await takeDue(ctx)
    for (const { id, state, last } of due) {
      if (stop.aborted) return undefined
      if (state === 'ready') {
        await dropParts(ctx, id)
        continue
      }
      for (const place of [id, contentOfId(id)]) await ctx.files.removeAll(place)
      if (last) await db.execute(sql`delete from stored_files where id = ${id} and state = 'gone'`)
    }
    return due.length === perRun ? 100 : undefined
  },
} satisfies Task

interface Due {
  id: string
  state: string
  last: boolean
}

/** Several servers take different ones. The lease ends with the hour. */
async function takeDue({ database }: Context): Promise<Due[]> {
  const { rows } = await database.pool.query<Due>(
    `update stored_files f set sweeps = sweeps + 1, due_at = now() + interval '1 hour'
     from (select id from stored_files where due_at <= now() order by due_at limit ${perRun} for update skip locked) d
     where f.id = d.id returning f.id, f.state, f.sweeps > 1 as last`,
  )
  return rows
}
