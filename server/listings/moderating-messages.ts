import type { MessagesChange } from '@portreeve/contract/listings/moderating-messages'
import { moderatingMessages as contract, messageMaps } from '@portreeve/contract/listings/moderating-messages'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { pick } from '../core/call/whole-record.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { audit } from '../db/system-tables.ts'
import { moderatingMessages as table } from './listing-tables.ts'
import { readMessages } from './moderation-texts.ts'

/** Both maps are one record, whose changes the audit counts: the id of its last audit row is its version. */
const subject = ['moderating_messages', 'all'] as const
const ofMessages = and(eq(audit.subject_kind, subject[0]), eq(audit.subject_id, subject[1]))

async function versionOf(db: Db): Promise<number> {
  const [last] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(ofMessages)
    .orderBy(desc(audit.id))
    .limit(1)
  return last?.id ?? 0
}

/** Refuses a change of keys that a colleague has changed since the caller read them, naming them. */
async function refuseMoved({ db, expected }: Call, change: MessagesChange): Promise<void> {
  if (expected === undefined) return
  const since = await db
    .select({ after: audit.after })
    .from(audit)
    .where(and(ofMessages, gt(audit.id, expected)))
  const moved = messageMaps.flatMap((map) =>
    Object.keys(change[map] ?? {}).filter((key) =>
      since.some(({ after }) => Object.hasOwn((after as MessagesChange | null)?.[map] ?? {}, key)),
    ),
  )
  if (moved.length > 0)
    refuse(
      'conflict',
      'Changed meanwhile',
      `A colleague has changed ${moved.join(', ')} since you opened this page.`,
    )
}

export const moderatingMessages = implement('moderatingMessages', contract, {
  get: async (_input, { db }) => {
    // Read the version first: after a change between the two reads, a save is refused rather than lost.
    const version = await versionOf(db)
    return { ...(await readMessages(db)), version }
  },

  update: async ({ body }, call) => {
    // Other writers wait, so that versions are in order; readers do not wait.
    await call.db.execute(sql`lock table ${table} in share row exclusive mode`)
    await refuseMoved(call, body)
    const now = await readMessages(call.db)
    const before = Object.fromEntries(
      messageMaps
        .filter((map) => body[map])
        .map((map) => [map, pick(now[map], Object.keys(body[map] ?? {}))]),
    )
    for (const map of messageMaps)
      for (const [key, text] of Object.entries(body[map] ?? {})) {
        if (text === null) await call.db.delete(table).where(and(eq(table.map, map), eq(table.key, key)))
        else
          await call.db
            .insert(table)
            .values({ map, key, text })
            .onConflictDoUpdate({
              target: [table.map, table.key],
              set: { text, version: sql`${table.version} + 1` },
            })
      }
    const keys = messageMaps.flatMap((map) => Object.keys(body[map] ?? {}))
    call.did(subject[1], { before, after: body }, { live: { keys } })
    // Without a version: the audit row of this change is not written yet.
    return readMessages(call.db)
  },
})
