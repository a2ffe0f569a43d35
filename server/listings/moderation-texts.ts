import type { messageMaps } from '@portreeve/contract/listings/moderating-messages'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { moderatingMessages } from './listing-tables.ts'

type MapName = (typeof messageMaps)[number]

/** Both maps of canned messages, the keys in order. */
export async function readMessages(db: Db): Promise<Record<MapName, Record<string, string>>> {
  const rows = await db.select().from(moderatingMessages).orderBy(moderatingMessages.key)
  const map = (name: MapName) =>
    Object.fromEntries(rows.filter((row) => row.map === name).map((row) => [row.key, row.text]))
  return {
    admin_messages: map('admin_messages'),
    promoted_post_review_messages: map('promoted_post_review_messages'),
  }
}

/** The keys of the canned messages of a map that have this text. */
export async function keysOf(db: Db, map: MapName, text: string): Promise<string[]> {
  const rows = await db
    .select({ key: moderatingMessages.key })
    .from(moderatingMessages)
    .where(and(eq(moderatingMessages.map, map), eq(moderatingMessages.text, text)))
  return rows.map(({ key }) => key)
}
