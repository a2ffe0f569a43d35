import { api } from '@portreeve/contract'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import { deskClasses } from '@portreeve/contract/desk/desk-ranking'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothSides, deskCases, keys } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'

const s = useServer()
const { desk } = api
const { world, open, endAll, stateOf, list, next, take } = deskCases(s)
beforeAll(async () => {
  await world()
  await s.token('admin')
})
beforeEach(async () => {
  await endAll()
  await s.query('delete from report_reasons')
})

/** Reports a person for a reason. */
const report = (uid: string, reason: string | null, change: Record<string, unknown> = {}) =>
  s.make.userReport({ reporting_uid: uid, reporter_uid: 'ray', report_reason_id: reason, ...change })
const first = async () => keys(await list())
const classOf = async ({ id }: Pick<CaseRef, 'id'>) => (await list()).find((row) => row.id === id)?.class
const choose = (reason: string, to: (typeof deskClasses)[number] | null) =>
  s.call('admin', desk.saveReason, { body: { reason, class: to } })

test('the classes are in the same order in the database and in the contract', async () => {
  const [row] = await s.query<{ ranks: number[] }>(
    'select array(select portreeve_class_rank(c)::int from unnest($1::text[]) c) as ranks',
    [[...deskClasses, 'unknown']],
  )
  expect(row?.ranks).toEqual([...deskClasses.keys(), deskClasses.length])
})

test('harm comes before money, however much is at stake; quality and spam come after money', async () => {
  await open('chargeback')
  await open('listing')
  await s.query('update posts set price_as_smallest_currency_unit = 100000000')
  for (const [uid, reason] of [
    ['spammer', 'Spam'],
    ['late', 'no_show'],
    ['odd', 'xyzzy'],
    ['fence', 'Counterfeit item'],
    ['thief', 'Off-app payment'],
    ['fake', 'Pretends to be you'],
    ['boy', 'Under age'],
    ['bully', 'THREATS'],
  ] as const) {
    await s.addUser({ uid, displayName: uid })
    await report(uid, reason)
  }
  const rows = await list()
  expect(rows.map((row) => [row.id.split('-')[0], row.class])).toEqual([
    ['bully', 'danger'],
    ['boy', 'minors'],
    ['fake', 'phishing'],
    ['thief', 'fraud'],
    ['fence', 'prohibited'],
    // The most points first: a deadline in two days, $1,000,000, and a reason that no one knows.
    ['listing', 'other'],
    ['chargeback', 'other'],
    ['odd', 'other'],
    ['late', 'quality'],
    ['spammer', 'spam'],
  ])
  expect((await next('admin'))?.id).toBe('bully')
})

describe('the class of reports', () => {
  test('is the worst of the open ones, and follows them', async () => {
    const eve = { id: 'eve' }
    await report('eve', 'Spam', { id: 'r1' })
    expect(await classOf(eve)).toBe('spam')
    await report('eve', 'Threats', { id: 'r2' })
    expect(await classOf(eve)).toBe('danger')
    await s.query(`update user_reports set status = 'resolved' where id = 'r2'`)
    expect(await classOf(eve)).toBe('spam')
    await s.query(`update user_reports set status = 'open' where id = 'r2'`)
    expect(await classOf(eve)).toBe('danger')
    await s.query(`update user_reports set report_reason_id = null where id = 'r2'`)
    expect(await classOf(eve)).toBe('other')
    await s.query(`update users set deleted_at = now() where uid = 'eve'`)
    expect(await first()).toEqual([])
    await s.query(`update users set deleted_at = null where uid = 'eve'`)
    expect((await bothSides(s)).table).toEqual((await bothSides(s)).sources)
  })

  test('of the spec’s call: what the moderator resolves leaves, a report that came meanwhile keeps its class', async () => {
    await report('eve', 'Threats', { id: 'seen' })
    await report('eve', 'Spam', { id: 'later' })
    await s.call('moderator', api.userReports.resolve, {
      params: { uid: 'eve' },
      body: { status: 'resolved', seen: ['seen'] },
    })
    expect(await classOf({ id: 'eve' })).toBe('spam')
  })
})

describe('a conversation', () => {
  const talk = async () => {
    const ref = await open('conversation')
    await s.query(`update conversation_states set waiting_since = now() - interval '1 hour'`)
    return ref
  }

  test('has the class of the open reports about its person and by its person', async () => {
    const ref = await talk()
    expect(await classOf(ref)).toBe('other')
    await report('eve', 'Threats', { id: 'by', reporter_uid: 'bea' })
    expect(await classOf(ref)).toBe('danger')
    await s.query(`update user_reports set status = 'resolved'`)
    expect(await classOf(ref)).toBe('other')
    await report('bea', 'Scam', { id: 'about' })
    expect(await classOf(ref)).toBe('fraud')
    await s.query('delete from user_reports')
    const bag = await open('listing_reports')
    await s.query(`update listing_reports set reporter_uid = 'bea', report_reason_id = 'Weapons'`)
    expect(await classOf(ref)).toBe('prohibited')
    await s.query('update posts set deleted_at = now() where key = $1', [bag.id])
    expect(await classOf(ref)).toBe('other')
    expect((await bothSides(s)).table).toEqual((await bothSides(s)).sources)
  })

  test('of a person reported as spam waits no longer than others', async () => {
    const ref = await talk()
    await report('bea', 'Spam')
    expect(await classOf(ref)).toBe('other')
  })

  test('has it also when the report was there first, and loses it when its person is erased', async () => {
    await report('eve', 'Threats', { reporter_uid: 'bea' })
    const ref = await talk()
    expect(await classOf(ref)).toBe('danger')
    await s.query(`update users set deleted_at = now() where uid = 'eve'`)
    expect(await classOf(ref)).toBe('other')
    await s.query(`update users set deleted_at = null where uid = 'eve'`)
    expect(await classOf(ref)).toBe('danger')
    await s.query('update user_reports set reporter_uid = null, input = null')
    expect(await classOf(ref)).toBe('other')
  })

  test('shows the first words that wait, not the last ones', async () => {
    const ref = await open('conversation')
    await s.query('delete from messages')
    const message = (id: string, senderID: string, text: string, hours: number) =>
      s.make.message({ id, conversation_id: ref.id, senderID, text, date: inDays(-hours / 24) })
    await message('a', 'bea', 'An old question', 9)
    await message('b', 'support', 'An answer', 8)
    await message('c', 'bea', 'He has just written again', 2)
    await message('d', 'bea', 'Hello?', 1)
    await s.query(`update conversation_states set waiting_since = (select date from messages where id = 'c')`)
    await s.query(`update conversations set last_message = 'Hello?'`)
    expect((await list())[0]?.about).toBe('He has just written again')
  })
})

describe('age', () => {
  test('counts up to the target of its kind; the team inbox has that of conversations', async () => {
    const [conversation, promotion] = [await open('conversation'), await open('promotion')]
    await s.query(`update conversation_states set waiting_since = now() - interval '31 minutes'`)
    await s.query(`update promoted_posts set created_at = now() - interval '60 days'`)
    const waiting = async (ref: CaseRef) => (await list()).find((row) => row.id === ref.id)?.points.waiting
    expect([await waiting(conversation), await waiting(promotion)]).toEqual([0, 20])
    await s.call('admin', api.inboxSettings.save, { body: { first_answer_minutes: 30 } })
    await s.query('select portreeve_desk_score(false, 100)')
    expect(await waiting(conversation)).toBe(20)
    await s.call('admin', api.inboxSettings.save, { body: { first_answer_minutes: null } })
    await s.call('admin', desk.saveWeights, { body: { promotion_hours: 8000 } })
    expect(await waiting(promotion)).toBe(3)
    await s.call('admin', desk.saveWeights, { body: { promotion_hours: 48 } })
  })

  test('an import of old rows fills no place before the work of today, and a new report brings a case back', async () => {
    await report('eve', 'Threats', { created_at: inDays(-900) })
    const dispute = await open('dispute')
    await s.query(
      `update disputes set created_at = now() - interval '9 years', deadline_at = now() - interval '9 years'`,
    )
    const spam = await open('user_reports')
    await s.query(`update user_reports set report_reason_id = 'Spam' where reporting_uid = $1`, [spam.id])
    expect(keys([(await list())[0] as CaseRef])).toEqual([`user_reports ${spam.id}`])
    expect((await list()).map(({ backlog }) => backlog)).toEqual([false, true, true])
    await s.query(`update disputes set deadline_at = now() + interval '1 day'`)
    await report('eve', 'Rude')
    expect((await list()).map(({ id, backlog }) => [id, backlog])).toEqual([
      ['eve', false],
      [dispute.id, false],
      [spam.id, false],
    ])
  })

  test('a case becomes backlog by time alone, and a listing without a time does not', async () => {
    const promotion = await open('promotion')
    const listing = await open('listing')
    await s.query('update posts set creation_date_time = null')
    await s.query(
      `update desk_cases set opened_at = now() - interval '91 days', moved_at = now() - interval '91 days',
       points_until = now() - interval '1 second' where kind = 'promotion'`,
    )
    await s.query('select portreeve_desk_score(false, 100)')
    expect((await list()).map(({ id, backlog }) => [id, backlog])).toEqual([
      [listing.id, false],
      [promotion.id, true],
    ])
  })
})

test('pages go on within and across bands, with each case once', async () => {
  await s.query(`insert into users (uid, display_name) select 'c' || n, 'C' from generate_series(1, 130) n`)
  await s.query(`insert into user_reports (id, reporting_uid, report_reason_id, created_at)
    select 'r' || n, 'c' || n, (array['Spam', 'Threats', 'Scam', null, 'No show'])[1 + n % 5],
      now() - case when n % 13 = 0 then interval '2 years' else interval '0' end from generate_series(1, 130) n`)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const answer = await s.call('admin', desk.list, { query: cursor === undefined ? {} : { cursor } })
    seen.push(...keys(answer.body.data))
    cursor = answer.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  expect([seen.length, new Set(seen).size]).toEqual([130, 130])
})

describe('the reasons', () => {
  test('are for admins; each has the number of its open reports and a class by its words', async () => {
    expect((await s.call('moderator', desk.reasons, {})).status).toBe(403)
    expect(
      (await s.call('moderator', desk.saveReason, { body: { reason: 'x', class: 'spam' } })).status,
    ).toBe(403)
    await report('eve', 'No_show')
    await report('sam', 'no show')
    await report('sam', null)
    expect((await s.call('admin', desk.reasons, {})).body.data).toEqual([
      { reason: 'no show', class: 'quality', chosen: false, open: 2 },
      { reason: '', class: 'other', chosen: false, open: 1 },
    ])
  })

  test('a chosen class moves the cases and their conversations, is on the audit, and is taken back', async () => {
    const ref = await open('conversation')
    await report('eve', 'Xyzzy', { reporter_uid: 'bea' })
    const saved = await choose('xyzzy', 'danger')
    expect(saved.body.data).toEqual({ reason: 'xyzzy', class: 'danger', chosen: true, open: 1 })
    expect([await classOf({ id: 'eve' }), await classOf(ref)]).toEqual(['danger', 'danger'])
    await report('sam', ' XYZZY ')
    expect(await classOf({ id: 'sam' })).toBe('danger')
    const [row] = await s.query(
      `select before, after from audit where action = 'desk.saveReason' order by at desc limit 1`,
    )
    expect(row).toEqual({
      before: { reason: 'xyzzy', class: 'other' },
      after: { reason: 'xyzzy', class: 'danger' },
    })
    expect((await choose('xyzzy', null)).body.data).toMatchObject({ class: 'other', chosen: false })
    expect(await classOf({ id: 'eve' })).toBe('other')
  })

  test('a claim of a colleague stays when the class of their case changes', async () => {
    await report('eve', 'Xyzzy')
    const ref = { kind: 'user_reports', id: 'eve' } as const
    const taken = await take('moderator', ref)
    await choose('Xyzzy', 'minors')
    expect((await stateOf(ref))?.assignee).toBe('staff-moderator')
    expect((await list())[0]).toMatchObject({
      class: 'minors',
      assignee: { uid: 'staff-moderator' },
      version: taken.body.data.version,
    })
  })

  test('a report that comes at the same moment has the new class', async () => {
    await s.addUser({ uid: 'tom', displayName: 'tom' })
    await Promise.all([
      choose('plugh', 'danger'),
      ...Array.from({ length: 5 }, (_, at) => report('tom', 'plugh', { id: `same-${at}` })),
    ])
    expect(await classOf({ id: 'tom' })).toBe('danger')
  })
})
