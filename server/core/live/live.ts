import { randomUUID } from 'node:crypto'
import type { TopicPattern } from '@portreeve/contract/base/live'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import { sql } from 'drizzle-orm'
import { liveEvents } from '../../db/system-tables.ts'
import type { Db } from '../database/db.ts'
import { woken } from './live-listener.ts'

/** Default seconds for which the backlog includes an event. */
const defaultRetention = 60

/** Publishes a live event in the caller's transaction. A handler uses `call.did` or `call.publish`, whose topics its endpoint declares. */
export const publish = (db: Db, ...event: LiveEventOf<TopicPattern>): Promise<void> => publishAll(db, [event])

/** Writes live events in the caller's transaction. Pages read them in the order of the transactions (`readNew`). */
export async function publishAll(
  db: Db,
  events: readonly (readonly [topic: string, payload: unknown, seconds?: number | null])[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insert(liveEvents)
    .values(
      events.map(([topic, payload, seconds = defaultRetention]) => ({
        topic,
        payload,
        until: seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`,
      })),
    )
    .returning(woken)
}

/** A new id for an entry, by which it can be removed (D-099). */
export const newEntry = (): string => `en_${randomUUID()}`

/** Removes an entry from a topic's backlog. A page that resumes from before it still receives it. */
export const removeEntry = (db: Db, topic: string, entry: string) =>
  db.execute(
    sql`update live_events set until = now() where topic = ${topic} and payload->>'entry' = ${entry} and until is null`,
  )
