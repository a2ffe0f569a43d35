import { createHmac } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { digestOf } from './merkle.ts'
import { fieldText } from './verify-proof.js'

/** An audit row in the form that heads and bundles have it. */
export interface ProvenRow {
  id: number
  /** The number of the row before it about the same record: a gap among the rows of a record shows. */
  prior: number | null
  at: string
  action: string
  role: string
  kind: string | null
  actor_uid: string
  address: string | null
  request_id: string | null
  subject_id: string | null
  reason: string | null
  before: unknown
  after: unknown
  salt: string | null
  content: string | null
  hash: string
  erased: string | null
}

const read = async (db: Db, where: SQL, most: number | null = null): Promise<ProvenRow[]> =>
  (
    await db.execute<{ [Column in keyof ProvenRow]: ProvenRow[Column] }>(sql`
      select a.id::float8 as id, prior.id::float8 as prior, action, actor_role as role, subject_kind as kind, actor_uid,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        address, request_id, subject_id, reason, before, after, salt, content, hash, erased
      from audit a left join lateral (
        select id from audit p where p.subject_kind = a.subject_kind and p.subject_id = a.subject_id and p.id < a.id
        order by p.id desc limit 1
      ) prior on true
      where ${where} order by a.id limit ${most}`)
  ).rows

/** The rows after a number, oldest first. */
export const rowsAfter = (db: Db, id: number, most: number) => read(db, sql`a.id > ${id}`, most)

/** How many rows are about some records. */
export async function countAbout(db: Db, records: readonly { kind: string; id: string }[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from audit join unnest(${sql.param(records.map(({ kind }) => kind))}::text[],
      ${sql.param(records.map(({ id }) => id))}::text[]) as about (kind, id) on subject_kind = kind and subject_id = about.id`)
  return rows[0]?.count ?? 0
}

/** The rows about a record up to a number, oldest first. */
export const rowsAbout = (db: Db, { kind, id }: { kind: string; id: string }, last: number) =>
  read(db, sql`a.subject_kind = ${kind} and a.subject_id = ${id} and a.id <= ${last}`)

/** A salt of 128 bits for one field, which tells nothing of the others. */
const saltOf = (secret: string, name: string) =>
  createHmac('sha256', secret).update(name).digest('hex').slice(0, 32)

/** What stays of a row when a person is erased. Its salt comes from the row's keyed hash, which stays too. */
export const deedOf = ({ at, action, role, kind, hash }: ProvenRow) => ({
  salt: saltOf(hash, 'deed'),
  value: { at, action, role, kind },
})

/** The fields that an erasure empties, each with its digest: an object's fields count one by one. */
export function fieldsOf(row: ProvenRow) {
  const { actor_uid, address, request_id, subject_id, reason } = row
  const values = [
    ...Object.entries({ actor_uid, address, request_id, subject_id, reason }),
    ...(['before', 'after'] as const).flatMap((name) => inside(name, row[name])),
  ]
  return values.map(([name, value]) => {
    const salt = saltOf(row.salt ?? '', name)
    return { name, salt, value, digest: digestOf(fieldText(name, salt, value)).toString('hex') }
  })
}

function inside(name: string, value: unknown): [string, unknown][] {
  if (value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) return [[name, value]]
  return Object.entries(value).map(([field, one]) => [`${name}.${field}`, one])
}
