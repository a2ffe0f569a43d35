import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '../call/context.ts'
import type { Db, Transaction } from '../database/db.ts'
import { RefusalError } from '../refuse.ts'
import { seal } from './audit-chain.ts'

/** The author of an audit row. */
export interface Actor {
  uid: string
  role: string
  address?: string | undefined
  requestId?: string
  /** The time of the action; default now. Only the demo's history gives one. */
  at?: string
}

/** What an audit row says, with the name of its action. */
export type Audited = readonly [action: string, entry: AuditEntry]

/**
 * Writes audit rows, the next links of the chain. Must be the last write of a transaction: every changing call locks the chain's
 * head, so a later lock could deadlock. Refuses the call as unavailable if the rows cannot be written.
 */
export async function writeAudits(
  tx: Transaction,
  key: string,
  who: Actor,
  rows: readonly Audited[],
): Promise<void> {
  try {
    if (rows.length > 0) await append(tx, key, who, rows)
  } catch (error) {
    throw unwritten(error)
  }
}

/** Writes one audit row, as `writeAudits` does. */
export const writeAudit = (tx: Transaction, key: string, who: Actor, action: string, entry: AuditEntry) =>
  writeAudits(tx, key, who, [[action, entry]])

async function append(tx: Transaction, key: string, who: Actor, rows: readonly Audited[]) {
  // The database formats time and JSON, so that the hash covers them as they are stored.
  const head = await first<{
    seq: string
    hash: string
    at: string
    texts: [string | null, string | null][]
  }>(
    tx,
    sql`update audit_head set seq = seq + ${rows.length}::int
        returning (seq - ${rows.length}::int)::text as seq, hash,
          extract(epoch from coalesce(${who.at ?? null}::timestamptz, clock_timestamp())::timestamptz(3))::text as at,
          (select json_agg(json_build_array((e -> 'before')::text, (e -> 'after')::text) order by n)
            from jsonb_array_elements(${jsonOf(rows)}::jsonb) with ordinality as given (e, n)) as texts`,
  )
  let previous = head.hash
  const links = rows.map(([action, entry], n) => {
    const [before = null, after = null] = head.texts[n] ?? []
    const row = {
      id: String(BigInt(head.seq) + BigInt(n + 1)),
      at: head.at,
      actor_uid: who.uid,
      actor_role: who.role,
      address: who.address ?? null,
      request_id: who.requestId ?? null,
      action,
      subject_kind: entry.subject?.[0] ?? null,
      subject_id: entry.subject?.[1] ?? null,
      reason: entry.reason ?? null,
      before,
      after,
    }
    const link = { ...row, ...seal(key, previous, row) }
    previous = link.hash
    return link
  })
  await tx.execute(sql`
    with moved as (update audit_head set hash = ${previous})
    insert into audit (id, at, actor_uid, actor_role, address, request_id, action, subject_kind, subject_id, reason,
      before, after, salt, content, previous, hash)
    select id, to_timestamp(at::float8), actor_uid, actor_role, address, request_id, action, subject_kind, subject_id, reason,
      before::jsonb, after::jsonb, salt, content, previous, hash
    from json_to_recordset(${JSON.stringify(links)}::json) as link (id bigint, at text, actor_uid text, actor_role text,
      address text, request_id text, action text, subject_kind text, subject_id text, reason text, before text, after text,
      salt text, content text, previous text, hash text)`)
}

/** The values before and after of some rows; a missing one is absent, as JSON's null would be a value. */
const jsonOf = (rows: readonly Audited[]) =>
  JSON.stringify(
    rows.map(([, { before, after }]) => ({ before: before ?? undefined, after: after ?? undefined })),
  )

/** The chain's head as `SEQ:HASH`. An operator keeps it outside the database as an anchor. */
export async function auditHead(db: Db): Promise<string> {
  const { seq, hash } = await first<{ seq: string; hash: string }>(
    db,
    sql`select seq::text, hash from audit_head`,
  )
  return `${seq}:${hash}`
}

async function first<Row extends Record<string, unknown>>(db: Db, query: SQL): Promise<Row> {
  const [row] = (await db.execute(query)).rows as Row[]
  if (!row) throw new Error('The head of the audit log is gone')
  return row
}

/** Transient SQLSTATEs that are not the audit's fault: conflict (40), broken connection (08, 57), lock timeout (55). */
const transient = /^(40|08|57|55)/

function unwritten(error: unknown): unknown {
  const { cause, code } = error as { code?: string; cause?: { code?: string } }
  const state = cause?.code ?? code
  if (state === undefined || !/^[0-9A-Z]{5}$/.test(state) || transient.test(state)) return error
  return new RefusalError(
    'unavailable',
    'Not recorded',
    'The audit log cannot be written at the moment, so nothing was done. Please try again later.',
    { cause: error },
  )
}
