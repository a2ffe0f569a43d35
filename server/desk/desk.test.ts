import { api } from '@portreeve/contract'
import { may, rightsOf, roles } from '@portreeve/contract/base/rights'
import { type CaseRef, scoreParts } from '@portreeve/contract/desk/desk'
import { type DeskKind, deskClasses, deskKindNames, deskKinds } from '@portreeve/contract/desk/desk-ranking'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { bothSides, deskCases, keys } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'
import { refusalOf } from '../testing/team-inbox.ts'

const s = useServer()
const { desk } = api
const { world, open, endAll, stateOf, list, next, take } = deskCases(s)
beforeAll(async () => {
  await world()
  for (const role of roles) await s.token(role)
})
beforeEach(endAll)

describe('the list', () => {
  test('each role has the kinds that it may decide, and no other call reaches one that it may not', async () => {
    const cases = new Map<DeskKind, CaseRef>()
    for (const kind of deskKindNames) cases.set(kind, await open(kind))
    for (const role of roles) {
      const allowed = deskKindNames.filter((kind) => may(rightsOf(role), deskKinds[kind]))
      // Some kinds have no other role than the admin's own rights.
      expect(keys(await list(role)).toSorted()).toEqual(
        allowed.map((kind) => `${kind} ${cases.get(kind)?.id}`).toSorted(),
      )
      const { data } = (await s.call(role, desk.counts, {})).body
      expect(Object.keys(data.kinds).toSorted()).toEqual(allowed.toSorted())
      expect(data.views).toEqual({ all: allowed.length, mine: 0, unassigned: allowed.length, snoozed: 0 })
      const forbidden = deskKindNames.find((kind) => !allowed.includes(kind))
      const params = forbidden && cases.get(forbidden)
      if (!params) continue
      for (const answer of [
        await s.call(role, desk.get, { params }),
        await take(role, params),
        await s.call(role, desk.look, { params }),
        await s.call(role, desk.release, { params }),
        await s.call(role, desk.hand, { params, body: { uid: 'staff-admin' } }),
        await s.call(role, desk.snooze, { params, body: { until: null } }),
        await s.call(role, desk.colleagues, { params }),
      ])
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      expect(await next(role, { kinds: [params.kind] })).toBeNull()
    }
  })

  test('is in the order of the scores, and each score is the sum of its parts', async () => {
    for (const kind of deskKindNames) await open(kind)
    await s.query(
      `update conversation_states set priority = 'urgent', waiting_since = now() - interval '25 hours'`,
    )
    const rows = await list()
    for (const row of rows)
      expect(row.score).toBe(scoreParts.reduce((sum, part) => sum + row.points[part], 0))
    const places = rows.map((row) => 1000 * deskClasses.indexOf(row.class) - row.score)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const of = (kind: DeskKind) => rows.find((row) => row.kind === kind)
    // 8.75 of 72 hours are left: 40 × 63.25/72. $100 of $2,500: 30 × 0.04. Urgent: 30. More than a day, the target: 20.
    expect(of('dispute')?.points).toMatchObject({ deadline: 35, money: 1 })
    expect(of('conversation')?.points).toMatchObject({ priority: 30, waiting: 20, deadline: 0 })
  })

  test('a case has its facts: reports, the record of the reporters, money, deadline', async () => {
    await s.query(`insert into user_reports (id, reporting_uid, reporter_uid, status, created_at)
      select 'old' || n, 'eve', 'ray', 'resolved', now() - interval '9 days' from generate_series(1, 8) n`)
    await s.make.banReason({ uid: 'eve', created_at: inDays(-1) })
    const { id } = await open('user_reports')
    await s.make.userReport({ reporting_uid: id })
    expect((await list())[0]).toMatchObject({
      person: { uid: id, name: id },
      reports: 2,
      reporters: 1,
      handled: 8,
      upheld: 8,
      about: 'scam',
      points: { reporters: 15, reports: 4 },
    })
    await s.query(`delete from ban_reasons`)
    expect((await list())[0]).toMatchObject({ handled: 8, upheld: 0, points: { reporters: 0 } })
  })

  test('a row has what it shows: the level of its score, the picture, the other side of the sale, the first message that waits', async () => {
    const listing = await open('listing')
    await s.query(
      `update posts set thumbnail_image_url = 'listings/lamp.jpg', price_as_smallest_currency_unit = 10000000`,
    )
    await open('dispute')
    await s.query(`update transactions set product_thumbnail_path = 'listings/bike.jpg'`)
    const { id } = await open('conversation')
    await s.query(`update messages set text = 'Where is it?' where conversation_id = '${id}'`)
    await s.query(`update conversations set last_message = 'Hello?' where id = '${id}'`)
    const rows = await list()
    const of = (kind: DeskKind) => rows.find((row) => row.kind === kind)
    // The heaviest weight is 40, of the deadline: 30 points are in the fourth fifth, 36 in the fifth.
    expect(of('listing')).toMatchObject({ id: listing.id, score: 30, level: 4, other: null })
    expect(of('listing')).toMatchObject({ picture: 'listings/lamp.jpg' })
    expect(of('dispute')).toMatchObject({ score: 36, level: 5, picture: 'listings/bike.jpg' })
    expect(of('dispute')).toMatchObject({ person: { uid: 'bea' }, other: { uid: 'sam', name: 'sam' } })
    expect(of('conversation')).toMatchObject({ score: 0, level: 0, picture: null, about: 'Where is it?' })
  })

  test('goes on page by page, with each case once', async () => {
    for (let at = 0; at < 3; at++) await open('promotion')
    await s.query(`insert into posts (key, creator_uid, creation_date_time, price_as_smallest_currency_unit)
      select 'p' || n, 'sam', now(), 100 * (n % 7) from generate_series(1, 120) n`)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const answer = await s.call('admin', desk.list, { query: cursor === undefined ? {} : { cursor } })
      seen.push(...keys(answer.body.data))
      cursor = answer.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(123)
    expect(new Set(seen).size).toBe(123)
    const odd = await s.call('admin', desk.list, {
      query: { cursor: Buffer.from('["2026-01-01","x y z"]').toString('base64url') },
    })
    expect(odd.status).toBe(400)
    expect((await s.call('admin', desk.list, { query: { kinds: 'listing,else' } })).status).toBe(400)
  })
})

describe('one assignee', () => {
  test('of a conversation: the desk and the team inbox show and change the same', async () => {
    const ref = await open('conversation')
    const inInbox = async () => (await s.call('support', api.inbox.get, { params: { id: ref.id } })).body.data
    await take('support', ref)
    expect((await inInbox()).assignee?.uid).toBe('staff-support')
    await s.call('support', api.inbox.assign, { params: { id: ref.id }, body: { uid: 'staff-moderator' } })
    expect((await list('support'))[0]?.assignee?.uid).toBe('staff-moderator')
    await s.call('moderator', desk.release, { params: ref })
    expect((await inInbox()).assignee).toBeNull()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await s.call('support', desk.snooze, { params: ref, body: { until } })
    expect(await inInbox()).toMatchObject({ state: 'snoozed', snoozed_until: until })
    expect(keys(await list('support', { view: 'snoozed' }))).toEqual([`conversation ${ref.id}`])
    await s.call('support', desk.snooze, { params: ref, body: { until: null } })
    expect((await inInbox()).state).toBe('open')
  })

  test('of a dispute: the desk and the list of disputes show and change the same', async () => {
    const ref = await open('dispute')
    await take('support', ref)
    const { data } = (await s.call('finance', api.disputes.get, { params: { disputeId: ref.id } })).body
    expect(data.assignee?.uid).toBe('staff-support')
    expect(refusalOf(await take('finance', ref))[1]).toBe('Taken')
  })
})

describe('a snooze', () => {
  test('takes a case out of the open views until its end', async () => {
    const ref = await open('listing')
    const snooze = (until: string | null) =>
      s.call('moderator', desk.snooze, { params: ref, body: { until } })
    expect(refusalOf(await snooze('2020-01-01T00:00:00.000Z'))[1]).toBe('Already past')
    expect(refusalOf(await snooze(new Date(Date.now() + 366 * 86_400_000).toISOString()))[1]).toBe(
      'Too far away',
    )
    await take('moderator', ref)
    await snooze(new Date(Date.now() + 3_600_000).toISOString())
    expect(await list('moderator')).toEqual([])
    expect(await next('moderator')).toBeNull()
    expect((await list('moderator', { view: 'snoozed' }))[0]).toMatchObject({ id: ref.id, assignee: null })
    await s.query(`update desk_cases set snoozed_until = now() - interval '1 second'`)
    expect((await list('moderator'))[0]).toMatchObject({ id: ref.id, snoozed_until: null })
    await snooze(new Date(Date.now() + 3_600_000).toISOString())
    await snooze(null)
    expect(await list('moderator')).toHaveLength(1)
  })

  test('replaces an earlier one, whose end then changes nothing', async () => {
    const ref = await open('listing')
    const snooze = (hours: number) =>
      s.call('moderator', desk.snooze, {
        params: ref,
        body: { until: new Date(Date.now() + hours * 3_600_000).toISOString() },
      })
    /** Ends the snooze that is to end first, and returns the time of the one that stays. */
    const endNext = async () => {
      const pending = "from operations where kind = 'desk.wake' and state = 'pending'"
      await s.query(
        `update operations set due_at = now() - interval '1 second' where id in (select id ${pending} order by due_at limit 1)`,
      )
      const stop = startWorker(s.ctx)
      await expect.poll(() => s.query(`select 1 ${pending} and due_at <= now()`)).toEqual([])
      await stop()
      return (await stateOf(ref))?.snoozed_until?.toISOString()
    }
    await snooze(1)
    const { snoozed_until } = (await snooze(2)).body.data
    expect(await endNext()).toBe(snoozed_until)
    expect(await endNext()).toBeUndefined()
  })
})

test('a case that can no longer be decided is in no list: a request or a chargeback after its time', async () => {
  const request = await open('approval')
  await open('chargeback')
  await s.query(`update approvals set expires_at = now() - interval '1 second'`)
  await s.query(`update chargebacks set evidence_due_at = now() - interval '1 second'`)
  expect(await list()).toEqual([])
  expect((await take('admin', request)).status).toBe(404)
})

describe('the weights', () => {
  test('only admins see and change them; the preview saves nothing; saving gives each case its new score', async () => {
    await open('dispute')
    await s.query(`update disputes set deadline_at = now() + interval '20 days'`)
    await open('chargeback')
    for (const call of [desk.weights, desk.preview] as const)
      expect((await s.call('moderator', call, {})).status).toBe(403)
    const before = (await s.call('admin', desk.weights, {})).body.data
    const { data } = (
      await s.call('admin', desk.preview, { query: { deadline: '0', money: '100', money_full: '10000' } })
    ).body
    expect(data.before.map(({ kind, points }) => [kind, points.money])).toEqual([
      ['chargeback', 1],
      ['dispute', 1],
    ])
    expect(data.after.map(({ points }) => [points.deadline, points.money])).toEqual([
      [0, 100],
      [0, 100],
    ])
    expect((await s.call('admin', desk.weights, {})).body.data).toEqual(before)
    const late = await s.call('admin', desk.preview, { query: { waiting: '101' } })
    expect([late.status, late.body.error_message]).toEqual([400, "The query's 'waiting' is above 100."])
    await s.call('admin', desk.saveWeights, { body: { deadline: 0, money: 100, money_full: 10_000 } })
    expect((await list()).map(({ score, points }) => [score, points.money])).toEqual([
      [100, 100],
      [100, 100],
    ])
    await s.call('admin', desk.saveWeights, { body: before })
    expect((await s.call('admin', desk.weights, {})).body.data).toEqual(before)
  })

  test('are tried on the open work of an earlier moment, with its facts', async () => {
    await open('dispute')
    await s.query(`update disputes set deadline_at = now() + interval '20 days'`)
    const at = new Date(Date.now() + 5).toISOString()
    await expect.poll(() => Date.now() > Date.parse(at)).toBe(true)
    await open('chargeback')
    await s.query(`update disputes set deadline_at = now() - interval '1 hour'`)
    const query = { deadline: '7' }
    const first = async (headers: Record<string, string>) =>
      (await s.call('admin', desk.preview, { query }, headers)).body.data.after.map(({ kind, points }) => [
        kind,
        points.deadline,
      ])
    expect((await first({})).toSorted()).toEqual([
      ['chargeback', expect.any(Number)],
      ['dispute', 7],
    ])
    expect(await first({ 'as-of': at })).toEqual([['dispute', 0]])
  })

  test('time moves points on', async () => {
    await open('dispute')
    await s.query(
      `update desk_cases set opened_at = now() - interval '40 hours', points_until = now() - interval '1 second'`,
    )
    await s.query('select portreeve_desk_score(false, 100)')
    expect((await list())[0]?.points.waiting).toBe(11)
    expect((await s.query('select portreeve_desk_score(false, 100) as n'))[0]).toEqual({ n: 0 })
  })
})

test('the table equals its rebuild after cases of all kinds came and went', async () => {
  for (const kind of deskKindNames) await open(kind)
  const { table, sources } = await bothSides(s)
  expect(table).toEqual(sources)
  expect(new Set(table.map(({ kind }) => kind)).size).toBe(deskKindNames.length)
  const before = await s.query('select * from desk_cases order by kind, id')
  await s.query('select portreeve_desk_rebuild()')
  expect(await s.query('select * from desk_cases order by kind, id')).toEqual(before)
})
