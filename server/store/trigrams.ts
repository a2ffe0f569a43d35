import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'

/** Encoded columns (search-text.ts) with an index of their trigrams. */
const columns = [
  'users.search',
  'users.search_public',
  'listings.search_title',
  'listings.search',
  'messages.search',
  'conversation_members.search_name',
] as const
export type Searched = (typeof columns)[number]

/** Some rows of a column: how many, and by `codeAt` a trigram, from where to where in `having` those stand that have it. */
export interface Sample {
  rows: number
  begin: Uint32Array
  having: Uint16Array
}

/** Rows of a sample, and with how few it would say nothing. */
const [wanted, fewest] = [3000, 300]
/** Milliseconds between two samples. */
const sampleEvery = 600_000
/** How many rows the index gives for one trigram while one row is read and found not to have the part. */
const dearer = 500
/**
 * A trigram leaves at least this share of the rows that have others of the same part, as far as a sample can tell: these belong
 * together, as letters of one alphabet do. The second is for trigrams that share letters.
 */
const [least, overlapping] = [0.2, 0.5]

/** A process serves one database; elsewhere a sample of another one makes a search slower, never wrong. */
const samples = new Map<Searched, Sample>()

/** Without a sample, or with one of a few rows, any part is looked for by all of its trigrams. */
export function keepSample(column: Searched, sample: Sample | undefined) {
  if (sample && sample.rows >= fewest) samples.set(column, sample)
  else samples.delete(column)
}

/** Reads samples of all searched columns, now and every ten minutes. Returns how to stop it. */
export function keepSamples({ database, log }: Pick<Context, 'database' | 'log'>): () => void {
  const read = async () => {
    for (const column of columns) keepSample(column, await readSample(database.db, column))
  }
  const readOrTell = () =>
    read().catch((error: unknown) => log.error({ err: error }, 'no sample of what is searched could be read'))
  void readOrTell()
  const timer = setInterval(readOrTell, sampleEvery).unref()
  return () => clearInterval(timer)
}

export async function readSample(db: Db, column: Searched): Promise<Sample> {
  const [table = '', name = ''] = column.split('.')
  const { rows: sizes } = await db.execute<{ rows: number }>(
    // A table that was never analysed has -1 rows: of these about 500 bytes each.
    sql`select case when reltuples < 0 then pg_relation_size(oid) / 500.0 else reltuples end::float8 as rows
      from pg_class where oid = ${table}::regclass`,
  )
  const percent = Math.min(100, (120 * wanted) / Math.max(1, sizes[0]?.rows ?? 0))
  const { rows } = await db.execute<{ text: string | null }>(
    sql`select ${sql.raw(name)} as text from ${sql.raw(table)} tablesample system (${percent}) limit ${sql.raw(String(wanted))}`,
  )
  return sampleOf(rows.map(({ text }) => text ?? ''))
}

const letters = 36
const codeOf = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code < 58 ? code - 48 : (code | 32) - 87
}
/** The number of the trigram at a place of an encoded text, which is ASCII letters and digits; pg_trgm overlooks case. */
const codeAt = (text: string, at: number) =>
  (codeOf(text, at) * letters + codeOf(text, at + 1)) * letters + codeOf(text, at + 2)

/** @param texts encoded */
export async function sampleOf(texts: string[]): Promise<Sample> {
  const begin = new Uint32Array(letters ** 3 + 1)
  const seen = new Uint16Array(letters ** 3)
  const eachOnce = async (found: (trigram: number, row: number) => void) => {
    seen.fill(0)
    for (const [row, text] of texts.entries()) {
      // Thousands of long texts take some hundred milliseconds: calls go between.
      if (row % 20 === 0) await setImmediate()
      let trigram = codeOf(text, 0) * letters + codeOf(text, 1)
      for (let at = 2; at < text.length; at++) {
        trigram = (trigram % letters ** 2) * letters + codeOf(text, at)
        if (seen[trigram] === row + 1) continue
        seen[trigram] = row + 1
        found(trigram, row)
      }
    }
  }
  await eachOnce((trigram) => {
    begin[trigram + 1] = (begin[trigram + 1] ?? 0) + 1
  })
  for (let trigram = 0; trigram < letters ** 3; trigram++)
    begin[trigram + 1] = (begin[trigram + 1] ?? 0) + (begin[trigram] ?? 0)
  const having = new Uint16Array(begin.at(-1) ?? 0)
  const next = begin.slice()
  await eachOnce((trigram, row) => {
    const at = next[trigram] ?? 0
    having[at] = row
    next[trigram] = at + 1
  })
  return { rows: texts.length, begin, having }
}

/** The pattern of one part alone; see `patternsOf`. */
export function patternOf(column: Searched, part: string): string {
  return patternsOf(column, [[part]]).get(part) ?? `%${part}%`
}

/**
 * What the trigrams look for where a text must have a part of each group: for each part a pattern for LIKE. It may fit other texts,
 * too, so whoever asks by it looks for the part as well (`hasIndexed`), but the index takes as long as it has rows of all trigrams
 * that it is asked for. So of these only as many are asked for as make up for it, the rarest of a sample first; of a part beside
 * rarer ones, none: its pattern is ''.
 * @param groups of encoded parts, each of three letters or more; of a group with several, any one is enough
 */
export function patternsOf(column: Searched, groups: string[][]): Map<string, string> {
  const sample = samples.get(column)
  const all = groups.flat()
  if (!sample) return new Map(all.map((part) => [part, `%${part}%`]))
  const share = (parts: string[]) =>
    Math.min(
      1,
      parts.reduce((sum, part) => sum + shareOf(sample, part), 0),
    )
  const product = (some: string[][]) => some.reduce((left, parts) => left * share(parts), 1)
  const alone = groups.filter((parts) => parts.length === 1)
  const either = groups.filter((parts) => parts.length > 1)
  const patterns = choose(sample, alone.flat(), product(either))
  // Beside none of the others a group of several could not be looked for by the index at all.
  const beside = Math.max(product(alone), 0.02)
  for (const part of either.flat())
    patterns.set(part, choose(sample, [part], beside).get(part) || `%${part}%`)
  if (all.every((part) => patterns.get(part) === '')) for (const part of all) patterns.set(part, `%${part}%`)
  return patterns
}

/** Three letters of a part. */
interface Trigram {
  part: string
  at: number
  /** The rows of the sample that have it, in order. */
  having: Uint16Array
  /** The share of all rows that have it. */
  share: number
}

/** A trigram that the sample does not have may still be somewhere. */
const unseen = 0.3

function trigramsOf({ rows, begin, having }: Sample, part: string): Trigram[] {
  const found = new Map<number, Trigram>()
  for (let at = 0; at + 3 <= part.length; at++) {
    const trigram = codeAt(part, at)
    if (found.has(trigram)) continue
    const those = having.subarray(begin[trigram], begin[trigram + 1])
    found.set(trigram, { part, at, having: those, share: (those.length + unseen) / (rows + 1) })
  }
  return [...found.values()]
}

/** At most this share of all rows has a part. */
const shareOf = (sample: Sample, part: string) =>
  Math.min(1, ...trigramsOf(sample, part).map(({ share }) => share))

/** @param beside the share of rows that have what else is wanted */
function choose(sample: Sample, parts: string[], beside: number): Map<string, string> {
  const left = new Set(parts.flatMap((part) => trigramsOf(sample, part)))
  const chosen: Trigram[] = []
  let share = beside
  let rows: Uint16Array | undefined
  for (;;) {
    let best: { trigram: Trigram; gain: number; keeps: number } | undefined
    for (const trigram of left) {
      if (!fits(trigram, chosen)) continue
      const keeps = keptBy(trigram, chosen, rows)
      const gain = share * (1 - keeps) * dearer - trigram.share
      if (gain > (best?.gain ?? 0)) best = { trigram, gain, keeps }
    }
    if (!best) break
    const { trigram, keeps } = best
    left.delete(trigram)
    chosen.push(trigram)
    share *= keeps
    rows = rows ? inBoth(rows, trigram.having) : trigram.having
  }
  return new Map(
    parts.map((part) => [
      part,
      written(
        part,
        chosen.filter((trigram) => trigram.part === part).map(({ at }) => at),
      ),
    ]),
  )
}

const apart = (one: Trigram, other: Trigram) =>
  one.part === other.part ? Math.abs(one.at - other.at) : Number.POSITIVE_INFINITY

/** Two that share one letter cannot be written without the one between. */
const fits = (trigram: Trigram, chosen: Trigram[]) =>
  chosen.every(
    (other) =>
      apart(trigram, other) !== 2 ||
      chosen.some((between) => apart(trigram, between) === 1 && apart(other, between) === 1),
  )

/** The share of the rows with all chosen ones that have one more, as the sample has it and where that is small, as is likely. */
function keptBy(trigram: Trigram, chosen: Trigram[], rows: Uint16Array | undefined): number {
  if (!rows) return trigram.share
  const likely = chosen.some((other) => apart(trigram, other) < 3)
    ? overlapping
    : chosen.some(({ part }) => part === trigram.part)
      ? Math.max(least, trigram.share)
      : trigram.share
  return (inBoth(rows, trigram.having).length + likely) / (rows.length + 1)
}

/** What two lists in order have in common. */
function inBoth(some: Uint16Array, others: Uint16Array): Uint16Array {
  const both = new Uint16Array(Math.min(some.length, others.length))
  let found = 0
  let at = 0
  for (const row of some) {
    while (at < others.length && (others[at] ?? 0) < row) at++
    if (others[at] === row) both[found++] = row
  }
  return both.subarray(0, found)
}

/** A part with only the trigrams at some places, as a pattern. */
function written(part: string, places: number[]): string {
  let pattern = ''
  let end = -1
  for (const at of places.sort((one, other) => one - other)) {
    pattern += at < end ? part.slice(end, at + 3) : `%${part.slice(at, at + 3)}`
    end = at + 3
  }
  return pattern && `${pattern}%`
}
