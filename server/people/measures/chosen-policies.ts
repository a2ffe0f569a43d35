import type { Grounds } from '@portreeve/contract/people/measures'
import type { HarmClass } from '@portreeve/contract/people/policies'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { policies } from './measure-tables.ts'

const chosen = async (db: Db, where: SQL): Promise<string | null> => {
  const [row] = await db
    .select({ id: policies.id })
    .from(policies)
    .where(and(where, eq(policies.retired, false)))
    .orderBy(policies.name, policies.id)
    .limit(1)
  return row?.id ?? null
}

/** The policy of a class of harm; null without one. */
export const policyOfHarm = async (db: Db, harm: HarmClass | null) =>
  harm === null ? null : chosen(db, eq(policies.harm, harm))

/** The policy whose denials have one of these canned messages; null without one. */
export const policyOfCanned = async (db: Db, keys: readonly string[]) =>
  keys.length === 0 ? null : chosen(db, sql`${policies.canned} ?| ${sql.param(keys)}::text[]`)

/**
 * The policies as they are now, and whether one of them tells those who reported. Refuses with refused one that does not exist or is
 * retired.
 */
export async function groundsOf(
  db: Db,
  ids: readonly string[],
): Promise<{ grounds: Grounds[]; tells: boolean }> {
  if (ids.length === 0) return { grounds: [], tells: false }
  const rows = await db
    .select()
    .from(policies)
    .where(and(inArray(policies.id, [...ids]), eq(policies.retired, false)))
  const grounds = [...new Set(ids)].map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return refuse('refused', 'No such policy', 'The policy does not exist, or is retired.')
    const { version, name, words, ground, reference } = row
    return { policy: id, version, name, words, ground, reference }
  })
  return { grounds, tells: rows.some(({ tells_reporters }) => tells_reporters) }
}
