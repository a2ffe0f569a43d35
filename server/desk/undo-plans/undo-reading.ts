import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { conversationStates, inboxSettings } from '../../conversations/inbox/inbox-tables.ts'
import { macros } from '../../conversations/macro-tables.ts'
import { emailTemplates, emailVariables } from '../../conversations/template-tables.ts'
import type { Db } from '../../core/database/db.ts'
import { machineKeys } from '../../db/machine-tables.ts'
import { staff } from '../../db/system-tables.ts'
import { collections, keywords, posts, questions } from '../../listings/listing-tables.ts'
import { webhookEndpoints } from '../../marketplace/webhook-tables.ts'
import { moneySettings, refundReasons } from '../../money/money-desk-tables.ts'
import { orders, transactions } from '../../money/money-tables.ts'
import { policies } from '../../people/measures/measure-tables.ts'
import { users } from '../../people/people-tables.ts'
import { isChange, looks } from '../../staff/audit-rows.ts'
import { deskWeights } from '../desk-tables.ts'
import {
  type Changes,
  changesOf,
  type Done,
  settingActions,
  targetOf,
  type Values,
  writtenBy,
} from './undo-changes.ts'
import { inverses } from './undo-inverses.ts'

// What a plan reads: the actions, their records as they are now, and later work on them.

/** Where the records of each kind are. The settings have one row. */
const places: Readonly<Record<string, readonly [PgTable, AnyPgColumn | null]>> = {
  user: [users, users.uid],
  listing: [posts, posts.key],
  question: [questions, questions.id],
  collection: [collections, collections.id],
  keyword: [keywords, keywords.id],
  macro: [macros, macros.id],
  conversation: [conversationStates, conversationStates.conversation_id],
  transaction: [transactions, transactions.id],
  order: [orders, orders.id],
  policy: [policies, policies.id],
  email_template: [emailTemplates, emailTemplates.TemplateName],
  email_variable: [emailVariables, emailVariables.name],
  staff: [staff, staff.uid],
  machine_key: [machineKeys, machineKeys.id],
  webhook_endpoint: [webhookEndpoints, webhookEndpoints.id],
  refund_reason: [refundReasons, refundReasons.id],
  money_settings: [moneySettings, null],
  inbox_settings: [inboxSettings, null],
  desk_weights: [deskWeights, null],
}

const partsOf = (target: string) => /^([^:]*):(.*)$/s.exec(target)?.slice(1) as [kind: string, id: string]

/** The records of some actions as they are now, by target. @param lock until the transaction ends, as the call of the undo locks them */
export async function present(
  db: Db,
  targets: readonly string[],
  lock: boolean,
): Promise<Map<string, Values>> {
  const found = new Map<string, Values>()
  for (const [kind, [table, key]] of Object.entries(places)) {
    const ids = targets.map(partsOf).flatMap(([one, id]) => (one === kind ? [id] : []))
    if (ids.length === 0) continue
    const some = key ? sql`${key} = any(${sql.param(ids)}::text[])` : undefined
    const query = db.select().from(table).where(some).$dynamic()
    const rows: Values[] = await (lock ? query.for('update') : query)
    const name = key && Object.entries(table).find(([, column]) => column === key)?.[0]
    for (const row of rows) found.set(`${kind}:${name ? row[name] : ''}`, row)
  }
  return found
}

/** Actions of the audit, newest first. */
export async function readDone(db: Db, where: SQL, limit: number): Promise<Done[]> {
  const { rows } = await db.execute<Omit<Done, 'id' | 'at'> & { id: string; at: string }>(sql`
    select id::text, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_uid as uid, action, subject_kind as kind,
      subject_id as subject, reason, before, after, erased is not null as erased
    from audit where ${where} order by audit.id desc limit ${limit}`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Undone actions and their undos are no newer work: the record is as if neither had been. */
const stands = sql`not exists (select from undo_plan_rows r where r.audit_id = audit.id and r.undone_at is not null)
  and not exists (select from undo_plans p where p.job_id = audit.request_id)`

/** The later changes of the records of some actions, oldest first. */
export async function laterWork(
  db: Db,
  all: readonly Done[],
): Promise<Map<string, { done: Done; changes: Changes }[]>> {
  const named = all.filter(({ kind }) => kind !== null)
  const first = Math.min(...all.map(({ id }) => id))
  const list = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`
  const about = sql`(subject_kind, subject_id) in (select * from unnest(${list(named.map(({ kind }) => kind))}, ${list(named.map(({ subject }) => subject))}))`
  const of = sql`(${about} or subject_kind is null and action = any(${list(settingActions)}))`
  const rows = await readDone(db, sql`${of} and id > ${first} and ${isChange} and ${stands}`, 100_000)
  const byTarget = new Map<string, { done: Done; changes: Changes }[]>()
  for (const done of rows.toReversed()) {
    const target = targetOf(done)
    const changes = writtenBy(done)
    if (target === null || !isWork(done)) continue
    byTarget.set(target, [...(byTarget.get(target) ?? []), { done, changes }])
  }
  return byTarget
}

/** Whether an action changed something: it is no look. What providers and the server do has no inverse, and counts. */
const isWork = ({ action }: Done) => !looks.includes(action) && !('nothing' in (inverses[action] ?? {}))

/** Whether the record of an action is in one of these tables for sure. */
export const hasPlace = (done: Done) => {
  const [kind = ''] = partsOf(targetOf(done) ?? ':')
  // A provider of mails may have the templates.
  return kind in places && kind !== 'email_template'
}
/** The actions that a plan has undone before. */
export async function undoneBefore(db: Db, all: readonly Done[]): Promise<Set<number>> {
  const ids = sql.param(all.map(({ id }) => String(id)))
  const { rows } = await db.execute<{ id: string }>(
    sql`select audit_id::text as id from undo_plan_rows where undone_at is not null and audit_id = any(${ids}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The messages of denials that a later decision replaced, by the audit entry of that decision. */
export async function denialsOf(db: Db, all: readonly Done[]): Promise<Map<number, string | null>> {
  const ids = all.flatMap((done) =>
    changesOf(done).review_state?.[0] === 'denied' && done.kind === 'listing' ? [String(done.id)] : [],
  )
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; message: string | null }>(sql`
    select a.id::text, (select d.was ->> 'message' from review_decisions d where d.kind = 'listing' and d.subject_id = a.subject_id
      and d.version = (a.after ->> 'version')::int limit 1) as message
    from audit a where a.id = any(${sql.param(ids)}::bigint[])`)
  return new Map(rows.map(({ id, message }) => [Number(id), message]))
}
