import type { CaseChoice, CaseFile } from '@portreeve/contract/desk/case-files'
import type { HistoryKind } from '@portreeve/contract/staff/history'
import type { Version } from '@portreeve/contract/staff/proof'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { selectVersions } from '../staff/versions.ts'

/** What the file calls some fields of its records. */
const inFile = {
  transaction: { product_title: 'title', purchase_date: 'bought_at' },
  listing: {
    ...{ creationDate: 'created_at', photosURL: 'photos' },
    ...{ review_state: 'state', review_message: 'message' },
  },
}

/** The values that the file shows of a record, by the fields of its versions. */
const shownOf = (record: Record<string, unknown>, names: Record<string, string> = {}) => ({
  ...record,
  ...Object.fromEntries(Object.entries(names).map(([field, name]) => [field, record[name]])),
})

/**
 * The versions of the file's person, transactions and listings, oldest first, where decisions are chosen. They show no more than the
 * file does: numbers and switches, and words only where the file has the same ones without a bar. Versions that show the same are
 * one. A conversation has none: its messages are the record.
 */
export async function versionsOf(
  db: Db,
  choice: CaseChoice,
  file: CaseFile,
  most: number,
): Promise<Version[]> {
  if (!choice.decisions) return []
  const all: Version[] = []
  const add = async (kind: HistoryKind, records: Record<string, Record<string, unknown>>) =>
    void all.push(...(await versionsOfKind(db, kind, records, most + 1)))
  await add('user', { [file.person.uid]: file.person })
  await add('transaction', byId(file.transactions, inFile.transaction))
  await add('listing', byId(file.listings, inFile.listing))
  if (all.length > most)
    refuse(
      'refused',
      'Too much',
      `These records have more than ${most} versions. Choose fewer records, or no proof.`,
    )
  return all.map((one) => ({ ...one, by: authorOf(one.by, choice.staff_names) }))
}

const byId = (records: readonly { id: string }[], names: Record<string, string>) =>
  Object.fromEntries(records.map((one) => [one.id, shownOf({ ...one }, names)]))

/** Who made a version: staff by uid only where the file names them, and what is not of staff without its number here. */
const authorOf = (by: string | null, isNamed: boolean) => {
  const [kind = '', id = ''] = by?.split(' ') ?? []
  if (by === null || (kind === 'staff' && isNamed)) return by
  return kind === 'provider' ? `provider ${id}` : kind
}

async function versionsOfKind(
  db: Db,
  kind: HistoryKind,
  records: Record<string, Record<string, unknown>>,
  limit: number,
): Promise<Version[]> {
  const { rows } = await db.execute<
    Record<'id' | 'since', string> & Record<'until' | 'by', string | null>
  >(sql`
    with file as (select key as id, value as has from jsonb_each(${JSON.stringify(records)}::jsonb)),
    reduced as (
      select version.id, since, until, by, (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(shown)
          where jsonb_typeof(value) in ('null', 'number', 'boolean') or value = has -> key) as shown
      from (${selectVersions(kind, Object.keys(records))}) version join file on file.id = version.id),
    steps as (
      select *, (lag(shown) over line is distinct from shown or lag(until) over line is distinct from since)::int as differs
      from reduced window line as (partition by id order by since)),
    runs as (select *, sum(differs) over (partition by id order by since) as run from steps)
    select id, min(since)::text as since, (array_agg(until order by since desc))[1]::text as until,
      (array_agg(by order by since))[1] as by, (array_agg(shown order by since))[1] as values
    from runs group by id, run order by id, run limit ${limit}`)
  return rows.map(({ since, until, ...row }) => ({
    ...{ kind, ...(row as unknown as Pick<Version, 'id' | 'by' | 'values'>) },
    ...{ since: isoOf(since), until: until === null ? null : isoOf(until) },
  }))
}
