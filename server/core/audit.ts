import { type SQL, sql } from 'drizzle-orm'
import { seal } from './audit-chain.ts'
import type { AuditEntry, Context } from './context.ts'
import type { Db, Transaction } from './db.ts'
import { RefusalError } from './refuse.ts'

/** The author of an audit row. */
export interface Actor {
  uid: string
  role: string
  address?: string | undefined
  requestId?: string
  /** The time of the action; default now. Only the demo's history gives one. */
  at?: string
}

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))

/**
 * Writes the audit row of a call, the next link of the chain. Must be the last write of a transaction: every changing call locks
 * the chain's head, so a later lock could deadlock. Refuses the call as unavailable if the row cannot be written.
 */
export async function writeAudit(
  tx: Transaction,
  key: string,
  who: Actor,
  action: string,
  entry: AuditEntry,
): Promise<void> {
  try {
    await append(tx, key, who, action, entry)
  } catch (error) {
    throw unwritten(error)
  }
}

async function append(tx: Transaction, key: string, who: Actor, action: string, entry: AuditEntry) {
  // The database formats time and JSON, so that the hash covers them as they are stored.
  const head = await first<{
    seq: string
    hash: string
    at: string
    before: string | null
    after: string | null
  }>(
    tx,
    sql`update audit_head set seq = seq + 1
        returning seq::text, hash, extract(epoch from coalesce(${who.at ?? null}::timestamptz, clock_timestamp())::timestamptz(3))::text as at,
          ${json(entry.before)}::jsonb::text as before, ${json(entry.after)}::jsonb::text as after`,
  )
  const row = {
    id: head.seq,
    at: head.at,
    actor_uid: who.uid,
    actor_role: who.role,
    address: who.address ?? null,
    request_id: who.requestId ?? null,
    action,
    subject_kind: entry.subject?.[0] ?? null,
    subject_id: entry.subject?.[1] ?? null,
    reason: entry.reason ?? null,
    before: head.before,
    after: head.after,
  }
  const link = { ...row, ...seal(key, head.hash, row) }
  await tx.execute(sql`
    with moved as (update audit_head set hash = ${link.hash})
    insert into audit (id, at, actor_uid, actor_role, address, request_id, action, subject_kind, subject_id, reason,
      before, after, salt, content, previous, hash)
    values (${link.id}, to_timestamp(${link.at}::float8), ${link.actor_uid}, ${link.actor_role}, ${link.address},
      ${link.request_id}, ${link.action}, ${link.subject_kind}, ${link.subject_id}, ${link.reason},
      ${link.before}::jsonb, ${link.after}::jsonb, ${link.salt}, ${link.content}, ${link.previous}, ${link.hash})`)
}

/** The chain's head as `SEQ:HASH`. An operator keeps it outside the database as an anchor. */
export async function auditHead(db: Db): Promise<string> {
  const { seq, hash } = await first<{ seq: string; hash: string }>(
    db,
    sql`select seq::text, hash from audit_head`,
  )
  return `${seq}:${hash}`
}

/** Milliseconds between two heads in the log. */
const noteEvery = 3_600_000

/** Logs the chain's head now and every hour, so that an operator's log store holds anchors. Returns a function that stops it. */
export function noteAuditHeads({ database, log }: Pick<Context, 'database' | 'log'>): () => void {
  const note = () =>
    auditHead(database.db).then(
      (anchor) => log.info({ anchor }, 'audit head'),
      (error) => log.error({ err: error }, 'audit head could not be read'),
    )
  void note()
  const timer = setInterval(note, noteEvery).unref()
  return () => clearInterval(timer)
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
