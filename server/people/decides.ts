import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** The writes of this transaction are no decisions of staff: rows of the marketplace, and erasures (`decided_fields`). */
export const withoutDeciding = (db: Db) =>
  db.execute(sql`select set_config('portreeve.decides', 'off', true)`)
