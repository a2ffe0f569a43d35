import { api } from '@portreeve/contract'
import { undoneAlone } from '@portreeve/contract/desk/undo-plans'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorker } from '../../core/operations/worker.ts'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { refusalOf } from '../../testing/team-inbox.ts'
import { undoing } from '../../testing/undoing.ts'

const s = useServer()
const { make, rows, run, finish, undo, nextDay } = undoing(s)
const { undoPlans, users, macros, bulk } = api
let worker: Signed
let second: Signed
let from = ''
const hire = hirerOf(s)

const email = (as: Parameters<typeof s.call>[0], uid: string, value: string) =>
  s.call(as, users.update, { params: { uid }, body: { email: value } })
const phone = (as: Parameters<typeof s.call>[0], uid: string, value: string) =>
  s.call(as, users.update, { params: { uid }, body: { phone_number: value } })
const ban = (as: Parameters<typeof s.call>[0], uid: string) =>
  s.call(as, users.ban, { params: { uid }, query: {}, body: { ban_reason: 'x' } })
const person = async (uid: string) =>
  (
    await s.query<{ email: string; phone: string; banned: boolean }>(
      'select email, phone_number as phone, is_banned as banned from users where uid = $1',
      [uid],
    )
  )[0]
const ofWorker = () => ({ kind: 'staff', id: worker.uid }) as const
const since = () => ({ from })

beforeAll(async () => {
  for (const role of ['moderator', 'support', 'finance', 'admin'] as const) await s.token(role)
  worker = await hire('admin')
  second = await hire('admin')
  for (let n = 1; n <= undoneAlone + 1; n++)
    await s.addUser({ uid: `p${n}`, email: `p${n}@example.test`, phone_number: '1' })
})
beforeEach(async () => {
  await s.query(
    "update users set email = uid || '@example.test', phone_number = '1', is_banned = false where uid like 'p%'",
  )
  await nextDay()
  // Times of the audit are rounded to milliseconds.
  await s.query('select pg_sleep(0.003)')
  from = new Date().toISOString()
})

test('only those who manage staff see, make, approve and run a plan; it names nothing where there is no action', async () => {
  for (const role of ['moderator', 'support', 'finance'] as const) {
    expect((await make(ofWorker(), {}, role)).status).toBe(403)
    expect((await s.call(role, undoPlans.list, {})).status).toBe(403)
    expect((await s.call(role, undoPlans.run, { params: { id: 'x' } })).status).toBe(403)
    expect((await s.call(role, undoPlans.approve, { params: { id: 'x' } })).status).toBe(403)
  }
  expect(refusalOf(await make(ofWorker(), since()))).toEqual([
    409,
    'Nothing to undo',
    'There is no such action in this span of time.',
  ])
  expect((await make({ kind: 'job', id: 'none' })).status).toBe(404)
})

test('a plan changes nothing, and says of each action how it stands, why, and whom to tell', async () => {
  await ban(worker, 'p1')
  await email(worker, 'p2', 'a@example.test')
  await s.call(worker, api.outbound.send, { params: { uid: 'p3' }, body: { text: 'Hello' } })
  await s.call(worker, api.users.reveal, { params: { uid: 'p4' }, body: { fields: ['email'], reason: 'x' } })
  await s.call(worker, api.notes.create, { body: { kind: 'user', id: 'p5', text: 'Rude' } })
  await email('moderator', 'p2', 'b@example.test')
  const plan = (await make(ofWorker(), since())).body.data
  expect(plan).toMatchObject({
    name: 'Own 1',
    counts: { can: 1, newer: 1, final: 3 },
    needs_second: false,
    job_id: null,
  })
  expect((await s.call('admin', undoPlans.list, {})).body.data[0]).toEqual(plan)
  const all = await rows(plan.id)
  expect(all.map(({ action, standing, instead }) => [action, standing, instead])).toEqual([
    ['notes.create', 'final', 'Write a note that corrects it.'],
    ['users.reveal', 'final', 'Tell the person, and whoever is responsible for data protection.'],
    ['outbound.send', 'final', 'Write to the person again.'],
    ['users.update', 'newer', null],
    ['users.ban', 'can', null],
  ])
  expect(all[3]?.newer).toMatchObject({ by: { uid: 'staff-moderator' }, action: 'users.update' })
  expect(all[3]?.tell).toEqual([
    { kind: 'user', id: 'p2', name: 'Somebody' },
    { kind: 'staff', id: 'staff-moderator', name: expect.any(String) },
  ])
  expect((await rows(plan.id, 'can')).map(({ at, words }) => [at, words])).toEqual([
    [5, 'The account is unblocked.'],
  ])
  expect(await person('p1')).toMatchObject({ banned: true })
})

test('later actions of the same person are undone first, and only the parts that nobody has changed since', async () => {
  await email(worker, 'p1', 'one@example.test')
  await email(worker, 'p1', 'two@example.test')
  await phone(worker, 'p1', '22')
  await email(worker, 'p2', 'one@example.test')
  await email('moderator', 'p2', 'colleague@example.test')
  await email(worker, 'p2', 'two@example.test')
  await phone('moderator', 'p3', '33')
  await email(worker, 'p3', 'one@example.test')
  const all = await undo(ofWorker(), since())
  expect(all.map(({ subject, standing }) => [subject?.id, standing])).toEqual([
    ['p3', 'can'],
    ['p2', 'can'],
    ['p2', 'newer'],
    ['p1', 'can'],
    ['p1', 'can'],
    ['p1', 'can'],
  ])
  expect(await person('p1')).toMatchObject({ email: 'p1@example.test', phone: '1' })
  expect(await person('p2')).toMatchObject({ email: 'colleague@example.test' })
  expect(await person('p3')).toMatchObject({ email: 'p3@example.test', phone: '33' })
  // A second plan finds it undone, and the undos of the first can be undone as any action.
  expect(
    (await rows((await make(ofWorker(), since())).body.data.id)).map(({ standing }) => standing),
  ).toEqual([...['undone', 'undone', 'newer', 'undone', 'undone', 'undone']])
})

test('a change and the change back by others are newer work, and so is what the marketplace sends', async () => {
  await email(worker, 'p1', 'one@example.test')
  await email('moderator', 'p1', 'two@example.test')
  await email('moderator', 'p1', 'one@example.test')
  await email(worker, 'p2', 'one@example.test')
  await s.query("update users set email = 'market@example.test' where uid = 'p2'")
  // The colleague wants it so: without the worker, theirs would have been the change.
  await phone(worker, 'p3', '33')
  await phone('moderator', 'p3', '33')
  // What they do twice themselves is no newer work.
  await phone(worker, 'p4', '44')
  await phone(worker, 'p4', '44')
  const made = (await s.call(worker, macros.create, { body: { title: 'A', text: 'B' } })).body.data
  await s.call('support', macros.update, { params: { id: made.id }, body: { title: 'A', text: 'Better' } })
  const all = await rows((await make(ofWorker(), since())).body.data.id)
  expect(all.map(({ standing, words, newer }) => [standing, words, newer?.by.uid])).toEqual([
    ['newer', 'Newer work keeps it.', 'staff-support'],
    ['nothing', 'It changed nothing.', undefined],
    ['can', expect.any(String), undefined],
    ['newer', 'Newer work keeps it.', 'staff-moderator'],
    ['newer', 'The marketplace or the server has changed the record since.', undefined],
    ['newer', 'Newer work keeps it.', 'staff-moderator'],
  ])
})

test('newer work between plan and job is kept: its row is refused, and names who and when', async () => {
  await email(worker, 'p1', 'one@example.test')
  await email(worker, 'p2', 'one@example.test')
  const { id } = (await make(ofWorker(), since())).body.data
  await email('moderator', 'p2', 'colleague@example.test')
  const { job_id } = (await run(id)).body.data
  expect(await finish(job_id ?? '')).toMatchObject({ total: 2, done: 1, refused: 1 })
  expect((await rows(id)).map(({ result }) => result)).toEqual([
    {
      state: 'refused',
      words: expect.stringMatching(/^Newer work keeps it\. The moderator changed the record .* ago\.$/i),
    },
    { state: 'done', words: null },
  ])
  expect(await person('p2')).toMatchObject({ email: 'colleague@example.test' })
})

test('from a record, a job and a span of time of everyone', async () => {
  await email(worker, 'p1', 'one@example.test')
  await phone('moderator', 'p1', '22')
  const ids = ['p2', 'p3'].map((id) => ({ id }))
  const job = (
    await s.call('moderator', bulk.start, {
      body: { action: 'users.ban', input: { ban_reason: 'x' }, rows: { ids } },
    })
  ).body.data
  const to = new Date().toISOString()
  const plans = [
    { kind: 'record', record: 'user', id: 'p1' },
    { kind: 'job', id: job.id },
    { kind: 'everyone' },
  ] as const
  const found = await Promise.all(plans.map(async (of) => rows((await make(of, { from, to })).body.data.id)))
  expect(
    found.map((all) => all.map(({ action, subject, standing }) => `${action} ${subject?.id} ${standing}`)),
  ).toEqual([
    ['users.update p1 can', 'users.update p1 can'],
    ['users.ban p3 can', 'users.ban p2 can'],
    [
      'users.ban p3 can',
      'users.ban p2 can',
      'bulk.start undefined nothing',
      'users.update p1 can',
      'users.update p1 can',
    ],
  ])
  await undo({ kind: 'job', id: job.id })
  expect([await person('p2'), await person('p3')]).toMatchObject([{ banned: false }, { banned: false }])
})

describe(`more than ${undoneAlone} actions within a day need a second person`, () => {
  beforeEach(async () => {
    for (let n = 1; n <= undoneAlone + 1; n++) await email(worker, `p${n}`, 'changed@example.test')
  })
  const approve = (as: Parameters<typeof s.call>[0], id: string) =>
    s.call(as, undoPlans.approve, { params: { id } })

  test('never its maker, nor the colleague whose work it undoes, nor one whom the maker let in', async () => {
    const plan = (await make(ofWorker(), since())).body.data
    expect(plan.needs_second).toBe(true)
    expect(refusalOf(await run(plan.id)).slice(0, 2)).toEqual([409, 'A second person decides'])
    expect((await approve('admin', plan.id)).status).toBe(403)
    expect((await approve(worker, plan.id)).status).toBe(403)
    await s.query(
      "insert into staff_grants (staff_uid, by_uid, kind) values ($1, 'staff-admin', 'invited')",
      [second.uid],
    )
    expect((await approve(second, plan.id)).status).toBe(403)
    await s.query('delete from staff_grants')
    const approved = (await approve(second, plan.id)).body.data
    expect(approved.approved?.uid).toBe(second.uid)
    expect(refusalOf(await approve(second, plan.id)).slice(0, 2)).toEqual([409, 'Approved already'])
    const { job_id } = (await run(plan.id)).body.data
    await finish(job_id ?? '')
    expect(await person('p1')).toMatchObject({ email: 'p1@example.test' })
    expect(refusalOf(await approve(second, plan.id)).slice(0, 2)).toEqual([409, 'Started already'])
  })

  test('not for fewer', async () => {
    await email('moderator', 'p1', 'newer@example.test')
    const plan = (await make(ofWorker(), since())).body.data
    expect([plan.counts.can, plan.needs_second]).toEqual([undoneAlone, false])
    expect(refusalOf(await approve(second, plan.id)).slice(0, 2)).toEqual([409, 'Not needed'])
  })

  test('several plans of one maker count together, also those that a colleague starts', async () => {
    const parts = ['p1', 'p2'].map((id) => ({ kind: 'record', record: 'user', id }) as const)
    const [one, two] = await Promise.all(parts.map(async (of) => (await make(of, since())).body.data))
    await email('moderator', 'p3', 'newer@example.test')
    await email('moderator', 'p4', 'newer@example.test')
    const rest = (await make(ofWorker(), since())).body.data
    expect([one?.needs_second, two?.needs_second, rest.needs_second]).toEqual([false, false, false])
    expect((await run(one?.id ?? '', second)).status).toBe(200)
    expect((await run(two?.id ?? '')).status).toBe(200)
    expect(refusalOf(await run(rest.id)).slice(0, 2)).toEqual([409, 'A second person decides'])
    expect((await approve(second, rest.id)).status).toBe(200)
    expect((await run(rest.id)).status).toBe(200)
    await nextDay()
    expect((await make(parts[0] as (typeof parts)[0], since())).body.data.needs_second).toBe(false)
  })

  test('two plans at once that together are too many: one starts', async () => {
    const [{ middle = '' } = {}] = await s.query<{ middle: string }>(
      `select to_json(at)#>>'{}' as middle from audit where actor_uid = $1 order by id desc offset ${undoneAlone / 2} limit 1`,
      [worker.uid],
    )
    const plans = [
      (await make(ofWorker(), { from, to: middle })).body.data,
      (await make(ofWorker(), { from: middle })).body.data,
    ]
    expect(plans.map(({ needs_second }) => needs_second)).toEqual([false, false])
    const answers = await Promise.all(plans.map(({ id }) => run(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('an approval ends with the right to give it, and with it the notification', async () => {
    const plan = (await make(ofWorker(), since())).body.data
    const notices = async () =>
      (await s.call(second, api.notifications.list, { query: {} })).body.data.rows.filter(
        ({ record }) => record === plan.id,
      )
    expect(await notices()).toMatchObject([{ what: 'approval', kind: 'undo_plan', read: false }])
    expect((await approve(second, plan.id)).status).toBe(200)
    expect(await notices()).toMatchObject([{ read: true }])
    await s.query('update staff set disabled = true where uid = $1', [second.uid])
    expect(refusalOf(await run(plan.id)).slice(0, 2)).toEqual([409, 'A second person decides'])
    await s.query('update staff set disabled = false where uid = $1', [second.uid])
    expect((await run(plan.id)).status).toBe(200)
  })
})

describe('two at once', () => {
  test('two colleagues run one plan: one job', async () => {
    await email(worker, 'p1', 'one@example.test')
    const { id } = (await make(ofWorker(), since())).body.data
    const answers = await Promise.all([run(id), run(id, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await s.query("select 1 from bulk_jobs where input ->> 'plan' = $1", [id])).toHaveLength(1)
  })

  // The embedded database runs one transaction at a time.
  test.skipIf(!process.env.DATABASE_URL)(
    'a change that ends while the undo waits for its record is kept',
    async () => {
      await email(worker, 'p1', 'one@example.test')
      const { id } = (await make(ofWorker(), since())).body.data
      const { job_id } = (await run(id)).body.data
      let stop = async () => {}
      await s.ctx.database.db.transaction(async (tx) => {
        await tx.execute(sql`select from users where uid = 'p1' for update`)
        stop = startWorker(s.ctx)
        const waits = () =>
          s.query(
            'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
          )
        await expect.poll(async () => (await waits()).length, { timeout: 10_000 }).toBeGreaterThan(0)
        await tx.execute(sql`update users set email = 'newer@example.test' where uid = 'p1'`)
      })
      await stop()
      expect(await finish(job_id ?? '')).toMatchObject({ done: 0, refused: 1 })
      expect(await person('p1')).toMatchObject({ email: 'newer@example.test' })
    },
  )

  test('a colleague changes records while they are undone: no newer change is lost', async () => {
    for (let n = 1; n <= undoneAlone; n++) await email(worker, `p${n}`, 'changed@example.test')
    const { id } = (await make(ofWorker(), since())).body.data
    const { job_id } = (await run(id)).body.data
    const [, answers] = await Promise.all([
      finish(job_id ?? ''),
      Promise.all(
        Array.from({ length: undoneAlone }, (_, n) =>
          email('moderator', `p${n + 1}`, `newer-${n + 1}@example.test`),
        ),
      ),
    ])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    for (let n = 1; n <= undoneAlone; n++)
      expect(await person(`p${n}`)).toMatchObject({ email: `newer-${n}@example.test` })
  })
})
