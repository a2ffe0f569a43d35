import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { enter, hirerOf, type Signed } from '../../testing/hiring.ts'
import { keyFor, writer } from '../../testing/machine.ts'
import { passing } from '../../testing/passing.ts'
import { addListing } from '../../testing/reviewing.ts'
import { refusalOf } from '../../testing/team-inbox.ts'

// Appeals (docs/fair-decisions.md). people/measures/measures-random.test.ts has their property.

const s = useServer()
const { appeals, measures, users, posts, desk } = api
const { told, pass } = passing(s)
const at = '2026-01-05T10:00:00.000Z'
type Outcome = Body<typeof appeals.decide>

let shop: ReturnType<typeof writer>
let mo: Signed
beforeAll(async () => {
  for (const uid of ['sam', 'eve']) await s.addUser({ uid, displayName: uid, email: `${uid}@example.test` })
  await s.query(
    "insert into staff (uid, email, role, shared, display_name) values ('support', 'support@example.test', 'support', true, 'Support') on conflict do nothing",
  )
  mo = await hirerOf(s)('moderator')
  shop = writer(s, await keyFor(s, ['ingest.appeals']))
  for (const role of ['admin', 'moderator', 'support'] as const) await s.token(role)
})
beforeEach(async () => {
  for (const table of [
    ...['appeals', 'measures', 'operations', 'events', 'conversations', 'held_actions', 'deleted_records'],
    'review_decisions',
  ])
    await s.query(`delete from ${table}`)
  await s.query("update users set is_banned = false, deleted_at = null where uid in ('sam', 'eve')")
  await s.query('delete from posts')
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const newest = async () =>
  (await s.call('support', measures.of, { params: { uid: 'sam' }, query: {} })).body.data[0]
/** A measure of which the person was told. */
async function restricted(
  kind: 'no_listing' | 'no_payouts' | 'warned' = 'no_listing',
  until: string | null = null,
) {
  const body = { kind, policies: [], reason: 'Spam', until }
  const answer = await s.call('moderator', measures.restrict, { params: { uid: 'sam' }, body })
  await told()
  return answer.body.data.id
}
const row = (about: string, more: object = {}) => ({
  id: 'ap',
  uid: 'sam',
  about,
  text: 'No.',
  created_at: at,
  ...more,
})
const ingest = async (...rows: object[]) =>
  (await shop.rows('appeals', rows)).results.map(({ result, reason }) => reason ?? result)
const get = async (id = 'ap') => (await s.call('admin', appeals.get, { params: { id } })).body.data
const decide = (body: Outcome, role: Role = 'admin', id = 'ap') =>
  s.call(role, appeals.decide, { params: { id }, body })
const upheld: Outcome = { outcome: 'upheld', reason: 'It was spam.' }
const reversed: Outcome = { outcome: 'reversed', reason: 'It was no spam.' }
const onDesk = async (role: Role = 'admin') =>
  (await s.call(role, desk.list, { query: { kinds: 'appeal' } })).body.data
const messages = async () =>
  (await s.query<{ text: string }>('select text from messages order by date')).map(({ text }) => text)
const events = async () =>
  (
    await s.query<{ type: string }>("select type from events where type <> 'decision.noticed' order by id")
  ).map(({ type }) => type)
const blocked = async () =>
  (await s.call('support', users.get, { params: { uid: 'sam' } })).body.data.isBanned

describe('by ingest', () => {
  test('the first row opens an appeal with a deadline, a later text is its next round, and the same again is nothing', async () => {
    const about = await restricted()
    expect(await ingest(row(about))).toEqual(['new'])
    expect(await ingest(row(about))).toEqual(['unchanged'])
    const second = row(about, {
      text: 'Here is a proof.',
      attachments: ['proof.jpg'],
      created_at: inHours(-1),
    })
    expect(await ingest(second, second)).toEqual(['changed', 'unchanged'])
    // The first text again, late: it is a round already.
    await ingest(row(about))
    const appeal = await get()
    expect(appeal).toMatchObject({ state: 'open', opened_at: at, decided: null, barred: false })
    expect(appeal.rounds.map(({ by, text, attachments }) => [by, text, attachments])).toEqual([
      [null, 'No.', []],
      [null, 'Here is a proof.', ['proof.jpg']],
    ])
    expect(await onDesk()).toMatchObject([
      { kind: 'appeal', id: 'ap', person: { uid: 'sam' }, about: 'no_listing', deadline_at: appeal.due_at },
    ])
    const days = (Date.parse(appeal.due_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect((await newest())?.appeal).toEqual({ id: 'ap', state: 'open' })
  })

  test('refuses what no person could appeal against, each row with its reason', async () => {
    const about = await restricted()
    expect(
      await ingest(
        row('unknown', { id: 'a' }),
        row(about, { id: 'b', uid: 'eve' }),
        row(about, { id: 'c', text: ' ' }),
        row(about),
        row(about, { id: 'd' }),
      ),
    ).toEqual([
      'about names no decision that is known here',
      'about names a decision about another person',
      'text is empty',
      'new',
      'about names a decision with another open appeal',
    ])
    const other = await restricted('warned')
    expect(await ingest(row(other))).toEqual(['about is not that of this appeal'])
    await decide(upheld)
    expect(await ingest(row(about), row(about, { text: 'But no!' }))).toEqual([
      'unchanged',
      'was decided, and takes no further text',
    ])
    // A decided appeal leaves room for another one, until the decision ends.
    expect(await ingest(row(about, { id: 'e' }))).toEqual(['new'])
    await s.call('moderator', measures.end, { params: { id: about }, body: { reason: 'x' } })
    expect(await ingest(row(about, { id: 'f' }))).toEqual(['about names a decision that holds no longer'])
    const body = { kind: 'no_messages' as const, policies: [], reason: 'x', until: null }
    const untold = await s.call('moderator', measures.restrict, { params: { uid: 'sam' }, body })
    expect(await ingest(row(untold.body.data.id, { id: 'g' }))).toEqual([
      'about names a decision of which the person was not told yet',
    ])
  })
})

describe('from a message', () => {
  const open = (measure: string, message = 'm1', role: Role = 'support') =>
    s.call(role, appeals.open, { body: { measure, conversation: 'c', message } })
  beforeEach(async () => {
    await s.make.conversationOf('c', 'sam', 'support')
    for (const [id, senderID] of [
      ['m1', 'sam'],
      ['m2', 'sam'],
      ['m3', 'support'],
    ] as const)
      await s.make.message({ id, conversation_id: 'c', senderID, text: `Text of ${id}` })
  })

  test('one call opens it; another message is its next round; a colleague’s message is none', async () => {
    const about = await restricted()
    const { status, body } = await open(about)
    expect([status, body.data.rounds.map(({ text }) => text)]).toEqual([200, ['Text of m1']])
    expect((await open(about, 'm2')).body.data).toMatchObject({ id: body.data.id, conversation: 'c' })
    expect(refusalOf(await open(about, 'm2')).slice(0, 2)).toEqual([409, 'Part of it already'])
    expect(refusalOf(await open(about, 'm3')).slice(0, 2)).toEqual([422, 'Not their message'])
    // The app of the marketplace has the next text.
    expect(await ingest(row(about, { id: body.data.id, text: 'x' }))).toEqual(['changed'])
    expect((await get(body.data.id)).rounds.map(({ text }) => text)).toEqual([
      'Text of m1',
      'Text of m2',
      'x',
    ])
    expect((await events()).filter((type) => type === 'appeal.opened')).toHaveLength(2)
  })

  test('two at once: one appeal, and the same message is one round', async () => {
    const about = await restricted()
    const answers = await Promise.all([open(about), open(about, 'm1', 'moderator'), open(about, 'm2')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect(await onDesk()).toHaveLength(1)
    const [{ id = '' } = {}] = await onDesk()
    expect((await get(id)).rounds.map(({ text }) => text).toSorted()).toEqual(['Text of m1', 'Text of m2'])
  })
})

describe('who decides', () => {
  test('nobody who took part: not offered, not taken, not handed over, not decided; admins neither', async () => {
    const about = await restricted('no_listing', inHours(48))
    await s.call('admin', measures.change, { params: { id: about }, body: { until: inHours(90) } })
    await told()
    await ingest(row(about))
    const params = { kind: 'appeal', id: 'ap' }
    for (const role of ['moderator', 'admin'] as const) {
      expect((await onDesk(role))[0]?.barred).toBe(true)
      expect((await s.call(role, desk.next, { body: { kinds: ['appeal'] } })).body.data).toBeNull()
      expect((await s.call(role, desk.look, { params })).body.data.assignee).toBeNull()
      expect(refusalOf(await s.call(role, desk.take, { params }))).toEqual([
        ...[422, 'Somebody else decides'],
        'You took part in the decision that this appeal is about. Somebody who did not take part decides it.',
      ])
      expect(refusalOf(await decide(reversed, role)).slice(0, 2)).toEqual([422, 'Somebody else decides'])
      expect(
        refusalOf(await s.call(role, appeals.ask, { params: { id: 'ap' }, body: { text: 'Why?' } })).slice(
          0,
          2,
        ),
      ).toEqual([422, 'Somebody else decides'])
    }
    expect(
      refusalOf(await s.call('admin', desk.hand, { params, body: { uid: 'staff-moderator' } }))[2],
    ).toMatch(/^The colleague took part/)
    const many = await s.call('admin', desk.handMany, {
      body: { cases: [{ kind: 'appeal', id: 'ap' }], uid: 'staff-moderator' },
    })
    expect(many.body.data).toMatchObject({ handed: 0, left: [{ words: expect.stringMatching(/took part/) }] })
    expect((await s.call('admin', desk.hand, { params, body: { uid: mo.uid } })).status).toBe(200)
    expect(refusalOf(await decide(upheld, 'support'))[0]).toBe(403)
    // Who leaves cannot leave it to somebody who took part: it is free.
    const body = { to: { cases: 'staff-moderator' } }
    expect((await s.call('admin', api.staff.disable, { params: { uid: mo.uid }, body })).status).toBe(200)
    expect((await onDesk())[0]?.assignee).toBeNull()
    await s.call('admin', api.staff.enable, { params: { uid: mo.uid } })
    mo = { ...mo, ...(await enter(s, mo.email, mo.secret)) }
  })
})

describe('an outcome', () => {
  test('upheld: the decision stands, and the person reads why', async () => {
    const about = await restricted()
    await ingest(row(about))
    expect((await decide(upheld)).body.data).toMatchObject({
      ...{ state: 'upheld', decided: { by: { uid: 'staff-admin' }, reason: 'It was spam.' } },
      measure: { ended: null, appeal: { state: 'upheld' } },
    })
    expect(await onDesk()).toEqual([])
    expect(await messages()).toEqual([])
    await told()
    expect(await messages()).toEqual([expect.stringMatching(/You may not publish.*stands.*It was spam/s)])
    expect(refusalOf(await decide(reversed)).slice(0, 2)).toEqual([409, 'Decided already'])
  })

  test('reversed: a block is taken back, and the person is told once', async () => {
    await s.call('moderator', users.ban, { params: { uid: 'sam' }, query: {}, body: { ban_reason: 'x' } })
    await told()
    await ingest(row((await newest())?.id ?? ''))
    await decide(reversed)
    expect(await blocked()).toBe(false)
    expect((await newest())?.ended).toMatchObject({ how: 'undone', by: { uid: 'staff-admin' } })
    await told()
    expect(await messages()).toEqual([expect.stringContaining('taken it back')])
    expect(await events()).toEqual(['user.blocked', 'user.unblocked', 'appeal.decided', 'message.sent'])
  })

  test('reversed: a denied listing is public, and nothing undoes that in passing', async () => {
    await addListing(s, 'knife', { title: 'Knife', review_state: 'pending' })
    await s.query("update posts set creator_uid = 'sam'")
    await s.call('moderator', posts.deny, { params: { id: 'knife' }, body: { message: 'No.' } })
    await told()
    await ingest(row((await newest())?.id ?? ''))
    expect((await decide(reversed)).status).toBe(200)
    expect(await s.query('select review_state, review_message from posts')).toEqual([
      { review_state: 'approved', review_message: null },
    ])
    expect(await events()).toContain('listing.approved')
    expect((await s.call('admin', api.held.mine, {})).body.data).toEqual([])
  })

  test('reversed: a deleted listing is back; one that is gone for good is said to be', async () => {
    for (const key of ['a', 'b']) {
      await addListing(s, key, { title: key })
      await s.query("update posts set creator_uid = 'sam'")
      await s.call('moderator', posts.remove, { params: { id: key }, query: {} })
      await told()
      await ingest(row((await newest())?.id ?? '', { id: key }))
      // 30 days later.
      if (key === 'b') await s.query("delete from held_actions where subject_id = 'b'")
      await decide(reversed, 'admin', key)
    }
    expect(await s.query('select key, deleted_at is null as shown from posts order by key')).toEqual([
      { key: 'a', shown: true },
      { key: 'b', shown: false },
    ])
    expect((await events()).filter((type) => type === 'listing.restored')).toHaveLength(1)
    await told()
    expect((await messages()).map((text) => text.includes('The listing itself is gone'))).toEqual([
      false,
      true,
    ])
  })

  test('changed: another end, or a milder measure in its place', async () => {
    const about = await restricted('no_payouts', inHours(48))
    await ingest(row(about))
    const malformed = async (body: Outcome) => expect((await decide(body)).status).toBe(400)
    await malformed({ outcome: 'changed', reason: 'x' })
    await malformed({ outcome: 'upheld', reason: 'x', until: null })
    await malformed({ outcome: 'changed', reason: 'x', until: inHours(-1) })
    await malformed({ outcome: 'changed', reason: 'x', instead: 'no_payouts' })
    await malformed({ outcome: 'changed', reason: 'x', instead: 'warned', until: inHours(5) })
    await decide({ outcome: 'changed', reason: 'Shorter.', until: inHours(2) })
    await pass(3)
    expect((await newest())?.ended?.how).toBe('time')
    await ingest(row(await restricted('no_payouts'), { id: 'two' }))
    await decide({ outcome: 'changed', reason: 'A warning is enough.', instead: 'warned' }, 'admin', 'two')
    const both = (await s.call('support', measures.of, { params: { uid: 'sam' }, query: {} })).body.data
    expect(both.slice(0, 2)).toMatchObject([
      { kind: 'warned', ended: null, by: { uid: 'staff-admin' } },
      { kind: 'no_payouts', ended: { how: 'replaced' }, appeal: { state: 'changed' } },
    ])
  })

  test('a question waits for its answer, which comes as the next round', async () => {
    const about = await restricted()
    await ingest(row(about))
    const asked = await s.call('admin', appeals.ask, { params: { id: 'ap' }, body: { text: 'Which one?' } })
    expect(asked.body.data.rounds.at(-1)).toMatchObject({ by: { uid: 'staff-admin' }, text: 'Which one?' })
    expect(await onDesk()).toEqual([])
    await told()
    expect(await messages()).toEqual([expect.stringContaining('Which one?')])
    await ingest(row(about, { text: 'The red one.' }))
    expect(await onDesk()).toMatchObject([{ snoozed_until: null, assignee: { uid: 'staff-admin' } }])
  })
})

describe('an appeal closes by itself', () => {
  test('when the decision ends, and opens again when that is undone in time', async () => {
    await s.call('moderator', users.ban, { params: { uid: 'sam' }, query: {}, body: { ban_reason: 'x' } })
    await told()
    await ingest(row((await newest())?.id ?? ''))
    await s.call('moderator', users.unban, { params: { uid: 'sam' } })
    expect([(await get()).state, await onDesk()]).toEqual(['moot', []])
    expect(refusalOf(await decide(upheld)).slice(0, 2)).toEqual([409, 'Nothing to decide'])
    const [{ id = '' } = {}] = (await s.call('moderator', api.held.mine, {})).body.data
    await s.call('moderator', api.held.undo, { params: { id } })
    expect([(await get()).state, (await onDesk()).length]).toEqual(['open', 1])
  })

  test('when its time comes, and when the account is deleted it leaves the desk', async () => {
    await ingest(row(await restricted('no_listing', inHours(5))))
    await s.query("update users set deleted_at = now() where uid = 'sam'")
    expect(await onDesk()).toEqual([])
    await s.query("update users set deleted_at = null where uid = 'sam'")
    expect(await onDesk()).toHaveLength(1)
    await pass(6)
    expect((await get()).state).toBe('moot')
  })
})

test('two colleagues decide at once: one outcome, told once; and an unblocking at once leaves one of both', async () => {
  await s.call('moderator', users.ban, { params: { uid: 'sam' }, query: {}, body: { ban_reason: 'x' } })
  await told()
  await ingest(row((await newest())?.id ?? ''))
  const answers = await Promise.all([
    decide(reversed),
    s.call(mo, appeals.decide, { params: { id: 'ap' }, body: upheld }),
    s.call('moderator', users.unban, { params: { uid: 'sam' } }),
  ])
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const { state } = await get()
  expect(await blocked()).toBe(false)
  await told()
  expect((await messages()).length).toBe(state === 'moot' ? 0 : 1)
})
