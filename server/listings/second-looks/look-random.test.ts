import { api } from '@portreeve/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bothSides } from '../../testing/desk-cases.ts'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { denial, looking, of } from '../../testing/looking.ts'

const s = useServer()
const { listing, share, due, settled } = looking(s)
const reviewers: Signed[] = []

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@example.com' })
  const hire = hirerOf(s)
  for (let n = 0; n < 4; n++) reviewers.push(await hire('moderator'))
  await share(100)
})

const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const recordOf = async (key: string) =>
  (await s.query<{ review_state: string }>('select * from posts where key = $1', [key]))[0]
const openFor = async (key: string) =>
  (
    await s.query<{ by_uids: string[] }>(`select by_uids from second_looks_open where subject_id = $1`, [key])
  ).flatMap(({ by_uids }) => by_uids)

const steps = {
  /** Decides what the queue shows, with the version that it shows. */
  decide: async (as: Signed, key: string, approves: boolean) => {
    const [shown] = (await s.call(as, api.posts.pending, { query: { id: key } })).body.data.wts
    if (!shown) return
    expect(shown.review_state).toBe('pending')
    const before = await recordOf(key)
    const waits = before?.review_state === 'pending'
    expect(waits || !(await openFor(key)).includes(as.uid)).toBe(true)
    const ifMatch = { 'if-match': `"${shown.version}"` }
    const answer = approves
      ? await s.call(as, api.posts.approve, of(key), ifMatch)
      : await s.call(as, api.posts.deny, denial(key), ifMatch)
    expect(answer.status).toBe(200)
    const after = await recordOf(key)
    if (waits) expect(after?.review_state).toBe(approves ? 'approved' : 'denied')
    else expect(after).toEqual(before)
  },
  takeBack: (as: Signed, key: string) => s.call(as, api.posts.takeBack, of(key)),
  next: (as: Signed) => s.call(as, api.desk.next, { body: {} }),
  due: () => due(),
  settled: () => settled(),
  change: (_as: Signed, key: string) =>
    s.query(
      "update posts set review_state = 'pending', version = version + 1, changed_at = now() where key = $1",
      [key],
    ),
  remove: (_as: Signed, key: string) => s.call('admin', api.posts.remove, of(key)),
}
const weighed = [
  'decide',
  'decide',
  'decide',
  'due',
  'due',
  'settled',
  'settled',
  'takeBack',
  'next',
  'change',
]
const step = fc.record({
  doing: fc.constantFrom(...weighed, ...weighed, ...weighed, ...weighed, 'remove') as fc.Arbitrary<
    keyof typeof steps
  >,
  by: fc.nat(3),
  at: fc.nat(keys.length - 1),
  approves: fc.boolean(),
})

test(
  'after any sequence of decisions, undos and changes nobody has looked at their own decision, and no look has changed a record',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 250, maxLength: 250 }), async (all) => {
        for (const key of keys) await listing(key)
        for (const { doing, by, at, approves } of all) {
          const [as, key] = [reviewers[by], keys[at]]
          if (as && key) await steps[doing](as, key, approves)
        }
        const { table, sources } = await bothSides(s)
        expect(table).toEqual(sources)
        const looks = await s.query<{ state: string; by_uids: string[]; outcomes: string[] }>(
          'select state, by_uids, outcomes from second_looks',
        )
        for (const { state, by_uids, outcomes } of looks) {
          expect(new Set(by_uids).size).toBe(outcomes.length)
          if (state === 'closed') expect(outcomes.length).toBeGreaterThan(1)
          // A third colleague decides after a disagreement alone.
          if (outcomes.length > 2) expect(outcomes[0]).not.toBe(outcomes[1])
        }
        expect(looks.filter(({ state }) => state === 'closed').length).toBeGreaterThan(0)
      }),
      { numRuns: 1, endOnFailure: true },
    ),
  120_000,
)
