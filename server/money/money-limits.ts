import type { MoneySettings } from '@portreeve/contract/money/money-settings'
import { getTableColumns } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { moneySettings } from './money-desk-tables.ts'

const { one: _one, ...columns } = getTableColumns(moneySettings)

/** The deadlines of the money desk. */
export async function readMoneySettings(db: Db): Promise<MoneySettings> {
  const [row] = await db.select(columns).from(moneySettings)
  if (!row) throw new Error('The settings of the money desk are missing: the first migration writes them')
  return row
}

/** Days to decide a dispute that came without a deadline. */
const usualDays = 14

/** The deadline of a dispute that came without one. */
export const decideBy = (created_at: string): string =>
  new Date(Date.parse(created_at) + usualDays * 86_400_000).toISOString()
