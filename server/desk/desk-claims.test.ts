import { api } from '@portreeve/contract'
import { roles } from '@portreeve/contract/base/rights'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deskCases, keys } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { hirerOf } from '../testing/hiring.ts'
import { refusalOf } from '../testing/team-inbox.ts'

const s = useServer()
const onPostgres = process.env.DATABASE_URL !== undefined
const { desk } = api
const { world, open, endAll, stateOf, list, next, take } = deskCases(s)

beforeAll(async () => {
  await world()
  for (const role of roles) await s.token(role)
})
beforeEach(endAll)

/** The live events of a call, without those of notifications. */
const told = async (work: () => Promise<unknown>) => {
  await s.query('delete from live_events')
  await work()
  return s.query("select topic, payload from live_events where topic not like 'notifications/%' order by id")
}
const notified = async () =>
  (await s.query('select staff_uid, what, subject_kind, subject_id from notifications')).map((row) =>
    Object.values(row),
  )

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

  test('of one who is away is theirs and their deputy’s, and nobody else’s', async () => {
    const hire = hirerOf(s)
    const [owner, deputy, other] = [await hire('moderator'), await hire('moderator'), await hire('support')]
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const away = { from: day(-1), until: day(1), deputy: deputy.uid }
    const release = (as: typeof owner, ref: CaseRef) => s.call(as, desk.release, { params: ref })
    for (const who of [owner, deputy]) {
      const ref = await open('user_reports')
      await s.call('admin', desk.hand, { params: ref, body: { uid: owner.uid } })
      await s.call(owner, api.away.save, { params: { uid: owner.uid }, body: away })
      expect(refusalOf(await release(other, ref)).slice(0, 2)).toEqual([409, 'Taken'])
      expect((await release(who, ref)).body.data.assignee).toBeNull()
      await s.call(owner, api.away.end, { params: { uid: owner.uid } })
      // Free again: anybody takes it, and who had it is refused.
      expect((await take(other, ref)).status).toBe(200)
      expect(refusalOf(await release(who, ref)).slice(0, 2)).toEqual([409, 'Taken'])
    }
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

describe('taking over', () => {
  const seen = (version: number | undefined) => ({ 'if-match': `"${version}"` })
  const takeOver = (ref: CaseRef, version: number | undefined) =>
    s.call('admin', desk.take, { params: ref }, seen(version))

  test('is for admins, and only of the case as they saw it; its holder is notified', async () => {
    const ref = await open('listing')
    const { version } = (await take('moderator', ref)).body.data
    expect(refusalOf(await takeOver(ref, version - 1))[1]).toBe('Taken')
    expect(await stateOf(ref)).toMatchObject({ assignee: 'staff-moderator' })
    await s.query('delete from notifications')
    expect((await takeOver(ref, version)).body.data.assignee?.uid).toBe('staff-admin')
    expect(await notified()).toEqual([['staff-moderator', 'taken', 'listing', ref.id]])
  })

  test('needs no version of a case that is free, or the caller’s own', async () => {
    const ref = await open('listing')
    expect((await takeOver(ref, 99)).status).toBe(200)
    expect((await takeOver(ref, 99)).status).toBe(200)
  })
})

describe('a case that is taken again by its holder', () => {
  test('has its claim renewed', async () => {
    const ref = await open('listing')
    await take('moderator', ref)
    await s.query(`update desk_cases set claimed_until = now() + interval '1 minute'`)
    const { data } = (await take('moderator', ref)).body
    expect(Date.parse(data.claimed_until ?? '') - Date.now()).toBeGreaterThan(14 * 60_000)
  })

  test.each([
    ['conversation', 'support'],
    ['dispute', 'finance'],
  ] as const)('stays as it is when its source assigns it: %s', async (kind, role) => {
    const ref = await open(kind)
    const { version } = (await take(role, ref)).body.data
    expect(await told(() => take(role, ref))).toEqual([])
    expect((await take(role, ref)).body.data).toMatchObject({ version, claimed_until: null })
  })
})

describe('who has a case', () => {
  test('is shown by its pages and the desk when that changes', async () => {
    const ref = await open('listing')
    const live = { topic: 'desk', payload: { ...ref } }
    const look = () => s.call('moderator', desk.look, { params: ref })
    expect(await told(look)).toEqual([live])
    expect(await told(look)).toEqual([])
    await s.query(`update desk_cases set claimed_until = now() - interval '1 second'`)
    expect(await told(look)).toEqual([live])
    expect(await told(() => take('moderator', ref))).toEqual([live])
    expect(await told(() => next('moderator', { skip: [ref] }))).toEqual([live])
    expect(await told(() => next('moderator', { skip: [ref] }))).toEqual([])
    expect(
      await told(() => s.call('moderator', desk.look, { params: { kind: 'listing', id: 'none' } })),
    ).toEqual([])
  })

  test('is shown by the team inbox and by the transaction, whose assignee it is', async () => {
    const [talk, dispute] = [await open('conversation'), await open('dispute')]
    expect(await told(() => take('support', talk))).toEqual([
      { topic: 'desk', payload: { ...talk } },
      { topic: 'inbox', payload: { id: talk.id, what: 'changed', by: 'staff-support', name: 'The support' } },
    ])
    const [transaction] = await s.query(
      'select id, order_id, purchaser_uid, seller_uid from transactions where dispute_id = $1',
      [dispute.id],
    )
    expect(await told(() => take('support', dispute))).toEqual([
      { topic: 'desk', payload: { ...dispute } },
      { topic: 'transactions', payload: transaction },
    ])
  })

  test('is notified on the record of the case, unless it has none with a page', async () => {
    const [listing, promotion, chargeback] = [
      await open('listing'),
      await open('promotion'),
      await open('chargeback'),
    ]
    await s.query('update chargebacks set transaction_id = null')
    await s.query('delete from notifications')
    for (const params of [listing, promotion, chargeback]) {
      const uid = params === chargeback ? 'staff-finance' : 'staff-moderator'
      expect((await s.call('admin', desk.hand, { params, body: { uid } })).body.data.assignee?.uid).toBe(uid)
    }
    expect(await notified()).toEqual([['staff-moderator', 'assigned', 'listing', listing.id]])
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

  test.runIf(onPostgres)('leaves alone what another call has locked: a case, or its source', async () => {
    const locked = async (statement: string, work: () => Promise<unknown>) => {
      const other = await s.ctx.database.pool.connect()
      await other.query('begin')
      await other.query(statement)
      try {
        return await work()
      } finally {
        await other.query('rollback')
        other.release()
      }
    }
    for (const [kind, role, source] of [
      ['listing', 'moderator', (id: string) => `desk_cases where id = '${id}'`],
      ['conversation', 'support', (id: string) => `conversations where id = '${id}'`],
      ['dispute', 'finance', (id: string) => `transactions where dispute_id = '${id}'`],
    ] as const) {
      const [best, second] = [await open(kind), await open(kind)]
      await s.query('update desk_cases set money_points = 100 where id = $1', [best.id])
      const lock = `select from ${source(best.id)} for update`
      expect(await locked(lock, () => next(role, { kinds: [kind] }))).toMatchObject(second)
      expect(await locked(lock, () => next(role, { kinds: [kind], skip: [second] }))).toBeNull()
      expect(await next(role, { kinds: [kind], skip: [second] })).toMatchObject(best)
    }
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
