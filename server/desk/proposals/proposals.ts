import { randomUUID } from 'node:crypto'
import { may } from '@portreeve/contract/base/rights'
import { proposals as contract, maxWaiting } from '@portreeve/contract/desk/proposals'
import { sql } from 'drizzle-orm'
import { tryIn } from '../../core/call/dry-run.ts'
import { implement } from '../../core/call/implement.ts'
import type { Db, Transaction } from '../../core/database/db.ts'
import { KeptRefusal, refuse } from '../../core/refuse.ts'
import { carryOut } from './carry-out.ts'
import { digestOf } from './effect.ts'
import { endProposal, getProposal, lockWaiting, proposalFor, type Row } from './proposal-records.ts'
import { proposals as table } from './proposal-tables.ts'
import { lockVersion, proposedCall, subjectOf } from './proposed-call.ts'

/** Refuses with conflict what waits already, and with too_many a program of which too much waits. */
async function refuseWaiting(db: Db, program: string, of: Pick<Row, 'call' | 'params' | 'body'>) {
  const { rows } = await db.execute<{ same: boolean; waiting: number }>(sql`
    select count(*)::int as waiting, coalesce(bool_or(call = ${of.call} and params = ${JSON.stringify(of.params)}::jsonb
      and coalesce(body, 'null') = ${JSON.stringify(of.body ?? null)}::jsonb), false) as same
    from proposals where program = ${program} and state = 'waiting'`)
  if (rows[0]?.same)
    refuse('conflict', 'Proposed already', 'The same proposal of this program waits already.')
  if ((rows[0]?.waiting ?? 0) >= maxWaiting)
    refuse(
      'too_many',
      'Too much waits',
      `${maxWaiting} proposals of this program wait. Staff decide them first.`,
    )
}

const subjectIn = (row: Pick<Row, 'subject_kind' | 'subject_id'>) =>
  row.subject_kind && ([row.subject_kind, row.subject_id ?? ''] as const)

export const proposals = implement('proposals', contract, {
  get: ({ params }, call) => proposalFor(call, params.id),

  create: async ({ body: { params = {}, body = null, reason, ...sent } }, call) => {
    const { db, program, staff } = call
    if (!program)
      return refuse(
        'forbidden',
        'Programs propose',
        'A program proposes with its machine key. Make the call itself.',
      )
    const id = `prop_${randomUUID()}`
    const asked = { call: sent.call, params, body }
    const { permission, input, parts } = proposedCall(call.ctx, id, asked)
    if (!may(staff, permission))
      refuse(
        'forbidden',
        'Not allowed',
        `The machine key ${program.name} has no scope propose.${permission}, or its owner may not do it.`,
      )
    await refuseWaiting(db, program.name, asked)
    const attempt = () => tryIn(db as Transaction, parts, { staff, session: undefined, program }, input)
    // The first one says which record it is about. The second one is of the version that is kept, under its lock.
    const subject = subjectOf(await attempt())
    const about = { kind: subject?.kind ?? null, id: subject?.id ?? null }
    const version = await lockVersion(db, about)
    if (sent.version !== undefined && sent.version !== version)
      refuse('conflict', 'Changed meanwhile', 'The record has another version by now. Read it again.')
    const effect = await attempt()
    const cents = effect.operations.reduce((sum, one) => sum + Math.abs(one.cents ?? 0), 0)
    const subject_kind = about.kind as Row['subject_kind']
    await db.insert(table).values({
      ...{
        id,
        key_id: program.id,
        program: program.name,
        owner_uid: staff.uid,
        ...asked,
        permission,
        reason,
      },
      ...{ subject_kind, subject_id: about.id, version, cents: cents || null },
      ...{ effect, digest: digestOf(effect, staff) },
    })
    call.did(
      subjectIn({ subject_kind, subject_id: about.id }),
      { after: { proposal: id, call: asked.call } },
      { reason },
    )
    return getProposal(db, id)
  },

  accept: async ({ params: { id } }, call) => {
    const row = await lockWaiting(call, id)
    const stale = await carryOut(call, row)
    const after = { proposal: id, call: row.call, program: row.program, owner: row.owner_uid }
    const state = stale === null ? 'accepted' : 'stale'
    if (stale !== null) await endProposal(call.db, call, row, 'stale', stale.slice(0, 2000))
    call.did(
      subjectIn(row),
      { before: { state: row.state }, after: { ...after, state } },
      { reason: row.reason },
    )
    return stale === null
      ? getProposal(call.db, id)
      : new KeptRefusal('conflict', 'Changed meanwhile', `Nothing was done. ${stale}`)
  },

  decline: async ({ params: { id }, body: { reason } }, call) => {
    const row = await lockWaiting(call, id)
    await endProposal(call.db, call, row, 'declined', reason)
    const after = {
      proposal: id,
      call: row.call,
      program: row.program,
      owner: row.owner_uid,
      state: 'declined',
    }
    call.did(subjectIn(row), { before: { state: row.state }, after }, { reason })
    return getProposal(call.db, id)
  },
})
