import type { Context } from '../call/context.ts'
import type { Task } from '../operations/schedule.ts'

/** Rows of one statement. */
const batch = 5000

/**
 * Deletes versions that ended before the days that the history is kept (PORTREEVE_HISTORY_DAYS), in small batches. The first
 * moment that can be read moves on before, so that no answer lacks a version.
 */
export const forgetPast = {
  name: 'deletion of old versions',
  every: 3_600_000,
  run: async (
    { database: { pool }, settings }: Pick<Context, 'database' | 'settings'>,
    stop?: AbortSignal,
  ) => {
    const { rows } = await pool.query<{ at: string }>(
      `update history.began set at = greatest(at, now() - make_interval(days => $1))
       returning at::text`,
      [settings.historyDays],
    )
    const tables = await pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'history'::regnamespace and relkind = 'r' and relname <> 'began' order by 1`,
    )
    for (const { name } of tables.rows)
      for (let deleted = batch; deleted === batch && !stop?.aborted; ) {
        const { rowCount } = await pool.query(
          `delete from ${name} where ctid = any (array(select ctid from ${name} where history_until < $1 limit ${batch}))`,
          [rows[0]?.at],
        )
        deleted = rowCount ?? 0
      }
  },
} satisfies Task
