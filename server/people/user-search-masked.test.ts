import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer({ settings: { revealsPerHour: 5 } })

const person = {
  uid: 'WalterUid001',
  displayName: 'Walter Brandt',
  email: 'walter.brandt@mailbox.example',
  phone_number: '+1 (415) 555-4821',
  last_ip: '203.0.113.77',
  oneSignalId: '8f2c1d3e-push-5a5a',
}
const personal = {
  email: person.email,
  phone_number: person.phone_number,
  last_ip: person.last_ip,
  oneSignalId: person.oneSignalId,
}

beforeAll(async () => {
  await s.addUser(person)
  await s.addUser({
    uid: 'OtherUid0001',
    displayName: 'Ottilie',
    email: 'ottilie@else.example',
    phone_number: 'temp',
  })
})
beforeEach(() => s.query('delete from reveals'))

const search = (as: Role, search_term: string) => s.call(as, api.users.search, { query: { search_term } })
const found = async (as: Role, term: string) => (await search(as, term)).body.data.map(({ uid }) => uid)
const audited = () =>
  s.query<{ actor_uid: string; subject_id: string | null; after: unknown }>(
    "select actor_uid, subject_id, after from audit where action = 'users.search' order by id",
  )
const reveals = async () => (await s.query('select 1 from reveals')).length

/** Every proper part of a value. */
function parts(value: string): string[] {
  const all = new Set<string>()
  for (let from = 0; from < value.length; from++)
    for (let to = from + 1; to <= value.length; to++) all.add(value.slice(from, to).trim())
  return [...all].filter((part) => part !== '' && part !== value)
}

describe.each(['moderator', 'finance'] as const)('%s, who sees personal data masked', (role) => {
  test('finds no person by a part of a personal value', async () => {
    // Skip parts whose words the name or the uid also contains: those find the person.
    const open = `${person.uid} ${person.displayName}`.toLowerCase()
    const isOpen = (part: string) => part.split(/[\s._-]+/).every((word) => open.includes(word))
    const before = (await audited()).length
    for (const value of [
      person.email,
      '14155554821',
      '+1 415 555 4821',
      person.last_ip,
      person.oneSignalId,
    ]) {
      const hidden = parts(value).filter((part) => !isOpen(part.toLowerCase()))
      // Prefixes, suffixes and some inner parts of each length.
      const some = hidden.filter((part, at) => value.startsWith(part) || value.endsWith(part) || at % 7 === 0)
      for (const part of some) {
        if (part.replace(/\D/g, '') === '14155554821') continue
        expect(await found(role, part), part).not.toContain(person.uid)
      }
    }
    expect((await audited()).length).toBe(before)
    expect(await reveals()).toBe(0)
  }, 120_000)

  test.each(Object.entries(personal))(
    'finds the person by the whole %s; the hit is audited and counted',
    async (_field, value) => {
      const before = (await audited()).length
      expect(await found(role, value)).toEqual([person.uid])
      expect((await audited()).slice(before)).toEqual([
        {
          actor_uid: `staff-${role}`,
          subject_id: person.uid,
          after: { found_by_personal_value: [person.uid] },
        },
      ])
      expect(await reveals()).toBe(1)
      expect(JSON.stringify(await s.query('select * from audit'))).not.toContain(value)
    },
  )

  test('a hit on the excluded person is audited and counted, too: the exact match ends the search', async () => {
    const before = (await audited()).length
    const { body } = await s.call(role, api.users.search, {
      query: { search_term: person.email, exclude_uid: person.uid },
    })
    expect(body.data).toEqual([])
    expect((await audited()).slice(before)).toMatchObject([{ subject_id: person.uid }])
    expect(await reveals()).toBe(1)
  })

  test('finds a whole phone number in any notation', async () => {
    for (const term of ['14155554821', '+14155554821', '(1) 415-555 4821'])
      expect(await found(role, term), term).toEqual([person.uid])
    expect(await found(role, '4155554821')).toEqual([])
  })

  test('finds by any part of a name and by the beginning of a uid, without a reveal', async () => {
    for (const term of ['walter', 'rand', 'W', 'er br', 'WalterUid001', 'walterUid'])
      expect(await found(role, term), term).toContain(person.uid)
    expect(await found(role, 'Uid0')).toEqual([])
    expect(await reveals()).toBe(0)
    // 'temp' is a placeholder and is not masked.
    expect(await found(role, 'temp')).toEqual(['OtherUid0001'])
    expect(await reveals()).toBe(0)
  })

  test('is refused after the maximum of reveals per hour, and the refused hit is audited', async () => {
    for (let n = 0; n < 5; n++) expect((await search(role, person.email)).status).toBe(200)
    const before = (await audited()).length
    const answer = await search(role, person.email)
    expect([answer.status, answer.body.error_title, answer.body.data]).toEqual([
      429,
      'Too many revealed',
      null,
    ])
    expect((await audited()).slice(before)).toEqual([
      {
        actor_uid: `staff-${role}`,
        subject_id: person.uid,
        after: { found_by_personal_value: [person.uid], refused: 'too_many' },
      },
    ])
    // A search by name still works.
    expect(await found(role, 'walter')).toEqual([person.uid])
  })

  test('as of a moment a hit is counted and audited, too, and refused after the maximum', async () => {
    const [now] = await s.query<{ at: Date }>('select now() as at, pg_sleep(0.01)')
    const at = { 'as-of': now?.at.toISOString() ?? '' }
    const ask = () => s.call(role, api.users.search, { query: { search_term: person.email } }, at)
    for (let n = 0; n < 5; n++) expect((await ask()).body.data.map(({ uid }) => uid)).toEqual([person.uid])
    expect(await reveals()).toBe(5)
    const before = (await audited()).length
    expect((await ask()).status).toBe(429)
    expect((await audited()).slice(before)).toEqual([
      {
        actor_uid: `staff-${role}`,
        subject_id: person.uid,
        after: { found_by_personal_value: [person.uid], refused: 'too_many', as_of: at['as-of'] },
      },
    ])
  })
})

test('support and admin, who see personal data in full, search by parts, and no reveal is counted', async () => {
  for (const inside of ['Uid0', '113.77', 'push-5'])
    expect(await found('admin', inside), 'an id or address is found by its beginning').not.toContain(
      person.uid,
    )
  for (const role of ['support', 'admin'] as const)
    for (const term of ['mailbox', '5554821', '203.0', '8f2c1d', 'walterUid', person.email])
      expect(await found(role, term), term).toContain(person.uid)
  expect(await reveals()).toBe(0)
})
