import { call, figures, paymentsOf } from '../stack/calls.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'

export const kinds = ['refund', 'cancel', 'resolve', 'decide', 'gift', 'label'] as const
type Kind = (typeof kinds)[number]

/** A call that a round makes many times in parallel. */
interface Wish {
  method: string
  path: string
  body?: object
}

/** One kind of race. */
export interface Race {
  /** Prepares a round; returns the call of each caller, by number. */
  prepare: (server: ServerUnderTest, token: string, round: number) => Promise<(caller: number) => Wish>
  /** The one audit row and ledger entry of each round. */
  action: string
  entry?: string
  /** Finds the transactions whose state shows the effect. */
  state?: string
}

const transaction = (id: string) => `/v1/admin/transactions/${id}`

export const races: Record<Kind, Race> = {
  // Of $100.00: $10.00 with the amount left on the opened page, or $60.00 twenty times without it.
  refund: {
    prepare: async (_server, _token, round) => () => ({
      method: 'POST',
      path: `${transaction(`refund${round}`)}/refunds`,
      body: round % 2 === 0 ? { amount: 1000, left_seen: 10_000 } : { amount: 6000 },
    }),
    action: 'transactions.refund',
    entry: 'refund',
  },
  cancel: {
    prepare: async (_server, _token, round) => () => ({
      method: 'PATCH',
      path: `${transaction(`cancel${round}`)}/cancel?charge_seller=${round % 2 === 0}&show_cancellation_in_seller_reviews=true`,
    }),
    action: 'transactions.cancel',
    entry: 'refund',
    state: 'select id, 1 as n from transactions where status = 3',
  },
  resolve: {
    prepare: async (server, token, round) => {
      const path = await openDispute(server, token, `resolve${round}`)
      return () => ({ method: 'PATCH', path })
    },
    action: 'disputes.resolve',
    entry: 'dispute_resolve',
    state: 'select transaction_id as id, count(*)::int as n from disputes where status = 1 group by 1',
  },
  // For the buyer in part: the refund and the resolution are one operation.
  decide: {
    prepare: async (server, token, round) => {
      const path = await openDispute(server, token, `decide${round}`)
      const body = { outcome: 'buyer', refund_cents: 4000, reason: 'It arrived damaged' }
      return () => ({ method: 'POST', path: `${path}/decision`, body })
    },
    action: 'disputes.decide',
    entry: 'refund',
    state:
      "select transaction_id as id, count(*)::int as n from disputes where outcome = 'buyer' and status = 1 group by 1",
  },
  // The same card, for the balances of two people.
  gift: {
    prepare: async (_server, _token, round) => (caller) => ({
      method: 'PATCH',
      path: `/v1/admin/users/${caller % 2 === 0 ? 'buyer' : 'seller'}/gift_cards`,
      body: { code: `GIFT-${round}` },
    }),
    action: 'users.redeemGiftCard',
  },
  label: {
    prepare: async (_server, _token, round) => () => ({
      method: 'POST',
      path: `/v1/admin/shipping/labels/label-label${round}/cancel`,
    }),
    action: 'shipping.cancelLabel',
    entry: 'label_refund',
    state: 'select transaction_id as id, count(*)::int as n from ship_labels where status = 3 group by 1',
  },
}

/** Opens a dispute of a transaction; returns its path. */
async function openDispute(server: ServerUnderTest, token: string, id: string): Promise<string> {
  const path = `${transaction(id)}/disputes`
  const body = { dispute_type: 2, creator_uid: 'buyer', purchase_transaction: id }
  const opened = await call(server, token, { method: 'POST', path, body }, `open-${id}`)
  if (opened.status !== 200) throw new Error(`no dispute: ${opened.status} ${opened.text}`)
  const { data } = JSON.parse(opened.text) as { data: { id: string } }
  return `${path}/${data.id}`
}

/** Further records of a kind's rounds, beside their orders. */
export async function makeReady(server: ServerUnderTest, kind: Kind, rounds: number): Promise<void> {
  if (kind === 'gift')
    await server.withDatabase(({ pool }) =>
      pool.query(
        "insert into gift_cards (code, cents, created_at) select 'GIFT-' || i, 1000 + i, now() from generate_series(1, $1::int) i",
        [rounds],
      ),
    )
}

interface Found {
  effects: Record<string, number>
  faults: string[]
}

/** Counts the effects of a kind's rounds, and returns those that did not happen exactly once. */
export function checkRaces(server: ServerUnderTest, kind: Kind, rounds: number): Promise<Found> {
  const { action, entry, state } = races[kind]
  const found: Found = { effects: {}, faults: [] }
  const { effects, faults } = found
  const count = (what: string, id: string, times = 0) => {
    effects[what] = (effects[what] ?? 0) + times
    if (times !== 1) faults.push(`${id}: ${what}: ${times}`)
  }
  return server.withDatabase(async ({ pool }) => {
    const counted = async (statement: string, ...given: unknown[]) => {
      const { rows } = await pool.query<{ id: string; n: number }>(statement, given)
      return new Map(rows.map(({ id, n }) => [id, n]))
    }
    const subject = kind === 'gift' ? "after->>'gift_card'" : 'subject_id'
    const audited = await counted(
      `select ${subject} as id, count(*)::int as n from audit where action = $1 group by 1`,
      action,
    )
    const entered = await counted(
      'select transaction_id as id, count(*)::int as n from ledger_entries where kind = $1 group by 1',
      entry ?? '',
    )
    const changed = state ? await counted(state) : undefined
    for (let round = 1; round <= rounds; round++) {
      const id = kind === 'gift' ? `GIFT-${round}` : `${kind}${round}`
      count('audit rows', id, audited.get(id))
      if (entry) count('ledger entries', id, entered.get(id))
      if (changed) count('records in their new state', id, changed.get(id))
      const [what, times] = await atVendor(server, kind, id, faults)
      if (what) count(what, id, times)
    }
    if (kind === 'gift') {
      const { rows } = await pool.query<Record<string, number>>(
        `select count(redeemed_by)::int as "cards redeemed", sum(cents)::int as "cents of the cards",
           (select sum(available_balance)::int from users) as "cents in the balances" from gift_cards`,
      )
      Object.assign(effects, rows[0])
      if (effects['cents in the balances'] !== effects['cents of the cards'])
        faults.push('the balances do not hold what the cards were worth')
    }
    return found
  })
}

/** How often each round had its effect at a vendor. */
async function atVendor(
  server: ServerUnderTest,
  kind: Kind,
  id: string,
  faults: string[],
): Promise<[string, number]> {
  if (kind === 'gift') return ['', 0]
  if (kind === 'label') {
    const { label } = await figures<{ label: string }>(server, `/easypost/state.json?shipment=shp_${id}`)
    return ['labels void at the vendor', label === 'refunded' ? 1 : 0]
  }
  if (kind === 'resolve') {
    // Sent by this resolution or, to every third seller, before it: never both.
    const path = `/stripe/state.json?transfer_group=${id}`
    const { transfers } = await figures<{ transfers: unknown[] }>(server, path)
    return ['transfers at the vendor', transfers.length]
  }
  const { refunds, refunded, captured } = await paymentsOf(server).payment(`pi_${id}`)
  if (refunded > captured) faults.push(`${id}: ${refunded} cents refunded of ${captured} paid`)
  return ['refunds at the vendor', refunds.length]
}
