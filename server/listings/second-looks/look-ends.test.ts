import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { denial, looking, of } from '../../testing/looking.ts'
import { shownOf } from './look-figures.ts'

// How second looks end without a decision, and what their figures are.

const s = useServer()
const { listing, share, move, due, settled, row, onDesk, returned } = looking(s)

let [ann, ben, cem]: Signed[] = []
const people = () => {
  if (!ann || !ben || !cem) throw new Error('Nobody was hired')
  return { ann, ben, cem }
}

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@example.com' })
  const hire = hirerOf(s)
  ann = await hire('moderator')
  ben = await hire('moderator')
  cem = await hire('moderator')
})
beforeEach(async () => {
  await share(100)
  await s.query('delete from second_looks')
})

/** What ends a look, with whether its case leaves the desk at once. */
const ends: Record<string, readonly [boolean, (id: string) => Promise<unknown>]> = {
  'the listing is deleted': [true, (id) => s.call('admin', api.posts.remove, of(id))],
  'the decision is changed': [
    true,
    (id) => s.call('admin', api.posts.approve, of(id), { 'if-match': '"2"' }),
  ],
  'the decision is taken back': [
    true,
    (id) => s.call('admin', api.listings.reopen, { ...of(id), body: { reason: 'It was wrong' } }),
  ],
  'the marketplace changes the listing': [
    true,
    (id) => s.query('update posts set version = version + 1 where key = $1', [id]),
  ],
  'a colleague writes a note': [
    false,
    (id) => s.call('admin', api.notes.create, { body: { kind: 'listing', id, text: 'I denied this.' } }),
  ],
  'the share is 0': [false, () => share(0)],
  'it is handed to who decided': [
    false,
    (id) =>
      s.call(people().ben, api.desk.hand, {
        params: { kind: 'listing', id },
        body: { uid: people().ann.uid },
      }),
  ],
  'three days pass': [false, () => s.query("update second_looks set due_at = now() - interval '4 days'")],
}

for (const [what, [atOnce, end]] of Object.entries(ends))
  test(`a look ends unseen when ${what}`, async () => {
    const { ann, ben, cem } = people()
    const id = what.replaceAll(' ', '-')
    await returned(ann, id)
    expect(await onDesk(ben)).toContain(id)
    await end(id)
    if (!atOnce) await move()
    const isPending = what === 'the decision is taken back'
    expect((await onDesk(cem)).includes(id)).toBe(isPending)
    await move()
    expect(await row(id)).toBe(undefined)
    // A listing that really waits again is a case for everybody.
    expect((await onDesk(ann)).includes(id)).toBe(isPending)
    await s.query('delete from second_looks')
    await s.query("update posts set deleted_at = now() where review_state = 'pending'")
  })

test('a decision that is undone in time never returns', async () => {
  const { ann, ben } = people()
  await listing('slip')
  await s.call(ann, api.posts.deny, denial('slip'))
  await s.call(ann, api.posts.takeBack, of('slip'))
  await due()
  expect(await row('slip')).toBe(undefined)
  expect(await onDesk(ben)).toEqual(['slip'])
  await s.query("update posts set deleted_at = now() where key = 'slip'")
})

test('a case beyond its target returns only beside one as old', async () => {
  const { ann, ben } = people()
  const old = new Date(Date.now() - 30 * 3_600_000).toISOString()
  await listing('late', { creationDate: old })
  await listing('later', { creationDate: old })
  await s.call(ann, api.posts.approve, of('late'))
  await due()
  expect((await row('late'))?.state).toBe('open')
  await s.query('delete from second_looks')
  await s.call(ann, api.posts.approve, of('later'))
  await due()
  expect(await row('later')).toBe(undefined)
  expect(await onDesk(ben)).toEqual([])
})

test('a disagreement that no third colleague decides counts', async () => {
  const { ann, ben } = people()
  await returned(ann, 'lost')
  await s.call(ben, api.posts.approve, of('lost'))
  await settled()
  await s.call('admin', api.posts.remove, of('lost'))
  await move()
  expect(await row('lost')).toEqual({
    ...{ state: 'closed', by_uids: [ann.uid, ben.uid], outcomes: ['denied', 'approved'] },
  })
})

test('the colleague sees their own figures, admins the sums, and nobody what is below 20', async () => {
  const { ann, ben } = people()
  await s.query(
    "insert into policies (id, name, words, ground) values ('fake', 'Fakes', 'It is fake.', 'terms')",
  )
  const add = (first: Signed, many: number, policies: string[], outcomes: string[]) =>
    s.query(
      `insert into second_looks (id, kind, subject_id, left_version, version, by_uids, outcomes, policies, due_at, given_at, state)
       select gen_random_uuid(), 'listing', 'p' || n, 2, 1, $1, $2, $3, now(), now(), 'closed' from generate_series(1, $4::int) n`,
      [[first.uid, 'x', 'y'].slice(0, outcomes.length), outcomes, policies, many],
    )
  await add(ann, 67, ['fake'], ['denied', 'denied'])
  await add(ann, 7, ['fake'], ['denied', 'approved', 'denied'])
  await add(ann, 19, [], ['approved', 'approved'])
  await add(ben, 6, [], ['approved', 'denied', 'denied'])
  await s.query(`insert into measures (id, kind, subject_kind, subject_id, uid, grounds, source, by_uid, at, operation_id)
    values ('m', 'listing_denied', 'listing', 'x', 'sam', '[{"policy": "fake"}]', 'review', '${ann.uid}', now(), 'op')`)
  await s.query(`insert into appeals (id, uid, about, text, created_at, state, decided_at)
    values ('a', 'sam', 'm', 'x', now(), 'reversed', now())`)
  const figures = async (as: Signed | 'admin', which: 'own' | 'list') =>
    (await s.call(as, api.secondLooks[which], {})).body.data.map((one) => ({
      ...one,
      ...{ share: one.share.toFixed(2), low: one.low.toFixed(2), high: one.high.toFixed(2) },
    }))
  const fakes = {
    ...{ policy: 'fake', name: 'Fakes', looks: 74, agreed: 67, confirmed: 7, appeals: 1, overturned: 1 },
    ...{ share: '0.91', low: '0.82', high: '0.95' },
  }
  expect(await figures(ann, 'own')).toEqual([fakes])
  expect(await figures(ben, 'own')).toEqual([])
  expect(await figures('admin', 'list')).toEqual([
    fakes,
    {
      ...{ policy: null, name: null, looks: 25, agreed: 19, confirmed: 0, appeals: 0, overturned: 0 },
      ...{ share: '0.76', low: '0.57', high: '0.89' },
    },
  ])
  expect((await s.call(ann, api.secondLooks.list, {})).status).toBe(403)
})

test('few looks are added up as one row, or not shown at all', () => {
  const counts = (policy: string | null, looks: number) => ({
    ...{ policy, name: policy, looks, agreed: looks, confirmed: 0, appeals: 0, overturned: 0 },
  })
  const shown = (...rows: ReturnType<typeof counts>[]) =>
    shownOf(rows).map(({ policy, looks }) => [policy, looks])
  expect(shown()).toEqual([])
  expect(shown(counts('a', 19), counts('b', 20))).toEqual([['b', 20]])
  expect(shown(counts('a', 19), counts('b', 25), counts(null, 30), counts('c', 1))).toEqual([
    ['b', 25],
    [null, 50],
  ])
})
