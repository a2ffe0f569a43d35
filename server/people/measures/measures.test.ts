import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { passing } from '../../testing/passing.ts'
import { addListing } from '../../testing/reviewing.ts'
import { refusalOf } from '../../testing/team-inbox.ts'

// Measures and their statements of reasons (docs/fair-decisions.md). measures-random.test.ts has their property.

const s = useServer()
const { policies, measures, users, posts, held } = api
const draft: Body<typeof policies.create> = {
  ...{ name: 'Weapons', words: 'Weapons may not be sold here.', ground: 'terms', reference: '§ 4' },
  ...{ harm: 'prohibited', canned: ['weapon'], mails: false },
}
const params = { uid: 'sam' }
const of = async (uid = 'sam') =>
  (await s.call('support', measures.of, { params: { uid }, query: {} })).body.data
const ban = (body: { ban_reason: string; until?: string; policy_id?: string }) =>
  s.call('moderator', users.ban, { params, query: {}, body })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const blocked = async () => (await s.call('support', users.get, { params })).body.data.isBanned
const events = async (type: string) =>
  (
    await s.query<{ data: Record<string, unknown> }>('select data from events where type = $1 order by id', [
      type,
    ])
  ).map(({ data }) => data)
const messages = () =>
  s.query<{ text: string; state: string; written_by: string }>(
    'select m.text, st.state, m.written_by from messages m join conversation_states st using (conversation_id) order by m.date',
  )
const { settleDue, told, pass } = passing(s)

let policy = ''
beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam', email: 'sam@example.test' })
  policy = (await s.call('admin', policies.create, { body: draft })).body.data.id
  await s.query(
    "insert into moderating_messages (map, key, text) values ('admin_messages', 'weapon', 'No weapons.')",
  )
})
beforeEach(async () => {
  for (const table of [
    'measures',
    'operations',
    'events',
    'conversations',
    'held_actions',
    'review_decisions',
    'user_reports',
    'listing_reports',
  ])
    await s.query(`delete from ${table}`)
  await s.query("update users set is_banned = false where uid = 'sam'")
  await s.query('delete from posts')
})

describe('a denial', () => {
  const deny = (message: string) =>
    s.call('moderator', posts.deny, { params: { id: 'knife' }, body: { message } })
  beforeEach(() => addListing(s, 'knife', { title: 'Knife', review_state: 'pending' }))

  test('has the policy of its canned message; the statement is a message, and an event, once it cannot be undone', async () => {
    expect((await deny('No weapons.')).status).toBe(200)
    expect(await of()).toMatchObject([
      {
        ...{
          kind: 'listing_denied',
          reason: 'No weapons.',
          source: 'review',
          until: null,
          told_at: null,
          ended: null,
        },
        subject: { kind: 'listing', id: 'knife', title: 'Knife' },
        grounds: [{ policy, name: 'Weapons', ground: 'terms' }],
        by: { uid: 'staff-moderator' },
      },
    ])
    expect(await messages()).toEqual([])
    await told()
    const [message] = await messages()
    expect(message).toMatchObject({ state: 'closed', written_by: 'portreeve' })
    for (const part of [
      '“Knife”',
      'Weapons (our terms, § 4)',
      'No weapons.',
      'looked at it before',
      'appeal',
    ])
      expect(message?.text).toContain(part)
    expect(await events('decision.noticed')).toMatchObject([
      {
        uid: 'sam',
        measure: 'listing_denied',
        subject: { kind: 'listing', id: 'knife' },
        automated: false,
        text: message?.text,
      },
    ])
    expect((await of())[0]?.told_at).not.toBeNull()
  })

  test('without a policy is told by the event alone', async () => {
    await deny('Blurred.')
    await told()
    expect(await messages()).toEqual([])
    expect(await events('decision.noticed')).toMatchObject([{ grounds: [], reason: 'Blurred.' }])
  })

  test('that is undone in time has no statement, and nobody is told', async () => {
    await deny('No weapons.')
    await s.call('moderator', posts.takeBack, { params: { id: 'knife' } })
    expect(await of()).toEqual([])
    await told()
    expect([await messages(), await events('decision.noticed')]).toEqual([[], []])
  })

  test('that is reopened later has ended, and the person is told', async () => {
    await deny('No weapons.')
    await told()
    await s.call('moderator', api.listings.reopen, { params: { id: 'knife' }, body: { reason: 'Wrong' } })
    expect((await of())[0]?.ended).toMatchObject({ how: 'undone', by: { uid: 'staff-moderator' } })
    await told()
    expect((await messages())[1]?.text).toContain('holds no longer')
  })

  test('is the one of two decisions: approving it afterwards ends it, and taking that back resumes it', async () => {
    const version = async () =>
      (await s.query<{ version: number }>("select version from posts where key = 'knife'"))[0]?.version
    await deny('No weapons.')
    await told()
    await s.call(
      'moderator',
      posts.approve,
      { params: { id: 'knife' } },
      { 'if-match': `"${await version()}"` },
    )
    expect((await of())[0]?.ended?.how).toBe('lifted')
    await s.call('moderator', posts.takeBack, { params: { id: 'knife' } })
    expect((await of())[0]?.ended).toBeNull()
    await told()
    expect(await messages()).toHaveLength(1)
  })
})

test('a deletion has a statement, and its restoring takes it back', async () => {
  await addListing(s, 'sword', { title: 'Sword' })
  await s.query(
    "insert into listing_reports (id, post_key, report_reason_id, status, created_at) values ('lr', 'sword', 'Weapon', 'open', now())",
  )
  await s.call('moderator', posts.remove, { params: { id: 'sword' }, query: {} })
  expect(await of()).toMatchObject([{ kind: 'listing_deleted', source: 'report', grounds: [{ policy }] }])
  const [{ id = '' } = {}] = (await s.call('moderator', held.mine, {})).body.data
  await s.call('moderator', held.undo, { params: { id } })
  expect(await of()).toEqual([])
})

describe('a block until a time', () => {
  test('ends by itself, is told, and lets payouts go on; the event has its end', async () => {
    const until = inHours(48)
    expect(refusalOf(await ban({ ban_reason: 'x', until: inHours(-1) }))[0]).toBe(400)
    await ban({ ban_reason: 'Sold a knife', until, policy_id: policy })
    expect(await events('user.blocked')).toMatchObject([{ until }])
    await told()
    expect((await messages())[0]?.text).toContain(`Your account is blocked until ${until.slice(0, 10)}`)
    await pass(47)
    expect(await blocked()).toBe(true)
    await pass(2)
    expect(await blocked()).toBe(false)
    expect((await of())[0]?.ended).toMatchObject({ how: 'time', by: null })
    expect(await events('user.unblocked')).toHaveLength(1)
    await settleDue()
    expect((await messages())[1]?.text).toContain('holds no longer')
    expect(
      await s.query("select actor_uid from audit where action = 'measures.end' and subject_id = 'sam'"),
    ).toEqual([{ actor_uid: 'portreeve' }])
  })

  test('is lengthened: the first end does nothing, and the second one ends it', async () => {
    await ban({ ban_reason: 'x', until: inHours(10) })
    const [{ id = '' } = {}] = await of()
    const change = (until: string | null) =>
      s.call('moderator', measures.change, { params: { id }, body: { until } })
    expect((await change(inHours(20))).body.data.until).toBe((await of())[0]?.until)
    await pass(11)
    expect(await blocked()).toBe(true)
    expect((await change(null)).status).toBe(200)
    await pass(30)
    expect(await blocked()).toBe(true)
    await change(inHours(1))
    await pass(2)
    expect(await blocked()).toBe(false)
    expect(refusalOf(await change(inHours(5))).slice(0, 2)).toEqual([409, 'Ended already'])
  })

  test('is lifted by unblocking; taking that back blocks until the same time, and is refused when it is over', async () => {
    await ban({ ban_reason: 'x', until: inHours(10) })
    await told()
    await s.call('moderator', users.unban, { params })
    expect((await of())[0]?.ended?.how).toBe('lifted')
    const [{ id = '' } = {}] = (await s.call('moderator', held.mine, {})).body.data
    await s.call('moderator', held.undo, { params: { id } })
    expect([await blocked(), (await of())[0]?.ended]).toEqual([true, null])
    await s.call('moderator', users.unban, { params })
    await pass(11)
    const [last] = (await s.call('moderator', held.mine, {})).body.data
    expect(
      refusalOf(await s.call('moderator', held.undo, { params: { id: last?.id ?? '' } })).slice(0, 2),
    ).toEqual([409, 'Its time is over'])
    expect(await blocked()).toBe(false)
  })

  test('that was lifted long ago stays ended when the unblocking of another block is undone', async () => {
    await ban({ ban_reason: 'x', until: inHours(10) })
    await s.call('moderator', users.unban, { params })
    await pass(20)
    await s.query('delete from held_actions')
    // The marketplace blocks: that is no measure.
    await s.query("update users set is_banned = true where uid = 'sam'")
    await s.call('moderator', users.unban, { params })
    const [{ id = '' } = {}] = (await s.call('moderator', held.mine, {})).body.data
    expect((await s.call('moderator', held.undo, { params: { id } })).status).toBe(200)
    expect([await blocked(), (await of())[0]?.ended?.how]).toEqual([true, 'lifted'])
  })

  test('has ended when a row of the marketplace unblocks, after staff gave the field back', async () => {
    await ban({ ban_reason: 'x', until: inHours(10) })
    await told()
    await s.query("update users set is_banned = false where uid = 'sam'")
    expect((await of())[0]?.ended).toMatchObject({ how: 'lifted', by: null })
    expect((await ban({ ban_reason: 'Again' })).status).toBe(200)
    await pass(11)
    expect(await blocked()).toBe(true)
  })

  test('of years does not disturb what can be undone', async () => {
    await ban({ ban_reason: 'x', until: inHours(24 * 3650) })
    await addListing(s, 'knife', { title: 'Knife', review_state: 'pending' })
    await s.call('moderator', posts.remove, { params: { id: 'knife' }, query: {} })
    const mine = (await s.call('moderator', held.mine, {})).body.data
    expect(mine.map(({ action }) => action)).toEqual(['posts.remove'])
    expect(mine[0]?.left_ms).toBeLessThanOrEqual(10_000)
  })

  test('is replaced by nothing: a second block is refused', async () => {
    await ban({ ban_reason: 'x', until: inHours(10) })
    expect(refusalOf(await ban({ ban_reason: 'y' }))[0]).toBe(409)
    expect(await of()).toHaveLength(1)
  })
})

test('an erasure waits for no measure: what is in force ends, and nobody is told', async () => {
  await s.addUser({ uid: 'gone', displayName: 'Gone' })
  const body = { kind: 'no_listing' as const, policies: [policy], reason: 'x', until: inHours(5) }
  await s.call('moderator', measures.restrict, { params: { uid: 'gone' }, body })
  const erased = await s.call('admin', users.erase, { params: { uid: 'gone' }, body: { reason: 'Asked' } })
  expect(erased.status).toBe(200)
  await told()
  await pass(6)
  expect(await s.query('select reason, ended_how from measures')).toEqual([
    { reason: null, ended_how: 'lifted' },
  ])
  expect([await messages(), await events('decision.noticed')]).toEqual([[], []])
  expect(await events('user.restriction_ended')).toEqual([])
})

describe('a restriction', () => {
  const restrict = (
    kind: 'no_listing' | 'no_messages' | 'no_payouts' | 'warned',
    until: string | null,
    as: 'moderator' | 'finance' = 'moderator',
  ) => s.call(as, measures.restrict, { params, body: { kind, policies: [policy], reason: 'Again', until } })
  const end = (id: string) =>
    s.call('moderator', measures.end, { params: { id }, body: { reason: 'Enough' } })

  test('is taken, told, and ends by itself or by a colleague; a role without the right takes none', async () => {
    expect((await restrict('no_listing', null, 'finance')).status).toBe(403)
    const one = (await restrict('no_listing', inHours(5))).body.data
    const two = (await restrict('no_messages', null)).body.data
    expect(await events('user.restricted')).toMatchObject([
      { measure_id: one.id, restriction: 'no_listing', until: one.until },
      { measure_id: two.id, restriction: 'no_messages', until: null },
    ])
    await told()
    await pass(6)
    await end(two.id)
    expect((await of()).map(({ kind, ended }) => [kind, ended?.how])).toEqual([
      ['no_messages', 'lifted'],
      ['no_listing', 'time'],
    ])
    expect((await events('user.restriction_ended')).map(({ how }) => how)).toEqual(['time', 'lifted'])
    expect(refusalOf(await end(one.id)).slice(0, 2)).toEqual([409, 'Ended already'])
  })

  test('of the same kind takes the place of the one before; the end of that one ends nothing', async () => {
    await restrict('no_listing', inHours(5))
    await told()
    await restrict('no_listing', inHours(50))
    expect((await of()).map(({ ended }) => ended?.how)).toEqual([undefined, 'replaced'])
    await pass(6)
    expect((await of()).map(({ ended }) => ended?.how)).toEqual([undefined, 'replaced'])
  })

  test('is taken by two colleagues at once: one holds; and its end comes while it is lengthened: one of both', async () => {
    const taken = await Promise.all([
      restrict('no_messages', inHours(5)),
      restrict('no_messages', inHours(9)),
    ])
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    const holds = async () => (await of()).filter(({ ended }) => ended === null)
    expect(await holds()).toHaveLength(1)
    const [{ id = '' } = {}] = await holds()
    await Promise.all([
      pass(10),
      s.call('moderator', measures.change, { params: { id }, body: { until: inHours(40) } }),
    ])
    const [last] = await of()
    // Lengthened, or over: never over and lengthened.
    expect(
      last?.ended === null ? Date.parse(last.until ?? '') > Date.now() : last?.ended?.how === 'time',
    ).toBe(true)
  })

  test('that was not told yet and is taken back was never there', async () => {
    const { id } = (await restrict('warned', null)).body.data
    expect((await end(id)).body.data).toBeNull()
    expect(await of()).toEqual([])
    expect(refusalOf(await restrict('warned', inHours(5)))[0]).toBe(400)
  })
})

test('a statement answers nobody: a question of the person goes on waiting', async () => {
  await s.query(
    "insert into staff (uid, email, role, shared, display_name) values ('support', 'support@example.test', 'support', true, 'Support') on conflict do nothing",
  )
  const { conversation } = (await s.call('support', api.outbound.send, { params, body: { text: 'Hello' } }))
    .body.data
  await s.query(
    `insert into messages (id, conversation_id, sender_id, type, text, date) values ('q1', $1, 'sam', 0, 'Where is my money?', clock_timestamp())`,
    [conversation],
  )
  await s.query('update conversation_states set waiting_since = portreeve_waiting_since(conversation_id)')
  const waiting = async () =>
    (await s.query<{ waiting_since: string | null }>('select waiting_since from conversation_states'))[0]
      ?.waiting_since
  expect(await waiting()).not.toBeNull()
  await ban({ ban_reason: 'x', policy_id: policy })
  await told()
  expect(await messages()).toHaveLength(3)
  expect(await waiting()).not.toBeNull()
  expect(
    (
      await s.query<{ w: string | null }>(
        'select portreeve_waiting_since(conversation_id) as w from conversation_states',
      )
    )[0]?.w,
  ).not.toBeNull()
})
