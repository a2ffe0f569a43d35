import { onlyStripe } from '../../server/adapters/payments.ts'
import { checkAudit } from '../../server/core/audit/audit-check.ts'
import { checkLedger } from '../../server/money/ledger/ledger-check.ts'
import { paymentsOf, settled } from '../stack/calls.ts'
import { count } from '../stack/figures.ts'
import { auditKey, type ServerUnderTest } from '../stack/server-under-test.ts'
import { type Called, type Change, isChanging, send } from './load.ts'

/** The server's words for a call without effect. */
const nothing = /Nothing was changed|nothing was done/i

/** How often a call was done: by its effect, by the audit and by the stored replays. */
interface Done {
  effects: number
  audited: number
  kept: number
}

async function countDone(server: ServerUnderTest): Promise<(called: Called) => Done> {
  return server.withDatabase(async ({ pool }) => {
    const counts = async (statement: string) => {
      const { rows } = await pool.query<{ of: string; n: number }>(statement)
      const map = new Map(rows.map(({ of, n }) => [of, n]))
      return (of: string) => map.get(of) ?? 0
    }
    const effects: Record<Change, (of: string) => number> = {
      ban: await counts('select uid as of, count(*)::int as n from ban_reasons group by 1'),
      unban: await counts(`select uid as of, 1 as n from users where uid like 'unban%' and not is_banned`),
      message: await counts('select conversation_id as of, count(*)::int as n from messages group by 1'),
      refund: await counts(
        `select subject_id as of, count(*)::int as n from operations where kind = 'refund' group by 1`,
      ),
    }
    const audited = await counts('select subject_id as of, count(*)::int as n from audit group by 1')
    const kept = await counts(
      'select key as of, count(*)::int as n from idempotency_keys where answer is not null group by 1',
    )
    return ({ kind, target, key }) => ({
      effects: effects[kind as Change](target),
      audited: audited(target),
      kept: kept(key),
    })
  })
}

/**
 * Compares the effect of each changing call with its audit row, its stored replay and the answer to its caller. Then
 * repeats each unacknowledged call with its idempotency key: in the end each must have been done once.
 */
export async function checkWhole(server: ServerUnderTest, token: string, calls: Called[]) {
  const faults: string[] = []
  const changing = calls.filter(isChanging)
  const done = await countDone(server)
  let unknown = 0
  let unknownDone = 0
  for (const one of changing) {
    const { effects, audited, kept } = done(one)
    const is = `${one.key}, answered ${one.status} "${one.words}${one.cut}": ${effects} done, ${audited} audited, ${kept} kept`
    if (effects !== audited || audited !== kept || effects > 1) faults.push(`half done: ${is}`)
    if (one.status === 200 && effects !== 1) faults.push(`lost: ${is}`)
    if (one.status === 503 && nothing.test(one.words) && effects !== 0)
      faults.push(`done, although the answer says that nothing was changed: ${is}`)
    if (one.status !== 200 && !nothing.test(one.words)) {
      unknown += 1
      unknownDone += effects
    }
  }
  const open = changing.filter(({ status }) => status !== 200)
  for (const one of open) {
    const again = await send(server, token, one)
    if (again.status !== 200) faults.push(`${one.key} again: ${again.status} ${again.words}${again.cut}`)
  }
  const after = await countDone(server)
  for (const one of changing) {
    const { effects, audited, kept } = after(one)
    if (effects !== 1 || audited !== 1 || kept !== 1)
      faults.push(`${one.key} after its repeat: ${effects} done, ${audited} audited, ${kept} kept`)
  }
  return {
    faults,
    figures: {
      'changing calls': changing.length,
      acknowledged: changing.length - open.length,
      'repeated with their key': open.length,
      'of them told that it is not known, or nothing': unknown,
      'of those done': unknownDone,
    },
  }
}

/** Checks the audit chain, and the ledger against the vendor's own book, once nothing is pending. */
export async function checkBooks(server: ServerUnderTest) {
  const faults: string[] = []
  const seconds = await settled(server, 60)
  if (seconds > 60) faults.push('Operations were still pending after 60 s.')
  return server.withDatabase(async ({ db }) => {
    const audit = await checkAudit(db, auditKey, (fault) => faults.push(fault))
    const ledger = await checkLedger(db, onlyStripe(paymentsOf(server)))
    return {
      faults: [...faults, ...ledger.faults],
      figures: { 'audit rows verified': audit.rows, 'transactions with entries checked': ledger.checked },
    }
  })
}

/** Counts calls by status. */
export function byStatus(calls: Called[]) {
  const counts: Record<string, number> = {}
  for (const { status, code, cut } of calls)
    count(counts, status === 0 ? `none: ${cut}` : `${status} ${code}`.trim())
  return counts
}

export const worst = (calls: Called[]) => calls.reduce((most, { took }) => Math.max(most, took), 0)
