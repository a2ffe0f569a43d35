import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { begin, type Later } from '../core/operations/operations.ts'

/** Seconds until an action becomes final: two more than the console shows, for an undo that is in flight. */
export const heldSeconds = takeBackSeconds + 2

/** 2026-01-05T15:04:05.000Z as '2026-01-05 15:04:05 UTC'. */
export const words = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

/** Hold time in seconds while a bulk job runs; `holdRows` shortens it to the undo window at the job's end. */
export const parkedSeconds = 3600

/** Begins the operation that makes an action of the call final once it can no longer be undone. Its details name the bulk job. */
export const beginHeld = (
  { db, job }: Pick<Call, 'db' | 'job'>,
  { details, ...operation }: Parameters<typeof begin>[1],
): Promise<Later> =>
  job
    ? begin(db, { ...operation, details: { ...details, bulk: job } }, parkedSeconds)
    : begin(db, { ...operation, details }, heldSeconds)

/** Sets for how long the actions of a job are still held, unless they are final. */
export const holdRows = (db: Db, job: string, seconds: number) =>
  db.execute(sql`
    update operations set due_at = now() + make_interval(secs => ${seconds})
    where state = 'pending' and attempts = 0 and due_at > now() and details ? 'bulk' and details ->> 'bulk' = ${job}`)
