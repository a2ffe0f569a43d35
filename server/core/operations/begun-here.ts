import { sql } from 'drizzle-orm'
import { operations } from '../../db/system-tables.ts'
import type { Db } from '../database/db.ts'

/** The operations that a transaction has begun, or a savepoint of it. New rows have its start as their time, changed ones an earlier one. */
export const begunHere = (tx: Db) =>
  tx
    .select()
    .from(operations)
    .where(
      // Of the rows that a transaction sees, only its own are of a running one. A savepoint has a number beside the transaction's.
      sql`case when ${operations.created_at} = now()::timestamptz(3) then pg_xact_status(
        ((pg_current_xact_id()::text::bigint >> 32 << 32) | ${operations}.xmin::text::bigint)::text::xid8) = 'in progress' end`,
    )
    .orderBy(operations.kind, operations.subject_id)
