import { api } from '@portreeve/contract'
import { roles } from '@portreeve/contract/base/rights'
import { absentHours } from '@portreeve/contract/desk/desk'
import { beforeAll, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { hirerOf, type Signed } from '../testing/hiring.ts'
import { refusalOf, teamInbox } from '../testing/team-inbox.ts'

// Who takes a colleague's work: an admin any, others that of an absent one; and what holds when it is given while they leave.

const s = useServer()
const hire = hirerOf(s)
const { desk } = api
const { talk, get, assign, write } = teamInbox(s)
const { world, open, list, next, take } = deskCases(s)

beforeAll(async () => {
  await world()
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  for (const role of roles) await s.token(role)
})

const given = async (person: Signed, kind: 'user_reports' | 'dispute' | 'conversation' = 'user_reports') => {
  const ref = await open(kind)
  expect((await s.call('admin', desk.hand, { params: ref, body: { uid: person.uid } })).status).toBe(200)
  return ref
}
/** The reasons of which a staff member is notified about a record. */
const noticed = async (uid: string, id: string) =>
  (
    await s.query<{ what: string }>(
      'select what from notifications where staff_uid = $1 and subject_id = $2 order by id',
      [uid, id],
    )
  ).map(({ what }) => what)
const isAbsent = (uid: string) =>
  s.query('update staff set last_seen_at = now() - make_interval(hours => $2) where uid = $1', [
    uid,
    absentHours + 1,
  ])

test('an admin takes, hands over, releases and snoozes a colleague’s case; the colleague is notified', async () => {
  const milo = await hire('support')
  const ref = await given(milo)
  expect(refusalOf(await take('moderator', ref))[1]).toBe('Taken')
  expect((await take('admin', ref)).body.data.assignee?.uid).toBe('staff-admin')
  expect(await noticed(milo.uid, ref.id)).toEqual(['assigned', 'taken'])
  const [row] = await s.query(
    "select before, after from audit where action = 'desk.take' order by id desc limit 1",
  )
  expect(row).toEqual({ before: { assignee: milo.uid }, after: { taken: 'user_reports' } })
  for (const act of [
    (params: typeof ref) => s.call('admin', desk.hand, { params, body: { uid: 'staff-support' } }),
    (params: typeof ref) => s.call('admin', desk.release, { params }),
    (params: typeof ref) =>
      s.call('admin', desk.snooze, { params, body: { until: new Date(Date.now() + 60_000).toISOString() } }),
  ]) {
    const one = await given(milo)
    expect((await act(one)).status).toBe(200)
    expect(await noticed(milo.uid, one.id)).toContain('taken')
  }
})

test('an admin takes over what they saw, not what has changed hands since', async () => {
  const milo = await hire('support')
  const ref = await given(milo)
  const { version } = (await s.call('admin', desk.get, { params: ref })).body.data
  const as = (seen: number) => s.call('admin', desk.take, { params: ref }, { 'if-match': `"${seen}"` })
  expect(refusalOf(await as(version - 1))).toEqual([
    409,
    'Taken',
    expect.stringMatching(/^Own \d+ has this case\. Nothing was changed\.$/),
  ])
  expect((await as(version)).status).toBe(200)
})

test('the case of an absent colleague is unassigned: shown so, and taken by others', async () => {
  const milo = await hire('support')
  const [ref, dispute, talked] = [
    await given(milo),
    await given(milo, 'dispute'),
    await given(milo, 'conversation'),
  ]
  const unassigned = async () => (await list('support', { view: 'unassigned' })).map(({ id }) => id)
  expect(await unassigned()).not.toContain(ref.id)
  await isAbsent(milo.uid)
  expect(await unassigned()).toEqual(expect.arrayContaining([ref.id, dispute.id, talked.id]))
  expect((await s.call('support', desk.get, { params: ref })).body.data).toMatchObject({
    assignee: null,
    absent: { uid: milo.uid },
  })
  // Opening its page takes it from no one.
  await s.call('support', desk.look, { params: ref })
  expect((await s.call('support', desk.get, { params: ref })).body.data.absent?.uid).toBe(milo.uid)
  for (const one of [ref, dispute, talked]) {
    expect((await take('support', one)).body.data.assignee?.uid).toBe('staff-support')
    await s.call('support', desk.release, { params: one })
  }
  expect(await noticed(milo.uid, ref.id)).toEqual(['assigned', 'taken'])
  const other = await given(milo)
  await isAbsent(milo.uid)
  const skip = (await list('moderator'))
    .filter(({ id }) => id !== other.id)
    .map(({ kind, id }) => ({ kind, id }))
  expect((await next('moderator', { skip }))?.id).toBe(other.id)
})

test('an absent colleague who is back still has what no one took', async () => {
  const milo = await hire('support')
  const ref = await given(milo)
  await isAbsent(milo.uid)
  expect((await list(milo, { view: 'mine' })).map(({ id }) => id)).toEqual([ref.id])
  expect(refusalOf(await take('moderator', ref))[1]).toBe('Taken')
})

test('a dispute is handed over in its own list, too: both colleagues are notified', async () => {
  const milo = await hire('support')
  const { id } = await open('dispute')
  const to = (uid: string | null) =>
    s.call('admin', api.disputes.assign, { params: { disputeId: id }, body: { uid } })
  const { transaction_id } = (await to(milo.uid)).body.data
  await to('staff-finance')
  expect(await noticed(milo.uid, transaction_id)).toEqual(['assigned', 'taken'])
  expect(await noticed('staff-finance', transaction_id)).toEqual(['assigned'])
})

test('the end of a snooze is a live event and notifies the assignee; an older one does not end a newer snooze', async () => {
  const milo = await hire('support')
  const ref = await given(milo, 'dispute')
  const snooze = (minutes: number) =>
    s.call(milo, desk.snooze, {
      params: ref,
      body: { until: new Date(Date.now() + minutes * 60_000).toISOString() },
    })
  await snooze(30)
  await snooze(60)
  const [{ transaction_id } = { transaction_id: '' }] = await s.query<{ transaction_id: string }>(
    'select transaction_id from disputes where id = $1',
    [ref.id],
  )
  const states = () =>
    s.query<{ state: string }>(
      "select state from operations where kind = 'desk.wake' and details->>'id' = $1 order by due_at",
      [ref.id],
    )
  const due = (until: string) =>
    s.query(
      `update operations set due_at = now() - interval '1 second' where kind = 'desk.wake' and due_at < now() + ${until}`,
    )
  const stop = startWorker(s.ctx, 10)
  await due("interval '40 minutes'")
  await expect.poll(states).toEqual([{ state: 'done' }, { state: 'pending' }])
  // The worker also wakes a case of an earlier test. What it works on is leased for 30 seconds.
  const late = () =>
    s.query(
      "select 1 from operations where kind = 'desk.wake' and state = 'pending' and due_at < now() + interval '31 seconds'",
    )
  await expect.poll(late).toEqual([])
  expect((await list(milo, { view: 'snoozed' })).map(({ id }) => id)).toEqual([ref.id])
  await s.query("delete from live_events where topic = 'desk'")
  await due("interval '2 hours'")
  await expect.poll(states).toEqual([{ state: 'done' }, { state: 'done' }])
  await stop()
  expect((await list(milo, { view: 'mine' })).map(({ id }) => id)).toEqual([ref.id])
  expect(await noticed(milo.uid, transaction_id)).toContain('awake')
  expect(await s.query("select payload from live_events where topic = 'desk'")).toEqual([{ payload: ref }])
})

/** A staff member's work after they have left. */
const held = (uid: string) =>
  s.query(
    `select conversation_id as id from conversation_states where assignee = $1 and state <> 'closed'
     union all select id from desk_cases where assignee = $1 union all select id from disputes where assignee = $1 and status = 2`,
    [uid],
  )

test.each([
  ['disabled', (uid: string) => s.call('admin', api.staff.disable, { params: { uid } })],
  [
    'given another role',
    (uid: string) =>
      s.call('admin', api.staff.changeRole, { params: { uid }, body: { role: 'finance' as const } }),
  ],
])('work that is given or taken while they are %s is not stuck', async (_words, leave) => {
  for (let round = 0; round < 5; round++) {
    const milo = await hire('support')
    const cases = [await open('user_reports'), await open('listing_reports'), await open('conversation')]
    const [talked, rested] = [await talk(), await talk()]
    await assign('admin', rested, milo.uid)
    await s.call('admin', api.inbox.close, { params: { id: rested }, body: {} })
    const answers = await Promise.all([
      take(milo, cases[0] ?? { kind: 'listing', id: '' }),
      s.call('admin', desk.hand, {
        params: cases[1] ?? { kind: 'listing', id: '' },
        body: { uid: milo.uid },
      }),
      next(milo, { kinds: ['conversation'] }),
      assign('admin', talked, milo.uid),
      leave(milo.uid),
      s.call(milo, api.inbox.answer, { params: { id: talked }, body: { text: 'Hello' } }),
      write(rested, 'Are you there?'),
    ])
    expect((answers[4] as { status: number }).status).toBe(200)
    expect(await held(milo.uid)).toEqual([])
    expect((await get(rested)).assignee).toBeNull()
  }
})
