import { may, permissions } from '@portreeve/contract/base/rights'
import type { Proposal } from '@portreeve/contract/desk/proposals'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../core/call/context.ts'
import { demand } from '../../core/call/rights.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { proposals as table } from './proposal-tables.ts'

export type Row = typeof table.$inferSelect

const unknown = () => refuse('not_found', 'No such proposal', 'There is no such proposal.')

/** Who ended a proposal that nobody decided in time. */
const portreeve = { uid: 'portreeve', name: 'Portreeve' }

const decider = alias(staff, 'decider')
const nameIn = (who: typeof staff | typeof decider) =>
  sql<string>`coalesce(${who.displayName}, ${who.email}, '')`

/** A proposal as its readers see it. Refuses with not_found. */
export async function getProposal(db: Db, id: string): Promise<Proposal> {
  const count = (state: string) => sql.raw(`'${state}', count(*) filter (where state = '${state}')::int`)
  const [found] = await db
    .select({
      row: table,
      owner: nameIn(staff),
      by: nameIn(decider),
      currency: sql<string | null>`case ${table.subject_kind} when 'transaction' then
        (select currency from transactions where id = ${table.subject_id}) end`,
      rate: sql<
        Proposal['rate']
      >`(select json_build_object('call', ${table.call}, ${count('accepted')}, ${count('declined')},
        ${count('stale')}, ${count('waiting')}) from proposals p where p.program = ${table.program} and p.call = ${table.call})`,
    })
    .from(table)
    .innerJoin(staff, eq(staff.uid, table.owner_uid))
    .leftJoin(decider, eq(decider.uid, table.decided_by))
    .where(eq(table.id, id))
  if (!found) return unknown()
  const { row, owner, by, rate, currency } = found
  const { call, permission, program, reason, state, params, body, effect, created_at } = row
  return {
    ...{ id, call, permission, program, owner: { uid: row.owner_uid, name: owner }, reason, state },
    subject: row.subject_kind && { kind: row.subject_kind, id: row.subject_id ?? '' },
    ...{ params, body, effect, created_at, rate, currency },
    decided:
      row.decided_at === null
        ? null
        : {
            at: row.decided_at,
            by: row.decided_by === null ? portreeve : { uid: row.decided_by, name: by },
            note: row.note,
          },
  }
}

/** The same for a caller: staff with the permission of its call, and the program that made it. */
export async function proposalFor(
  { db, staff: me, program }: Pick<Call, 'db' | 'staff' | 'program'>,
  id: string,
) {
  const proposal = await getProposal(db, id)
  if (program && program.name !== proposal.program) return unknown()
  if (!program && !may(me, proposal.permission))
    refuse(
      'forbidden',
      'Not allowed',
      `Your role, ${me.role}, may not ${permissions[proposal.permission].words}.`,
    )
  return proposal
}

/** Locks a proposal that waits. Refuses with not_found, with conflict one that is decided, and with forbidden what the caller may not do. */
export async function lockWaiting({ db, staff: me }: Pick<Call, 'db' | 'staff'>, id: string): Promise<Row> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  if (!row) return unknown()
  demand(me, row.permission)
  if (row.state !== 'waiting')
    refuse('conflict', 'Decided already', `This proposal is ${row.state} already. Nothing was changed.`)
  return row
}

/** Ends a proposal that is locked. */
export const endProposal = (
  db: Db,
  { staff: me }: Pick<Call, 'staff'>,
  { id }: Row,
  state: Row['state'],
  note: string | null = null,
) => db.update(table).set({ state, note, decided_by: me.uid, decided_at: sql`now()` }).where(eq(table.id, id))
