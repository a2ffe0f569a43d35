import { onlyStripe, type Refunded } from '../../server/adapters/payments.ts'
import type { Database } from '../../server/core/database/db.ts'
import { bookedCents, bookedRefunds } from '../../server/money/booked-facts.ts'
import { checkLedger } from '../../server/money/ledger/ledger-check.ts'
import { refundKinds } from '../../server/money/money.ts'
import { figures, paymentsOf } from '../stack/calls.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'
import { becomes } from '../stack/waiting.ts'
import { isChargedBack, isDisputed, journeyOf, price, wasPaid } from './chaos-journey.ts'

/** Compares the calls with the audit, the operations, the ledger and the vendors' own books, for each transaction. */
export function checkChaos(server: ServerUnderTest, orders: number) {
  const payments = paymentsOf(server)
  return server.withDatabase(async ({ db, pool }) => {
    const ledger = await checkLedger(db, onlyStripe(payments))
    const faults = [...ledger.faults]
    const lists = listsOf(pool)
    const operations = await lists<{ id: string; kind: string; cents: number }>(
      'subject_id',
      "json_build_object('id', id, 'kind', kind, 'cents', cents)",
      "operations where state = 'done'",
    )
    const audit = await lists<string>('subject_id', 'action', 'audit')
    const entries = await lists<string>('transaction_id', 'kind', 'ledger_entries')
    const chargebacks = await lists<string>('transaction_id', 'state', 'chargebacks')
    const same = (what: string, found: unknown[], due: unknown[]) => {
      const [is, should] = [found.map(String).sort().join(' '), due.map(String).sort().join(' ')]
      if (is !== should) faults.push(`${what}: ${is || 'nothing'}; due: ${should || 'nothing'}`)
    }
    let refundsAtVendor = 0
    let refundsThere = 0
    let transfersAtVendor = 0
    for (let i = 1; i <= orders; i++) {
      const id = `t${i}`
      const journey = journeyOf(i)
      const own = operations(id)
      const paysOut = isDisputed(i) && !wasPaid(i)
      // A failed refund leaves no entry or a pair, by the order of its events.
      const isBack = audit(id).includes('payments.refund_failed')
      const due = journey.filter(({ there }) => there !== 'fails' || isBack)
      // A chargeback has a row for each picture of the provider that was news.
      const rows = audit(id).filter(
        (action, at, all) => action !== 'payments.chargeback' || all.indexOf(action) === at,
      )
      same(`${id}: audit rows`, rows, [
        ...due.map((step) => step.action),
        ...(isBack ? ['payments.refund_failed'] : []),
      ])
      same(`${id}: chargebacks`, chargebacks(id), isChargedBack(i) ? ['lost'] : [])
      same(
        `${id}: operations`,
        own.map(({ kind }) => kind),
        [
          ...journey.map(({ action }) => kinds[action]).filter((kind) => kind !== undefined),
          ...(paysOut ? ['payout'] : []),
        ],
      )
      same(
        `${id}: entries of refunds`,
        entries(id).filter((kind) => kind === 'refund'),
        due.filter(({ cents }) => cents !== undefined).map(() => 'refund'),
      )
      const { refunds } = await payments.payment(`pi_${id}`)
      const { transfers } = await figures<{ transfers: { amount: number; created: number }[] }>(
        server,
        `/stripe/state.json?transfer_group=${id}`,
      )
      refundsAtVendor += refunds.length
      refundsThere += refunds.filter(({ key }) => key === null).length
      const shown = await bookedRefunds(db, [id])
      same(
        `${id}: refunds in the ledger`,
        [...shown].map(([reference, booked]) => `${reference}:${bookedCents(booked)}`).filter(isNotZero),
        refunds
          .map(({ reference, cents, state }) => `${reference}:${state === 'failed' ? 0 : cents}`)
          .filter(isNotZero),
      )
      transfersAtVendor += transfers.length
      faults.push(...above(id, transfers, refunds))
      // The vendor has each refund once, by its own operation and with its own amount, and no other.
      same(
        `${id}: refunds at the vendor`,
        refunds.filter(({ key }) => key !== null).map(({ key, cents }) => `${key}:${cents}`),
        own.filter(({ kind }) => refundKinds.includes(kind)).map((one) => `${one.id}:${one.cents}`),
      )
      same(
        `${id}: cents of the refunds`,
        refunds.map(({ cents }) => cents),
        journey.flatMap(({ cents }) => cents ?? []),
      )
      same(
        `${id}: transfers at the vendor`,
        transfers.map(() => 'one'),
        paysOut || wasPaid(i) ? ['one'] : [],
      )
    }
    const { labels } = await figures<{ labels: { refunded: number } }>(server, '/easypost/state.json')
    if (labels.refunded !== orders)
      faults.push(`${labels.refunded} of ${orders} labels are void at the vendor`)
    return {
      figures: {
        transactions: orders,
        operations: await operationFigures(pool),
        'refunds at the vendor': refundsAtVendor,
        'of these made in its dashboard': refundsThere,
        'transfers at the vendor': transfersAtVendor,
        'labels void at the vendor': labels.refunded,
        'transactions whose ledger was checked': ledger.checked,
      },
      faults,
    }
  })
}

/** Transfers above what the provider held at that time. A refund of the same second may have come after the transfer. */
const above = (id: string, transfers: { amount: number; created: number }[], refunds: Refunded[]): string[] =>
  transfers.flatMap(({ amount, created }) => {
    const before = refunds.filter((one) => one.state !== 'failed' && secondsOf(one.created_at) < created)
    const held = price - before.reduce((sum, { cents }) => sum + cents, 0)
    return amount > held ? [`${id}: ${amount} cents were sent, the provider held ${held}`] : []
  })

/** Number, attempts and longest time of the operations of each kind and state. */
async function operationFigures(pool: Database['pool']) {
  const { rows } = await pool.query<{ name: string; figures: object }>(
    `select kind || ' ' || state as name, json_build_object('number', count(*), 'attempts', sum(attempts),
       'most attempts', max(attempts), 'longest seconds', max(extract(epoch from settled_at - created_at))::int) as figures
     from operations group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, figures }) => [name, figures]))
}

/** Queries the lists of something by transaction. */
const listsOf = (pool: Database['pool']) =>
  async function lists<Thing>(of: string, what: string, from: string) {
    const { rows } = await pool.query<{ of: string; list: Thing[] }>(
      `select ${of} as of, json_agg(${what}) as list from ${from} group by 1`,
    )
    const known = new Map(rows.map((row) => [row.of, row.list]))
    return (transaction: string): Thing[] => known.get(transaction) ?? []
  }

const secondsOf = (time = '') => Date.parse(time) / 1000

const isNotZero = (shown: string) => !shown.endsWith(':0')

/** Waits until the server has accepted every event of the provider. Returns whether it has. */
export const eventsTaken = (server: ServerUnderTest, timeout: number): Promise<boolean> =>
  becomes(async () => {
    const { unsent_events } = await figures<{ unsent_events: number }>(server, '/stripe/state.json')
    return unsent_events === 0
  }, timeout * 1000)

/** The kind of operation that a call creates; opening and resolving a dispute create none. */
const kinds: Record<string, string | undefined> = {
  'transactions.refund': 'refund',
  'transactions.cancel': 'cancel',
  'disputes.decide': 'dispute_refund',
  'shipping.cancelLabel': 'label',
}
