import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './core/database/db.ts'
import { sensibleStates } from './seed/fixtures/money.ts'
import { sentinel } from './seed/fixtures/sentinels.ts'
import { drawImage } from './seed/images.ts'
import { seedFixtures } from './seed/seed.ts'
import { onPostgres } from './testing/on-postgres.ts'
import { freshDatabase } from './testing/template.ts'

const day = Date.UTC(2026, 10, 20)
const closing: (() => Promise<unknown>)[] = []
let database: Database

async function fresh(): Promise<Database> {
  const { where, remove } = await freshDatabase(inject('template'))
  const opened = await openDatabase(where)
  closing.push(remove, opened.close)
  return opened
}
/** On PostgreSQL the server's own role may not alter its tables. */
const asOwner = ({ pool }: Database, statement: string) =>
  pool.options.connectionString ? onPostgres(pool.options.connectionString, statement) : pool.query(statement)
const rows = async <T extends object>(sql: string, from = database) => (await from.pool.query<T>(sql)).rows
const values = async (sql: string) => (await rows<{ v: unknown }>(sql)).map(({ v }) => v)

/** Tables that the server itself fills while staff work. A table that is not named here has demo rows. */
const emptyAtFirst =
  'appeal_rounds appeals approvals audit audit_head audit_heads audit_keys audit_stamps bulk_jobs bulk_rows chargebacks decided_fields deleted_records desk_days desk_moves email_template_versions erased_ids events extension_fields extensions fraud_warnings held_actions idempotency_keys import_progress inbox_changed_days inbox_days inbox_drafts inbox_spans incidents ingest_versions ledger_checks ledger_difference_days ledger_differences ledger_entries ledger_lines live_events machine_key_usage machine_keys measures money_plans notifications operations payment_events payout_holds photo_prints policies proposals provider_endpoints provider_refunds report_reasons reveals review_decisions provider_roles saved_views second_factor_roles second_looks staff staff_grants stored_files rule_matches rule_queue rule_replay_events rule_replays rules undo_plan_rows undo_plans value_list_items value_lists webhook_deliveries webhook_endpoints'.split(
    ' ',
  )

/** A row as text, without the points of a case: they grow with the time, and two seedings are seconds apart. */
const asText =
  "(to_jsonb(t) - array(select key from jsonb_object_keys(to_jsonb(t)) key where key ~ '(_points|^score|^points_until|^history_since)$'))::text"

/** Every row of every other table, as text. */
async function* everything(from: Database) {
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'identity%'`,
  )
  for (const { name: table } of tables.filter(({ name }) => !emptyAtFirst.includes(name)))
    yield {
      table,
      texts: (await rows<{ row: string }>(`select ${asText} as row from ${table} t order by 1`, from)).map(
        ({ row }) => row,
      ),
    }
}

beforeAll(async () => {
  database = await fresh()
  expect(await seedFixtures({ database, day })).toBe(true)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

test('is the same in every database, and seeds only an empty one', async () => {
  const other = await fresh()
  await seedFixtures({ database: other, day })
  for await (const { table, texts } of everything(other)) {
    const mine = (await rows<{ row: string }>(`select ${asText} as row from ${table} t order by 1`)).map(
      ({ row }) => row,
    )
    expect(texts.length, `demo rows of ${table}`).toBeGreaterThan(0)
    expect([table, texts.join('\n') === mine.join('\n')]).toEqual([table, true])
  }
  expect(await seedFixtures({ database, day })).toBe(false)
  // Seeds twice.
}, 90_000)

test('is all or nothing', async () => {
  const other = await fresh()
  await asOwner(other, 'alter table macros add constraint refuses check (false)')
  await expect(seedFixtures({ database: other, day })).rejects.toThrow()
  expect(await rows('select uid from users', other)).toEqual([])
  await asOwner(other, 'alter table macros drop constraint refuses')
  expect(await seedFixtures({ database: other, day })).toBe(true)
  // Seeds twice.
}, 90_000)

test('has every value of every enumeration, and unknown ones', async () => {
  const distinct = (table: string, column: string) =>
    values(`select distinct ${column} as v from ${table} order by 1`)
  expect(await distinct('transactions', 'status')).toEqual([1, 2, 3, 4, 5, 9, null])
  expect(await distinct('transactions', 'shipping_status')).toEqual([1, 2, 3, 7, null])
  expect(await distinct('transactions', 'payout_status')).toEqual([1, 2, 8, null])
  expect(await distinct('transactions', 'dispute_status')).toEqual([1, 2, null])
  expect(await distinct('orders', 'status')).toEqual([1, 2])
  expect(await distinct('ship_labels', 'status')).toEqual([1, 2, 3])
  expect(await distinct('disputes', 'dispute_type')).toEqual([1, 2, 3])
  expect(await distinct('disputes', 'status')).toEqual([1, 2])
  expect(await distinct('posts', 'review_state')).toEqual(['approved', 'denied', 'pending'])
  expect(await distinct('posts', 'post_type')).toEqual([0, 1])
  expect(await distinct('posts', 'post_version')).toEqual([1, 2])
  expect(await distinct('posts', 'variation')).toEqual(['flat_fee_post', null])
  expect(await distinct('user_reports', 'status')).toEqual(['open', 'resolved'])
  expect(await distinct('listing_reports', 'status')).toEqual(['ignored', 'open'])
  expect(await distinct('devices', 'verification_status')).toEqual([0, 1])
  expect(await distinct('messages', 'type')).toEqual([0, 1, 2])
  expect(await distinct('collections', 'visible')).toEqual([0, 1])
  expect(await distinct('moderating_messages', 'map')).toEqual([
    'admin_messages',
    'promoted_post_review_messages',
  ])
  expect(
    await rows('select distinct approval_status as a, payment_id is null as free from promoted_posts'),
  ).toHaveLength(6)
  expect(
    await values("select count(*)::int as v from posts where review_state = 'pending' and price is null"),
  ).not.toEqual([0])
})

test('has a purchase in every sensible state', async () => {
  const states = await rows<{ s: string }>(
    "select distinct concat_ws('/', coalesce(status::text, '-'), coalesce(shipping_status::text, '-'), coalesce(payout_status::text, '-'), coalesce(dispute_status::text, '-')) as s from transactions",
  )
  const present = new Set(states.map(({ s }) => s))
  for (const { status, shipping, payout, dispute } of sensibleStates())
    expect(present).toContain([status, shipping, payout, dispute].map((value) => value ?? '-').join('/'))
})

test('links disputes, money and messages without a missing record', async () => {
  const none = async (sql: string) => expect([sql, await rows(sql)]).toEqual([sql, []])
  await none(
    'select d.id from disputes d join transactions t on t.id = d.transaction_id where t.dispute_id is distinct from d.id or t.dispute_status is distinct from d.status',
  )
  await none(
    'select id from transactions where dispute_id is not null and dispute_id not in (select id from disputes)',
  )
  await none(
    'select id from transactions where product_id not in (select key from posts) or seller_uid = purchaser_uid',
  )
  await none(
    'select m.id from messages m where not exists (select from conversation_members c where c.conversation_id = m.conversation_id and c.uid = m.sender_id)',
  )
  await none("select id from messages where date > '2026-11-20'")
  await none("select id from transactions where purchase_date > '2026-11-20' or delivered_at > '2026-11-20'")
  await none(
    'select c.id from conversations c where date <> (select max(m.date) from messages m where m.conversation_id = c.id)',
  )
})

test('has every sentinel as docs/fixtures.md describes it', async () => {
  const names = [
    'load-fails',
    'changes-fail',
    'changes-200',
    'changes-drop',
    'slow',
    'ban-reasons-fail',
    'nulls',
    'bad-date',
    'long-name',
    'deletable',
    'content',
    'blocked',
    'balances',
    'disputed',
    ...Array.from({ length: 20 }, (_, at) => `edit-${at + 1}`),
    'reporter',
    'txns-fail',
    ...Array.from({ length: 16 }, (_, at) => `reported-${at + 1}`),
    ...['account', 'account-twin', 'account-banned', 'phone-temp', 'tabs-fail', 'tabs-slow', 'many'],
    ...['seller', 'buyer'],
    ...Array.from({ length: 6 }, (_, at) => `cleanup-${at + 1}`),
  ]
  expect(
    await values('select uid as v from users where uid like \'sentinel-%\' order by uid collate "C"'),
  ).toEqual(names.map((name) => `sentinel-${name}`).sort())
  const one = async (uid: string) =>
    (await rows<Record<string, unknown>>(`select * from users where uid = 'sentinel-${uid}'`))[0]
  const { email, created_at, last_ip, available_balance, display_name } = (await one('nulls')) ?? {}
  expect([email, created_at, last_ip, available_balance, display_name]).toEqual([
    null,
    null,
    null,
    null,
    'Sentinel Nulls',
  ])
  expect(await one('bad-date')).toMatchObject({
    created_at: 'not a date',
    last_active: expect.stringMatching(/^2026-11-18T/),
  })
  expect([...String((await one('long-name'))?.display_name)]).toHaveLength(300)
  expect(await one('balances')).toMatchObject({ available_balance: '1234', pending_balance: '50' })
  expect(await one('edit-20')).toMatchObject({
    email: 'sentinel-edit-20@example.com',
    available_balance: '0',
    is_banned: false,
  })
  expect(await one('blocked')).toMatchObject({ is_banned: true })
  expect(await values("select count(*)::int as v from ban_reasons where uid = 'sentinel-blocked'")).toEqual([
    2,
  ])
  expect(await values("select count(*)::int as v from posts where creator_uid = 'sentinel-content'")).toEqual(
    [7],
  )
  expect(
    await values("select count(*)::int as v from conversation_members where uid = 'sentinel-content'"),
  ).toEqual([3])
  expect(
    await values("select count(*)::int as v from questions where creator_uid = 'sentinel-content'"),
  ).toEqual([2])
  expect(
    await values(
      "select count(*)::int as v from transactions where purchaser_uid = 'sentinel-disputed' and dispute_status = 2",
    ),
  ).not.toEqual([0])
  expect(
    await values(
      "select id as v from transactions where 'sentinel-deletable' in (seller_uid, purchaser_uid)",
    ),
  ).toEqual([])
  expect(
    await values(
      "select count(*)::int as v from gift_cards where code like 'GIFT-10__' and cents = 1000 and redeemed_by is null",
    ),
  ).toEqual([20])
  expect(
    await values("select redeemed_by is not null as v from gift_cards where code = 'GIFT-USED'"),
  ).toEqual([true])
  expect(await values("select display_name as v from users where uid = 'staff-admin'")).toEqual(['Ada Admin'])
  expect(
    await values("select distinct uid as v from conversation_members where uid like 'staff-%' order by 1"),
  ).toEqual(['staff-admin', 'staff-finance', 'staff-moderator', 'staff-support'])
})

test('only the sentinels fail, as docs/fixtures.md describes', () => {
  const user = (name: string, more = '') => `/v1/admin/users/sentinel-${name}${more}`
  expect(sentinel('GET', user('load-fails'), {})).toBe('fail')
  expect(sentinel('GET', user('load-fails', '/ban_reasons'), {})).toBeUndefined()
  expect(sentinel('PATCH', user('changes-fail'), {})).toBe('fail')
  expect(sentinel('DELETE', user('changes-fail', '/posts'), {})).toBe('fail')
  expect(sentinel('POST', '/v1/admin/support_verification_code', { uid: 'sentinel-changes-fail' })).toBe(
    'fail',
  )
  expect(sentinel('GET', user('changes-fail'), {})).toBeUndefined()
  expect(sentinel('PATCH', user('changes-200', '/ban'), {})).toBe('refuse_200')
  expect(sentinel('PATCH', user('changes-drop', '/unban'), {})).toBe('drop')
  expect(sentinel('GET', user('slow'), {})).toBe('slow')
  expect(sentinel('PATCH', user('slow'), {})).toBe('slow')
  expect(sentinel('GET', user('ban-reasons-fail', '/ban_reasons'), {})).toBe('fail')
  expect(sentinel('GET', user('ban-reasons-fail'), {})).toBeUndefined()
  expect(sentinel('GET', user('tabs-fail'), {})).toBeUndefined()
  expect(sentinel('GET', user('tabs-fail', '/ban_reasons'), {})).toBeUndefined()
  expect(sentinel('GET', user('tabs-fail', '/transactions'), {})).toBe('fail')
  expect(sentinel('GET', '/v1/admin/devices/sentinel-tabs-fail', {})).toBe('fail')
  const search = (search_term: string, exclude_uid: string) =>
    sentinel('GET', '/v1/admin/user_search', { search_term, exclude_uid })
  expect(search('sentinel-tabs-fail', '')).toBeUndefined()
  expect(search('+1555', 'sentinel-tabs-fail')).toBe('fail')
  expect(sentinel('GET', '/v1/users/sentinel-tabs-slow/posts', {})).toBe('slow')
  expect(sentinel('GET', user('tabs-slow', '/posts/denied'), {})).toBeUndefined()
  expect(sentinel('GET', '/v1/admin/user_search', { search_term: 'sentinel-search-fails' })).toBe('fail')
  expect(sentinel('GET', '/v1/admin/user_search', { search_term: 'sentinel-search-slow' })).toBe('slow')
  expect(sentinel('PATCH', user('changes-fail', '/user_reports'), {})).toBe('fail')
  expect(sentinel('PATCH', '/v1/posts/sentinel-changes-fail-listing/content_reports', {})).toBe('fail')
  expect(sentinel('DELETE', '/v1/posts/sentinel-changes-200-listing', {})).toBe('refuse_200')
  expect(sentinel('DELETE', '/v1/posts/sentinel-changes-drop-listing', {})).toBe('drop')
  expect(sentinel('PATCH', '/v1/posts/sentinel-slow-1/content_reports', {})).toBe('slow')
  expect(sentinel('DELETE', '/v1/posts/sentinel-listing-1', {})).toBeUndefined()
  const between = (party2: string) =>
    sentinel('GET', '/v1/admin/purchase_transactions', { party1: 'sentinel-reported-1', party2 })
  expect(between('sentinel-txns-fail')).toBe('fail')
  expect(between('sentinel-reporter')).toBeUndefined()
  expect(sentinel('GET', user('txns-fail', '/transactions'), {})).toBeUndefined()
  const txn = (name: string, more = '') => `/v1/admin/transactions/sentinel-${name}-txn${more}`
  expect(sentinel('GET', txn('load-fails'), {})).toBe('fail')
  expect(sentinel('GET', '/v1/admin/orders/sentinel-load-fails-order', {})).toBe('fail')
  expect(sentinel('GET', '/v1/admin/transactions', { person: 'sentinel-load-fails' })).toBe('fail')
  expect(sentinel('GET', '/v1/admin/transactions', { person: 'sentinel-seller' })).toBeUndefined()
  expect(sentinel('GET', txn('slow'), {})).toBe('slow')
  expect(sentinel('PATCH', txn('changes-fail', '/cancel'), {})).toBe('fail')
  expect(sentinel('POST', txn('changes-200', '/refunds'), {})).toBe('refuse_200')
  expect(sentinel('POST', txn('changes-drop', '/tracking'), {})).toBe('drop')
  expect(sentinel('GET', txn('changes-fail', '/money'), {})).toBeUndefined()
  expect(sentinel('POST', '/v1/admin/shipping/labels/sentinel-changes-drop-label/cancel', {})).toBe('drop')
  const talk = (from: string) => sentinel('GET', '/v1/admin/conversations', { from, to: 'sentinel-buyer' })
  expect(talk('sentinel-txns-fail')).toBe('fail')
  expect(talk('sentinel-seller')).toBeUndefined()
  const listings = (searchTerm: string) => sentinel('GET', '/v1/search', { searchTerm, postType: '0' })
  expect(listings('sentinel-search-fails')).toBe('fail')
  expect(listings('sentinel-search-slow')).toBe('slow')
  expect(listings('sentinel curated')).toBeUndefined()
  const collection = (name: string, more = '') => `/v1/admin/collections/sentinel-${name}-collection${more}`
  expect(sentinel('GET', collection('items-fail', '/items'), {})).toBe('fail')
  expect(sentinel('GET', collection('items-fail'), {})).toBeUndefined()
  expect(sentinel('DELETE', collection('changes-drop', '/items/x'), {})).toBe('drop')
  expect(sentinel('PATCH', collection('edit-1'), {})).toBeUndefined()
  expect(sentinel('PATCH', txn('edit'), {})).toBeUndefined()
  expect(sentinel('PATCH', user('edit-1'), {})).toBeUndefined()
  expect(sentinel('PATCH', '/v1/admin/users/%', {})).toBeUndefined()
})

test('has no outside names or addresses', async () => {
  for await (const { table, texts } of everything(database))
    for (const text of texts) {
      for (const [, host] of text.matchAll(/https?:\/\/([^/\s"',)]+)/g))
        expect([table, host]).toEqual([table, expect.stringMatching(/(^|\.)example\.com$/)])
      for (const [, domain] of text.matchAll(/[\w.]@([\w.-]+)/g))
        expect([table, domain]).toEqual([table, expect.stringMatching(/^example\.(com|org|net)$/)])
    }
  expect(
    await values(
      "select uid as v from users where phone_number <> 'temp' and phone_number !~ '^[+]1555[0-9]{7}$'",
    ),
  ).toEqual([])
  expect(
    await values(
      "select last_ip as v from users where last_ip is not null and not (last_ip::inet <<= '192.0.2.0/24' or last_ip::inet <<= '198.51.100.0/24' or last_ip::inet <<= '203.0.113.0/24' or last_ip::inet <<= '2001:db8::/32')",
    ),
  ).toEqual([])
})

test('has rings of linked accounts, a blocked ring, and a carrier that forty strangers share', async () => {
  expect(
    (
      await rows(
        'select one_signal_id from users where one_signal_id is not null group by 1 having count(*) > 2',
      )
    ).length,
  ).toBeGreaterThan(4)
  expect(await values("select bool_and(is_banned) as v from users where last_ip = '198.51.100.253'")).toEqual(
    [true],
  )
  expect(await values("select count(*)::int as v from users where last_ip = '203.0.113.7'")).toEqual([40])
  const scripts =
    '\u00e9 \u0438 \u03b1 \u0645 \u05db \u0940 \u0e32 \u738b \u3055 \u6c11|\uae40 \u{1f33b}'.split(' ')
  for (const letters of scripts)
    expect([
      letters,
      await values(`select count(*) > 0 as v from users where display_name ~ '${letters}'`),
    ]).toEqual([letters, [true]])
})

test('draws a picture for most people and listings, always the same, and for no other path', async () => {
  const people = (await values('select uid as v from users')) as string[]
  const keys = (await values('select key as v from posts where thumbnail_image_url is not null')) as string[]
  const pictures = (paths: string[]) => paths.map(drawImage).filter((image) => image !== undefined)
  const avatars = pictures(people.map((uid) => `ProfileImages/${uid}`))
  const thumbs = pictures(keys.map((key) => `listings/${key}/thumb.svg`))
  expect(avatars.length / people.length).toBeGreaterThan(0.92)
  expect(avatars.length / people.length).toBeLessThan(0.98)
  expect(thumbs.length / keys.length).toBeGreaterThan(0.92)
  expect(thumbs.length / keys.length).toBeLessThan(0.98)
  expect(new Set(avatars).size).toBeGreaterThan(1500)
  for (const image of [...avatars.slice(0, 50), ...thumbs.slice(0, 50)]) {
    expect(image).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 130 130" .*<\/svg>$/)
    expect(image).not.toMatch(/undefined|NaN|<script|href/)
  }
  const [key = ''] = keys
  expect(drawImage(`listings/${key}/thumb.svg`)).toBe(drawImage(`listings/${key}/thumb.svg`))
  for (const path of [
    '',
    'ProfileImages/',
    'ProfileImages/../../etc/passwd',
    'listings/toString-abcdefghijkl/thumb.svg',
    'listings/bike-1/thumb.svg',
    `listings/${key}/thumb.png`,
  ])
    expect([path, drawImage(path)]).toEqual([path, undefined])
})
