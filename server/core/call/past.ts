import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { Time } from '@portreeve/contract/base/endpoint'
import { may } from '@portreeve/contract/base/rights'
import { seenBeyond } from '@portreeve/contract/base/sight'
import { RoleName } from '@portreeve/contract/staff/roles'
import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { roles } from '../../db/role-tables.ts'
import type { Db } from '../database/db.ts'
import { KeptRefusal, refuse } from '../refuse.ts'
import type { StaffCaller } from './caller.ts'
import type { AuditEntry } from './context.ts'
import { demand } from './rights.ts'

/** Milliseconds for a statement that reads the past. */
const pastTimeout = 2500

/**
 * The moment of the header `As-Of`, ISO-8601 UTC; undefined without one. Refuses with malformed a header that is no time or that
 * comes with a changing call, and with refused a call that has no past.
 */
export function momentOf(endpoint: Endpoint, header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (endpoint.method !== 'GET')
    refuse(
      'malformed',
      'Not in the past',
      'As-Of belongs to calls that read: nothing can be changed in the past.',
    )
  if (!Time.safeParse(header).success)
    refuse('malformed', 'Malformed request', 'As-Of must be a time such as 2026-11-23T11:43:00Z.')
  if (endpoint.noPast !== undefined) refuse('refused', 'Not in the past', endpoint.noPast)
  return new Date(String(header)).toISOString()
}

/** The role of the header `As-Role`, which adds masks to a look into the past. Refuses with malformed one that comes without `As-Of`. */
export function roleOf(
  header: string | string[] | undefined,
  moment: string | undefined,
): string | undefined {
  if (header === undefined) return undefined
  const role = RoleName.safeParse(header).data
  if (role === undefined) refuse('malformed', 'Malformed request', 'As-Role must be the name of a role.')
  if (moment === undefined)
    refuse('malformed', 'Not in the past', 'As-Role belongs to As-Of: it shows what a role saw at a moment.')
  return role
}

/**
 * The caller as one of another role, who sees what that role may see today. Nothing is ever added: refuses with forbidden a role
 * that has a permission which the caller lacks or sees more of the desk, and what that role may not see; with malformed a role that there is not.
 */
export async function inRole(
  db: Db,
  caller: StaffCaller,
  role: string | undefined,
  needed: Endpoint['may'],
): Promise<StaffCaller> {
  if (role === undefined) return caller
  const [found] = await db
    .select({ permissions: roles.permissions, kinds: roles.kinds, classes: roles.classes })
    .from(roles)
    .where(eq(roles.name, role))
  if (!found) refuse('malformed', 'Malformed request', `As-Role: there is no role ${role}.`)
  const more = seenBeyond(found, caller.staff)
  const own = caller.staff.role
  if ([...more.kinds, ...more.classes].length > 0 || found.permissions.some((one) => !may(caller.staff, one)))
    refuse(
      'forbidden',
      'Not allowed',
      `You may not see all that the role ${role} sees, so it cannot be shown to you.`,
    )
  const staff = { ...caller.staff, ...found, role }
  demand(staff, needed)
  return { ...caller, staff, ownRole: own }
}

/** What the audit says of a look into the past. @param after what it says of the look itself */
export const lookOf = (after: unknown, moment: string, role: string | undefined) => ({
  ...(after as object | undefined),
  as_of: moment,
  ...(role && { as_role: role }),
})

/**
 * Runs a reading call as of a moment: in a transaction that cannot write, with the views of `past` in place of the tables
 * (core/program/history.sql). Refuses with expired a moment of before the first history, and with refused what takes too long.
 */
export async function readPast<Result>(
  db: { transaction: <R>(work: (tx: Db) => Promise<R>, config: object) => Promise<R> },
  moment: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(
      async (tx) => {
        await enter(tx, moment)
        return work(tx)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } catch (error) {
    // 57014 query canceled: the time for the statement is over.
    if ((error as { cause?: { code?: string } }).cause?.code !== '57014') throw error
    refuse('refused', 'Too much for the past', 'This takes too long as of then. Look for less at once.')
  }
}

async function enter(tx: Db, moment: string) {
  const { rows } = await tx.execute<{ began: string; early: boolean; late: boolean }>(sql`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as began,
      ${moment}::timestamptz < at as early, ${moment}::timestamptz > now() as late,
      set_config('portreeve.as_of', ${moment}, true), set_config('statement_timeout', ${String(pastTimeout)}, true),
      set_config('search_path', 'past, ' || current_setting('search_path') || ', pg_catalog', true)
    from history.began`)
  if (rows[0]?.late) refuse('malformed', 'Not yet', 'As-Of is a time in the future.')
  if (rows[0]?.early ?? true)
    refuse('expired', 'Before the first history', `Portreeve remembers what was from ${rows[0]?.began} on.`)
}

/** What a call into the past can do only after it, with its result and its audit entry. */
export interface Left {
  later: ((db: Db) => Promise<unknown>)[]
  result: unknown
  entry: AuditEntry
}

/** Does what a call has left to do after it. A refusal of that answers the call, and its audit row names it. */
export async function doLeft(db: Pick<NodePgDatabase, 'transaction'>, done: Left): Promise<void> {
  for (const work of done.later) {
    const refusal = await db.transaction(work).then(() => undefined, KeptRefusal.of)
    if (!refusal) continue
    done.result = refusal
    done.entry.after = { ...(done.entry.after as object | undefined), refused: refusal.code }
  }
}
