import { api } from '@portreeve/contract'
import { roles } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deskCases, keys } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { refusalOf } from '../testing/team-inbox.ts'

const s = useServer()
const { desk } = api
const { world, open, endAll, stateOf, list, next, take } = deskCases(s)

beforeAll(async () => {
  await world()
  for (const role of roles) await s.token(role)
})
beforeEach(endAll)

describe('a claim', () => {
  test('is taken once: a second person is refused with the name of the first', async () => {
    const ref = await open('user_reports')
    expect((await take('moderator', ref)).body.data).toMatchObject({
      assignee: { uid: 'staff-moderator', name: 'The moderator' },
      version: 2,
    })
    expect(refusalOf(await take('support', ref))).toEqual([
      409,
      'Taken',
      'The moderator has this case. Nothing was changed.',
    ])
    for (const answer of [
      await s.call('support', desk.release, { params: ref }),
      await s.call('support', desk.hand, { params: ref, body: { uid: 'staff-admin' } }),
      await s.call('support', desk.snooze, { params: ref, body: { until: null } }),
    ])
      expect(refusalOf(answer)[1]).toBe('Taken')
    expect(keys(await list('moderator', { view: 'mine' }))).toEqual([`user_reports ${ref.id}`])
    expect(await list('support', { view: 'unassigned' })).toEqual([])
  })

  test('expires, is renewed by its page, and a page of another person changes nothing', async () => {
    const ref = await open('listing')
    await take('moderator', ref)
    await s.query(`update desk_cases set claimed_until = now() + interval '1 minute'`)
    expect((await s.call('admin', desk.look, { params: ref })).body.data.assignee?.uid).toBe(
      'staff-moderator',
    )
    const { data } = (await s.call('moderator', desk.look, { params: ref })).body
    expect(Date.parse(data.claimed_until ?? '') - Date.now()).toBeGreaterThan(14 * 60_000)
    await s.query(`update desk_cases set claimed_until = now() - interval '1 second'`)
    expect((await list('admin', { view: 'unassigned' }))[0]).toMatchObject({
      id: ref.id,
      assignee: null,
      claimed_until: null,
    })
    expect(await list('moderator', { view: 'mine' })).toEqual([])
    expect((await take('admin', ref)).body.data.assignee?.uid).toBe('staff-admin')
  })

  test('is released, once', async () => {
    const ref = await open('listing')
    await take('moderator', ref)
    expect((await s.call('moderator', desk.release, { params: ref })).body.data.assignee).toBeNull()
    expect(refusalOf(await s.call('moderator', desk.release, { params: ref }))).toEqual([
      409,
      'Free already',
      'No one has this case.',
    ])
  })

  test('is handed to a colleague who may decide it, who keeps it until they give it up', async () => {
    const ref = await open('listing')
    const hand = (uid: string) =>
      s.call('moderator', desk.hand, { params: ref, body: { uid, note: ' Please look ' } })
    expect(refusalOf(await hand('staff-finance'))).toEqual([
      422,
      'Cannot be assigned',
      'The finance has the role finance and may not approve or deny listings.',
    ])
    expect((await hand('staff-admin')).body.data).toMatchObject({
      assignee: { uid: 'staff-admin' },
      claimed_until: null,
    })
    const [row] = await s.query(
      `select action, subject_kind, subject_id, reason from audit order by id desc limit 1`,
    )
    expect(row).toEqual({
      action: 'desk.hand',
      subject_kind: 'listing',
      subject_id: ref.id,
      reason: 'Please look',
    })
    expect(refusalOf(await take('moderator', ref))[1]).toBe('Taken')
    // Neither taking nor opening it makes it expire.
    await take('admin', ref)
    await s.call('admin', desk.look, { params: ref })
    expect((await stateOf(ref))?.claimed_until).toBeNull()
  })
})

describe('next', () => {
  test('takes the best free case of a kind, leaves out what is skipped, and releases it', async () => {
    const dispute = await open('dispute')
    const listing = await open('listing')
    const label = await open('label')
    expect(await next('admin')).toMatchObject({ ...dispute, assignee: { uid: 'staff-admin' } })
    // Their own case stays the best; a colleague gets another one.
    expect(await next('admin')).toMatchObject(dispute)
    expect(await next('support')).toMatchObject(label)
    expect(await next('admin', { skip: [dispute] })).toMatchObject(listing)
    expect(await next('admin', { skip: [dispute, listing] })).toBeNull()
    expect((await stateOf(listing))?.assignee).toBeNull()
    expect(await next('moderator', { kinds: ['listing'] })).toMatchObject(listing)
    expect(await next('moderator', { kinds: ['promotion'] })).toBeNull()
  })

  test('releases the caller’s own claims alone: a colleague’s claim and an assignment stay', async () => {
    const [theirs, kept] = [await open('listing'), await open('promotion')]
    await take('moderator', theirs)
    await s.call('moderator', desk.hand, { params: kept, body: { uid: 'staff-admin' } })
    expect(await next('admin', { skip: [theirs, kept] })).toBeNull()
    expect(await stateOf(theirs)).toMatchObject({
      assignee: 'staff-moderator',
      claimed_until: expect.any(Date),
    })
    expect(await stateOf(kept)).toMatchObject({ assignee: 'staff-admin', claimed_until: null })
  })

  test('never gives a request to the person who made it', async () => {
    const ref = await open('approval')
    await s.query(`update approvals set asked_by = 'staff-finance'`)
    expect(await next('finance')).toBeNull()
    expect((await list('finance'))[0]?.barred).toBe(true)
    expect(await next('admin')).toMatchObject(ref)
  })

  test('called at once by many never gives one case to two', async () => {
    for (let at = 0; at < 8; at++) await open(at % 2 ? 'listing' : 'user_reports')
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const role = at % 2 ? 'moderator' : 'admin'
        return { role, given: await next(role, { skip: [] }) }
      }),
    )
    // One person who calls several times at once may hold several cases, but each case has one holder.
    for (const { role, given } of answers) {
      if (!given) throw new Error('No case was given.')
      expect(given.assignee?.uid).toBe(`staff-${role}`)
      expect((await stateOf(given))?.assignee).toBe(`staff-${role}`)
    }
  })
})
