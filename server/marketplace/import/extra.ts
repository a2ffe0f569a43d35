import { type ExtraValue, extraProblem } from '@portreeve/contract/base/extra'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { extraKindOf } from '@portreeve/contract/marketplace/declared-fields'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { extensionFields as table } from '../extensions/extension-tables.ts'
import type { Item } from './item.ts'

/**
 * Checks the values of declared fields, and leaves those out that are null. The declarations are locked until the rows are written:
 * who removes a field meanwhile waits, so that no value comes after the deletion of its field's values.
 * @returns the reasons against rows with an unknown field or a wrong value
 */
export async function fillExtra(
  db: Db,
  { name }: ImportEntity,
  items: Item[],
): Promise<ReadonlyMap<Item, string>> {
  const reasons = new Map<Item, string>()
  const kind = extraKindOf(name)
  const withValues = items.filter(({ row }) => row.extra != null)
  if (!kind || withValues.length === 0) return reasons
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.kind, kind), isNull(table.removed_at)))
    .orderBy(asc(table.name))
    .for('share')
  const fields = new Map(rows.map((row) => [row.name, row]))
  for (const item of withValues) {
    const given = Object.entries(item.row.extra as Record<string, ExtraValue | null>)
    const kept = given.filter((entry): entry is [string, ExtraValue] => entry[1] !== null)
    for (const [field, value] of given) {
      const known = fields.get(field)
      const problem = known ? value !== null && extraProblem(known, value) : 'is no declared field'
      if (problem && !reasons.has(item)) reasons.set(item, `extra.${field} ${problem}`)
    }
    const extra = kept.length > 0 ? Object.fromEntries(kept) : null
    item.row = { ...item.row, extra }
    item.record = { ...item.record, extra }
  }
  return reasons
}
