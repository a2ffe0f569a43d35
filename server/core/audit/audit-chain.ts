import { createHash, createHmac, randomBytes } from 'node:crypto'

/** An audit row in the form that its hash covers: every column, formatted by the database. */
export interface Link {
  id: string
  /** Seconds since 1970 with their fraction, formatted by the database: no time zone, no rounding. */
  at: string
  actor_uid: string
  actor_role: string
  address: string | null
  request_id: string | null
  action: string
  subject_kind: string | null
  subject_id: string | null
  reason: string | null
  /** The text of the stored JSON. */
  before: string | null
  after: string | null
  salt: string | null
  content: string | null
}

/** The previous hash of the first row. */
export const beginning = '0'.repeat(64)

/** The columns of a link, in the form that is hashed. */
export const linkColumns = `id::text, extract(epoch from at)::text as at, actor_uid, actor_role, address, request_id, action,
  subject_kind, subject_id, reason, before::text as before, after::text as after, salt, content`

/**
 * The hash of the columns that may name a person; the row's hash covers it in their place. The salt is erased with them, so that
 * even the holder of the key cannot test names against it.
 */
export const contentOf = (
  key: string,
  { salt, subject_id, reason, before, after }: Omit<Link, 'content'>,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([salt, subject_id, reason, before, after]))
    .digest('hex')

/** The digest of the rows that one erasure emptied and of their new subjects: `ID SUBJECT` per line, ordered by id. */
export const proofOf = (rows: readonly { id: string; subject_id: string | null }[]): string =>
  createHash('sha256')
    .update(
      rows
        .toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
        .map(({ id, subject_id }) => `${id} ${subject_id ?? ''}\n`)
        .join(''),
    )
    .digest('hex')

/**
 * The keyed hash of a row and of the previous hash. An attacker who has only the database lacks the key, so they cannot compute
 * a valid hash for a changed row.
 */
export const hashOf = (key: string, previous: string, link: Link): string =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        previous,
        link.id,
        link.at,
        link.actor_uid,
        link.actor_role,
        link.address,
        link.request_id,
        link.action,
        link.subject_kind,
        link.content,
      ]),
    )
    .digest('hex')

/** The columns that make a row the next link after a hash. */
export function seal(
  key: string,
  previous: string,
  row: Omit<Link, 'salt' | 'content'>,
  salt = randomBytes(16).toString('hex'),
) {
  const content = contentOf(key, { ...row, salt })
  return { salt, content, previous, hash: hashOf(key, previous, { ...row, salt, content }) }
}
