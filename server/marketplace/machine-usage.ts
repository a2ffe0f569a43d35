import { sql } from 'drizzle-orm'
import { writeAudit } from '../core/audit/audit.ts'
import type { Context } from '../core/call/context.ts'
import { takeUnknownKeys } from '../core/identity/machine-key.ts'
import type { Task } from '../core/operations/schedule.ts'

/** The use of a key in one hour. */
interface Hour extends Record<string, unknown> {
  key_id: string
  name: string
  hour: string
  used: Record<string, { calls: number; rows: number; rejected: number }>
}

/** Writes an audit row for each machine key and finished hour in which it was used. */
export async function auditUsage(ctx: Pick<Context, 'database' | 'settings'>): Promise<void> {
  await ctx.database.db.transaction(async (tx) => {
    // One process writes at a time. The others find nothing left.
    const { rows } = await tx.execute<Hour>(sql`
      with done as (
        update machine_key_usage set audited_at = now()
        where (key_id, hour, scope) in (
          select key_id, hour, scope from machine_key_usage
          where audited_at is null and hour < date_trunc('hour', now()) order by hour limit 1000 for update skip locked)
        returning *)
      select key_id, (select name from machine_keys where id = key_id) as name, hour::text as hour,
        jsonb_object_agg(scope, jsonb_build_object('calls', calls, 'rows', rows, 'rejected', rejected)) as used
      from done group by key_id, hour order by hour, key_id`)
    for (const { key_id, name, hour, used } of rows)
      await writeAudit(tx, ctx.settings.auditKey, { uid: key_id, role: 'machine' }, 'machineKeys.used', {
        subject: ['machine_key', key_id],
        after: { name, hour: new Date(hour).toISOString(), ...used },
      })
  })
}

/** Writes an audit row for calls with unknown keys since the last look. */
export async function auditUnknownKeys(ctx: Pick<Context, 'database' | 'settings'>): Promise<void> {
  const calls = takeUnknownKeys()
  if (calls === 0) return
  await ctx.database.db.transaction((tx) =>
    writeAudit(tx, ctx.settings.auditKey, { uid: 'unknown', role: 'machine' }, 'machineKeys.unknown', {
      subject: ['machine_key', 'unknown'],
      after: { calls },
    }),
  )
}

/** Audits the use of machine keys, which is due when an hour has ended, and calls with unknown keys, every minute. */
export const usageAudits: Task[] = [auditUsage, auditUnknownKeys].map((run) => ({
  name: 'audit of machine keys',
  every: 60_000,
  run,
}))
