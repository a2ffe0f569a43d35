import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** Fields of before and after that hold a uid, or a list of them. */
const uidFields = ['asked_by', 'with', 'from', 'to', 'about']

const textOf = (side: unknown, field: string): string[] => {
  const value =
    typeof side === 'object' && side !== null ? (side as Record<string, unknown>)[field] : undefined
  return [value].flat().filter((one) => typeof one === 'string')
}
const uidsOf = ({ before, after }: TimelineEntry) =>
  uidFields.flatMap((field) => [...textOf(before, field), ...textOf(after, field)])
const operationOf = ({ after }: TimelineEntry) => textOf(after, 'operation')[0]

/** Entries with what their words need: the names of mentioned people and staff, and the state of operations that they began. */
export async function withContext(db: Db, entries: TimelineEntry[]): Promise<TimelineEntry[]> {
  const uids = entries.flatMap(uidsOf)
  const operations = entries.flatMap((entry) => operationOf(entry) ?? [])
  if (uids.length + operations.length === 0) return entries
  const named = sql`any(${sql.param(uids)}::text[])`
  const { rows } = await db.execute<{
    id: string
    name: string | null
    state: NonNullable<TimelineEntry['operation']>['state'] | null
  }>(sql`
    select uid as id, display_name as name, null as state from users where uid = ${named}
    union all select uid, coalesce(display_name, email), null from staff where uid = ${named}
    union all select id, reference, state from operations where id = any(${sql.param(operations)}::text[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return entries.map((entry) => {
    const names = uidsOf(entry).flatMap((uid) => {
      const name = found.get(uid)?.name
      return name ? [[uid, name] as const] : []
    })
    const operation = found.get(operationOf(entry) ?? '')
    return {
      ...entry,
      ...(operation?.state && { operation: { state: operation.state, reference: operation.name } }),
      ...(names.length > 0 && { names: Object.fromEntries(names) }),
    }
  })
}
