import type { UndoStanding } from '@portreeve/contract/desk/undo-plans'
import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import type { Staff } from '@portreeve/contract/staff/staff'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { conversationStates, inboxSettings } from '../conversations/inbox/inbox-tables.ts'
import { macros } from '../conversations/macro-tables.ts'
import { emailTemplates, emailVariables } from '../conversations/template-tables.ts'
import { same } from '../core/call/whole-record.ts'
import type { Db } from '../core/database/db.ts'
import { machineKeys } from '../db/machine-tables.ts'
import { staff } from '../db/system-tables.ts'
import { collections, keywords, posts, questions } from '../listings/listing-tables.ts'
import { webhookEndpoints } from '../marketplace/webhook-tables.ts'
import { moneySettings, refundReasons } from '../money/money-desk-tables.ts'
import { orders, transactions } from '../money/money-tables.ts'
import { users } from '../people/people-tables.ts'
import { isChange, looks } from '../staff/audit-rows.ts'
import { withTakeBacks } from '../staff/take-back.ts'
import type { SingleCall } from './bulk-calls.ts'
import { deskWeights } from './desk-tables.ts'
import {
  type Changes,
  changesOf,
  type Done,
  isMaking,
  isRemoving,
  overlap,
  settingActions,
  targetOf,
  type Values,
  valuesOf,
  whole,
} from './undo-changes.ts'
import { type Inverse, inverses } from './undo-inverses.ts'

/** How an action stands, and the calls that undo it. */
export interface Judged {
  standing: UndoStanding
  words: string
  instead?: string
  /** The audit entry of the newer work that keeps it. */
  newer?: Done
  calls?: SingleCall[]
}

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
async function present(db: Db, targets: readonly string[], lock: boolean): Promise<Map<string, Values>> {
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
async function laterWork(
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
    const changes = changesOf(done)
    if (target === null || !isWork(done)) continue
    byTarget.set(target, [...(byTarget.get(target) ?? []), { done, changes }])
  }
  return byTarget
}

/** Whether an action changed something: it is no look. What providers and the server do has no inverse, and counts. */
const isWork = ({ action }: Done) => !looks.includes(action) && !('nothing' in (inverses[action] ?? {}))

const newerWords = 'Newer work keeps it.'

/**
 * Judges actions, newest first: an action counts as newer work unless it can be undone itself.
 * @param lock locks their records, and is of the transaction that undoes
 */
export async function judge(
  db: Db,
  reader: Staff,
  all: readonly Done[],
  reason: string,
  lock = false,
): Promise<Judged[]> {
  if (all.length === 0) return []
  const targets = [...new Set(all.flatMap((done) => targetOf(done) ?? []))]
  const now = await present(db, targets, lock)
  const later = await laterWork(db, all)
  const held = await withTakeBacks<TimelineEntry & { done: Done }>(
    db,
    reader,
    all.map((done) => ({ ...entryOf(done), done })),
    ({ done: { kind, subject } }) => (kind === null ? null : { kind, id: subject ?? '' }),
  )
  const denials = await denialsOf(db, all)
  const undone = new Set<number>()
  return all.map((done, n) => {
    const target = targetOf(done) ?? ''
    const isAfter = ({ id }: Done) => id > done.id && !undone.has(id)
    const found = {
      changes: changesOf(done),
      now: now.get(target),
      held: held[n]?.take_back,
      newer: (changes: Changes) =>
        later.get(target)?.find((one) => isAfter(one.done) && overlap(changes, one.changes))?.done,
      denial: denials.get(done.id),
      reason,
    }
    const judged = judgeOne(done, inverses[done.action], found)
    if (judged.standing === 'can') {
      undone.add(done.id)
      // The next older action finds the record as this undo leaves it.
      if (isMaking(done)) now.delete(target)
      else if (isRemoving(done)) now.set(target, valuesOf(done.before))
      else if (found.now)
        now.set(target, {
          ...found.now,
          ...Object.fromEntries(fieldsIn(found.now, found.changes).map(([f, [was]]) => [f, was])),
        })
    }
    return judged
  })
}

/** The parts of a change that are fields of the record. */
const fieldsIn = (now: Values, changes: Changes) =>
  Object.entries(changes).filter(([field]) => Object.hasOwn(now, field))

const entryOf = ({ id, at, uid, action }: Done): TimelineEntry => ({
  ...{ id, at, action, by: { uid, name: null, role: '' } },
  ...{ reason: null, before: null, after: null, left_out: null },
})

/** The messages of denials that a later decision replaced, by the audit entry of that decision. */
async function denialsOf(db: Db, all: readonly Done[]): Promise<Map<number, string | null>> {
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

interface Looked {
  changes: Changes
  now: Values | undefined
  held: { id: string; until: string; undone_at: string | null } | undefined
  newer: (changes: Changes) => Done | undefined
  denial: string | null | undefined
  reason: string
}

function judgeOne(done: Done, inverse: Inverse | undefined, found: Looked): Judged {
  if (!inverse) return { standing: 'nothing', words: 'Nobody of the staff did it: nothing undoes it.' }
  if ('nothing' in inverse) return { standing: 'nothing', words: inverse.nothing }
  if ('final' in inverse) return { standing: 'final', words: inverse.final, instead: inverse.instead }
  if (done.erased)
    return {
      standing: 'final',
      words: 'It was erased with its person.',
      instead: 'There is nothing left to change.',
    }
  const can = (): Judged => ({
    standing: 'can',
    words: inverse.words,
    calls: inverse.calls(done, { ...found, now: found.now ?? {} }),
  })
  const { changes, now, held, newer } = found
  if (inverse === inverses['posts.remove']) {
    if (held?.undone_at) return { standing: 'undone', words: 'It was taken back.' }
    const since = /^users\.unban$/.test(done.action) ? newer(changes) : undefined
    if (since) return { standing: 'newer', words: newerWords, newer: since }
    if (held) return can()
    return hasRows(done)
      ? {
          standing: 'final',
          words: 'It is too old, or of a deleted record.',
          instead: 'Do the opposite on the page of the record.',
        }
      : { standing: 'nothing', words: 'It changed nothing.' }
  }
  if (Object.keys(changes).length === 0) return { standing: 'nothing', words: 'It changed nothing.' }
  const fields = now ? fieldsIn(now, changes) : []
  const isBack =
    whole in changes
      ? isMaking(done) === (now === undefined) && hasPlace(done)
      : fields.length > 0 && fields.every(([field, [before]]) => same(json(now?.[field]), json(before)))
  if (isBack) return { standing: 'undone', words: 'The record is as it was before.' }
  const since = newer(changes)
  if (since) return { standing: 'newer', words: newerWords, newer: since }
  const moved = isMaking(done)
    ? Object.entries(valuesOf(done.after))
        .filter(([field]) => now && field in now)
        .map(([field, after]) => [field, [null, after]] as const)
    : fields
  if (!now && hasPlace(done) && !isRemoving(done))
    return { standing: 'newer', words: 'The record does not exist any more.' }
  if (moved.some(([field, [, after]]) => !same(json(now?.[field]), json(after))))
    return { standing: 'newer', words: 'The marketplace or the server has changed the record since.' }
  return can()
}

const hasPlace = (done: Done) => {
  const [kind = ''] = partsOf(targetOf(done) ?? ':')
  // A provider of mails may have the templates.
  return kind in places && kind !== 'email_template'
}
/** Whether a held action has changed any rows: the audit names them. */
const hasRows = ({ after, action }: Done) =>
  !/Reports\.|userContent/.test(action) ||
  Object.values(valuesOf(after)).some((rows) => Array.isArray(rows) && rows.length > 0)

/** As the audit has it. */
const json = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
