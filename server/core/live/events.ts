import { type EventType, eventSubjects, eventTypes } from '@portreeve/contract/base/event-types'
import type { EventOf } from '@portreeve/contract/marketplace/event-data'
import type { EventActor } from '@portreeve/contract/marketplace/events'
import { sql } from 'drizzle-orm'
import { events } from '../../db/event-tables.ts'
import type { Db } from '../database/db.ts'
import { woken } from './live-listener.ts'

/** An event that waits for the end of its transaction. */
export type Emitted = EventOf<EventType>

/** The id of the record that an event is about. */
export function subjectOf([type, data]: Emitted): string {
  const field = eventSubjects[eventTypes[type][0]]
  return field === null ? 'all' : String((data as Record<string, unknown>)[field])
}

/**
 * Writes events in the caller's transaction, after its other writes and before its audit row. The head of the audit is locked:
 * the next event of any transaction gets its id after this one is committed, so the order of ids is the order of commits, and
 * a reader that continues after an id misses none. A handler uses `call.did` or `call.emit`, whose types its endpoint declares.
 */
export async function emitAll(db: Db, actor: EventActor, emitted: readonly Emitted[]): Promise<void> {
  if (emitted.length === 0) return
  await db.execute(sql`select from audit_head for update`)
  const newest = sql`(select coalesce(max(id), 0) from events)`
  await db
    .insert(events)
    .values(
      emitted.map((event, at) => ({
        id: sql`${newest} + ${at + 1}::bigint`,
        type: event[0],
        subject_kind: eventTypes[event[0]][0],
        subject_id: subjectOf(event),
        data: event[1],
        actor: { uid: actor.uid, role: actor.role },
      })),
    )
    .returning(woken)
}

/** The same for an operation's outcome or a provider's event. @param actor the staff member who began it; null: the server */
export const emit = (db: Db, by: EventActor, ...event: Emitted): Promise<void> => emitAll(db, by, [event])

/** The author of an operation's outcome. */
export const actorOf = ({ started_by }: { started_by: string | null }): EventActor =>
  started_by === null ? { uid: 'portreeve', role: 'system' } : { uid: started_by, role: 'staff' }
