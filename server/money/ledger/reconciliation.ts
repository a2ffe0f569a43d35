import { reconciliation as contract } from '@portreeve/contract/money/reconciliation'
import { and, eq, sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { page } from '../../core/call/page.ts'
import { refuse } from '../../core/refuse.ts'
import { checkCorrection } from '../correction.ts'
import { ledgerChecks, ledgerDifferences } from '../money-desk-tables.ts'
import { lockTransaction } from '../orders/transaction-records.ts'
import { providerEndpoints } from '../payment-tables.ts'
import { beginOrRequest } from '../refunds/approval-requests.ts'
import { byFinding, findChecks, findDifferenceRows, isUnderWay, stateNow, today } from './differences.ts'

const perPage = 100

export const reconciliation = implement('reconciliation', contract, {
  endpoints: (_input, { db }) => db.select().from(providerEndpoints).orderBy(providerEndpoints.provider),

  days: (_input, { db }) => findChecks(db),

  differences: async ({ query: { state, day, id, cursor } }, call) => {
    const where = and(
      state === undefined ? undefined : sql`${stateNow} = ${state}`,
      day === undefined
        ? undefined
        : sql`${ledgerDifferences.id} in (select difference_id from ledger_difference_days where day = ${day}::date)`,
      id === undefined ? undefined : eq(ledgerDifferences.id, id),
      byFinding.after(cursor),
    )
    const rows = await findDifferenceRows(call.db, where, perPage + 1)
    const shown = page(call, rows, (row) => ({ time: row.at, id: row.id }), perPage)
    return shown.map(({ at: _at, ...row }) => row)
  },

  run: async (_input, call) => {
    await call.db.execute(sql`
      insert into ledger_checks (day, state) select ${today}, 'requested'
        where not exists (select from ledger_checks where ${isUnderWay})
      on conflict (day) do update set state = 'requested' where ledger_checks.state in ('stopped', 'done', 'failed')`)
    const [check] = await findChecks(call.db, isUnderWay, 1)
    if (!check) refuse('unavailable', 'Not now', 'The check cannot be requested now.')
    const live = { day: check.day, state: check.state }
    call.did(null, { after: { day: check.day } }, { live })
    return check
  },

  stop: async (_input, call) => {
    const [stopped] = await call.db
      .update(ledgerChecks)
      .set({ state: 'stopped', finished_at: sql`now()` })
      .where(isUnderWay)
      .returning({ day: ledgerChecks.day })
    const [check] = stopped ? await findChecks(call.db, eq(ledgerChecks.day, stopped.day), 1) : []
    if (!check) refuse('conflict', 'Nothing to stop', 'No check of the ledger is under way.')
    const live = { day: check.day, state: check.state }
    call.did(null, { after: { day: check.day, checked: check.checked } }, { live })
    return check
  },

  settle: async ({ params, body }, call) => {
    const [found] = await call.db
      .select({ transaction: ledgerDifferences.transaction_id })
      .from(ledgerDifferences)
      .where(eq(ledgerDifferences.id, params.id))
    if (!found) refuse('not_found', 'No such difference', 'There is no difference with this id.')
    if (found.transaction === null)
      refuse('refused', 'Cannot be corrected', 'No correction settles a difference of no transaction.')
    const txn = await lockTransaction(call.db, found.transaction)
    const reason = body.reason.trim()
    const why = { reason_id: null, reason }
    const movement = await checkCorrection(call.db, txn, {
      difference: params.id,
      against: body.against,
      why,
    })
    const { answer, asked } = await beginOrRequest(call, movement)
    const { change } = movement.operation.details
    const after = asked ?? { difference: params.id, against: body.against, cents: change }
    call.did(txn, { after }, { reason })
    return answer
  },
})
