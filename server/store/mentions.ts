import type { MentionEvent } from '@portreeve/contract/notes'
import type { TimelineKind } from '@portreeve/contract/timeline'
import { sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import { mentions } from '../db/inbox.ts'

/** Notifies staff members that a note mentions them, or that a conversation was assigned to them. */
export async function mention(
  { db, staff, publish }: Pick<Call<'mentions/{uid}'>, 'db' | 'staff' | 'publish'>,
  [kind, id]: [kind: TimelineKind, id: string],
  uids: string[],
  what: MentionEvent['what'],
): Promise<void> {
  if (uids.length === 0) return
  if (what === 'mentioned')
    await db
      .insert(mentions)
      .values(uids.map((staff_uid) => ({ staff_uid, subject_kind: kind, subject_id: id })))
      .onConflictDoUpdate({
        target: [mentions.staff_uid, mentions.subject_kind, mentions.subject_id],
        set: { at: sql`now()`, seen_at: null },
      })
  for (const uid of uids)
    publish(`mentions/${uid}`, { kind, id, what, by: staff.uid, name: staff.displayName ?? staff.email })
}
