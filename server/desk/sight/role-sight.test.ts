import { api } from '@portreeve/contract'
import type { Sight } from '@portreeve/contract/base/case-kinds'
import { type Permission, rightsOf } from '@portreeve/contract/base/rights'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deskCases, keys } from '../../testing/desk-cases.ts'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'

// Roles that see some kinds of cases and some classes of reports alone.

const s = useServer()
const hire = hirerOf(s)
const { desk, deskMetrics, roles, staff, away } = api
const { world, open, endAll, stateOf, list, next, take } = deskCases(s)
beforeAll(async () => {
  await world()
  for (const role of ['admin', 'moderator', 'support'] as const) await s.token(role)
})
beforeEach(() => endAll())

let made = 0
const moderator = [...rightsOf('moderator').permissions]
const draft = (limits: Partial<Sight>, permissions: Permission[] = moderator) => ({
  ...{ name: `Limited ${++made}`, permissions, refund_alone: null, refund_alone_day: null },
  ...limits,
})
const create = (limits: Partial<Sight>, permissions?: Permission[], as: 'admin' | Signed = 'admin') =>
  s.call(as, roles.create, { body: draft(limits, permissions) })
/** A role with these limits, and a person who has it. */
async function limited(limits: Partial<Sight>, permissions?: Permission[]) {
  const { name } = (await create(limits, permissions)).body.data
  return { name, person: await hire(name) }
}
const change = (name: string, body: Partial<Sight>) =>
  s.call('admin', roles.change, { params: { name }, body })
const hand = (params: CaseRef, uid: string) => s.call('admin', desk.hand, { params, body: { uid } })
const report = (uid: string, reason: string) =>
  s.make.userReport({ reporting_uid: uid, reporter_uid: 'ray', report_reason_id: reason })
const ofEve = { kind: 'user_reports', id: 'eve' } as const
const ofSam = { kind: 'user_reports', id: 'sam' } as const

describe('a role of one kind of cases', () => {
  test('neither sees, counts, takes, looks at nor is handed another one', async () => {
    const [appeal, listing] = [await open('appeal'), await open('listing')]
    const { person } = await limited({ kinds: ['appeal'] })
    expect((await s.call(person, staff.me, {})).body.data).toMatchObject({ kinds: ['appeal'], classes: [] })
    expect(keys(await list(person))).toEqual([`appeal ${appeal.id}`])
    expect(await list(person, { kinds: 'listing' })).toEqual([])
    const counts = (await s.call(person, desk.counts, {})).body.data
    expect([counts.kinds, counts.views.all]).toEqual([{ appeal: 1 }, 1])
    const figures = (await s.call(person, deskMetrics.get, { query: { days: '7' } })).body.data
    expect(figures.kinds.map(({ kind }) => kind)).toEqual(['appeal'])
    for (const call of [desk.get, desk.take, desk.look, desk.release]) {
      const { status, body } = await s.call(person, call, { params: listing })
      expect([status, body.error_message]).toEqual([403, expect.stringContaining('does not see such cases.')])
    }
    const handed = await hand(listing, person.uid)
    expect([handed.status, handed.body.error_message]).toEqual([
      422,
      expect.stringContaining('and does not see such cases.'),
    ])
    const many = await s.call('admin', desk.handMany, {
      body: { cases: [appeal, listing], uid: person.uid },
    })
    expect(many.body.data).toMatchObject({ handed: 1, left: [listing] })
    const able = await s.call('admin', desk.colleagues, { params: { kind: 'listing' } })
    expect(able.body.data.map(({ uid }) => uid)).not.toContain(person.uid)
    expect((await next(person))?.id).toBe(appeal.id)
    expect(await next(person, { skip: [appeal], kinds: ['listing', 'appeal'] })).toBeNull()
  })

  test('that loses it leaves the case to others; the page says so before', async () => {
    const [appeal, listing] = [await open('appeal'), await open('listing')]
    const { name, person } = await limited({ kinds: ['appeal', 'listing'] })
    for (const one of [appeal, listing]) expect((await hand(one, person.uid)).status).toBe(200)
    const body = { permissions: moderator, kinds: ['appeal' as const] }
    const effect = await s.call('admin', roles.effect, { params: { name }, body })
    expect(effect.body.data).toMatchObject([{ uid: person.uid, work: { cases: 1 } }])
    expect((await change(name, { kinds: ['appeal'] })).body.data).toMatchObject({ kinds: ['appeal'] })
    expect([(await stateOf(listing))?.assignee, (await stateOf(appeal))?.assignee]).toEqual([
      null,
      person.uid,
    ])
    const rows = await s.query("select after from audit where action = 'staff.released'")
    expect(rows).toEqual([{ after: { assignee: null, released: 'listing' } }])
  })

  test('two at once: a case is taken or handed over while the role loses its kind', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const listing = await open('listing')
      const { name, person } = await limited({ kinds: ['appeal', 'listing'] })
      const [changed] = await Promise.all([
        change(name, { kinds: ['appeal'] }),
        turn % 2 === 0 ? take(person, listing) : hand(listing, person.uid),
      ])
      expect(changed.status).toBe(200)
      expect((await stateOf(listing))?.assignee).toBeNull()
    }
  })
})

describe('a role of some classes of reports', () => {
  test('sees, counts and gets these alone, and other work as ever', async () => {
    await report('eve', 'Spam')
    await report('sam', 'Threats')
    const listing = await open('listing')
    const { person } = await limited({ classes: ['spam', 'quality'] })
    expect(keys(await list(person))).toEqual([`listing ${listing.id}`, 'user_reports eve'])
    expect((await s.call(person, desk.counts, {})).body.data.kinds).toMatchObject({ user_reports: 1 })
    for (const call of [desk.get, desk.take, desk.look])
      expect((await s.call(person, call, { params: ofSam })).status).toBe(404)
    expect((await hand(ofSam, person.uid)).status).toBe(422)
    expect((await hand(ofEve, person.uid)).status).toBe(200)
    expect((await next(person, { kinds: ['user_reports'] }))?.id).toBe('eve')
  })

  test('loses a case whose class becomes another one, and one whose class the role loses', async () => {
    await report('eve', 'Spam')
    const { name, person } = await limited({ classes: ['spam'] })
    await hand(ofEve, person.uid)
    await s.make.userReport({ reporting_uid: 'eve', reporter_uid: 'bea', report_reason_id: 'no_show' })
    expect((await stateOf(ofEve))?.assignee).toBeNull()
    expect((await change(name, { classes: ['spam', 'quality'] })).status).toBe(200)
    expect((await hand(ofEve, person.uid)).status).toBe(200)
    await change(name, { classes: ['spam'] })
    expect((await stateOf(ofEve))?.assignee).toBeNull()
  })

  test('two at once: a report makes its case more urgent while it is handed over', async () => {
    const { person } = await limited({ classes: ['spam'] })
    for (let turn = 0; turn < 8; turn++) {
      await s.query('delete from user_reports')
      await report('eve', 'Spam')
      await Promise.all([hand(ofEve, person.uid), report('eve', 'Threats')])
      expect((await stateOf(ofEve))?.assignee).toBeNull()
    }
  })
})

describe('nobody gives what they do not see', () => {
  const lead: Permission[] = ['staff.read', 'staff.manage', 'reports.handle', 'appeals.decide', 'users.read']

  test('a role with limits makes and gives none that sees more', async () => {
    const { person } = await limited({ kinds: ['appeal', 'user_reports'], classes: ['spam'] }, lead)
    const give = (limits: Partial<Sight>, permissions: Permission[] = ['reports.handle', 'appeals.decide']) =>
      create(limits, permissions, person)
    const narrow = await give({ kinds: ['user_reports'], classes: ['spam'] })
    expect(narrow.status).toBe(200)
    expect((await give({ kinds: ['appeal'] })).status).toBe(200)
    expect((await give({}, ['users.read'])).status).toBe(200)
    for (const [limits, words] of [
      [{}, 'see cases of all these kinds'],
      [{ kinds: ['listing_reports'], classes: ['spam'] }, 'see cases of all these kinds'],
      [{ kinds: ['user_reports'] }, 'see reports of all these classes'],
      [{ kinds: ['user_reports'], classes: ['spam', 'fraud'] }, 'see reports of all these classes'],
    ] as const) {
      const { status, body } = await give(limits as Partial<Sight>)
      expect([status, body.error_message]).toEqual([
        403,
        `You may not ${words}: nobody gives what they do not hold.`,
      ])
    }
    const { name } = narrow.body.data
    const more = await s.call(person, roles.change, { params: { name }, body: { classes: [] } })
    expect([more.status, more.body.code]).toEqual([403, 'forbidden'])
    const all = await create({}, ['reports.handle'])
    const invitation = {
      email: 'new@portreeve.test',
      displayName: 'New',
      uid: 'new',
      role: all.body.data.name,
    }
    expect((await s.call(person, staff.invite, { body: invitation })).status).toBe(403)
  })

  test('nobody stands in for a colleague who sees more, and the past adds nothing', async () => {
    const { name, person } = await limited({ kinds: ['appeal'] })
    const full = await hire('moderator')
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const body = { from: new Date().toISOString(), until, deputy: person.uid }
    expect((await s.call(full, away.save, { params: { uid: full.uid }, body })).status).toBe(422)
    const { deputies } = (await s.call(full, away.get, { params: { uid: full.uid } })).body.data
    expect(deputies.map(({ uid }) => uid)).not.toContain(person.uid)
    const theirs = { ...body, deputy: full.uid }
    expect((await s.call(person, away.save, { params: { uid: person.uid }, body: theirs })).status).toBe(200)
    // The role sees more than its deputy, whose role is limited in turn.
    const { name: other, person: deputy } = await limited({ kinds: ['appeal', 'listing'] })
    const again = { ...body, deputy: deputy.uid }
    expect((await s.call(person, away.save, { params: { uid: person.uid }, body: again })).status).toBe(200)
    await change(other, { kinds: ['listing'] })
    const { away: absence } = (await s.call(person, away.get, { params: { uid: person.uid } })).body.data
    expect(absence?.deputy).toBeNull()
    const past = { 'as-of': new Date().toISOString(), 'as-role': 'moderator' }
    const seen = await s.call(person, desk.list, { query: {} }, past)
    expect([seen.status, seen.body.code]).toEqual([403, 'forbidden'])
    const appeal = await open('appeal')
    await open('listing')
    const then = { 'as-of': new Date().toISOString(), 'as-role': name }
    expect(keys((await s.call('admin', desk.list, { query: {} }, then)).body.data)).toEqual([
      `appeal ${appeal.id}`,
    ])
  })
})
