import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** Whether some of these operations move money of a transaction in another currency than this one (ISO 4217). */
export async function isInOtherCurrency(
  db: Db,
  operations: readonly string[],
  currency: string,
): Promise<boolean> {
  const { rows } = await db.execute<{ other: boolean }>(sql`
    select exists (select from operations o join transactions t on t.id = o.subject_id
      where o.id = any(${sql.param([...operations])}::text[]) and o.subject_kind = 'transaction' and t.currency <> ${currency}) as other`)
  return rows[0]?.other === true
}
