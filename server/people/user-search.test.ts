import { api } from '@portreeve/contract'
import { digitsOf, fold, readsAsPhone } from '@portreeve/contract/base/plain-text'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { encode } from '../search/search-text.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const search = async (search_term: string, exclude_uid?: string) =>
  s.call('support', api.users.search, {
    query: { search_term, ...(exclude_uid === undefined ? {} : { exclude_uid }) },
  })
const uids = async (term: string, exclude?: string) =>
  (await search(term, exclude)).body.data.map((user) => user.uid)

beforeAll(async () => {
  const people = [
    {
      uid: 'SorenUid0001',
      displayName: 'Søren Kierkegaard',
      email: 'soren@example.com',
      phone_number: '+1 (555) 804-5862',
      last_ip: '198.51.100.1',
      oneSignalId: 'push-aaaa',
    },
    {
      uid: 'MullerUid001',
      displayName: 'Zoë Müller',
      email: 'zoe.m@example.org',
      phone_number: '+15559990000',
      last_ip: '198.51.100.12',
      oneSignalId: 'push-aaab',
    },
    {
      uid: 'MullerUid002',
      displayName: 'Anna MULLER',
      email: 'anna@example.org',
      last_ip: '203.0.113.5',
      oneSignalId: 'push-aaaa',
    },
    {
      uid: 'ObrienUid001',
      displayName: "Rūta O'Brien",
      email: 'ruta.obrien@example.com',
      last_ip: '198.51.100.1',
    },
    { uid: 'PercentUid01', displayName: '100% wool_socks', email: 'wool@example.net' },
    { uid: 'HanUid000001', displayName: '小明 Nakamura', email: null },
    { uid: 'ZhannaUid001', displayName: 'Жанна Агузарова', email: null },
    { uid: 'AtlasUid0001', displayName: 'Zwdlantis', email: null },
    { uid: 'StrasseUid01', displayName: 'Jörg Straße-Łódź', email: 'j-s@example.com' },
  ]
  for (const person of people) await s.addUser(person)
})

describe('search text', () => {
  test('folding removes case and accents', () => {
    expect(fold('  Søren  Łódź STRASSE Straße Çağla Ýþ ')).toBe('soren lodz strasse strasse cagla yth')
    expect(fold('Ελλάδα')).toBe(fold('ΕΛΛΑΔΑ'))
  })
  test('encoding gives only ASCII letters and digits, and different texts stay different', () => {
    const texts = ['a%b', 'a_b', 'a b', 'a.b', 'aFb', 'ab', '小', '明', 'Ж', "o'b", 'a\\b']
    const encoded = texts.map((text) => encode(fold(text)))
    expect(encoded.every((text) => /^[a-zA-Z0-9]+$/.test(text))).toBe(true)
    expect(new Set(encoded).size).toBe(new Set(texts.map(fold)).size)
  })
  test('a part matches exactly where it is a part', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aqxz07.@-_+ :жß小%'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, (whole, part) => {
        const [encoded, piece] = [encode(fold(whole)), encode(fold(part))]
        expect(encoded.includes(piece)).toBe(fold(whole).includes(fold(part)))
      }),
      { numRuns: 3000 },
    )
  })
  test('no mark shares trigrams with words, except words with a q', () => {
    for (const mark of '.@-_+ ')
      for (const [, trigram] of encode(`ab${mark}cd`)
        .toLowerCase()
        .matchAll(/(?=(...))/g))
        expect(trigram).toContain('q')
    expect(encode('жß小\u{1f98a}')).not.toMatch(/q/i)
  })
  test('a phone number is reduced to its digits', () => {
    expect(digitsOf('+1 (555) 804-5862')).toBe('15558045862')
    expect(['+1 (555)', '(555) 804', '555.804.5862', '1555'].map(readsAsPhone)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['push-1', '1a', 'temp', ''].map(readsAsPhone)).toEqual([false, false, false, false])
  })
})

describe('finding people', () => {
  test.each([
    ['Søren', ['SorenUid0001']],
    ['soren k', ['SorenUid0001']],
    ["o'brien", ['ObrienUid001']],
    ['O’Brien', ['ObrienUid001']],
    ['Жанна', ['ZhannaUid001']],
    ['小', ['HanUid000001']],
    ['strasse', ['StrasseUid01']],
    ['lodz', ['StrasseUid01']],
    ['100%', ['PercentUid01']],
    ['%', ['PercentUid01']],
    ['_', ['PercentUid01']],
    ['wool_s', ['PercentUid01']],
    ['woolXs', []],
    ['+1 (555) 804', ['SorenUid0001']],
    ['8045862', ['SorenUid0001']],
    ['obrien@exa', ['ObrienUid001']],
    ['PERCENTUID01', ['PercentUid01']],
    ['203.0', ['MullerUid002']],
    ['zq', []],
    // A word of this text matches only at its end, where many others share the prefix.
    ['crowdlantis', []],
    ['lantis', ['AtlasUid0001']],
    // All words in any order; a dot is as good as a space.
    ['kierkegaard soren', ['SorenUid0001']],
    ['muller zoe', ['MullerUid001']],
    ['zoe.muller', ['MullerUid001']],
    ['wool socks', ['PercentUid01']],
    ['nakamura 小明', ['HanUid000001']],
    ['obrien ruta', ['ObrienUid001']],
    ['ruta.nobody', []],
    ['no such person at all', []],
  ])('%s', async (term, expected) => {
    expect(await uids(term)).toEqual(expected)
  })

  test('[API-07] Müller and muller are the same people; the excluded uid is absent', async () => {
    expect((await uids('Müller')).sort()).toEqual(['MullerUid001', 'MullerUid002'])
    expect((await uids('muller')).sort()).toEqual(['MullerUid001', 'MullerUid002'])
    expect(await uids('muller', 'MullerUid001')).toEqual(['MullerUid002'])
  })

  test('an exact match of an identifier ends the search: 198.51.100.1 is not 198.51.100.12', async () => {
    expect((await uids('198.51.100.1')).sort()).toEqual(['ObrienUid001', 'SorenUid0001'])
    expect((await uids('push-aaaa')).sort()).toEqual(['MullerUid002', 'SorenUid0001'])
    expect((await uids('push-aaa')).sort()).toEqual(['MullerUid001', 'MullerUid002', 'SorenUid0001'])
  })
})

describe('the order of people', () => {
  test('exact matches come first, then prefixes, then parts', async () => {
    await s.addUser({ uid: 'order-part', displayName: 'Xqanbert' })
    await s.addUser({ uid: 'order-begin', displayName: 'Qanberta' })
    await s.addUser({ uid: 'order-full', displayName: 'qanbert' })
    expect(await uids('Qanbert')).toEqual(['order-full', 'order-begin', 'order-part'])
  })

  test('[USR-20] one and two letters find prefixes and parts; no term lists the newest', async () => {
    expect(await uids('ж')).toEqual(['ZhannaUid001'])
    expect(await uids('øR')).toContain('SorenUid0001')
    await s.addUser({ uid: 'newest', created_at: '2026-11-01T00:00:00.000Z' })
    expect((await uids(''))[0]).toBe('newest')
    expect((await uids('')).length).toBeGreaterThan(8)
  })

  test('at most 200 rows, and the header x-more signals more', async () => {
    for (let i = 0; i < 201; i++) await s.addUser({ uid: `many-${i}`, displayName: `Manyfold ${i}` })
    const many = await search('manyfold')
    expect(many.body.data).toHaveLength(200)
    expect(many.headers['x-more']).toBe('true')
    expect((await search('manyfold', 'many-7')).headers['x-more']).toBeUndefined()
    expect((await search('soren')).headers['x-more']).toBeUndefined()
  })

  test('a term with NUL or a half character is refused, a very long one too', async () => {
    expect((await search('a\u0000')).status).toBe(400)
    expect((await search('x'.repeat(501))).status).toBe(400)
    expect((await search('x'.repeat(500))).status).toBe(200)
  })
})
