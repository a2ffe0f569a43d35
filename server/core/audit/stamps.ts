import { asc, desc, eq, inArray } from 'drizzle-orm'
import { requestStamp } from '../../adapters/timestamps.ts'
import { auditHeads, auditStamps } from '../../db/proof-tables.ts'
import type { Context } from '../call/context.ts'
import type { Db } from '../database/db.ts'
import type { Task } from '../operations/schedule.ts'
import { headColumns } from './heads.ts'
import { headText } from './verify-proof.js'

/**
 * Has the newest head stamped by the authority, if there is one: it stands for all heads before it. A failure is logged and tried
 * again, with the head that is the newest then.
 */
export const stampTask = {
  name: 'the newest audit head could not be stamped',
  every: 600_000,
  run: async ({ database: { db }, settings: { timestampUrl } }: Pick<Context, 'database' | 'settings'>) => {
    if (timestampUrl === undefined) return
    const [newest] = await db
      .select({ ...headColumns, stamped: auditStamps.head })
      .from(auditHeads)
      .leftJoin(auditStamps, eq(auditStamps.head, auditHeads.n))
      .orderBy(desc(auditHeads.n))
      .limit(1)
    if (!newest || newest.stamped !== null) return
    const { stamped: _stamped, ...head } = newest
    const { token, stamp } = await requestStamp(timestampUrl, headText(head))
    await db.insert(auditStamps).values({ head: head.n, at: stamp.at, token }).onConflictDoNothing()
  },
} satisfies Task

/** The first time stamp after each of some heads, which stands for the heads before it: base64 tokens by the heads' numbers. */
export async function stampsFor(db: Db, heads: readonly number[]): Promise<Map<number, string>> {
  const all = await db.select({ head: auditStamps.head }).from(auditStamps).orderBy(asc(auditStamps.head))
  const chosen = new Set(heads.flatMap((n) => all.find(({ head }) => head >= n)?.head ?? []))
  const rows = await db
    .select()
    .from(auditStamps)
    .where(inArray(auditStamps.head, [...chosen]))
  return new Map(rows.map(({ head, token }) => [head, token.toString('base64')]))
}
