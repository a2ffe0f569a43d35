import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { staff } from '../../db/system-tables.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Context } from '../call/context.ts'
import { untimed } from '../deadline.ts'

/** How a sign-in failed. */
export type Failed = 'password' | 'second factor' | 'passkey' | 'provider' | 'too many attempts'

/**
 * Audits a failed sign-in: at most one row per account, way and minute, so that an attacker cannot fill the log. Accounts that do not
 * exist share one row, which has nothing of what was typed: a password is sometimes typed in the wrong field. The answer
 * does not wait for it, so that its time does not reveal who works here.
 * @param email the typed address; undefined where the account is not known
 */
export function auditFailure(ctx: Context, request: FastifyRequest, by: Failed, email?: string) {
  const write = () =>
    ctx.database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ uid: string }>(
        sql`select uid from ${staff} where email = ${email?.trim().toLowerCase() ?? null}`,
      )
      const uid = rows[0]?.uid
      const subject = `audited:${by}:${uid ?? 'unknown'}`
      // The id makes the row the only one of its minute, also for parallel attempts.
      const { rows: first } = await tx.execute(sql`
      insert into identity_failures (id, subject) values (${subject} || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), ${subject})
      on conflict (id) do nothing returning id`)
      if (first.length === 0) return
      const who = { uid: 'sign-in-page', role: 'none', address: request.ip, requestId: request.id }
      await writeAudit(tx, ctx.settings.auditKey, who, 'staff.signInFailed', {
        ...(uid !== undefined && { subject: ['staff', uid] as const }),
        after: { failed_by: by },
      })
    })
  void untimed(write).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'a failed sign-in was not audited'),
  )
}
