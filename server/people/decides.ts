import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/**
 * The writes of this transaction are no decisions of staff: rows of the marketplace, and erasures (`decided_fields`).
 * @param by who writes, for the history: 'key 7' or 'import'; default: who made the call
 */
export const withoutDeciding = (db: Db, by?: string) =>
  db.execute(
    sql`select set_config('portreeve.decides', 'off', true)${by === undefined ? sql`` : sql`, set_config('portreeve.by', ${by}, true)`}`,
  )
