import { may, type Permission } from '@portreeve/contract/base/rights'
import { classesSeen } from '@portreeve/contract/base/sight'
import { assignedAtSource } from '@portreeve/contract/desk/desk'
import { type DeskKind, deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import type { TransactionChange } from '@portreeve/contract/live-payloads'
import type { Colleague } from '@portreeve/contract/staff/away'
import { type StaffWork, type Takers, type WorkKind, workKinds } from '@portreeve/contract/staff/staff-work'
import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { transactionChanged } from '../money/orders/transaction-records.ts'
import { type Ability, colleaguesWho, refuseUnable } from '../staff/colleagues.ts'
import { notify } from '../staff/notify.ts'
import type { Released, Standing } from '../staff/staff-work.ts'
import { isBarred } from './desk-cases.ts'
import { abilityFor, type Locked } from './desk-claims.ts'
import { subjectOf } from './desk-subject.ts'
import { isOfClasses, kindsOf } from './sight/desk-sight.ts'

/** Events of single conversations in one release; above it one event stands for all. */
const maxEvents = 20

/** What points at a staff member and is to be done: conversations, disputes, cases of the desk, and macros that assign to them. */
const workOf = (uid: string) => ({
  conversations: sql`conversation_states where assignee = ${uid} and state <> 'closed'`,
  disputes: sql`disputes where assignee = ${uid} and status = 2`,
  macros: sql`macros where actions -> 'assign' ->> 'uid' = ${uid}`,
})

/**
 * Which of it a standing may not do. A conversation and a dispute have their assignee on their own page, which the permission
 * alone opens: a limit of the desk takes none of them.
 */
function lostBy({ disabled, ...rights }: Omit<Standing, 'uid'>) {
  const isLost = (permission: Permission) => disabled || !may(rights, permission)
  const seen = disabled ? [] : kindsOf(rights)
  const kinds = deskKindNames.filter((kind) => !assignedAtSource.includes(kind) && !seen.includes(kind))
  return {
    inbox: isLost('inbox.write'),
    disputes: isLost('disputes.write'),
    /** A condition of rows of `desk_cases as c`. */
    cases: sql`(c.kind = any(${sql.param(kinds)}::text[]) or not ${isOfClasses(classesSeen(rights))})`,
  }
}

const lostCases = (uid: string, lost: SQL) => sql`desk_cases c where c.assignee = ${uid} and ${lost}`

/** Counts what a staff member would lose with another standing, with the colleagues who may do each kind of it. */
export async function countWork(db: Db, { uid, ...standing }: Standing) {
  const [work, lost] = [workOf(uid), lostBy(standing)]
  const count = (from: SQL, isLost: boolean) => (isLost ? sql`(select count(*)::int from ${from})` : sql`0`)
  const { rows } = await db.execute<StaffWork & Record<string, unknown>>(sql`
    select ${count(work.conversations, lost.inbox)} as conversations, ${count(work.disputes, lost.disputes)} as disputes,
      ${count(lostCases(uid, lost.cases), true)} as cases, ${count(work.macros, lost.inbox)} as macros`)
  const counted = rows[0] ?? { conversations: 0, disputes: 0, cases: 0, macros: 0 }
  const takers: Partial<Record<WorkKind, Colleague[]>> = {}
  for (const kind of workKinds) {
    const able =
      counted[kind] === 0 ? [] : await colleaguesWho(db, await abilitiesFor(db, uid, kind, lost.cases))
    takers[kind] = able.filter((one) => one.uid !== uid)
  }
  return { ...counted, takers: takers as Record<WorkKind, Colleague[]> }
}

/** What a colleague must be able to do to get one kind of a staff member's work. */
async function abilitiesFor(db: Db, uid: string, kind: WorkKind, lost: SQL): Promise<Ability[]> {
  if (kind === 'disputes') return ['disputes.write']
  if (kind !== 'cases') return ['inbox.write']
  const { rows } = await db.execute<Pick<Locked, 'kind' | 'class'> & Record<string, unknown>>(
    sql`select distinct c.kind, c.class from ${lostCases(uid, lost)}`,
  )
  return rows.map(abilityFor)
}

/** Refuses with refused colleagues who may not do the work that they are to get. */
async function refuseTakers(db: Db, uid: string, to: Takers, lost: SQL): Promise<void> {
  for (const kind of workKinds) {
    const taker = to[kind]
    if (taker === uid) refuse('refused', 'Cannot be assigned', 'They cannot keep it.')
    if (taker === undefined) continue
    for (const ability of await abilitiesFor(db, uid, kind, lost)) await refuseUnable(db, ability, taker)
  }
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
 * Releases what a staff member whose row is locked may not do any more: a colleague gets it, or it is free for others, and a macro
 * assigns to no one. A conversation that they closed loses them when it opens again.
 * @param to the colleague who gets each kind of work; each is notified once
 */
export async function releaseWork(
  db: Db,
  { uid, ...standing }: Standing,
  by: { uid: string; name: string | null },
  to: Takers = {},
): Promise<Released> {
  const lost = lostBy(standing)
  await refuseTakers(db, uid, to, lost.cases)
  const rows: AuditEntry[] = []
  const events: Released['events'] = []
  const takers = new Set<string>()
  const release = (
    work: WorkKind,
    subject: AuditEntry['subject'],
    of?: DeskKind,
    taker: string | null = to[work] ?? null,
  ) => {
    if (taker !== null && taker !== by.uid) takers.add(taker)
    rows.push({
      ...(subject && { subject }),
      before: { assignee: uid },
      after: { assignee: taker, ...(of && { released: of }) },
    })
  }
  if (lost.inbox) {
    const ids = await conversationsOf(db, uid, to.conversations)
    for (const id of ids) release('conversations', ['conversation', id])
    const [first] = ids
    if (ids.length > maxEvents && first !== undefined)
      events.push(['inbox', { id: first, what: 'imported', by: by.uid, name: by.name }])
    else for (const id of ids) events.push(['inbox', { id, what: 'changed', by: by.uid, name: by.name }])
    for (const id of await macrosOf(db, uid, to.macros)) {
      rows.push({
        subject: ['macro', id],
        before: { assign: uid },
        after: { assign: to.macros ?? 'no_one' },
      })
      events.push(['macros', { id }])
    }
  }
  if (lost.disputes)
    for (const transaction of await disputesOf(db, uid, to.disputes)) {
      release('disputes', ['transaction', transaction.id], 'dispute')
      events.push(transactionChanged(transaction))
    }
  const cases = await casesOf(db, uid, lost.cases, to.cases)
  for (const one of cases) release('cases', subjectOf(one), one.kind, one.assignee)
  for (const kind of new Set(cases.map((one) => one.kind))) {
    const [first, second] = cases.filter((one) => one.kind === kind)
    events.push(['desk', { kind, id: second ? null : (first?.id ?? null) }])
  }
  await notify(db, [...takers], 'handed', ['colleague', uid], by.uid)
  return { rows, events }
}

async function conversationsOf(db: Db, uid: string, to: string | null = null): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update conversation_states set assignee = ${to}, version = version + 1 where assignee = ${uid} and state <> 'closed'
    returning conversation_id as id`)
  return rows.map(({ id }) => id)
}

async function macrosOf(db: Db, uid: string, to?: string): Promise<string[]> {
  const assign = JSON.stringify(to === undefined ? 'no_one' : { uid: to })
  const { rows } = await db.execute<{ id: string }>(sql`
    update macros set actions = jsonb_set(actions, '{assign}', ${assign}::jsonb), version = version + 1
    where actions -> 'assign' ->> 'uid' = ${uid} returning id`)
  return rows.map(({ id }) => id)
}

async function disputesOf(db: Db, uid: string, to: string | null = null): Promise<TransactionChange[]> {
  const { rows } = await db.execute<TransactionChange & Record<string, unknown>>(sql`
    with released as (update disputes set assignee = ${to} where assignee = ${uid} and status = 2 returning transaction_id)
    select id, order_id, purchaser_uid, seller_uid from transactions where id in (select transaction_id from released) order by id`)
  return rows
}

async function casesOf(db: Db, uid: string, lost: SQL, to: string | null = null) {
  const { rows } = await db.execute<
    Pick<Locked, 'kind' | 'id' | 'transaction' | 'uid' | 'assignee'> & Record<string, unknown>
  >(sql`
    update desk_cases c set assignee = ${to === null ? null : sql`case when not ${isBarred(to)} then ${to} end`}, claimed_until = null,
      version = version + 1
    where assignee = ${uid} and ${lost}
    returning kind, id, transaction_id as transaction, uid, assignee`)
  return rows
}
