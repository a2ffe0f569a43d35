import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { publish } from '../core/live/live.ts'
import { registry } from '../core/metrics.ts'
import { Later } from '../core/operations/operations.ts'
import { answerLater } from '../core/operations/settle.ts'
import { StartError } from '../core/start-error.ts'
import { readSettings } from '../settings/settings.ts'
import { useServer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'
import { openRelay, type Relay } from '../testing/relay.ts'
import { freshDatabase } from '../testing/template.ts'
import { replicaLists } from './lists.ts'
import { withReplica } from './replica.ts'

// The replica is a second database of the same PostgreSQL server. It copies the tables of the first when a test calls `follow`.
// The embedded database has no replica.
const onPostgres = process.env.DATABASE_URL !== undefined

let relay: Relay
let replica: pg.Client
let remove = async () => {}
beforeAll(async () => {
  if (!onPostgres) return
  const fresh = await freshDatabase(inject('template'))
  const connectionString = 'url' in fresh.where ? fresh.where.url : ''
  replica = new pg.Client({ connectionString })
  await replica.connect()
  await replica.query('alter table audit disable trigger user')
  relay = await openRelay({ connectionString })
  remove = fresh.remove
})
afterAll(async () => {
  await replica?.end()
  relay?.close()
  await remove()
})

const urlOf = (relay: Relay) => relay.address.connectionString ?? ''
const s = useServer({
  extend: (database) =>
    onPostgres ? withReplica(database, { url: urlOf(relay), warn: () => {} }) : database,
})

const tables = ['users', 'posts', 'staff', 'audit', 'audit_head', 'transactions', 'live_events']

/** Copies the tables to the replica and renames the people there, so that the answer shows which database served it. */
async function follow() {
  await replica.query(`set session_replication_role = replica; truncate ${tables.join(', ')} cascade`)
  for (const table of tables) {
    const { rows } = await replica.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
      [table],
    )
    const list = rows[0]?.list
    await replica.query(
      `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $1)`,
      [
        JSON.stringify(
          await s.query(`select to_jsonb(t) as row from ${table} t`).then((all) => all.map(({ row }) => row)),
        ),
      ],
    )
  }
  await replica.query(`update users set display_name = 'from the replica'`)
}

// Search by uid: a moderator's search for a whole email address writes an audit row, which only the primary has.
const search = async (as: 'admin' | 'moderator' = 'admin', term = 'anna') => {
  const { status, body, headers } = await s.call(as, api.users.search, { query: { search_term: term } })
  expect(status).toBe(200)
  return { names: body.data.map(({ displayName }) => displayName), headers }
}
const names = async (as?: 'admin' | 'moderator') => (await search(as)).names
const there = ['from the replica']
const here = ['Anna']
/** The server checks the replica every second. */
const eventually = (as: 'admin' | 'moderator', wanted: string[]) =>
  expect.poll(() => names(as)).toEqual(wanted)
const counted = async (reason: string) => {
  const { values } = (await registry.getSingleMetric('portreeve_replica_reads_total')?.get()) ?? {
    values: [],
  }
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}
const change = async (as: 'admin' | 'moderator', post_ability: number) =>
  expect(
    (await s.call(as, api.users.update, { params: { uid: 'anna' }, body: { post_ability } })).status,
  ).toBe(200)

describe.runIf(onPostgres)('a read replica', () => {
  beforeAll(async () => {
    await s.addUser({ uid: 'anna', displayName: 'Anna', email: 'anna@example.com' })
    // Both make a first call, so that both are on record.
    await s.token('moderator')
    await s.token('admin')
    await change('admin', 3)
    await follow()
  })
  afterEach(async () => {
    relay.thaw()
    await relay.cut(false)
    await follow()
    await eventually('admin', there)
  })

  test('answers searches, but no call that staff act upon or that writes an audit row', async () => {
    await eventually('admin', there)
    const one = await s.call('admin', api.users.get, { params: { uid: 'anna' } })
    expect(one.body.data.displayName).toBe('Anna')
  })

  test('a caller reads their own writes; other callers may read older data', async () => {
    await eventually('moderator', there)
    await change('admin', 4)
    expect(await names('admin')).toEqual(here)
    expect(await names('moderator')).toEqual(there)
    await follow()
    await eventually('admin', there)
  })

  test('shows the changes that live events announced, even while an earlier transaction is still running there', async () => {
    const pending = () => s.call('admin', api.posts.pending, {})
    await s.make.listing({ key: 'one', creatorUID: 'anna', title: 'Here', creation_date_time: inDays(0) })
    await follow()
    await replica.query(`update posts set title = 'There'`)
    const titles = async () => (await pending()).body.data.wts.map(({ title }) => title)
    await eventually('admin', there)
    await expect.poll(titles).toEqual(['There'])
    // A transaction before the event is still running at the replica.
    await replica.query('begin; select pg_current_xact_id()')
    await publish(s.ctx.database.db, 'review', { what: 'gone', case: { kind: 'listing', id: 'two' } })
    expect(await titles()).toEqual(['Here'])
    // A list that these events do not invalidate does not wait for them.
    expect(await names()).toEqual(there)
    await replica.query('commit')
    await expect.poll(titles).toEqual(['There'])
    expect(await names()).toEqual(there)
  })

  test('shows the change of a vendor’s answer, which comes after the call and without an audit row', async () => {
    await s.addUser({ uid: 'ben', displayName: 'Ben' })
    await s.make.sale('t1', { seller_uid: 'anna', purchaser_uid: 'ben', product_title: 'Here' })
    await follow()
    await replica.query(`update transactions set product_title = 'There'`)
    const titles = async () =>
      (await s.call('admin', api.transactions.list, { query: {} })).body.data.map(
        ({ product_title }) => product_title,
      )
    await eventually('admin', there)
    expect(await titles()).toEqual(['There'])
    await replica.query('begin; select pg_current_xact_id()')
    await s.query(
      `insert into operations (id, kind, subject_kind, subject_id, cents) values ('op', 'payout', 'transaction', 't1', 0)`,
    )
    expect(await titles()).toEqual(['There'])
    await answerLater(new Later('op'), s.ctx)
    expect((await s.query(`select state from operations where id = 'op'`))[0]).toEqual({ state: 'done' })
    expect(await titles()).toEqual(['Here'])
    expect(await names()).toEqual(there)
    await replica.query('commit')
    await expect.poll(titles).toEqual(['There'])
  })

  test('a replica that lacks an old change is not used', async () => {
    await change('admin', 5)
    expect(await names('moderator')).toEqual(there)
    await s.asOwner(`alter table audit disable trigger user`)
    await s.asOwner(`update audit set at = at - interval '6 seconds' where id = (select max(id) from audit)`)
    await eventually('moderator', here)
    expect(await registry.metrics()).toMatch(/^portreeve_replica_lag_seconds [6-9]/m)
  })

  test.each(['frozen', 'slow to connect', 'stopped'])(
    'no call fails while it is %s, and it is used again after',
    async (how) => {
      await eventually('admin', there)
      if (how === 'frozen') relay.held.requests = true
      else await relay.cut(true)
      if (how === 'slow to connect') {
        relay.held.responses = true
        await relay.cut(false)
      }
      const all = await Promise.all(Array.from({ length: 20 }, () => names()))
      expect(all).toEqual(all.map(() => here))
      expect(await names()).toEqual(here)
      expect(await registry.metrics()).toMatch(/^portreeve_replica_used 0/m)
      relay.thaw()
      await relay.cut(false)
      await eventually('admin', there)
    },
  )

  test('a query that the replica cancels to apply changes is retried at the primary, and the replica stays in use', async () => {
    await eventually('admin', there)
    await replica.query(`
      create function cancelled() returns boolean language plpgsql volatile as
        $$ begin raise 'canceling statement due to conflict with recovery' using errcode = '40001'; end $$;
      alter table users enable row level security; create policy cancelled on users using (cancelled())`)
    const before = await counted('cancelled')
    expect([await names(), await names()]).toEqual([here, here])
    expect(await counted('cancelled')).toBe(before + 2)
    await replica.query(
      'drop policy cancelled on users; drop function cancelled; alter table users disable row level security',
    )
    expect(await names()).toEqual(there)
  })

  test('a record that it lacks is read from the primary, and nothing of its own answer remains', async () => {
    await s.addUser({ uid: 'new', displayName: 'New' })
    await eventually('admin', there)
    const { status, headers } = await s.call('admin', api.posts.ofUser, { params: { uid: 'new' }, query: {} })
    expect([status, headers['x-total-count']]).toEqual([200, '0'])
    expect(await counted('refused')).toBeGreaterThan(0)
  })

  test('a replica that shows less than before, as a replaced server does, is no longer used', async () => {
    await change('admin', 6)
    await follow()
    await eventually('admin', there)
    await replica.query('update audit_head set seq = seq - 1')
    await relay.cut(false)
    expect(await names('admin')).toEqual(here)
    expect(await names('admin')).toEqual(here)
  })

  test('nothing is written there', async () => {
    await eventually('admin', there)
    const before = await counted('failed')
    const write = s.ctx.database.readFor({ call: 'audit.list', uid: 'a newcomer' }, (db) =>
      db.execute("insert into macros values ('m', 't', 't', now())"),
    )
    await write
    expect(await counted('failed')).toBe(before + 1)
    expect((await replica.query('select from macros')).rowCount).toBe(0)
  })
})

test('a replica may answer only calls that read and write no audit row', () => {
  for (const name of Object.keys(replicaLists)) {
    const [group = '', call = ''] = name.split('.')
    const endpoint = (api as Record<string, Record<string, Endpoint>>)[group]?.[call]
    expect([name, endpoint?.method, endpoint?.deed]).toEqual([name, 'GET', null])
  }
})

/** Reading calls of single records, of permissions and of what waits for a decision: staff act on them (decision 15). */
const fromPrimary =
  'appeals.get approvals.list away.get bulk.get bulk.matches bulk.mine bulk.rows collections.get config.get conversations.unread desk.colleagues desk.counts desk.get desk.list desk.preview desk.reasons desk.weights deskMetrics.get disputes.assignees disputes.get emailTemplates.get emailTemplates.list emailTemplates.variables emailTemplates.version emailTemplates.versions events.types extensionFields.list extensionFields.values extensions.list extensions.offered extensions.panel files.upload held.mine held.of history.of inbox.accounts inbox.counts inbox.drafts inbox.tags inboxSettings.get incidents.list ingest.differences listings.get listings.reports listings.search listings.shown machineKeys.list machineKeys.own macros.list measures.choose measures.of moderatingMessages.get moneyPlans.list moneySettings.get moneySettings.reasons notes.colleagues notes.list notes.of notes.ofMany notifications.list orderSearch.parties orders.case orders.get outbound.destination policies.list proposals.get questions.get reconciliation.days reconciliation.differences reconciliation.endpoints refunds.movements roles.list ruleReplays.events ruleReplays.get ruleReplays.list rules.get rules.list rules.match rules.matches savedViews.list staff.list staff.me staff.mySettings staff.mySignIn staff.sessions staff.signInSettings staff.work transactions.get transactions.money undoPlans.get undoPlans.list undoPlans.rows userReports.ofUser users.effect users.get users.overview valueLists.items valueLists.list webhookEndpoints.deliveries webhookEndpoints.list'.split(
    ' ',
  )

test('every reading call without an audit row is on the list of the replica, or is left to the primary here', () => {
  const reads = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, { method, deed }]) => method === 'GET' && deed === null)
      .map(([name]) => `${group}.${name}`),
  )
  expect([...Object.keys(replicaLists), ...fromPrimary].toSorted()).toEqual(reads.toSorted())
})

test('the embedded database has no replica, and says so', () => {
  const read = () =>
    readSettings({
      PORTREEVE_API_KEY: 'key',
      PORTREEVE_SECRET: 'x'.repeat(32),
      DATABASE_READ_URL: 'postgres://replica',
    })
  expect(read).toThrow(StartError)
  expect(read).toThrow('DATABASE_READ_URL needs DATABASE_URL')
})
