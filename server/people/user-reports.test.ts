import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const of = (uid: string) => ({ params: { uid } })

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana', isBanned: false })
  await s.addUser({ uid: 'bo', displayName: 'Bo', isBanned: false })
})

describe('reports about people', () => {
  const report = (id: string, about: string, by: string | null, status = 'open', minute = 0) =>
    s.make.userReport({
      ...{ id, reporting_uid: about, reporter_uid: by, report_reason_id: 'scam', input: 'He did it', status },
      created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    })
  const groups = async () => (await s.call('support', api.userReports.list, {})).body.data

  test('need a sign-in to be read, and finance may not resolve them', async () => {
    const resolve = { ...of('ana'), body: { status: 'resolved' as const } }
    expect((await s.call(undefined, api.userReports.list, {})).status).toBe(401)
    expect((await s.call(undefined, api.userReports.resolve, resolve)).status).toBe(401)
    expect((await s.call('finance', api.userReports.list, {})).status).toBe(200)
    expect((await s.call('finance', api.userReports.resolve, resolve)).body.error_message).toBe(
      'Your role, finance, may not resolve or ignore reports.',
    )
    expect((await s.call('support', api.userReports.resolve, { ...resolve, ...of('nobody') })).status).toBe(
      404,
    )
  })

  test('[API-29] [ENT-27] [ENT-28] [ENT-29] [ENT-30] [ENT-31] open reports, grouped by the reported person, newest group first', async () => {
    await report('r1', 'ana', 'bo', 'open', 1)
    await report('r2', 'bo', 'ana', 'open', 2)
    await report('r3', 'ana', null, 'open', 3)
    await report('r4', 'bo', 'ana', 'resolved', 4)
    const data = await groups()
    expect(
      data.map((group) => [group.reporting_uid, group.reporting, group.reports.map((one) => one.id)]),
    ).toEqual([
      ['ana', { uid: 'ana', displayName: 'Ana', isBanned: false }, ['r3', 'r1']],
      ['bo', { uid: 'bo', displayName: 'Bo', isBanned: false }, ['r2']],
    ])
    expect(data[0]?.reports).toEqual([
      expect.objectContaining({ id: 'r3', reporter_uid: null, reporter: null }),
      {
        id: 'r1',
        reporting_uid: 'ana',
        reporter_uid: 'bo',
        reporter: { displayName: 'Bo' },
        report_reason_id: 'scam',
        input: 'He did it',
        status: 'open',
        created_at: '2026-01-01T00:01:00.000Z',
      },
    ])
  })

  test('[API-30] [ENT-32] unseen reports stay open and are counted; a second call resolves none', async () => {
    await report('r5', 'ana', 'bo', 'open', 5)
    const body = { status: 'resolved' as const, seen: ['r3', 'r1'] }
    const answers = await Promise.all(
      [1, 2].map(() => s.call('support', api.userReports.resolve, { ...of('ana'), body })),
    )
    expect(
      answers.map((answer) => answer.body.data).sort((a, b) => b.resolved_count - a.resolved_count),
    ).toEqual([
      { resolved_count: 2, left_open: 1 },
      { resolved_count: 0, left_open: 1 },
    ])
    expect(
      (await groups()).find((group) => group.reporting_uid === 'ana')?.reports.map((one) => one.id),
    ).toEqual(['r5'])
    const all = await s.call('support', api.userReports.resolve, {
      ...of('ana'),
      body: { status: 'resolved' },
    })
    expect(all.body.data).toEqual({ resolved_count: 1, left_open: 0 })
    expect((await groups()).map((group) => group.reporting_uid)).toEqual(['bo'])
    const wrong = await s.call('support', api.userReports.resolve, {
      ...of('bo'),
      body: { status: 'closed' as 'resolved' },
    })
    expect(wrong.status).toBe(400)
  })

  test('are open again, whoever resolved them and when, and the desk has the case', async () => {
    await s.addUser({ uid: 'may' })
    await report('may-1', 'may', 'bo', 'resolved')
    await report('may-2', 'may', 'bo', 'resolved')
    const reopen = (as: 'finance' | 'support', uid: string) =>
      s.call(as, api.userReports.reopen, { ...of(uid), body: { reports: ['may-1'], reason: 'New facts' } })
    expect((await reopen('finance', 'may')).status).toBe(403)
    expect((await reopen('support', 'ana')).body).toMatchObject({ error_title: 'Nothing to reopen' })
    // Two at once: one opens them, the other finds nothing to open.
    const answers = await Promise.all([reopen('support', 'may'), reopen('support', 'may')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ reopened: 1 })
    expect(
      await s.query("select reports from desk_cases where kind = 'user_reports' and id = 'may'"),
    ).toEqual([{ reports: 1 }])
    const timeline = await s.call('support', api.timeline.of, {
      params: { kind: 'user', id: 'may' },
      query: {},
    })
    expect(timeline.body.data).toMatchObject([{ action: 'userReports.reopen', reason: 'New facts' }])
  })
})
