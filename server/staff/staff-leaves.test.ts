import { api } from '@portreeve/contract'
import { may, rightsOf, roles } from '@portreeve/contract/base/rights'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { beforeAll, expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { auditKey, useServer } from '../testing/harness.ts'
import { hirerOf, type Signed } from '../testing/hiring.ts'
import { refusalOf, teamInbox } from '../testing/team-inbox.ts'
import { changeRole, setDisabled } from './staff-accounts.ts'

// The work of a colleague who is disabled or gets another role: all of it is released, with audit rows and live events.

const s = useServer()
const hire = hirerOf(s)
const { talk, get, close, write, assign } = teamInbox(s)
const { world, open, list } = deskCases(s)

beforeAll(async () => {
  await world()
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  for (const role of roles) await s.token(role)
})

const params = ({ uid }: Signed) => ({ params: { uid } })
const disable = (person: Signed) => s.call('admin', api.staff.disable, params(person))
const workOf = async (person: Signed, role?: 'finance') =>
  (await s.call('admin', api.staff.work, { ...params(person), query: role ? { role } : {} })).body.data
/** Gives a person a case of a kind of the desk, as a colleague does. */
async function give(person: Signed, kind: DeskKind) {
  const ref = await open(kind)
  const answer = await s.call('admin', api.desk.hand, { params: ref, body: { uid: person.uid } })
  expect(answer.status).toBe(200)
  return ref
}
const released = (subject: string) =>
  s.query(
    "select actor_uid, action, subject_kind, before, after from audit where action = 'staff.released' and subject_id = $1",
    [subject],
  )
const events = async (topic: string, since: string) =>
  (
    await s.query<{ payload: { id: string | null } }>(
      'select payload from live_events where topic = $1 and at >= $2',
      [topic, since],
    )
  ).map(({ payload }) => payload.id)
const now = async () => (await s.query<{ now: string }>('select now()::text as now'))[0]?.now ?? ''
const macroOf = async (uid: string) =>
  (
    await s.call('admin', api.macros.create, {
      body: { title: 'To them', text: 'x', actions: { assign: { uid }, add_tags: ['parcel'] } },
    })
  ).body.data

test('disabled: conversations, disputes, cases and macros are released, with audit rows and live events', async () => {
  const milo = await hire('support')
  const [talked, slept] = [await talk(), await talk()]
  for (const id of [talked, slept]) await assign('admin', id, milo.uid)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await s.call('admin', api.inbox.snooze, { params: { id: slept }, body: { until } })
  const [dispute, reports] = [await give(milo, 'dispute'), await give(milo, 'user_reports')]
  const claimed = await open('user_reports')
  await s.call(milo, api.desk.take, { params: claimed })
  const macro = await macroOf(milo.uid)
  expect(await workOf(milo)).toMatchObject({ conversations: 2, disputes: 1, cases: 2, macros: 1 })
  const since = await now()
  expect((await disable(milo)).status).toBe(200)

  expect(await workOf(milo)).toMatchObject({ conversations: 0, disputes: 0, cases: 0, macros: 0 })
  expect([(await get(talked)).assignee, (await get(slept)).assignee]).toEqual([null, null])
  const free = (await list('admin', { view: 'unassigned' })).map(({ id }) => id)
  for (const { id } of [dispute, reports, claimed]) expect(free).toContain(id)
  expect((await s.call('support', api.desk.take, { params: reports })).status).toBe(200)
  expect(
    (await s.call('admin', api.macros.list, {})).body.data.find(({ id }) => id === macro.id)?.actions,
  ).toEqual({ assign: 'no_one', add_tags: ['parcel'] })

  const row = { actor_uid: 'staff-admin', action: 'staff.released', before: { assignee: milo.uid } }
  expect(await released(talked)).toEqual([
    { ...row, subject_kind: 'conversation', after: { assignee: null } },
  ])
  expect(await released(reports.id)).toEqual([
    { ...row, subject_kind: 'user', after: { assignee: null, released: 'user_reports' } },
  ])
  const [{ transaction_id } = { transaction_id: '' }] = await s.query<{ transaction_id: string }>(
    'select transaction_id from disputes where id = $1',
    [dispute.id],
  )
  expect(await released(transaction_id)).toMatchObject([{ after: { released: 'dispute' } }])
  expect(await released(macro.id)).toMatchObject([
    { before: { assign: milo.uid }, after: { assign: 'no_one' } },
  ])
  expect(await events('inbox', since)).toEqual(expect.arrayContaining([talked, slept]))
  // Two cases of one kind are one event.
  expect(await events('desk', since)).toEqual(expect.arrayContaining([null, dispute.id]))
  expect(await events('transactions', since)).toEqual([transaction_id])
  expect(await events('macros', since)).toEqual([macro.id])
})

test('a role without the right releases what it may not do, and keeps the rest', async () => {
  const milo = await hire('support')
  const id = await talk()
  await assign('admin', id, milo.uid)
  const [dispute, reports] = [await give(milo, 'dispute'), await give(milo, 'user_reports')]
  expect(await workOf(milo, 'finance')).toMatchObject({ conversations: 1, disputes: 0, cases: 1, macros: 0 })
  await s.call('admin', api.staff.changeRole, { ...params(milo), body: { role: 'finance' } })
  expect((await get(id)).assignee).toBeNull()
  const holders = new Map((await list()).map((row) => [row.id, row.assignee?.uid]))
  expect([holders.get(dispute.id), holders.get(reports.id)]).toEqual([milo.uid, undefined])
  expect(await released(reports.id)).toHaveLength(1)
})

test('every kind of case is free when its holder may not decide it any more', async () => {
  for (const kind of Object.keys(
    (await s.call('admin', api.desk.counts, {})).body.data.kinds,
  ) as DeskKind[]) {
    const boss = await hire('admin')
    const { id } = await give(boss, kind)
    await disable(boss)
    expect((await list('admin', { view: 'unassigned' })).some((row) => row.id === id)).toBe(true)
  }
})

test('a conversation that they closed opens without an assignee, by a message and by a colleague', async () => {
  const milo = await hire('support')
  const [written, reopened] = [await talk(), await talk()]
  for (const id of [written, reopened]) {
    await assign('admin', id, milo.uid)
    await close('admin', id)
  }
  await disable(milo)
  await write(written, 'Hello?')
  await s.call('support', api.inbox.reopen, { params: { id: reopened } })
  for (const id of [written, reopened]) expect(await get(id)).toMatchObject({ state: 'open', assignee: null })
})

test('their work goes to the colleagues who are named, each notified once; one who may not do it is refused', async () => {
  const [milo, ada, fin] = [await hire('support'), await hire('support'), await hire('finance')]
  const [first, second] = [await talk(), await talk()]
  for (const id of [first, second]) await assign('admin', id, milo.uid)
  const [dispute, reports] = [await give(milo, 'dispute'), await give(milo, 'user_reports')]
  const macro = await macroOf(milo.uid)
  const { takers } = await workOf(milo)
  const offered = (kind: keyof typeof takers) => takers[kind].map(({ uid }) => uid)
  expect([offered('conversations').includes(ada.uid), offered('conversations').includes(fin.uid)]).toEqual([
    true,
    false,
  ])
  expect([offered('disputes').includes(fin.uid), offered('disputes').includes(milo.uid)]).toEqual([
    true,
    false,
  ])
  const leave = (to: object) => s.call('admin', api.staff.disable, { ...params(milo), body: { to } })
  expect(refusalOf(await leave({ cases: fin.uid }))).toEqual([
    422,
    'Cannot be assigned',
    expect.stringMatching(/has the role finance and may not/),
  ])
  expect((await get(first)).assignee?.uid).toBe(milo.uid)
  const to = { conversations: ada.uid, disputes: fin.uid, cases: ada.uid, macros: ada.uid }
  expect((await leave(to)).status).toBe(200)
  expect([(await get(first)).assignee?.uid, (await get(second)).assignee?.uid]).toEqual([ada.uid, ada.uid])
  const holders = new Map((await list()).map((row) => [row.id, row.assignee?.uid]))
  expect([holders.get(dispute.id), holders.get(reports.id)]).toEqual([fin.uid, ada.uid])
  expect(
    (await s.call('admin', api.macros.list, {})).body.data.find(({ id }) => id === macro.id)?.actions,
  ).toMatchObject({ assign: { uid: ada.uid } })
  for (const person of [ada, fin])
    expect((await s.call(person, api.notifications.list, { query: {} })).body.data.rows).toMatchObject([
      { what: 'handed', kind: 'colleague', record: milo.uid },
    ])
  expect(await released(first)).toMatchObject([{ after: { assignee: ada.uid } }])
})

test('the command line releases, too', async () => {
  const hands = { db: s.ctx.database.db, identity: s.ctx.identity, auditKey }
  const [left, moved] = [await hire('support'), await hire('support')]
  const ids = [await talk(), await talk()]
  await assign('admin', ids[0] ?? '', left.uid)
  await assign('admin', ids[1] ?? '', moved.uid)
  await setDisabled(hands, left.email, true)
  await changeRole(hands, moved.email, 'finance')
  for (const id of ids) {
    expect((await get(id)).assignee).toBeNull()
    expect(await released(id)).toMatchObject([{ actor_uid: 'operator' }])
  }
})

test('an invitation can be revoked although colleagues gave the person work', async () => {
  const { body } = await s.call('admin', api.staff.invite, {
    body: { email: 'ivy@portreeve.test', displayName: 'Ivy', role: 'support', uid: 'ivy' },
  })
  await s.ctx.identity.addPerson({ uid: 'ivy', email: body.data.email, name: 'Ivy' }, s.ctx.database.db)
  const ids = [await talk(), await talk()]
  for (const id of ids) await assign('admin', id, 'ivy')
  await close('admin', ids[1] ?? '')
  const revoked = await s.call('admin', api.staff.revokeInvitation, { params: { uid: 'ivy' } })
  expect([revoked.status, revoked.body.error_message]).toEqual([200, undefined])
  for (const id of ids) expect((await get(id)).assignee).toBeNull()
})

test('no one who may not do it gets work: by hand, by a macro, or by a bulk action', async () => {
  const milo = await hire('support')
  await disable(milo)
  const id = await talk()
  const ref = await open('user_reports')
  const dispute = await open('dispute')
  const actions = { assign: { uid: milo.uid } }
  for (const answer of [
    await assign('admin', id, milo.uid),
    await s.call('admin', api.desk.hand, { params: ref, body: { uid: milo.uid } }),
    await s.call('admin', api.disputes.assign, {
      params: { disputeId: dispute.id },
      body: { uid: milo.uid },
    }),
    await s.call('admin', api.inbox.act, { params: { id }, body: { actions } }),
    await s.call('admin', api.macros.create, { body: { title: 'To them', text: 'x', actions } }),
    await s.call('admin', api.bulk.start, {
      body: { action: 'inbox.act', input: { actions }, rows: { ids: [{ id }] } },
    }),
  ])
    expect(refusalOf(answer)).toEqual([
      422,
      'Cannot be assigned',
      expect.stringMatching(/^Own \d+ cannot sign in\.$/),
    ])
})

test('a conversation of a staff account is theirs if they may answer', async () => {
  for (const role of roles) {
    const person = await hire(role)
    const id = await talk(person.uid, [])
    expect((await get(id)).assignee?.uid ?? null).toBe(may(rightsOf(role), 'inbox.write') ? person.uid : null)
  }
})
