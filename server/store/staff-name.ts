import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The name of a staff member for a list, or the uid of one who has no record any more. */
export const staffName = (person: Record<'displayName' | 'email', AnyPgColumn>, uid: AnyPgColumn) =>
  sql<string | null>`coalesce(${person.displayName}, ${person.email}, ${uid})`
