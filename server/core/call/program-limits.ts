import { sql } from 'drizzle-orm'
import type { Transaction } from '../database/db.ts'
import { begunHere } from '../operations/begun-here.ts'
import { refuse } from '../refuse.ts'
import type { StaffCaller } from './caller.ts'
import { hook } from './hook.ts'
import type { HandlerParts } from './parts.ts'

/** Whether some of these operations move money of another currency than this one (ISO 4217). */
export const inOtherCurrency =
  hook<(tx: Transaction, operations: readonly string[], currency: string) => Promise<boolean>>(
    'money in another currency',
  )

interface Key extends Record<string, unknown> {
  per_hour: number
  cents_per_day: number
  done: number
  spent: number
}

/**
 * Runs the work of a changing call of a program within the limits of its key, and counts it. The key is locked until the end of the
 * transaction: its actions run one after the other, and one that is ended does nothing more. Refuses with too_many. The work of
 * staff has no such limits.
 */
export async function withinLimits<Result>(
  tx: Transaction,
  { ctx }: HandlerParts,
  { program }: StaffCaller,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!program) return work()
  const used = (column: 'rows' | 'cents', since: 'hour' | 'day') => sql`(
    select coalesce(sum(u.${sql.identifier(column)}), 0)::float8 from machine_key_usage u
    where u.key_id = ${program.id} and u.scope ~ '^(act\\.|propose)' and u.hour >= date_trunc(${sql.raw(`'${since}'`)}, now(), 'UTC'))`
  await tx.execute(sql`select from machine_keys where id = ${program.id} for update`)
  // A new statement, which sees what the call before has counted.
  const { rows } = await tx.execute<Key>(sql`
    select coalesce(per_hour, 0) as per_hour, coalesce(cents_per_day, 0)::float8 as cents_per_day,
      ${used('rows', 'hour')} as done, ${used('cents', 'day')} as spent
    from machine_keys where id = ${program.id} and revoked_at is null and (expires_at is null or expires_at > now())`)
  const [key] = rows
  if (!key)
    refuse('signed_out', 'Machine key ended', `The machine key ${program.name} was ended, or has expired.`)
  if (key.done >= key.per_hour)
    refuse(
      'too_many',
      'Limit of the hour',
      `The machine key ${program.name} does at most ${key.per_hour} actions in an hour.`,
    )
  const result = await work()
  const begun = (await begunHere(tx)).filter(({ cents }) => cents !== null && cents !== 0)
  const cents = begun.reduce((sum, one) => sum + Math.abs(one.cents ?? 0), 0)
  if (key.spent + cents > key.cents_per_day)
    refuse(
      'too_many',
      'Limit of the day',
      `This moves more money than the machine key ${program.name} may move in a day.`,
    )
  const ids = begun.map(({ id }) => id)
  if (cents > 0 && (await inOtherCurrency(tx, ids, ctx.settings.currency)))
    refuse('refused', 'Another currency', 'A program moves money of the usual currency only.')
  await tx.execute(sql`
    insert into machine_key_usage as u (key_id, hour, scope, calls, rows, cents)
    values (${program.id}, date_trunc('hour', now()), ${program.scope}, 1, 1, ${cents})
    on conflict (key_id, hour, scope) do update set calls = u.calls + 1, rows = u.rows + 1, cents = u.cents + excluded.cents`)
  return result
}
