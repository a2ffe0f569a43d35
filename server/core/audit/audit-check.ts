import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { beginning, contentOf, hashOf, type Link, linkColumns, proofOf } from './audit-chain.ts'

/** A stored row. Numbers are text, because a tampered row may hold any number. */
type Row = Link & { previous: string | null; hash: string | null; erased: string | null }
/** The rows with the head of the same snapshot. The columns of a row are null when there are no rows. */
type Read = { [Column in keyof Row]: Row[Column] | null } & {
  head_seq: string | null
  head_hash: string | null
}

/** An earlier head of the chain, kept outside the database, where a tamperer cannot change it. */
export interface Anchor {
  seq: bigint
  hash: string
}

/** Parses `SEQ:HASH`; undefined when malformed. */
export function anchorOf(text: string): Anchor | undefined {
  const [, seq, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return seq === undefined || hash === undefined ? undefined : { seq: BigInt(seq), hash }
}

/** Rows per query. */
const batch = 1000
/** Ids on either side that are tried as the original place of a moved row. */
const neighbourhood = 1000
/** Maximum faults for which the original place is searched. */
const maxSearches = 50

/**
 * Verifies the whole chain in batches, while the server keeps writing. Reports every row that differs from what the server
 * wrote. Changes nothing.
 * @param keys the current key, then earlier ones, newest first: after a row signed with one key, no row may use an older key.
 * @returns the number of rows, the number of faults, and the chain's head as `SEQ:HASH`.
 */
export async function checkAudit(
  db: Db,
  keys: string | readonly string[],
  report: (fault: string) => void,
  anchor?: Anchor,
): Promise<{ rows: number; faults: number; head: string }> {
  let rows = 0
  let faults = 0
  let last = { seq: 0n, hash: beginning }
  const erasures = newErasures()
  // Oldest first, in the order of the rows.
  const waiting = [keys].flat().toReversed()
  let anchored = anchor === undefined || (anchor.seq === 0n && anchor.hash === beginning)
  const fault = (words: string) => {
    faults += 1
    report(words)
  }
  for (let after: string | null = null; ; ) {
    const read: Read[] = await readOn(db, after)
    const found = read.filter((row): row is Read & Row => row.id !== null)
    for (const row of found) {
      rows += 1
      const seq = BigInt(row.id)
      if (seq < 1n) fault(`row ${seq}: stands before the first`)
      else {
        if (seq === last.seq + 2n) fault(`row ${last.seq + 1n}: is missing`)
        else if (seq > last.seq + 2n) fault(`rows ${last.seq + 1n} to ${seq - 1n}: are missing`)
        else if (row.previous !== null && row.previous !== last.hash)
          fault(
            `row ${seq}: does not follow the row before it, which was changed, removed or put there later`,
          )
      }
      const signed = waiting.findIndex(
        (one) => row.previous !== null && hashOf(one, row.previous, row) === row.hash,
      )
      waiting.splice(0, signed)
      const wrong = wrongWith(waiting[0] ?? '', row, faults < maxSearches)
      if (wrong) fault(`row ${seq}: ${wrong}`)
      else erasures.note(row)
      if (anchor && seq === anchor.seq) {
        anchored = true
        if (row.hash !== anchor.hash) fault(`row ${seq}: is another one than the anchor was noted of`)
      }
      last = { seq, hash: row.hash ?? '' }
    }
    after = found.at(-1)?.id ?? after
    if (found.length === batch) continue
    const { head_seq, head_hash } = read[0] ?? { head_seq: null, head_hash: null }
    if (head_seq === null) fault('the head of the chain is missing')
    else if (BigInt(head_seq) > last.seq)
      fault(`rows ${last.seq + 1n} to ${head_seq}: are missing at the end, says the head of the chain`)
    else if (BigInt(head_seq) < last.seq)
      fault(`rows ${BigInt(head_seq) + 1n} to ${last.seq}: stand behind the head of the chain`)
    else if (head_hash !== last.hash) fault(`the head of the chain: has another hash than row ${last.seq}`)
    if (!anchored) fault(`rows ${last.seq + 1n} to ${anchor?.seq}: are missing at the end, says the anchor`)
    for (const wrong of erasures.faults()) fault(wrong)
    return { rows, faults, head: `${last.seq}:${last.hash}` }
  }
}

/** Reads rows and head in one statement, so that the head of the last batch is of the same snapshot. */
async function readOn(db: Db, after: string | null): Promise<Read[]> {
  const { rows } = await db.execute<Read>(sql`
    select link.*, head.seq::text as head_seq, head.hash as head_hash
    from (select 1) always left join audit_head head on true left join (
      select ${sql.raw(linkColumns)}, previous, hash, erased from audit
      where ${after}::bigint is null or id > ${after}::bigint order by audit.id limit ${batch}
    ) link on true order by link.id::bigint`)
  return rows
}

function wrongWith(key: string, row: Row, search: boolean): string | undefined {
  if (row.previous === null || row.hash === null) return 'was never chained'
  const { previous, hash } = row
  if (hashOf(key, previous, row) === hash) {
    const whole =
      row.erased === null
        ? contentOf(key, row) === row.content
        : [row.salt, row.reason, row.before, row.after].every((value) => value === null)
    return whole ? undefined : changed
  }
  if (search)
    for (let away = 1n; away <= neighbourhood; away++)
      for (const id of [BigInt(row.id) - away, BigInt(row.id) + away])
        if (hashOf(key, previous, { ...row, id: String(id) }) === hash)
          return `stands in another place than its own, which is ${id}`
  return changed
}

const changed = 'was changed, or was not written by the server'

/** The action whose audit rows hold the proof of which other rows an erasure emptied. */
export const erasing = 'users.erase'

/** Collects the emptied rows and the proofs of the erasures, and compares them. */
function newErasures() {
  const emptied = new Map<string, { id: string; subject_id: string | null }[]>()
  const onRecord = new Map<string, string>()
  return {
    note: (row: Row) => {
      if (row.erased !== null) {
        const rows = emptied.get(row.erased) ?? []
        rows.push({ id: row.id, subject_id: row.subject_id })
        emptied.set(row.erased, rows)
      } else if (row.action === erasing && row.subject_id !== null) {
        const { audit_proof } = JSON.parse(row.after ?? '{}') as { audit_proof?: string }
        onRecord.set(row.subject_id, audit_proof ?? '')
      }
    },
    faults: () =>
      [...new Set([...emptied.keys(), ...onRecord.keys()])]
        .filter((called) => proofOf(emptied.get(called) ?? []) !== onRecord.get(called))
        .map((called) =>
          onRecord.has(called)
            ? `the rows that were emptied with ${called}: are not those that its erasure says`
            : `rows ${emptied
                .get(called)
                ?.map(({ id }) => id)
                .slice(0, 20)
                .join(', ')}: were emptied, but no erasure of ${called} is on record`,
        ),
  }
}
