import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { afterAll, expect, test } from 'vitest'
import { builtinIdentity } from '../../adapters/identity-builtin.ts'
import { openDatabase } from '../../core/database/db.ts'
import { Random } from '../../seed/random.ts'
import { invite } from '../../staff/staff-accounts.ts'
import { pathOf } from '../../testing/harness.ts'
import { kill, polling, useKilledServer } from '../../testing/killing.ts'
import { makers } from '../../testing/make.ts'
import { worldOf } from '../../testing/undoing.ts'

/** Actions of the colleague, and of the two others together. */
const each = 500
const kills = 2
const colleagues = ['gone', 'first', 'other', 'second']
const removes: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(removes.map((remove) => remove())))

type Server = Awaited<ReturnType<typeof useKilledServer>>
type Query = Parameters<typeof worldOf>[0]

/** How many records of each kind there are. */
const amounts = { user: 160, listing: 200, question: 60, conversation: 90, macro: 40, keyword: 30 }
const kinds = Object.keys(amounts) as (keyof typeof amounts)[]

/** A database with the same records each time, and four colleagues. */
async function prepared(): Promise<Server> {
  const server = await useKilledServer()
  removes.push(server.end)
  const database = await openDatabase(server.where, { timeout: 60_000 })
  const { db, pool } = database
  const identity = builtinIdentity({
    ...{ db, name: 'test', address: server.base, consoles: [server.base], secrets: ['x'.repeat(40)] },
    ...{ tokenMinutes: 15, sessionIdleHours: 12, sessionMaxHours: 168 },
  })
  for (const uid of colleagues) {
    const person = { uid, email: `${uid}@portreeve.test`, name: uid }
    await identity.setPassword({ ...person, password: 'portreeve-demo' })
    await invite({ db, identity, auditKey: 'x'.repeat(40) }, { ...person, role: 'admin' })
  }
  const make = makers(db)
  const created_at = '2026-01-05T15:04:00.000Z'
  const ids = (kind: keyof typeof amounts) => Array.from({ length: amounts[kind] }, (_, n) => `${kind}-${n}`)
  // A report moves the points of all cases of its reporter: each has few.
  const someone = (n: number) => `user-${n % amounts.user}`
  const people = ids('user')
  await make.user(
    ...people.map((uid) => ({ uid, displayName: uid, email: `${uid}@example.test`, phone_number: '1' })),
  )
  await make.userReport(
    ...people.map((uid, n) => ({
      id: `r-${uid}`,
      reporting_uid: uid,
      reporter_uid: someone(n + 1),
      created_at,
    })),
  )
  const keys = ids('listing')
  await make.listing(
    ...keys.map(
      (key, n) =>
        ({
          ...{ key, title: key, creatorUID: someone(n), creationDate: created_at },
          ...{ postType: 1, review_state: 'pending' },
        }) as never,
    ),
  )
  await make.listingReport(
    ...keys.map((key, n) => ({ id: `r-${key}`, post_key: key, reporter_uid: someone(n + 7), created_at })),
  )
  await make.question(...ids('question').map((id) => ({ id, title: id, creator_uid: 'user-2', created_at })))
  await make.keyword(
    ...ids('keyword').map((id) => ({ id, terms: `${id} a`, preferred_term: `${id} b`, created_at })),
  )
  await make.macro(...ids('macro').map((id) => ({ id, title: id, text: 'Hello', created_at })))
  const talks = ids('conversation')
  await make.conversation(
    ...talks.map((id) => ({ id, conversationsMessagesID: `m-${id}`, lastMessage: 'x', date: created_at })),
  )
  await make.member(
    ...talks.flatMap((id) => [
      { conversation_id: id, uid: 'user-3', name: 'Ana', position: 0 },
      { conversation_id: id, uid: 'first', name: 'The team', position: 1 },
    ]),
  )
  await pool.query('analyze')
  await database.close()
  return server
}

interface Action {
  by: string
  record: string
  call: Endpoint
  input: { params?: object; query?: object; body?: unknown }
}

/** A random action about a random record. */
function anAction(random: Random, by: string, n: number): Action {
  const kind = random.pick(kinds)
  const id = `${kind}-${random.below(amounts[kind])}`
  const act = (call: Endpoint, input: object): Action => ({ by, record: id, call, input })
  const of = { params: { id } }
  const uid = { params: { uid: id } }
  const choices: Record<keyof typeof amounts, () => Action> = {
    user: () =>
      random.pick([
        () => act(api.users.ban, { ...uid, body: { ban_reason: 'x' } }),
        () => act(api.users.unban, uid),
        () => act(api.users.update, { ...uid, body: { email: `n${n}@example.test` } }),
        () => act(api.users.update, { ...uid, body: { phone_number: `${n}` } }),
        () => act(api.users.update, { ...uid, body: { post_ability: n % 1000 } }),
        () => act(api.userReports.resolve, { ...uid, body: { status: 'resolved' } }),
      ])(),
    listing: () =>
      random.pick([
        () => act(api.posts.approve, of),
        () => act(api.posts.deny, { ...of, body: { message: 'No photo' } }),
        () => act(api.posts.remove, of),
        () => act(api.listingReports.ignore, { ...of, body: { status: 'ignored' } }),
      ])(),
    question: () =>
      random.pick([
        () => act(api.questions.update, { ...of, body: { title: `Title ${n}` } }),
        () => act(api.questions.remove, of),
      ])(),
    conversation: () =>
      random.pick([
        () => act(api.inbox.mark, { ...of, body: { tags: [`label ${n}`] } }),
        () => act(api.inbox.mark, { ...of, body: { priority: 'high' } }),
        () => act(api.inbox.assign, { ...of, body: { uid: random.pick(['first', 'other', null]) } }),
        () => act(api.inbox.close, { ...of, body: {} }),
        () => act(api.inbox.reopen, of),
      ])(),
    macro: () =>
      random.pick([
        () => act(api.macros.update, { ...of, body: { title: id, text: `Text ${n}` } }),
        () => act(api.macros.remove, of),
        ...(by === 'gone' ? [() => act(api.macros.create, { body: { title: `New ${n}`, text: 'x' } })] : []),
      ])(),
    keyword: () =>
      random.pick([
        () => act(api.keywords.update, { ...of, body: { terms: `term ${n}` } }),
        () => act(api.keywords.remove, of),
      ])(),
  }
  return choices[kind]()
}

/** Calls of a running server, by the colleagues' names. */
async function signedIn({ base, token }: Server, names = [...colleagues, 'admin']) {
  const tokens = new Map<string, string>()
  // A busy machine refuses a sign-in that takes too long.
  for (const name of names)
    for (let made: string | undefined; !made; ) {
      made = await token(`${name}@portreeve.test`)
      tokens.set(name, made)
    }
  return async (by: string, call: Endpoint, input: Action['input']) => {
    const answer = await fetch(`${base}${pathOf(call, input)}`, {
      method: call.method,
      headers: {
        'x-api-key': 'key',
        authorization: `Bearer ${tokens.get(by)}`,
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
    const { data, error_message } = (await answer.json()) as { data: never; error_message?: string }
    return { status: answer.status, data, error_message }
  }
}

const keyOf = (table: string, row: Record<string, string>) =>
  row.key ??
  row.conversation_id ??
  (table === 'user_reports' ? row.reporting_uid : undefined) ??
  row.post_key ??
  (table === 'users' ? row.uid : row.id)
const tables = [
  'users',
  'posts',
  'user_reports',
  'listing_reports',
  'questions',
  'conversation_states',
  'macros',
  'keywords',
]

/** The rows of each record, by its id. */
async function recordsOf({ where }: Server) {
  const database = await openDatabase(where, { timeout: 60_000 })
  const query = (async (sql: string, values?: unknown[]) =>
    (await database.pool.query(sql, values)).rows) as Query
  const world = await worldOf(query, tables)
  const actions = await query<{
    id: number
    uid: string
    subject: string
    before: object
    after: object
    request_id: string
  }>(
    "select id::int, actor_uid as uid, subject_id as subject, before, after, request_id from audit where actor_uid = any('{gone,first,other,staff-admin}') and (before is not null or after is not null) and subject_id is not null order by id",
  )
  await database.close()
  const records = new Map<string, Record<string, unknown>>()
  for (const [table, rows] of Object.entries(world))
    for (const row of rows as Record<string, string>[]) {
      const id = String(keyOf(table, row))
      records.set(id, { ...records.get(id), [table]: row })
    }
  return { records, actions }
}

test('500 mixed actions of a colleague among 500 of others are undone by plan, with two kills: as if they had never been, and nothing newer is lost', async () => {
  const main = await prepared()
  let running = await main.start()
  let call = await signedIn(main)
  const random = new Random(39)
  const done: Action[] = []
  const counts = { gone: 0, others: 0 }
  for (let n = 1; counts.gone < each || counts.others < each; n++) {
    const isGone = counts.others >= each || (counts.gone < each && random.below(2) === 0)
    const action = anAction(random, isGone ? 'gone' : random.pick(['first', 'other']), n)
    const { status } = await call(action.by, action.call, action.input)
    if (status !== 200) continue
    done.push(action)
    counts[isGone ? 'gone' : 'others']++
  }

  await kill(running)
  const before = await recordsOf(main)
  running = await main.start()
  call = await signedIn(main)
  type Plan = { id: string; job_id: string; counts: Record<string, number> }
  const body = { of: { kind: 'staff', id: 'gone' }, reason: 'Dismissed' }
  const plan = (await call('admin', api.undoPlans.make, { body })).data as Plan
  expect((await call('admin', api.undoPlans.run, { params: { id: plan.id } })).status).toBe(409)
  expect((await call('second', api.undoPlans.approve, { params: { id: plan.id } })).status).toBe(200)
  const { job_id } = (await call('admin', api.undoPlans.run, { params: { id: plan.id } })).data as Plan
  type Job = { state: string; pending: number; done: number; refused: number; total: number }
  const job = async () => (await call('admin', api.bulk.get, { params: { id: job_id } })).data as Job
  const killedAt: number[] = []
  for (let round = 1; round <= kills; round++) {
    const until = Math.floor((plan.counts.can ?? 0) * (1 - round / (kills + 1)))
    await expect.poll(async () => (await job()).pending, polling).toBeLessThanOrEqual(until)
    await main.crash()
    running = await main.start()
    call = await signedIn(main)
    killedAt.push((await job()).pending)
  }
  expect(killedAt.every((pending) => pending > 0)).toBe(true)
  await expect.poll(async () => (await job()).state, polling).toBe('done')
  const ended = await job()
  const refused = await call('admin', api.bulk.rows, { params: { id: job_id }, query: { state: 'refused' } })
  expect(refused.data).toEqual([])
  await kill(running)
  const after = await recordsOf(main)

  // What could be undone when the plan was made, is undone.
  expect(ended).toMatchObject({ total: plan.counts.can, done: plan.counts.can, refused: 0 })

  // A world in which the colleague has never acted.
  const without = await prepared()
  running = await without.start()
  call = await signedIn(without)
  for (const { by, call: one, input } of done) if (by !== 'gone') await call(by, one, input)
  await kill(running)
  const other = await recordsOf(without)

  const touched = new Set(done.filter(({ by }) => by === 'gone').map(({ record }) => record))
  /** Records on which somebody else has acted after the colleague's first action. */
  const mixed = new Set(
    [...touched].filter((record) => {
      const first = done.findIndex((one) => one.by === 'gone' && one.record === record)
      return done.some((one, n) => n > first && one.by !== 'gone' && one.record === record)
    }),
  )
  const alone = [...touched].filter((record) => !mixed.has(record))
  const all = [...new Set([...after.records.keys(), ...other.records.keys()])].filter((id) => !mixed.has(id))
  for (const id of all)
    expect([id, withoutTimes(after.records.get(id))]).toEqual([id, withoutTimes(other.records.get(id))])
  expect(alone.length).toBeGreaterThan(100)

  // Each field that others wrote after the colleague's first action is as it was before the undo.
  let newer = 0
  for (const record of mixed) {
    const own = before.actions.filter(({ subject }) => subject === record)
    const first = own.findIndex(({ uid }) => uid === 'gone')
    for (const { uid, after: wrote } of own.slice(first)) {
      if (uid === 'gone') continue
      newer++
      for (const table of tables) {
        const [was, is] = [before.records.get(record)?.[table], after.records.get(record)?.[table]] as Record<
          string,
          unknown
        >[]
        if (was === undefined && table !== 'user_reports') continue
        for (const field of Object.keys(wrote ?? {})) {
          const column =
            { isBanned: 'is_banned', state: table === 'posts' ? 'review_state' : 'state' }[field] ?? field
          if (was && column in was && isLast(own, uid, field))
            expect([record, column, is?.[column]]).toEqual([record, column, was[column]])
        }
      }
    }
  }
  expect(newer).toBeGreaterThan(50)
  console.info(
    `${done.length} actions; plan ${JSON.stringify(plan.counts)}; ${alone.length} records of the colleague alone, ${all.length} compared; ${mixed.size} with ${newer} newer changes; killed with ${killedAt.join(' and ')} waiting`,
  )
  // Starts two servers, one of them four times, and makes 1,500 calls.
}, 1_800_000)

/** The two worlds are minutes apart: a time counts as one. */
const withoutTimes = (record: unknown) =>
  JSON.parse(JSON.stringify(record ?? null), (_, value) =>
    typeof value === 'string' && /^20\d\d-\d\d-\d\dT.*\+00:00$/.test(value) ? 'a time' : value,
  ) as unknown

/** Whether the last change of a field before the undo is of this colleague, not of the one who is undone. */
function isLast(own: { uid: string; after: object }[], uid: string, field: string) {
  const last = own.findLast(({ after }) => after && field in after)
  return last?.uid === uid
}
