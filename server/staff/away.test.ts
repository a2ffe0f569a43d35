import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { hirerOf, type Signed } from '../testing/hiring.ts'
import { refusalOf, teamInbox } from '../testing/team-inbox.ts'

// Absence: what is assigned to a colleague who is away is their deputy's meanwhile, and theirs again afterwards.

const s = useServer()
const hire = hirerOf(s)
const { talk, write, answer, assign, get, close } = teamInbox(s)
const { world, open, list, take, next } = deskCases(s)

beforeAll(async () => {
  await world()
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
})

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const leave = (
  person: Signed,
  deputy: Signed | null,
  {
    by = person,
    from = at(-1),
    until = at(24),
  }: { by?: Signed | 'admin' | 'support'; from?: string; until?: string } = {},
) =>
  s.call(by, api.away.save, {
    params: { uid: person.uid },
    body: { from, until, deputy: deputy?.uid ?? null },
  })
const back = (person: Signed) => s.call(person, api.away.end, { params: { uid: person.uid } })
const noticesOf = async (person: Signed) =>
  (await s.call(person, api.notifications.list, { query: {} })).body.data.rows.map(({ what }) => what)
const mine = async (person: Signed) => (await list(person, { view: 'mine' })).map(({ id }) => id)
const myTalks = async (person: Signed) =>
  (await s.call(person, api.inbox.list, { query: { view: 'mine' } })).body.data.map(
    ({ conversation }) => conversation.key,
  )
const give = async (person: Signed) => {
  const ref = await open('user_reports')
  await s.call('admin', api.desk.hand, { params: ref, body: { uid: person.uid } })
  return ref
}

test('a deputy has the cases meanwhile, new ones too, with one notification; afterwards they are back', async () => {
  const [ada, milo, zoe] = [await hire('support'), await hire('support'), await hire('support')]
  const old = await give(ada)
  const talked = await talk()
  await assign('admin', talked, ada.uid)
  const left = await leave(ada, milo)
  expect([left.status, left.body.data?.deputy?.uid]).toEqual([200, milo.uid])
  expect(await noticesOf(milo)).toEqual(['stands_in'])

  const fresh = await give(ada)
  expect(await mine(milo)).toEqual(expect.arrayContaining([old.id, fresh.id, talked]))
  expect(await myTalks(milo)).toEqual([talked])
  const row = (await list('admin')).find(({ id }) => id === old.id)
  expect([row?.assignee?.uid, row?.away?.uid, row?.absent]).toEqual([milo.uid, ada.uid, null])
  expect(refusalOf(await take(zoe, old))).toEqual([409, 'Taken', 'Own 2 has this case. Nothing was changed.'])
  expect((await list(zoe, { view: 'unassigned' })).map(({ id }) => id)).not.toContain(old.id)

  await write(talked, 'Are you there?')
  expect(await noticesOf(milo)).toEqual(expect.arrayContaining(['message', 'assigned']))
  // The deputy answers, and the conversation stays with the one who is away.
  expect((await answer('support', talked, 'Yes')).status).toBe(200)
  expect((await get(talked)).assignee?.uid).toBe(ada.uid)
  // Taking it changes nothing; the one who is away may still act.
  expect((await take(milo, old)).status).toBe(200)
  expect((await take(ada, old)).status).toBe(200)

  expect((await back(ada)).status).toBe(200)
  expect(await mine(milo)).toEqual([])
  expect(await mine(ada)).toEqual(expect.arrayContaining([old.id, fresh.id]))
  expect([await myTalks(milo), await myTalks(ada)]).toEqual([[], [talked]])
  expect(refusalOf(await back(ada))).toEqual([409, 'Not away', 'There is no absence to end.'])
})

test('an absence that has not begun, or has ended, changes nothing', async () => {
  const [ada, milo] = [await hire('support'), await hire('support')]
  const ref = await give(ada)
  await leave(ada, milo, { from: at(2) })
  expect([await mine(ada), await mine(milo)]).toEqual([[ref.id], []])
  await s.query(
    "update staff set away_from = now() - interval '2 days', away_until = now() - interval '1 day' where uid = $1",
    [ada.uid],
  )
  expect([await mine(ada), await mine(milo)]).toEqual([[ref.id], []])
  const { body } = await s.call(ada, api.away.get, { params: { uid: ada.uid } })
  expect(body.data.away).toBeNull()
})

test('without a deputy, or with one who is away or gone, everyone may take the cases', async () => {
  const [ada, milo, zoe] = [await hire('support'), await hire('support'), await hire('support')]
  const refs = [await give(ada), await give(ada), await give(ada)]
  await leave(ada, null)
  expect((await take(zoe, refs[0] as (typeof refs)[0])).status).toBe(200)
  await leave(ada, milo)
  expect((await take(zoe, refs[1] as (typeof refs)[0])).status).toBe(409)
  await leave(milo, null)
  expect((await take(zoe, refs[1] as (typeof refs)[0])).status).toBe(200)
  await back(milo)
  // The deputy gets a role that may not do the work: nobody stands in any more.
  await s.call('admin', api.staff.changeRole, { params: { uid: milo.uid }, body: { role: 'finance' } })
  const { body } = await s.call('admin', api.away.get, { params: { uid: ada.uid } })
  expect(body.data.away?.deputy).toBeNull()
  expect((await take(zoe, refs[2] as (typeof refs)[0])).status).toBe(200)
  expect(
    await s.query("select after from audit where action = 'staff.released' and subject_id = $1", [ada.uid]),
  ).toEqual([{ after: { deputy: null } }])
})

test('the next case of a deputy may be one of the colleague who is away', async () => {
  const [ada, milo] = [await hire('support'), await hire('support')]
  const ref = await give(ada)
  await s.query('update desk_cases set priority_points = 500 where id = $1', [ref.id])
  await leave(ada, milo)
  expect((await next(milo, { kinds: ['user_reports'] }))?.id).toBe(ref.id)
})

test('wrong times, deputies and callers are refused with a sentence', async () => {
  const [ada, fin, zoe] = [await hire('support'), await hire('finance'), await hire('support')]
  const words = async (answer: ReturnType<typeof leave>) => refusalOf(await answer)
  expect(await words(leave(ada, null, { until: at(-0.5) }))).toEqual([
    422,
    'Over already',
    'The absence ends in the past.',
  ])
  expect(await words(leave(ada, null, { from: at(3), until: at(2) }))).toEqual([
    422,
    'Ends before it begins',
    'The absence ends before it begins.',
  ])
  expect(await words(leave(ada, null, { until: at(24 * 500) }))).toEqual([
    422,
    'Too long',
    'The absence ends more than 400 days from now.',
  ])
  expect(await words(leave(ada, ada))).toEqual([422, 'Not yourself', 'Nobody stands in for themselves.'])
  expect(await words(leave(ada, fin))).toEqual([
    422,
    'Cannot stand in',
    expect.stringMatching(/^Own \d+ has the role finance and may not .*inbox|answer/),
  ])
  expect((await words(leave(ada, null, { by: zoe })))[0]).toBe(403)
  expect((await leave(ada, zoe, { by: 'admin' })).status).toBe(200)
  const { body } = await s.call(ada, api.away.get, { params: { uid: ada.uid } })
  const uids = body.data.deputies.map(({ uid }) => uid)
  expect([uids.includes(zoe.uid), uids.includes(fin.uid), uids.includes(ada.uid)]).toEqual([
    true,
    false,
    false,
  ])
})

test('two colleagues who name each other at once do not block each other', async () => {
  const [ada, milo] = [await hire('support'), await hire('support')]
  const answers = await Promise.all([leave(ada, milo), leave(milo, ada)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a deputy hears of a reopened conversation', async () => {
  const [ada, milo] = [await hire('support'), await hire('support')]
  const id = await talk()
  await assign('admin', id, ada.uid)
  await close('admin', id)
  await leave(ada, milo)
  await s.call('admin', api.inbox.reopen, { params: { id } })
  expect(await noticesOf(milo)).toContain('reopened')
})
