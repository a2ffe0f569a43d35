import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { staffGrants } from '../db/system-tables.ts'

/** Days for which a new or promoted colleague counts as the same person as the admin who did it. */
export const grantDays = 7

/** Records that a colleague invited a staff member or raised their role. The command line (null) records none. */
export async function recordGrant(
  db: Db,
  staff_uid: string,
  by: string | null,
  kind: (typeof staffGrants.$inferInsert)['kind'],
): Promise<void> {
  if (by !== null) await db.insert(staffGrants).values({ staff_uid, by_uid: by, kind })
}

/**
 * Whether one person may control two staff accounts: within the last days one let the other in, directly or
 * through colleagues, or the same colleague let in both.
 */
export async function sameHand(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute<{ same: boolean }>(sql`
    with recursive makers(of_uid, uid) as (
      select uid, uid from unnest(array[${one}, ${other}]) as uid
      union
      select makers.of_uid, ${staffGrants.by_uid} from makers join ${staffGrants} on ${staffGrants.staff_uid} = makers.uid
      where ${staffGrants.at} > now() - make_interval(days => ${grantDays})
    )
    select exists (
      select from makers a join makers b on a.uid = b.uid where a.of_uid = ${one} and b.of_uid = ${other}
    ) as same`)
  return rows[0]?.same === true
}

/** Refuses with forbidden the second person who may be the same person as the colleague who asked, by `sameHand`. */
export async function refuseSameHand(
  db: Db,
  caller: string,
  asked: { uid: string; name: string },
  did = 'asked for this',
): Promise<void> {
  if (await sameHand(db, asked.uid, caller))
    refuse(
      'forbidden',
      'A second person decides',
      `Within the last ${grantDays} days you or ${asked.name}, who ${did}, was invited, given a role, enabled or sent new credentials by the other or by the same colleague. Another person decides.`,
    )
}
