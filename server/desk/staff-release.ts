import { may, type Permission } from '@portreeve/contract/base/rights'
import { assignedAtSource } from '@portreeve/contract/desk/desk'
import { type DeskKind, deskKindNames, deskKinds } from '@portreeve/contract/desk/desk-ranking'
import type { TransactionChange } from '@portreeve/contract/live-payloads'
import type { StaffWork } from '@portreeve/contract/staff/staff'
import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { transactionChanged } from '../money/orders/transaction-records.ts'
import type { Released, Standing } from '../staff/staff-work.ts'
import { subjectOf } from './desk-subject.ts'

/** Events of single conversations in one release; above it one event stands for all. */
const maxEvents = 20

/** What points at a staff member and is to be done: conversations, disputes, cases of the desk, and macros that assign to them. */
function workOf(uid: string) {
  const assigned = (kinds: readonly DeskKind[]) =>
    sql`desk_cases where assignee = ${uid} and kind = any(${sql.param([...kinds])}::text[])`
  return {
    conversations: sql`conversation_states where assignee = ${uid} and state <> 'closed'`,
    disputes: sql`disputes where assignee = ${uid} and status = 2`,
    cases: assigned,
    macros: sql`macros where actions -> 'assign' ->> 'uid' = ${uid}`,
  }
}

/** Which of it a standing may not do. */
function lostBy({ role, disabled }: Omit<Standing, 'uid'>) {
  const isLost = (permission: Permission) => disabled || !may(role, permission)
  return {
    inbox: isLost('inbox.write'),
    disputes: isLost('disputes.write'),
    kinds: deskKindNames.filter((kind) => !assignedAtSource.includes(kind) && isLost(deskKinds[kind])),
  }
}

/** Counts what a staff member would lose with another standing. */
export async function countWork(db: Db, { uid, ...standing }: Standing): Promise<StaffWork> {
  const [work, lost] = [workOf(uid), lostBy(standing)]
  const count = (from: SQL, isLost: boolean) => (isLost ? sql`(select count(*)::int from ${from})` : sql`0`)
  const { rows } = await db.execute<StaffWork & Record<string, unknown>>(sql`
    select ${count(work.conversations, lost.inbox)} as conversations, ${count(work.disputes, lost.disputes)} as disputes,
      ${count(work.cases(lost.kinds), true)} as cases, ${count(work.macros, lost.inbox)} as macros`)
  return rows[0] ?? { conversations: 0, disputes: 0, cases: 0, macros: 0 }
}

/**
 * Locks what points at a staff member, before their own row: records come before staff in every call. What a call gives them
 * between the two is committed when their row is locked, and is released, too.
 */
export async function lockWork(db: Db, uid: string): Promise<void> {
  const { conversations, disputes, macros } = workOf(uid)
  await db.execute(
    sql`select from conversations where id in (select conversation_id from ${conversations}) order by id for update`,
  )
  await db.execute(
    sql`select from transactions where id in (select transaction_id from ${disputes}) order by id for update`,
  )
  await db.execute(sql`select from desk_cases where assignee = ${uid} order by kind, id for update`)
  await db.execute(sql`select from ${macros} order by id for update`)
}

/**
 * Releases what a staff member whose row is locked may not do any more: it is free for others, and a macro that assigns to them
 * assigns to no one. A conversation that they closed loses them when it opens again.
 */
export async function releaseWork(
  db: Db,
  { uid, ...standing }: Standing,
  by: { uid: string; name: string | null },
): Promise<Released> {
  const lost = lostBy(standing)
  const rows: AuditEntry[] = []
  const events: Released['events'] = []
  const release = (subject: AuditEntry['subject'], of?: DeskKind) =>
    rows.push({
      ...(subject && { subject }),
      before: { assignee: uid },
      after: { assignee: null, ...(of && { released: of }) },
    })
  if (lost.inbox) {
    const ids = await conversationsOf(db, uid)
    for (const id of ids) release(['conversation', id])
    const [first] = ids
    if (ids.length > maxEvents && first !== undefined)
      events.push(['inbox', { id: first, what: 'imported', by: by.uid, name: by.name }])
    else for (const id of ids) events.push(['inbox', { id, what: 'changed', by: by.uid, name: by.name }])
    for (const id of await macrosOf(db, uid)) {
      rows.push({
        subject: ['macro', id],
        before: { assign: uid },
        after: { assign: 'no_one' },
      })
      events.push(['macros', { id }])
    }
  }
  if (lost.disputes)
    for (const transaction of await disputesOf(db, uid)) {
      release(['transaction', transaction.id], 'dispute')
      events.push(transactionChanged(transaction))
    }
  const cases = await casesOf(db, uid, lost.kinds)
  for (const one of cases) release(subjectOf(one), one.kind)
  for (const kind of new Set(cases.map((one) => one.kind))) {
    const [first, second] = cases.filter((one) => one.kind === kind)
    events.push(['desk', { kind, id: second ? null : (first?.id ?? null) }])
  }
  return { rows, events }
}

async function conversationsOf(db: Db, uid: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update conversation_states set assignee = null, version = version + 1 where assignee = ${uid} and state <> 'closed'
    returning conversation_id as id`)
  return rows.map(({ id }) => id)
}

async function macrosOf(db: Db, uid: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update macros set actions = jsonb_set(actions, '{assign}', '"no_one"'), version = version + 1
    where actions -> 'assign' ->> 'uid' = ${uid} returning id`)
  return rows.map(({ id }) => id)
}

async function disputesOf(db: Db, uid: string): Promise<TransactionChange[]> {
  const { rows } = await db.execute<TransactionChange & Record<string, unknown>>(sql`
    with released as (update disputes set assignee = null where assignee = ${uid} and status = 2 returning transaction_id)
    select id, order_id, purchaser_uid, seller_uid from transactions where id in (select transaction_id from released) order by id`)
  return rows
}

async function casesOf(db: Db, uid: string, kinds: DeskKind[]) {
  const { rows } = await db.execute<
    { kind: DeskKind; id: string; transaction: string | null } & Record<string, unknown>
  >(sql`
    update desk_cases set assignee = null, claimed_until = null, version = version + 1
    where assignee = ${uid} and kind = any(${sql.param(kinds)}::text[])
    returning kind, id, transaction_id as transaction`)
  return rows
}
