import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { passing } from '../testing/passing.ts'
import { addListing } from '../testing/reviewing.ts'

// What those are told who reported a person or a listing (docs/fair-decisions.md).

const s = useServer()
const { told } = passing(s)
const ids = { telling: '', quiet: '' }
/** The texts of the team to each person. */
const messages = async () =>
  Object.fromEntries(
    (
      await s.query<{ uid: string; texts: string[] }>(
        `select c.uid, array_agg(m.text order by m.date) as texts from messages m join conversation_members c using (conversation_id)
         where m.written_by = 'portreeve' and c.uid <> m.sender_id group by 1`,
      )
    ).map(({ uid, texts }) => [uid, texts]),
  )
const ban = (policy_id: string) =>
  s.call('moderator', api.users.ban, {
    ...{ params: { uid: 'sam' }, query: {} },
    body: { ban_reason: 'x', policy_id },
  })
let made = 0
const report = (reporter_uid: string | null, change: object = {}) =>
  s.make.userReport({ id: `r${++made}`, reporting_uid: 'sam', reporter_uid, ...change })

beforeAll(async () => {
  for (const uid of ['sam', 'ana', 'ben', 'cleo', 'dora'])
    await s.addUser({ uid, displayName: uid.replace(/^./, (letter) => letter.toUpperCase()) })
  for (const name of ['telling', 'quiet'] as const)
    ids[name] = (
      await s.call('admin', api.policies.create, {
        body: {
          ...{ name, words: 'Not here.', ground: 'terms', reference: null, harm: null, canned: [] },
          ...{ mails: false, ...(name === 'telling' && { tells_reporters: true }) },
        },
      })
    ).body.data.id
})
beforeEach(async () => {
  for (const table of [
    'measures',
    'operations',
    'conversations',
    'held_actions',
    'user_reports',
    'listing_reports',
    'posts',
  ])
    await s.query(`delete from ${table}`)
  await s.query('update users set is_banned = false')
})

test('each person who has an open report is told once, in a closed conversation, and the person affected is told the reasons', async () => {
  await report('ana')
  await report('ana')
  await report('ben')
  await report('cleo', { status: 'resolved' })
  await report('sam')
  await report(null)
  await ban(ids.telling)
  await report('dora')
  expect(await messages()).toEqual({})
  await told()
  const sent = await messages()
  expect(Object.keys(sent).sort()).toEqual(['ana', 'ben', 'sam'])
  expect(sent.ana).toHaveLength(1)
  expect(sent.ana?.[0]).toMatch(/^Hello Ana,\n\nThank you for your report about the account “Sam”\./)
  expect(sent.ana?.[0]).not.toContain('blocked')
  expect(sent.sam?.[0]).toContain('Your account is blocked')
  expect(await s.query('select distinct state from conversation_states')).toEqual([{ state: 'closed' }])
})

test('a policy that does not say so tells nobody who reported, and neither does a decision without one', async () => {
  await report('ana')
  await ban(ids.quiet)
  await told()
  await s.call('moderator', api.users.unban, { params: { uid: 'sam' } })
  await s.call('moderator', api.users.ban, {
    params: { uid: 'sam' },
    query: {},
    body: { ban_reason: 'x', policy_id: null },
  })
  await told()
  expect((await messages()).ana).toBeUndefined()
})

test('a further decision tells only of a report that is newer than the first one', async () => {
  const warn = async () => {
    const body = { kind: 'warned' as const, policies: [ids.telling], reason: 'x', until: null }
    await s.call('moderator', api.measures.restrict, { params: { uid: 'sam' }, body })
  }
  await report('ana')
  await report('ben')
  await warn()
  await warn()
  await told()
  await report('ben')
  await warn()
  await told()
  const sent = await messages()
  expect([sent.ana?.length, sent.ben?.length, sent.sam?.length]).toEqual([1, 2, 3])
})

test('a decision about a listing names it; undone in time, nobody is told', async () => {
  await addListing(s, 'knife', { title: 'Knife', review_state: 'pending' })
  await s.make.listingReport({ id: 'l1', post_key: 'knife', reporter_uid: 'ana' })
  const params = { id: 'knife' }
  const deny = () =>
    s.call('moderator', api.posts.deny, { params, body: { message: 'x', policy_id: ids.telling } })
  await deny()
  await s.call('moderator', api.posts.takeBack, { params })
  await told()
  expect(await messages()).toEqual({})
  await deny()
  await told()
  expect((await messages()).ana?.[0]).toContain('the listing “Knife”')
})

test('an unblocking in time tells nobody; undone, both are told', async () => {
  await report('ana')
  await ban(ids.telling)
  await s.call('moderator', api.users.unban, { params: { uid: 'sam' } })
  const [held] = (await s.call('moderator', api.held.mine, {})).body.data
  await s.call('moderator', api.held.undo, { params: { id: held?.id ?? '' } })
  await told()
  expect(Object.keys(await messages()).sort()).toEqual(['ana', 'sam'])
})

test('a reporter who is blocked, erased or a colleague is told nothing', async () => {
  await s.query(
    "insert into users (uid, display_name, post_ability, version) values ('staff-moderator', 'Mod', 1, 1)",
  )
  for (const uid of ['ana', 'ben', 'staff-moderator']) await report(uid)
  await ban(ids.telling)
  await s.query("update users set is_banned = true where uid = 'ana'")
  expect(
    (await s.call('admin', api.users.erase, { params: { uid: 'ben' }, body: { reason: 'x' } })).status,
  ).toBe(200)
  await told()
  expect(Object.keys(await messages())).toEqual(['sam'])
})
