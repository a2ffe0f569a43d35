import { api } from '@portreeve/contract'
import type { Body } from '@portreeve/contract/base/endpoint'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { passing } from '../../testing/passing.ts'

// Strikes propose, and never act (docs/fair-decisions.md).

const s = useServer()
const { told } = passing(s)
const { policies, measures, users } = api
const draft: Body<typeof policies.create> = {
  ...{
    name: 'Spam',
    words: 'No spam.',
    ground: 'terms',
    reference: null,
    harm: null,
    canned: [],
    mails: false,
  },
  strikes: {
    days: 90,
    steps: [
      { strikes: 2, kind: 'no_listing', days: 7 },
      { strikes: 3, kind: 'blocked', days: null },
    ],
  },
}
let policy = ''
const params = { uid: 'sam' }
const warn = async (kind: 'warned' | 'no_listing' = 'warned') =>
  (
    await s.call('moderator', measures.restrict, {
      params,
      body: { kind, policies: [policy], reason: 'Spam', until: null },
    })
  ).body.data.id
/** Lets so many days pass for what was decided. */
const pass = (days: number) => s.query(`update measures set at = at - make_interval(days => ${days})`)
const overview = async () => (await s.call('support', users.overview, { params })).body.data
const strikes = async () => (await overview()).strikes

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam' })
  policy = (await s.call('admin', policies.create, { body: draft })).body.data.id
})
beforeEach(async () => {
  await s.query('delete from measures')
  await s.query("update users set is_banned = false where uid = 'sam'")
})

test('decisions of different days are strikes; the steps propose, and nothing happens by itself', async () => {
  await warn()
  await warn()
  expect(await strikes()).toMatchObject([{ policy, name: 'Spam', count: 1, proposed: null }])
  await pass(1)
  await warn()
  expect(await strikes()).toMatchObject([{ count: 2, proposed: { kind: 'no_listing', days: 7 } }])
  expect((await overview()).restrictions).toEqual([])
  await pass(1)
  await warn()
  expect(await strikes()).toMatchObject([{ count: 3, proposed: { kind: 'blocked', days: null } }])
  expect((await s.call('support', users.get, { params })).body.data.isBanned).toBe(false)
})

test('what was done after the newest strike is not proposed again, and a restriction is no strike', async () => {
  await warn()
  await pass(1)
  await warn()
  const id = await warn('no_listing')
  expect(await overview()).toMatchObject({
    restrictions: [{ kind: 'no_listing', until: null }],
    strikes: [{ count: 2, proposed: null }],
  })
  await s.call('moderator', measures.end, { params: { id }, body: { reason: 'Enough' } })
  expect(await strikes()).toMatchObject([{ count: 2, proposed: null }])
})

test('a decision that was taken back, or is older than the policy says, counts none', async () => {
  const id = await warn()
  await told()
  await pass(1)
  await warn()
  await s.call('moderator', measures.end, { params: { id }, body: { reason: 'Wrong' } })
  const [one] = await strikes()
  expect(one).toMatchObject({ count: 1, proposed: null })
  expect(Date.parse(one?.expires_at ?? '')).toBeGreaterThan(Date.now() + 89 * 86_400_000)
  await pass(91)
  expect(await strikes()).toEqual([])
})

test('a rule is refused whose steps do not rise, or whose warning has an end', async () => {
  const step = { strikes: 2, kind: 'warned', days: null } as const
  for (const steps of [[step, step], [{ ...step, days: 3 }]])
    expect(
      (
        await s.call('admin', policies.update, {
          params: { id: policy },
          body: { strikes: { days: null, steps } },
        })
      ).status,
    ).toBe(400)
})
