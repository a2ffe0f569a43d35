import { api } from '@portreeve/contract'
import type { RuleEvent } from '@portreeve/contract/desk/rule-fields'
import type { Replay } from '@portreeve/contract/desk/rule-replays'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPast } from '../../core/call/past.ts'
import { useServer } from '../../testing/harness.ts'
import { refusalOf } from '../../testing/team-inbox.ts'
import { evaluate } from './evaluate.ts'
import { eventSql } from './rule-fields.ts'
import { compileRule } from './rule-sql.ts'
import { nextBatch, runReplays } from './run-replay.ts'

// Rules that are tried on the past: each at every event, with the facts of that moment.

const s = useServer()
const { ruleReplays } = api
const never = new AbortController().signal

const start = async (event: RuleEvent, ...queries: string[]): Promise<Replay> =>
  (await s.call('admin', ruleReplays.start, { body: { event, queries } })).body.data
const read = async (id: string): Promise<Replay> =>
  (await s.call('finance', ruleReplays.get, { params: { id } })).body.data
const tried = async (event: RuleEvent, ...queries: string[]) => {
  const { id } = await start(event, ...queries)
  await runReplays.run(s.ctx, never)
  return read(id)
}
const recordsOf = async (id: string, query: number, part: 'bad' | 'good' | 'missed') =>
  (await s.call('moderator', ruleReplays.events, { params: { id }, query: { query: String(query), part } }))
    .body.data

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
let count = 0
beforeAll(async () => {
  await s.query(`update history.began set at = now() - interval '100 days'`)
})
beforeEach(async () => {
  for (const table of [
    'rule_replays',
    'photo_prints',
    'chargebacks',
    'transactions',
    'posts',
    'user_reports',
  ])
    await s.query(`delete from ${table}`)
  for (const table of ['users', 'transactions', 'posts', 'user_reports', 'chargebacks'])
    await s.query(`delete from history.${table}`)
})

/** A row as if it was written at a moment, and never changed. */
const written = async (table: string, key: string, id: string, at: string) => {
  await s.query(`do $$ begin
    perform set_config('portreeve.erasing', 'on', true);
    update ${table} set history_since = '${at}' where ${key} = '${id}';
    delete from history.${table} where ${key} = '${id}';
  end $$`)
}
const person = async (made: string, more: { country?: string; banned?: boolean; ip?: string } = {}) => {
  const uid = `p${++count}`
  await s.addUser({ uid, displayName: uid, country_code: more.country ?? 'DE', last_ip: more.ip ?? null })
  await s.query('update users set created_at_time = $2, is_banned = $3 where uid = $1', [
    uid,
    made,
    more.banned ?? false,
  ])
  await written('users', 'uid', uid, made)
  return uid
}
const listing = async (creatorUID: string, at: string, more: object = {}) => {
  const key = `l${++count}`
  await s.make.listing({
    key,
    creatorUID,
    title: key,
    creation_date_time: at,
    review_state: 'approved',
    ...more,
  })
  await written('posts', 'key', key, at)
  return key
}
const sale = async (seller_uid: string, purchaser_uid: string, at: string, more: object = {}) => {
  const id = `t${++count}`
  await s.make.transaction({ id, seller_uid, purchaser_uid, price: 60_000, purchase_date: at, ...more })
  await written('transactions', 'id', id, at)
  return id
}

test('the roles that may; a query with a mistake, without a condition, or with words about an account is refused', async () => {
  const body = { event: 'account_made' as const, queries: ['account_age:<2d'] }
  for (const role of ['moderator', 'support', 'finance'] as const)
    expect((await s.call(role, ruleReplays.start, { body })).status).toBe(403)
  expect((await s.call('support', ruleReplays.list, {})).status).toBe(403)
  const refused = async (query: string) =>
    refusalOf(await s.call('admin', ruleReplays.start, { body: { ...body, queries: [query] } }))
  expect((await refused('account_age:young'))[2]).toContain("'young' is no time")
  expect((await refused('acount_age:<2d'))[2]).toContain("Did you mean 'account_age'?")
  expect((await refused('gift'))[2]).toContain("There is no field 'gift'")
  expect((await refused('strange:1'))[2]).toContain("There is no field 'strange:1'")
  expect((await refused('in:none'))[2]).toContain("There is no list 'none'")
  expect((await refused('country:XYZ')).slice(0, 2)).toEqual([400, 'The rule has a mistake'])
})

test('what it would have met is set beside what happened: refunded, charged back, good and missed, each record named', async () => {
  const [young, old, buyer] = [await person(ago(31)), await person(ago(300)), await person(ago(300))]
  const charged = await sale(young, buyer, ago(30))
  const refunded = await sale(young, buyer, ago(29.9), { status: 5 })
  const good = await sale(young, buyer, ago(29.8))
  const missed = await sale(old, buyer, ago(20), { status: 3 })
  await sale(old, buyer, ago(19))
  await s.query(
    `insert into chargebacks (id, provider, payment_id, transaction_id, state, reason, cents, fee, withdrawn, movements, created_at)
     values ('cb', 'stripe', 'p', $1, 'lost', 'fraudulent', 60000, 0, 60000, 1, now())`,
    [charged],
  )
  const replay = await tried('sale_paid', 'account_age:<2d price:>$500', 'account_age:>1y')
  expect(replay).toMatchObject({ state: 'done', total: 5, done: 5 })
  expect(replay.results).toEqual([
    {
      ...{ query: 'account_age:<2d price:>$500', met: 3, ends: { 'charged back': 1, refunded: 1, good: 1 } },
      ...{ amount: { cents: 120_000 }, missed: 1 },
    },
    { query: 'account_age:>1y', met: 0, ends: {}, amount: { cents: 0 }, missed: 3 },
  ])
  const ids = async (part: 'bad' | 'good' | 'missed') =>
    (await recordsOf(replay.id, 0, part)).map(({ subject, end }) => [subject.id, end])
  expect(await ids('bad')).toEqual([
    [refunded, 'refunded'],
    [charged, 'charged back'],
  ])
  expect(await ids('good')).toEqual([[good, 'good']])
  expect(await ids('missed')).toEqual([[missed, 'refunded']])
})

test('each field of a listing, a sale and a person counts what was there at the moment', async () => {
  const one = await person(ago(50), { country: 'DE', ip: '203.0.113.9' })
  const blocked = await person(ago(60), { banned: true, ip: '203.0.113.9' })
  const first = await listing(one, ago(10))
  const second = await listing(one, ago(9.9), { postCountryCode: 'PL' })
  const met = async (query: string) =>
    (
      await Promise.all(
        (['bad', 'good'] as const).map(async (part) =>
          recordsOf((await tried('listing_submitted', query)).id, 0, part),
        ),
      )
    )
      .flat()
      .map(({ subject }) => subject.id)
      .toSorted()
  expect(await met('listings_24h:>1')).toEqual([second])
  expect(await met('listings_24h:1')).toEqual([first])
  expect(await met('country_differs:yes')).toEqual([second])
  expect(await met('blocked_links:1')).toEqual([first, second])
  expect(await met('first_payout:yes account_age:>30d')).toEqual([first, second])
  expect(await met(first)).toEqual([first])
  await sale(one, blocked, ago(9.95), { status: 5 })
  expect(await met('refund_rate_90d:>50')).toEqual([second])
  expect(await met('sales_30d:0')).toEqual([first])
})

describe('the moment', () => {
  const at = (id: string, time: string) => ({ id, at: time })
  const evaluated = async (event: RuleEvent, query: string, moments: { id: string; at: string }[]) => {
    const condition = await compileRule(s.ctx.database.db, event, query, 'USD')
    return (await evaluate(s.ctx.database, event, [condition], moments)).map(({ at }) => at)
  }

  test('is that of the event: later facts never change a result', async () => {
    const seller = await person(ago(40))
    const key = await listing(seller, ago(10))
    const moments = [at(key, ago(9.99))]
    const queries = ['listings_24h:1', 'reports:0', 'price:<$1', 'blocked_links:0', 'store:no', 'sales_30d:0']
    const before = await Promise.all(queries.map((query) => evaluated('listing_submitted', query, moments)))
    await listing(seller, ago(9.95))
    await s.query('update users set store_behavior = 1, is_banned = true where uid = $1', [seller])
    await s.query('update posts set price_as_smallest_currency_unit = 99999, post_type = 1 where key = $1', [
      key,
    ])
    await s.make.userReport({
      reporting_uid: seller,
      reporter_uid: null,
      created_at: new Date().toISOString(),
    })
    await sale(seller, await person(ago(5)), ago(1))
    const after = await Promise.all(queries.map((query) => evaluated('listing_submitted', query, moments)))
    expect(after).toEqual(before)
  })

  test('a declared field is that of the moment, an age in it counts from there; a personal one is refused', async () => {
    const declare = (name: string, type: 'choice' | 'number' | 'date', personal = false) =>
      s.call('admin', api.extensionFields.create, {
        body: {
          ...{ kind: 'user', name, type, words: name, choices: type === 'choice' ? ['gold', 'tin'] : [] },
          ...{ personal, shown: true, filterable: true },
        },
      })
    for (const [name, type] of [
      ['tier', 'choice'],
      ['points', 'number'],
      ['vetted', 'date'],
    ] as const)
      expect((await declare(name, type)).status).toBe(200)
    await declare('salary', 'number', true)
    const uid = await person(ago(40))
    const set = (extra: object) => s.query('update users set extra = $2 where uid = $1', [uid, extra])
    await set({ tier: 'gold', points: 7, vetted: ago(20).slice(0, 10) })
    await written('users', 'uid', uid, ago(15))
    await set({ tier: 'tin' })
    const met = (query: string) => evaluated('account_changed', query, [at(uid, ago(14)), at(uid, ago(-1))])
    expect(await met('x_tier:gold')).toEqual([0])
    expect(await met('x_tier:tin')).toEqual([1])
    expect(await met('-x_tier:gold')).toEqual([1])
    expect(await met('x_points:>6')).toEqual([0])
    expect(await met('x_vetted:<8d')).toEqual([0])
    expect(await met('x_vetted:<5d')).toEqual([])
    for (const query of ['x_salary:>1', 'x_none:1']) await expect(met(query)).rejects.toThrow(/no field/)
    await expect(met('x_tier:iron')).rejects.toThrow(/iron/)
    const key = await listing(uid, ago(14.5))
    const atListing = (query: string) =>
      evaluated('listing_submitted', query, [at(key, ago(14)), at(key, ago(-1))])
    expect(await atListing('seller_x_tier:gold')).toEqual([0])
    expect(await atListing('seller_x_points:>6 listings_24h:1')).toEqual([0])
    for (const query of ['x_tier:gold', 'seller_x_salary:>1'])
      await expect(atListing(query)).rejects.toThrow(/no field/)
    await s.query('delete from extension_fields')
  })

  test('equals what a call as of that moment reads, at random moments of random changes', async () => {
    const uids: string[] = []
    for (let n = 0; n < 4; n++) uids.push(await person(ago(80)))
    const step = fc.record({
      uid: fc.constantFrom(...uids),
      what: fc.constantFrom('store', 'report', 'ban', 'country'),
    })
    const queries = ['store:yes', 'reports:>1', 'country:PL', '-store:yes reports:0']
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const moments: { id: string; at: string }[] = []
        for (const { uid, what } of steps) {
          if (what === 'store')
            await s.query('update users set store_behavior = 1 - store_behavior where uid = $1', [uid])
          if (what === 'ban')
            await s.query('update users set is_banned = not is_banned where uid = $1', [uid])
          if (what === 'country')
            await s.query(
              "update users set country_code = case country_code when 'PL' then 'DE' else 'PL' end where uid = $1",
              [uid],
            )
          if (what === 'report')
            await s.make.userReport({
              reporting_uid: uid,
              reporter_uid: null,
              created_at: new Date().toISOString(),
            })
          const [row] = await s.query<{ at: string }>(
            `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.003)`,
          )
          for (const id of uids) moments.push(at(id, row?.at ?? ''))
        }
        for (const query of queries) {
          const met = await evaluated('account_changed', query, moments)
          const condition = await compileRule(s.ctx.database.db, 'account_changed', query, 'USD')
          const { from, id } = eventSql.account_changed
          for (const [place, moment] of moments.entries()) {
            const { rows } = await readPast(s.ctx.database.db, moment.at, (db) =>
              db.execute(sql`select from ${from} where ${id} = ${moment.id} and ${condition}`),
            )
            expect([query, moment, rows.length > 0]).toEqual([query, moment, met.includes(place)])
          }
        }
      }),
      { numRuns: 5 },
    )
  })

  test('values in a query are values: quotes, dollars and patterns end no function', async () => {
    const seller = await person(ago(40))
    const key = await listing(seller, ago(10), { title: "it's $body$ 100% \\ end" })
    for (const query of [`"it's $body$"`, '$body$', '100%', "'); drop table posts; --"])
      expect([query, await evaluated('listing_submitted', query, [at(key, ago(9))])]).toEqual([
        query,
        query.includes('drop') ? [] : [0],
      ])
  })
})

describe('in the background', () => {
  test('stopped: it has no result, and no server goes on with it; one that has ended is not stopped', async () => {
    const { id } = await start('account_made', 'store:yes')
    const stop = () => s.call('admin', ruleReplays.stop, { params: { id } })
    expect((await stop()).body.data).toMatchObject({ state: 'stopped' })
    await runReplays.run(s.ctx, never)
    expect(await read(id)).toMatchObject({ state: 'stopped', total: null, results: [] })
    expect(refusalOf(await stop()).slice(0, 2)).toEqual([409, 'Not running'])
  })

  test('two servers at once work on one replay once; one that was killed goes on where it was', async () => {
    const uid = await person(ago(40))
    for (let n = 0; n < 20; n++) await listing(uid, ago(30 - n))
    const { id } = await start('listing_submitted', 'listings_24h:>0')
    await s.query(
      "update rule_replays set state = 'running', leased_until = now() + interval '1 minute' where id = $1",
      [id],
    )
    await runReplays.run(s.ctx, never)
    expect(await read(id)).toMatchObject({ state: 'running', done: 0 })
    await s.query("update rule_replays set leased_until = now() - interval '1 second' where id = $1", [id])
    await Promise.all([runReplays.run(s.ctx, never), runReplays.run(s.ctx, never)])
    expect(await read(id)).toMatchObject({ state: 'done', total: 20, results: [{ met: 20 }] })
  })

  test('a batch is as large as its time allows, and never none', () => {
    expect([nextBatch(20, 10), nextBatch(100, 150), nextBatch(100, 1500), nextBatch(1, 9000)]).toEqual([
      40, 100, 10, 1,
    ])
    expect(nextBatch(1900, 20)).toBe(2000)
  })

  test('a query that fails says so', async () => {
    const uid = await person(ago(40))
    await listing(uid, ago(3))
    const { id } = await start('listing_submitted', 'price:>$1')
    await s.query("update rule_replays set queries = '{price:cheap}' where id = $1", [id])
    await runReplays.run(s.ctx, never)
    expect(await read(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('no amount') })
    expect(await s.query('select from rule_replay_events where replay_id = $1', [id])).toEqual([])
  })
})
