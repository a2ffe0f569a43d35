import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { encode, fold } from '../store/search-text.ts'
import { keepSample, keepSamples, patternOf, patternsOf, readSample, sampleOf } from '../store/trigrams.ts'
import { useServer } from './harness.ts'

const s = useServer()
const column = 'listings.search'
afterEach(() => keepSample(column, undefined))

/** A sample of 1,000 rows, in which each text stands in some of them, next to each other. */
const keep = async (...texts: [text: string, rows: number][]) => {
  const rows = texts.flatMap(([text, count]) => Array.from({ length: count }, () => text))
  keepSample(column, await sampleOf([...rows, ...Array.from({ length: 1000 - rows.length }, () => '')]))
}

describe('what the trigrams look for', () => {
  test('is the whole part, as long as there is no sample of a few hundred rows', async () => {
    expect(patternOf(column, 'bicycle')).toBe('%bicycle%')
    keepSample(column, await sampleOf(Array.from({ length: 299 }, () => 'bicycle')))
    expect(patternOf(column, 'bicycle')).toBe('%bicycle%')
  })

  test('is what is rare of a part, without what many have beside it', async () => {
    await keep(['ycle', 900], ['bicy', 20])
    expect(patternOf(column, 'bicycle')).toBe('%bicyc%')
    await keep(['annaQFQmaria', 5], ['annaQFQsmith', 45], ['QFQ', 800])
    expect(patternOf(column, 'annaQFQmaria')).toBe('%annaQ%FQm%aria%')
  })

  test('is few of letters that always stand together', async () => {
    await keep(['bicycl', 400], ['cle', 500])
    expect(patternOf(column, 'bicycle')).toBe('%bic%cle%')
  })

  test('is nothing of a part beside a rare one, but something of one at least', async () => {
    await keep(['the', 700], ['bike', 1])
    const patterns = patternsOf(column, [['the'], ['bike']])
    expect([...patterns]).toEqual([
      ['the', ''],
      ['bike', '%bike%'],
    ])
    await keep(['the', 1000])
    expect(patternOf(column, 'the')).toBe('%the%')
  })

  test('is something of each part, where any one of several is enough', async () => {
    await keep(['the', 990], ['bike', 1])
    const patterns = patternsOf(column, [['the', 'bike', 'xyzzy'], ['rarely']])
    expect([...patterns.values()].every((pattern) => /^%.{3,}%$/.test(pattern))).toBe(true)
  })

  test('fits whatever has the part', async () => {
    const letters = fc.constantFrom(...'abmer0159. -_+@жй小')
    const text = fc.string({ unit: letters, maxLength: 14 })
    const texts = fc.array(fc.string({ unit: letters, maxLength: 8 }), { minLength: 300, maxLength: 320 })
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(fc.tuple(text, text, text), { minLength: 50 }),
        async (known, asked) => {
          keepSample(column, await sampleOf(known.map((one) => encode(fold(one)))))
          for (const [before, part, after] of asked) {
            const fits = new RegExp(patternOf(column, encode(fold(part))).replaceAll('%', '.*'))
            expect(encode(fold(before) + fold(part) + fold(after))).toMatch(fits)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('a sample knows which of its rows have a trigram, whatever its case', async () => {
  const { begin, having } = await sampleOf(['abcabc', 'XABCX', '', 'zzz', 'ab'])
  const rowsWith = (trigram: string) => {
    const code = Number.parseInt(trigram, 36)
    return [...having.subarray(begin[code], begin[code + 1])]
  }
  expect(['abc', 'bca', 'xab', 'zzz', 'zzy', '000'].map(rowsWith)).toEqual([[0, 1], [0], [1], [3], [], []])
})

test('samples are read when the server starts; where that fails it says so and searches go on', async () => {
  await s.query(
    `insert into users (uid, search_name, search_uid) select 'y' || i, 'ypsilon', 'y' || i from generate_series(1, 400) i`,
  )
  const error = vi.fn()
  const log = { error } as unknown as typeof s.ctx.log
  const whole = '%ypsilantis%'
  expect(patternOf('users.search', 'ypsilantis')).toBe(whole)
  const broken = { ...s.ctx.database, db: { execute: () => Promise.reject(new Error('gone')) } }
  keepSamples({ database: broken as unknown as typeof s.ctx.database, log })()
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce())
  expect(patternOf('users.search', 'ypsilantis')).toBe(whole)
  const stop = keepSamples({ database: s.ctx.database, log })
  await vi.waitFor(() => expect(patternOf('users.search', 'ypsilantis')).not.toContain('yps'))
  stop()
  keepSample('users.search', undefined)
})

test('a sample is of the whole table where it is small, and of three thousand rows at most', async () => {
  const { db } = s.ctx.database
  const before = (await readSample(db, 'users.search')).rows
  await s.addUser({ uid: 'sampled' })
  expect((await readSample(db, 'users.search')).rows).toBe(before + 1)
  await s.query(
    `insert into users (uid, search_name, search_uid) select 'n' || i, 'n' || i, 'n' || i from generate_series(1, 5000) i`,
  )
  await s.asOwner('analyze users')
  const { rows } = await readSample(db, 'users.search')
  expect(rows).toBeGreaterThan(1500)
  expect(rows).toBeLessThanOrEqual(3000)
})
