import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { changesOf } from '../../desk/undo-plans/undo-changes.ts'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { denial, looking, of } from '../../testing/looking.ts'
import { addRequest } from '../../testing/reviewing.ts'

const s = useServer()
const { listing, share, move, due, settled, row, read, onDesk, inQueue, returned } = looking(s)

let [ann, ben, cem]: Signed[] = []
const people = () => {
  if (!ann || !ben || !cem) throw new Error('Nobody was hired')
  return { ann, ben, cem }
}
const approve = (as: Signed, id: string, version = 1) =>
  s.call(as, api.posts.approve, of(id), { 'if-match': `"${version}"` })

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@example.com' })
  const hire = hirerOf(s)
  ann = await hire('moderator')
  ben = await hire('moderator')
  cem = await hire('moderator')
  await share(100)
})

/** The names and types of all values. */
const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : value !== null && typeof value === 'object'
      ? Object.entries(value).map(([name, part]) => [name, shapeOf(part)])
      : value === null
        ? null
        : typeof value
const namesOf = (headers: object) => Object.keys(headers).toSorted()

describe('the draw', () => {
  const drawn = async () => Number((await s.query('select count(*) as n from second_looks'))[0]?.n)

  test('takes decisions about what waited, none at a share of 0, and none that changes a decision', async () => {
    const { ann } = people()
    await share(0)
    await listing('none')
    await approve(ann, 'none')
    expect(await drawn()).toBe(0)
    await share(100)
    expect((await s.call(ann, api.posts.deny, denial('none'), { 'if-match': '"2"' })).status).toBe(200)
    expect(await drawn()).toBe(0)
    await listing('drawn')
    await approve(ann, 'drawn')
    expect(await row('drawn')).toEqual({ state: 'waits', by_uids: [ann.uid], outcomes: ['approved'] })
    await s.query('delete from second_looks')
  })

  test('takes those of a new colleague and under a rare policy five times as often', async () => {
    const { ann } = people()
    await share(20)
    const approvals = async (prefix: string) => {
      for (let n = 0; n < 25; n++) {
        await listing(`${prefix}${n}`)
        await approve(ann, `${prefix}${n}`)
      }
      const n = await drawn()
      await s.query('delete from second_looks')
      return n
    }
    expect(await approvals('new')).toBe(25)
    await s.query("update staff set created_at = now() - interval '31 days' where uid = $1", [ann.uid])
    // 20 % of 25: all of them once in 10^17 runs.
    expect(await approvals('old')).toBeLessThan(25)
    await s.query(
      "insert into policies (id, name, words, ground) values ('rare', 'Rare', 'It is rare.', 'terms')",
    )
    for (let n = 0; n < 19; n++) {
      await listing(`rare${n}`)
      await s.call(ann, api.posts.deny, { ...of(`rare${n}`), body: { message: 'x', policy_id: 'rare' } })
    }
    expect(await drawn()).toBe(19)
    await s.query('delete from second_looks')
    await s.query('update staff set created_at = now() where uid = $1', [ann.uid])
    await share(100)
  })
})

describe('a look', () => {
  test('cannot be told from another case by what is read, and is the record as it was', async () => {
    const { ann, ben } = people()
    await listing('told')
    const before = await read(ben, 'listing', 'told')
    await s.call(ann, api.posts.deny, denial('told'))
    // An ordinary case beside it.
    await listing('plain')
    await s.query("update second_looks set due_at = now() + interval '1 hour'")
    await move()
    expect([await onDesk(ben), await inQueue(ben)]).toEqual([['plain'], ['plain']])
    await due()
    const [look, plain] = [await read(ben, 'listing', 'told'), await read(ben, 'listing', 'plain')]
    for (const [name, answer] of Object.entries(look)) {
      const other = plain[name]
      expect(shapeOf(answer.body), name).toEqual(shapeOf(other?.body))
      expect(namesOf(answer.headers), name).toEqual(namesOf(other?.headers ?? {}))
      expect(answer.headers['x-total-count']).toBe(other?.headers['x-total-count'])
      expect(answer.body.data, name).toEqual(before[name]?.body.data)
    }
    expect(new Set(await onDesk(ben))).toEqual(new Set(['told', 'plain']))
    expect(new Set(await inQueue(ben))).toEqual(new Set(['told', 'plain']))
    const counts = (await s.call(ben, api.desk.counts, {})).body.data
    expect([counts.kinds.listing, counts.views.unassigned]).toEqual([2, 2])
    // A look into the past shows what was decided.
    const then = await s.call('admin', api.posts.pending, {}, { 'as-of': new Date().toISOString() })
    expect(then.body.data.wts.map(({ key }) => key)).toEqual(['plain'])
  })

  test('is not shown to who decided, by any call', async () => {
    const { ann } = people()
    const params = { kind: 'listing', id: 'told' }
    expect([await onDesk(ann), await inQueue(ann)]).toEqual([['plain'], ['plain']])
    expect((await s.call(ann, api.desk.counts, {})).body.data.views).toMatchObject({ all: 1, unassigned: 1 })
    for (const call of [api.desk.get, api.desk.take, api.desk.look])
      expect((await s.call(ann, call, { params })).body.error_title).toBe('No such case')
    expect(await s.query("select assignee from desk_cases where id = 'told'")).toEqual([{ assignee: null }])
    const skip = [{ kind: 'listing' as const, id: 'plain' }]
    expect((await s.call(ann, api.desk.next, { body: { skip } })).body.data).toBe(null)
    const many = await s.call(ann, api.desk.handMany, {
      body: { cases: [{ kind: 'listing', id: 'told' }], uid: people().cem.uid },
    })
    expect(many.body.data.handed).toBe(0)
    expect((await approve(ann, 'told')).body.error_title).toBe('Already denied')
  })

  test('is decided by the same call with the same answer, and changes nothing', async () => {
    const { ann, ben, cem } = people()
    const params = { kind: 'listing', id: 'told' }
    const kept = async () => [
      ...(await s.query("select * from posts where key = 'told'")),
      ...(await s.query("select * from review_decisions where subject_id = 'told'")),
      ...(await s.query("select * from measures where subject_id = 'told'")),
      ...(await s.query("select * from operations where subject_id = 'told'")),
      ...(await s.query("select * from events where subject_id = 'told'")),
      ...(await s.query('select * from messages')),
    ]
    const held = await kept()
    expect((await s.call(ben, api.desk.next, { body: {} })).body.data?.kind).toBe('listing')
    expect((await s.call(ben, api.desk.take, { params })).status).toBe(200)
    const [look, plain] = [await approve(ben, 'told'), await approve(ben, 'plain')]
    expect(look.status).toBe(200)
    expect(shapeOf(look.body)).toEqual(shapeOf(plain.body))
    expect(namesOf(look.headers)).toEqual(namesOf(plain.headers))
    expect(look.body.data.version).toBe(plain.body.data.version)
    expect(await kept()).toEqual(held)
    const own = (await s.call(ben, api.held.mine, {})).body.data
    expect(own.map(({ action, subject_id }) => [action, subject_id]).toSorted()).toEqual([
      ['posts.approve', 'plain'],
      ['posts.approve', 'told'],
    ])
    expect(shapeOf(own[0])).toEqual(shapeOf(own[1]))
    const live = await s.query<{ payload: object }>(
      "select payload from live_events where topic = 'review' and payload ->> 'what' = 'decided' order by id desc limit 2",
    )
    expect(shapeOf(live[0])).toEqual(shapeOf(live[1]))
    for (const as of [ann, ben, cem]) expect(await onDesk(as)).toEqual([])
    const audit = await s.query(
      "select subject_id, before, after from audit where action = 'posts.approve' and actor_uid = $1 order by id desc limit 2",
      [ben.uid],
    )
    const change = { before: { state: 'pending', version: 1 }, after: { state: 'approved', version: 2 } }
    expect(audit).toEqual([
      { subject_id: 'plain', ...change },
      { subject_id: null, ...change },
    ])
    // A plan that undoes what the colleague did has nothing to undo.
    const done = {
      id: 1,
      at: '',
      uid: ben.uid,
      action: 'posts.approve',
      reason: null,
      erased: false,
      ...change,
    }
    expect(changesOf({ ...done, kind: null, subject: null })).toEqual({})
    expect(changesOf({ ...done, kind: 'listing', subject: 'plain' })).not.toEqual({})
  })

  test('is undone in time alone, as a decision is', async () => {
    const { ben, cem } = people()
    const others = await s.call(cem, api.posts.takeBack, of('told'))
    expect(others.body.error_title).toBe('Not your decision')
    const [look, plain] = [
      await s.call(ben, api.posts.takeBack, of('told')),
      await s.call(ben, api.posts.takeBack, of('plain')),
    ]
    expect(shapeOf(look.body)).toEqual(shapeOf(plain.body))
    expect(look.body.data).toMatchObject({ review_state: 'pending', review_message: null, version: 3 })
    expect(new Set(await onDesk(ben))).toEqual(new Set(['told', 'plain']))
    expect((await approve(ben, 'told', 1)).status).toBe(409)
    expect((await approve(ben, 'told', 3)).status).toBe(200)
    await s.query("update second_looks set given_at = given_at - interval '13 seconds'")
    expect((await s.call(ben, api.posts.takeBack, of('told'))).body.error_title).toBe('Not your decision')
  })

  test('goes to a third colleague after a disagreement, as it was', async () => {
    const { ann, ben, cem } = people()
    await settled()
    expect((await row('told'))?.state).toBe('waits')
    expect(await onDesk(cem)).toEqual(['plain'])
    await due()
    expect(await onDesk(ben)).toEqual(['plain'])
    expect(await onDesk(ann)).toEqual(['plain'])
    const third = (await s.call(cem, api.posts.pending, { query: { id: 'told' } })).body.data.wts[0]
    expect(third).toMatchObject({ review_state: 'pending', review_message: null, version: 1 })
    expect((await s.call(cem, api.posts.deny, denial('told'))).status).toBe(200)
    await settled()
    expect(await row('told')).toEqual({
      state: 'closed',
      by_uids: [ann.uid, ben.uid, cem.uid],
      outcomes: ['denied', 'approved', 'denied'],
    })
    await s.query("delete from posts where key = 'plain'")
    await s.query("delete from second_looks where subject_id = 'plain'")
    expect(await onDesk(cem)).toEqual([])
  })

  test('ends with the second decision where both agree', async () => {
    const { ann, ben, cem } = people()
    await returned(ann, 'alike')
    await s.call(ben, api.posts.deny, denial('alike', 'Other words.'), { 'if-match': '"1"' })
    await settled()
    expect((await row('alike'))?.state).toBe('closed')
    await due()
    expect(await onDesk(cem)).toEqual([])
  })

  test('of a request to promote is the same', async () => {
    const { ann, ben } = people()
    const [created_at, post_id] = [new Date(Date.now() - 3_600_000).toISOString(), 'shop']
    await listing('shop', { review_state: 'approved' })
    for (const id of ['asked', 'plain']) await addRequest(s, id, { created_at, post_id })
    const body = { data: 'sam' }
    const before = await read(ben, 'promotion', 'asked')
    await s.call(ann, api.promotedPosts.approve, { ...of('asked'), body })
    await due()
    const [look, plain] = [await read(ben, 'promotion', 'asked'), await read(ben, 'promotion', 'plain')]
    for (const [name, answer] of Object.entries(look)) {
      expect(shapeOf(answer.body), name).toEqual(shapeOf(plain[name]?.body))
      expect(answer.body.data, name).toEqual(before[name]?.body.data)
    }
    const deny = (id: string) => s.call(ben, api.promotedPosts.deny, { ...of(id), body })
    const [given, other] = [await deny('asked'), await deny('plain')]
    expect(shapeOf(given.body)).toEqual(shapeOf(other.body))
    const back = await s.call(ben, api.promotedPosts.takeBack, of('asked'))
    expect(back.body.data).toMatchObject({ id: 'asked', approval_status: 1, version: 3 })
    expect(await s.query("select approval_status from promoted_posts where id = 'asked'")).toEqual([
      { approval_status: 2 },
    ])
    // Its listing has changed: it is not as it was.
    await s.query("update posts set version = version + 1 where key = 'shop'")
    expect(await onDesk(ben)).toEqual([])
    await s.query('delete from second_looks')
  })

  test('two colleagues at once: one decides it, the other learns that it is decided', async () => {
    const { ann, ben, cem } = people()
    await returned(ann, 'both')
    const answers = await Promise.all([approve(ben, 'both'), approve(cem, 'both')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)?.body
    expect(late?.error_title).toBe('Already approved')
    expect(late?.error_message).toMatch(/^Own [23] approved it on .* UTC\. Nothing was changed\.$/)
    expect((await row('both'))?.outcomes).toEqual(['denied', 'approved'])
    await s.query('delete from second_looks')
  })
})
