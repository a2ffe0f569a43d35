import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { useApprovals } from '../../testing/approving.ts'
import { type Answer, pathOf, send } from '../../testing/harness.ts'
import { keyFor } from '../../testing/machine.ts'

// A person accepts a proposal while something else happens to it, 200 times: one outcome, never a stale one, and money moves once.

const { s, make, refunded, settleAll } = useApprovals()
const { proposals } = api
/** Races of each kind. */
const times = 40
const limits = { per_hour: 10_000, cents_per_day: 0 }
const of = (id: string) => ({ params: { id } })

beforeAll(async () => {
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) await s.token(role)
  s.ctx.settings.refundAloneDay = 100_000_000
})

/** A call without the harness's dry run before it, which would decide the race. */
const go = async (as: 'admin' | 'finance' | { token: string }, endpoint: Endpoint, input: object) => {
  const token = typeof as === 'string' ? await s.token(as) : as.token
  const { body } = input as { body?: unknown }
  return send(s.server, endpoint.method, pathOf(endpoint, input), body, { authorization: `Bearer ${token}` })
}

interface Race {
  /** Of the proposal. */
  id: string
  /** Its transaction. */
  sale: string
  key: string
}
type Rival = (race: Race) => Promise<Answer>

const keyNamed = (name: string) => keyFor(s, ['propose.money.refund'], { name, owner: 'staff-admin', limits })
let shared = ''

/** A refund of $1.00 that is proposed. @param own with a key of its own */
async function begin(sale: string, own: boolean): Promise<Race> {
  const name = own ? `Races ${sale}` : 'Races'
  if (!own && shared === '') shared = await keyNamed(name)
  const token = own ? await keyNamed(name) : shared
  const call = { call: 'transactions.refund', params: { id: sale }, body: { amount: 100 } }
  const { body } = await go({ token }, proposals.create, { body: { ...call, reason: 'Lost.' } })
  expect(body.error_message).toBeUndefined()
  const [key] = await s.query<{ id: string }>('select id from machine_keys where name = $1', [name])
  return { id: (body.data as { id: string }).id, sale, key: key?.id ?? '' }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const statement = async (sql: string, ...values: unknown[]) => {
  await s.query(sql, values)
  return { status: 200 } as Answer
}

/** Each rival, and what it refunds itself when it is in time. */
const rivals: Record<string, { rival: Rival; cents?: number; undo?: () => Promise<unknown> }> = {
  'another refund of the transaction': {
    rival: ({ sale }) => go('admin', api.transactions.refund, { ...of(sale), body: { amount: 7 } }),
    cents: 7,
  },
  'a decline': {
    rival: ({ id }) => go('admin', proposals.decline, { ...of(id), body: { reason: 'No.' } }),
  },
  'a second accept': { rival: ({ id }) => go('admin', proposals.accept, of(id)) },
  'the end of the key': { rival: ({ key }) => go('admin', api.machineKeys.revoke, of(key)) },
  'the owner leaves': {
    rival: () => statement("update staff set disabled = true where uid = 'staff-admin'"),
    undo: () => s.query("update staff set disabled = false where uid = 'staff-admin'"),
  },
}

test.each(Object.entries(rivals))(
  `an accept against %s, ${times} times`,
  async (name, { rival, cents = 0, undo }) => {
    const sales = [...Array(times).keys()].map((n) => `${Object.keys(rivals).indexOf(name)}-${n}`)
    await make(sales)
    const seen: Record<string, number> = {}
    const expected: number[] = []
    for (const [n, sale] of sales.entries()) {
      const race = await begin(sale, name === 'the end of the key')
      // The first ones are one after the other, in both orders; the others at once.
      const [mine, theirs] = n === 0 ? [0, 150] : n === 1 ? [150, 0] : [n % 5, n % 7]
      let over = Number.POSITIVE_INFINITY
      let started = 0
      const [accepted, other] = await Promise.all([
        sleep(mine).then(() => {
          started = performance.now()
          return go('finance', proposals.accept, of(race.id))
        }),
        sleep(theirs)
          .then(() => rival(race))
          .finally(() => (over = performance.now())),
      ])
      await undo?.()
      const [row] = await s.query<{ state: string; done: number }>(
        `select state, (select count(*)::int from audit where request_id = $1 and action = 'transactions.refund') as done
        from proposals where id = $1`,
        [race.id],
      )
      const state = row?.state ?? ''
      seen[state] = (seen[state] ?? 0) + 1
      // One outcome, which the answers and the audit agree about.
      const second = name === 'a second accept' && other.status === 200
      expect([accepted.status, row?.done]).toEqual(state === 'accepted' ? [second ? 409 : 200, 1] : [409, 0])
      if (name === 'a decline') expect(other.status).toBe(state === 'declined' ? 200 : 409)
      else if (name === 'a second accept') expect(state).toBe('accepted')
      else expect(['accepted', 'stale']).toContain(state)
      // What was over before the accept has begun is never ignored.
      if (over < started && other.status === 200) expect(accepted.status).toBe(409)
      expected.push((row?.done ?? 0) * 100 + (other.status === 200 ? cents : 0))
    }
    await settleAll()
    expect(await Promise.all(sales.map(refunded))).toEqual(expected)
    // Both orders have happened.
    if (name !== 'a second accept') expect(Object.keys(seen)).toHaveLength(2)
  },
  60_000,
)
