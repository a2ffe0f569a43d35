import { api } from '@portreeve/contract'
import { EuStatement } from '@portreeve/contract/people/eu-statement'
import { measureEnds, measureSources } from '@portreeve/contract/people/measures'
import { grounds, harmClasses, measureNames } from '@portreeve/contract/people/policies'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { passing } from '../../testing/passing.ts'
import { addListing } from '../../testing/reviewing.ts'
import { refusalOf } from '../../testing/team-inbox.ts'

// What was decided in a span, and the statements for the EU's database (docs/fair-decisions.md).

const s = useServer()
const { transparency } = api
const { told } = passing(s)
const query = { from: '2026-01-01', to: '2026-12-31' }
const read = async (days = query) => (await s.call('admin', transparency.get, { query: days })).body.data
const statements = async () =>
  (await s.call('admin', transparency.statements, { query: { from: '2020-01-01', to: '2037-12-31' } })).body
    .data.statements

/** Writes measures as rows of JSON, a hundred at once. */
async function write(rows: object[]) {
  for (let n = 0; n < rows.length; n += 100) await writeSome(rows.slice(n, n + 100))
}
const writeSome = (rows: object[]) =>
  s.query(
    `insert into measures (id, kind, subject_kind, subject_id, uid, grounds, reason, source, by_uid, at, opened_at, until, told_at, ended_at, ended_how, operation_id)
     select id, kind, subject_kind, subject_id, 'sam', grounds, reason, source, 'staff-admin', at, opened_at, until, told_at, ended_at, ended_how, 'op'
     from jsonb_populate_recordset(null::measures, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
let made = 0
const measure = (change: object = {}) => ({
  ...{ id: `ms_${++made}`, kind: 'blocked', subject_kind: 'user', subject_id: 'sam', grounds: [] },
  ...{ source: 'staff', at: '2026-03-01T00:00:00.000Z', told_at: '2026-03-01T00:00:10.000Z' },
  ...change,
})
const ground = (policy: string) => ({
  ...{ policy, version: 1, name: policy, words: 'Not here.', ground: 'terms', reference: null },
})

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller' })
  await addListing(s, 'knife', { title: 'Knife', creationDate: '2026-01-05T15:04:00.000Z' })
  await s.query(
    "insert into policies (id, name, words, ground, harm) values ('weapons', 'Weapons', 'x', 'terms', 'prohibited')",
  )
})
beforeEach(async () => {
  for (const table of ['measures', 'operations', 'user_reports']) await s.query(`delete from ${table}`)
})

describe('the figures', () => {
  test('are for admins, of a span that ends after it begins', async () => {
    for (const role of ['moderator', 'support', 'finance'] as const)
      for (const endpoint of [transparency.get, transparency.csv, transparency.statements])
        expect((await s.call(role, endpoint, { query })).status).toBe(403)
    const wrong = await s.call('admin', transparency.get, {
      query: { from: '2026-02-01', to: '2026-01-31' },
    })
    expect(refusalOf(wrong)).toEqual([
      400,
      'Malformed request',
      'The span ends before it begins. Choose a later last day.',
    ])
    const noDay = { from: '2026-02-30', to: '2026-03-01' }
    expect((await s.call('admin', transparency.get, { query: noDay })).status).toBe(400)
  })

  test('of no decision are zero', async () => {
    expect(await read()).toEqual({
      ...query,
      all: {
        ...{ decisions: 0, automated: 0, median: null, p90: null },
        ended: { time: 0, lifted: 0, undone: 0, replaced: 0 },
        appeals: { open: 0, upheld: 0, changed: 0, reversed: 0 },
      },
      ...{ exported: 0, policies: [], kinds: [], sources: [] },
    })
  })

  test('count by policy, measure and source; a decision under two policies counts for both; the last day is included', async () => {
    const opened_at = '2026-02-28T23:00:00.000Z'
    await write([
      measure({ grounds: [ground('weapons'), ground('gone')], opened_at }),
      measure({ kind: 'warned', source: 'program', opened_at: '2026-02-28T20:00:00.000Z' }),
      measure({ at: '2026-12-31T23:59:59.000Z', ended_at: '2027-01-01T00:00:00.000Z', ended_how: 'lifted' }),
      measure({ at: '2027-01-01T00:00:00.000Z' }),
    ])
    // The newest appeal counts; one against a decision that did not hold any more does not.
    await s.query(`insert into appeals (id, uid, about, text, created_at, opened_at, state)
      select 'ap-' || n, uid, id, 'No.', at, at + n * interval '1 day', (array['reversed', 'upheld', 'moot'])[n]
      from measures, generate_series(1, 3) n where kind = 'warned'`)
    const found = await read()
    expect(found.all.appeals).toEqual({ open: 0, upheld: 1, changed: 0, reversed: 0 })
    expect(found.all).toMatchObject({ decisions: 3, automated: 1, median: 9000, ended: { lifted: 1 } })
    expect(found.all.p90).toBeCloseTo(3600 + 0.9 * 10_800)
    expect(found.exported).toBe(1)
    expect(found.policies.map(({ policy, name, decisions }) => [policy, name, decisions])).toEqual([
      [null, null, 2],
      ['gone', null, 1],
      ['weapons', 'Weapons', 1],
    ])
    expect(found.kinds.map(({ kind, decisions }) => [kind, decisions])).toEqual([
      ['blocked', 2],
      ['warned', 1],
    ])
    expect(found.sources).toMatchObject([
      { source: 'staff', decisions: 2, automated: 0 },
      { source: 'program', decisions: 1, automated: 1, median: 14_400 },
    ])
    const { csv, rows } = (await s.call('admin', transparency.csv, { query })).body.data
    expect(rows).toBe(8)
    expect(csv.split('\r\n')[0]).toContain('by,key,name,decisions,with_a_program')
    expect(csv).toContain('2026-01-01,2026-12-31,policy,weapons,Weapons,1,0,1,3600,3600,0,0,0,0,0,0,0,0')
  })

  test('have the time since the first open report, or since the submission of what was reviewed', async () => {
    const reports = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']
    for (const [n, created_at] of reports.entries())
      await s.make.userReport({ id: `r${n}`, reporting_uid: 'sam', reporter_uid: null, created_at })
    const body = { kind: 'warned' as const, policies: [], reason: 'x', until: null }
    await s.call('moderator', api.measures.restrict, { params: { uid: 'sam' }, body })
    await s.call('moderator', api.posts.deny, { params: { id: 'knife' }, body: { message: 'No.' } })
    expect(await s.query('select kind, opened_at from measures order by kind')).toEqual([
      { kind: 'listing_denied', opened_at: new Date('2026-01-05T15:04:00.000Z') },
      { kind: 'warned', opened_at: new Date('2026-05-01T00:00:00.000Z') },
    ])
  })
})

const words = (max: number) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(max)) },
    { weight: 1, arbitrary: fc.constant('👩‍🔧'.repeat(max / 5)) },
  )
const text = (max: number) =>
  words(max)
    .map((value) =>
      value
        .replaceAll('\0', '')
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, ''),
    )
    .filter(
      (value) =>
        value.trim() !== '' &&
        !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value),
    )
const at = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const random = fc.record({
  kind: fc.constantFrom(...measureNames.filter((kind) => kind !== 'warned')),
  isListing: fc.boolean(),
  grounds: fc.array(
    fc.record({
      ...{ policy: fc.constantFrom(...harmClasses, 'none'), version: fc.constant(1), name: text(200) },
      ...{ words: text(5000), ground: fc.constantFrom(...grounds), reference: fc.option(text(500)) },
    }),
    { minLength: 1, maxLength: 5 },
  ),
  reason: fc.option(text(10_000)),
  source: fc.constantFrom(...measureSources),
  at,
  until: fc.option(fc.constantFrom('2031-05-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z')),
  ended_how: fc.option(fc.constantFrom(...measureEnds)),
})

describe("the EU's file", () => {
  test('has 1,000 random measures of all kinds: 1,000 are accepted', async () => {
    for (const harm of harmClasses)
      await s.query("insert into policies (id, name, words, ground, harm) values ($1, $1, 'x', 'law', $1)", [
        harm,
      ])
    for (const isOld of [true, false])
      await addListing(s, isOld ? 'old' : 'new', {
        creationDate: isOld ? '1970-01-01T00:00:00.000Z' : '2036-01-01T00:00:00.000Z',
      })
    const rows = fc.sample(random, { numRuns: 1000, seed: 38 })
    await write(
      rows.map(({ isListing, ended_how, ...row }, n) =>
        measure({
          ...row,
          told_at: row.at,
          ...{ ended_how, ended_at: ended_how && row.at },
          ...(isListing && { subject_kind: 'listing', subject_id: ['old', 'new', 'gone'][n % 3] }),
        }),
      ),
    )
    await write([
      measure({ kind: 'warned', grounds: [ground('weapons')] }),
      measure({ grounds: [] }),
      measure({ grounds: [ground('weapons')], told_at: null }),
    ])
    const sent = await statements()
    expect(sent).toHaveLength(1000)
    expect(sent.filter((one) => !EuStatement.safeParse(one).success)).toEqual([])
    expect(new Set(sent.map(({ puid }) => puid)).size).toBe(1000)
    expect((await read({ from: '2020-01-01', to: '2037-12-31' })).exported).toBe(1000)
  })

  test('says what was decided, on which ground and why, without uids, names, addresses and numbers', async () => {
    await s.addUser({ uid: 'reporter-77' })
    await write([
      measure({
        ...{ id: 'ms_a', kind: 'no_payouts', source: 'report', until: '2026-09-01T00:00:00.000Z' },
        grounds: [{ ...ground('weapons'), name: 'Weapons', reference: '§ 4' }],
        reason:
          'Sam Seller (sam) told reporter-77 to pay to sam@example.test or 0049 170 1234567. Samuel did not.',
      }),
    ])
    expect(await statements()).toMatchObject([
      {
        puid: 'ms_a',
        ...{ decision_monetary: 'DECISION_MONETARY_SUSPENSION', end_date_monetary_restriction: '2026-09-01' },
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        incompatible_content_ground: 'Weapons, § 4',
        incompatible_content_explanation: 'Not here.',
        category: 'STATEMENT_CATEGORY_UNSAFE_AND_PROHIBITED_PRODUCTS',
        ...{ content_type: ['CONTENT_TYPE_OTHER'], content_type_other: 'Account' },
        ...{ source_type: 'SOURCE_TYPE_OTHER_NOTIFICATION', application_date: '2026-03-01' },
        ...{ automated_detection: 'No', automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED' },
        decision_facts:
          'Somebody had reported it. A person of our team decided. […] ([…]) told […] to pay to […] or […]. Samuel did not.',
      },
    ])
  })

  test('comes in pieces, and has a decision of staff once its person is told', async () => {
    await write(
      Array.from({ length: 1001 }, (_, n) =>
        measure({ grounds: [ground('weapons')], at: `2026-03-01T00:00:0${n % 10}.000Z` }),
      ),
    )
    const first = await s.call('admin', transparency.statements, { query })
    const cursor = String(first.headers['x-next-cursor'])
    const second = await s.call('admin', transparency.statements, { query: { ...query, cursor } })
    const all = [...first.body.data.statements, ...second.body.data.statements]
    expect(new Set(all.map(({ puid }) => puid)).size).toBe(1001)
    expect(second.headers['x-next-cursor']).toBeUndefined()
    expect(
      await s.query(
        "select after ->> 'rows' as rows from audit where action = 'transparency.statements' order by id desc limit 2",
      ),
    ).toEqual([{ rows: '1' }, { rows: '1000' }])
    await s.query('delete from measures')
    const body = { kind: 'no_listing' as const, policies: ['weapons'], reason: 'x', until: null }
    await s.call('moderator', api.measures.restrict, { params: { uid: 'sam' }, body })
    expect(await statements()).toEqual([])
    await told()
    expect(await statements()).toHaveLength(1)
  })
})
