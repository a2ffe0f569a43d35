import type { Task } from '../../core/operations/schedule.ts'

/** Writes the rows of `inbox_days`, each day in a transaction, as answers wait meanwhile. */
export const foldDays: Task = {
  name: 'figures of the team inbox',
  every: 600_000,
  run: async ({ database }, stop) => {
    const fold = () =>
      database.pool.query<{ isFolded: boolean }>('select portreeve_inbox_fold() as "isFolded"')
    while (!stop.aborted && (await fold()).rows[0]?.isFolded);
  },
}
