import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'

/**
 * Seconds for which a job's actions are held, longer than nearly all jobs run: the time to undo begins at the job's end, not at
 * that of each row.
 */
export const parkedSeconds = 3600

/** Marks an operation that a bulk job holds. */
export const ofJob = (job: string | undefined): Record<string, string> => (job ? { bulk: job } : {})

/** Sets anew for how long the actions of a job are held, unless they are final. */
export const holdRows = (db: Db, job: string, seconds: number) =>
  db.execute(sql`
    update operations set due_at = now() + make_interval(secs => ${seconds})
    where state = 'pending' and attempts = 0 and due_at > now() and details ? 'bulk' and details ->> 'bulk' = ${job}`)
