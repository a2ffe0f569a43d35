import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { hirerOf } from '../testing/hiring.ts'
import { teamInbox } from '../testing/team-inbox.ts'

// Several cases of the desk are handed over in one call, with one note and one notification.

const s = useServer()
const hire = hirerOf(s)
const { talk, get } = teamInbox(s)
const { world, open, list, take } = deskCases(s)

beforeAll(async () => {
  await world()
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  await s.token('admin')
})

test('cases of several kinds go to a colleague, who is notified once; what cannot go stays and says why', async () => {
  const [ada, milo, zoe] = [await hire('support'), await hire('support'), await hire('support')]
  const [reports, dispute, others] = [
    await open('user_reports'),
    await open('dispute'),
    await open('user_reports'),
  ]
  const listing = await open('listing')
  const talked = { kind: 'conversation' as const, id: await talk() }
  await take(zoe, others)
  const gone = { kind: 'user_reports' as const, id: 'nobody' }
  const cases = [reports, dispute, talked, others, listing, gone]
  const { status, body } = await s.call(ada, api.desk.handMany, {
    body: { cases, uid: milo.uid, note: 'I am on holiday.' },
  })
  expect([status, body.data.handed]).toEqual([200, 3])
  expect(body.data.left).toEqual(
    expect.arrayContaining([
      { ...others, words: expect.stringMatching(/^Own 3 has this case/) },
      { ...listing, words: 'Your role, support, may not approve or deny listings.' },
      { ...gone, words: 'This case is decided, or there was none.' },
    ]),
  )
  const holders = new Map((await list(milo, { view: 'mine' })).map((row) => [row.id, row.assignee?.uid]))
  expect([holders.get(reports.id), holders.get(dispute.id)]).toEqual([milo.uid, milo.uid])
  expect((await get(talked.id)).assignee?.uid).toBe(milo.uid)
  expect((await s.call(milo, api.notifications.list, { query: {} })).body.data.rows).toMatchObject([
    { what: 'handed', kind: 'colleague', record: ada.uid },
  ])
  expect(
    await s.query("select reason from audit where action = 'desk.hand' and actor_uid = $1", [ada.uid]),
  ).toEqual(Array(3).fill({ reason: 'I am on holiday.' }))
})

test('two hand-overs of the same cases in opposite order end, one after the other', async () => {
  const [ada, milo] = [await hire('support'), await hire('support')]
  const cases = [
    await open('dispute'),
    await open('user_reports'),
    await open('dispute'),
    { kind: 'conversation' as const, id: await talk() },
  ]
  const [first, second] = await Promise.all([
    s.call('admin', api.desk.handMany, { body: { cases, uid: ada.uid } }),
    s.call('admin', api.desk.handMany, { body: { cases: cases.toReversed(), uid: milo.uid } }),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  const holders = new Set(
    (await list())
      .filter(({ id }) => cases.some((one) => one.id === id))
      .map(({ assignee }) => assignee?.uid),
  )
  expect(holders.size).toBe(1)
})
