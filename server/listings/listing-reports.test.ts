import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()

beforeAll(async () => {
  for (const uid of ['ana', 'bo']) await s.addUser({ uid })
})

describe('reports about listings', () => {
  test('need a sign-in to be read, and finance may not ignore them', async () => {
    const input = { params: { id: 'none' }, body: { status: 'ignored' as const } }
    expect((await s.call(undefined, api.listingReports.list, {})).status).toBe(401)
    expect((await s.call(undefined, api.listingReports.ignore, input)).status).toBe(401)
    expect((await s.call('finance', api.listingReports.list, {})).status).toBe(200)
    expect((await s.call('finance', api.listingReports.ignore, input)).body.error_message).toBe(
      'Your role, finance, may not resolve or ignore reports.',
    )
    expect((await s.call('support', api.listingReports.ignore, input)).body.error_title).toBe(
      'No such listing',
    )
    const wrong = { params: { id: 'none' }, body: { status: 'closed' as 'ignored' } }
    expect((await s.call('support', api.listingReports.ignore, wrong)).status).toBe(400)
  })

  test('[API-31] [API-32] [ENT-21] [ENT-22] counted per listing; ignoring removes the listing, and ignoring it again is no error', async () => {
    const red = { description: 'Red', thumbnailImageURL: 'listings/bike.svg' }
    await s.make.listing(
      { key: 'bike', title: 'Bike', creatorUID: 'bo', ...red },
      { key: 'car', title: 'Car', creatorUID: 'bo' },
    )
    await s.query(`insert into listing_reports (id, post_key, report_reason_id, reporter_uid, status, created_at)
      select 'c' || i, case when i <= 3 then 'bike' else 'car' end, case when i <= 3 then 'Scam' end, 'ana', case when i = 3 then 'ignored' else 'open' end, '2026-01-01'::timestamptz + make_interval(mins => i) from generate_series(1, 4) i`)
    const list = async () => (await s.call('support', api.listingReports.list, {})).body.data
    expect(await list()).toEqual([
      {
        key: 'car',
        title: 'Car',
        description: null,
        thumbnailImageURL: null,
        status: 'open',
        total_reports: 1,
        report_ids: ['c4'],
        about: {
          reasons: [],
          reporters: 1,
          oldest: '2026-01-01T00:04:00.000Z',
          newest: '2026-01-01T00:04:00.000Z',
          sellerIsBanned: false,
        },
      },
      {
        key: 'bike',
        title: 'Bike',
        description: 'Red',
        thumbnailImageURL: 'listings/bike.svg',
        status: 'open',
        total_reports: 2,
        report_ids: ['c1', 'c2'],
        about: {
          reasons: ['Scam'],
          reporters: 1,
          oldest: '2026-01-01T00:01:00.000Z',
          newest: '2026-01-01T00:02:00.000Z',
          sellerIsBanned: false,
        },
      },
    ])
    const ignore = (seen?: string[]) =>
      s.call('moderator', api.listingReports.ignore, {
        params: { id: 'bike' },
        body: { status: 'ignored', ...(seen && { seen }) },
      })
    // A report that was not on the screen stays open and is counted; an empty `seen` ignores none.
    expect((await ignore([])).body.data).toEqual({ ignored_count: 0, left_open: 2 })
    expect((await ignore(['c1', 'c4'])).body.data).toEqual({ ignored_count: 1, left_open: 1 })
    expect((await list()).map((row) => [row.key, row.total_reports])).toEqual([
      ['car', 1],
      ['bike', 1],
    ])
    expect((await ignore()).body.data).toEqual({ ignored_count: 1, left_open: 0 })
    expect((await ignore()).body.data).toEqual({ ignored_count: 0, left_open: 0 })
    await s.call('moderator', api.posts.remove, { params: { id: 'car' } })
    expect(await list()).toEqual([])
    expect(await s.query("select distinct status from listing_reports where post_key = 'bike'")).toEqual([
      { status: 'ignored' },
    ])
  })

  test('are open again, whoever ignored them and when, and the desk has the case', async () => {
    await s.make.listing({ key: 'may', title: 'May', creatorUID: 'bo' })
    await s.make.listingReport(
      { id: 'm1', post_key: 'may', status: 'ignored', created_at: '2026-05-01T00:00:00.000Z' },
      { id: 'm2', post_key: 'may', status: 'ignored' },
    )
    const reopen = (as: 'finance' | 'support' | 'admin', reports: string[]) =>
      s.call(as, api.listingReports.reopen, { params: { id: 'may' }, body: { reports, reason: 'New facts' } })
    expect((await reopen('finance', ['m1'])).status).toBe(403)
    const both = await Promise.all([reopen('support', ['m1']), reopen('admin', ['m1'])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(
      await s.query("select id, status from listing_reports where post_key = 'may' order by id"),
    ).toEqual([
      { id: 'm1', status: 'open' },
      { id: 'm2', status: 'ignored' },
    ])
    expect(
      await s.query("select reports from desk_cases where kind = 'listing_reports' and id = 'may'"),
    ).toEqual([{ reports: 1 }])
    const [event] = await s.query("select data from events where type = 'listing_report.reopened'")
    expect(event).toMatchObject({ data: { listing_id: 'may', reports: ['m1'] } })
  })
})
