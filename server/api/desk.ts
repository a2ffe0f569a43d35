import {
  type CaseRef,
  desk as contract,
  type DeskKind,
  DeskWeights,
  deskKinds,
  maxDeskSnoozeDays,
} from '@portreeve/contract/desk'
import { sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import { implement } from '../core/implement.ts'
import { begin } from '../core/operations.ts'
import { page } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { pick } from '../core/whole-record.ts'
import { deskWeights } from '../db/desk.ts'
import { colleaguesWho } from '../store/colleagues.ts'
import { countCases, getCase, kindFor, kindsOf, listCases, placeIn } from '../store/desk.ts'
import {
  assignCase,
  lockCase,
  refuseOthers,
  releaseClaims,
  setCase,
  subjectOf,
  takeBest,
  takeCase,
} from '../store/desk-claims.ts'
import { firstBy, readWeights, scoreAll } from '../store/desk-weights.ts'
import { changeState, lockState } from '../store/inbox.ts'
import { newestOfPerson } from '../store/inbox-arrival.ts'
import { notify } from '../store/notifications.ts'

const perPage = 50

const refOf = ({ staff }: Pick<Call, 'staff'>, { kind, id }: { kind: string; id: string }): CaseRef => ({
  kind: kindFor(staff.role, kind),
  id,
})

/** Seconds until the end of a snooze. Refuses with refused a time that is past or too far away. */
function secondsUntil(until: string): number {
  const seconds = (Date.parse(until) - Date.now()) / 1000
  if (seconds <= 0) refuse('refused', 'Already past', 'A snooze ends in the future.')
  if (seconds > maxDeskSnoozeDays * 86_400)
    refuse('refused', 'Too far away', `A snooze ends within ${maxDeskSnoozeDays} days.`)
  return seconds
}

/** Snoozes or wakes a conversation, which has a snooze of its own in the team inbox. */
async function snoozeConversation(call: Call<'inbox'>, id: string, until: string | null) {
  const { state } = await lockState({ ...call, expected: undefined }, id)
  if (until === null)
    return changeState(call, state, { state: 'open', snoozed_until: null, wake_operation: null })
  const operation = { kind: 'inbox.wake', subject_kind: 'conversation' as const, subject_id: id }
  const { operationId } = await begin(call.db, operation, secondsUntil(until))
  return changeState(call, state, {
    state: 'snoozed',
    snoozed_until: new Date(until).toISOString(),
    wake_operation: operationId,
    reopen_after: newestOfPerson(id) as unknown as string,
  })
}

export const desk = implement('desk', contract, {
  list: async ({ query: { view = 'all', kinds, cursor } }, call) => {
    const wanted = kindsOf(call.staff.role, kinds?.split(',') as DeskKind[] | undefined)
    const rows = await listCases(call.db, call.staff.uid, { view, kinds: wanted, cursor, limit: perPage + 1 })
    return page(call, rows, placeIn, perPage)
  },

  counts: (_input, { db, staff }) => countCases(db, staff.uid, kindsOf(staff.role)),

  get: ({ params }, call) => getCase(call.db, call.staff.uid, refOf(call, params)),

  colleagues: ({ params }, { db, staff }) => colleaguesWho(db, deskKinds[kindFor(staff.role, params.kind)]),

  take: async ({ params }, call) => {
    const found = await lockCase(call.db, refOf(call, params))
    refuseOthers(call, found)
    call.record({
      subject: subjectOf(found),
      before: { assignee: found.holder },
      after: { taken: found.kind },
    })
    await takeCase(call, found)
    return getCase(call.db, call.staff.uid, found)
  },

  look: async ({ params }, call) => {
    const { db, staff } = call
    const ref = refOf(call, params)
    const { rows } = await db.execute<{ came: boolean }>(sql`
      with c as (select * from desk_cases where kind = ${ref.kind} and id = ${ref.id} and kind not in ('conversation', 'dispute') for update)
      update desk_cases d set assignee = ${staff.uid}, claimed_until = now() + interval '15 minutes'
      from c where d.kind = c.kind and d.id = c.id and (c.assignee is null or c.claimed_until <= now()
        or (c.assignee = ${staff.uid} and c.claimed_until is not null))
      returning c.assignee is distinct from ${staff.uid} or c.claimed_until <= now() as came`)
    if (rows[0]?.came) call.publish('desk', ref)
    return getCase(db, staff.uid, ref)
  },

  release: async ({ params }, call) => {
    const found = await lockCase(call.db, refOf(call, params))
    refuseOthers(call, found)
    if (found.holder === null) refuse('conflict', 'Free already', 'No one has this case.')
    call.record({
      subject: subjectOf(found),
      before: { assignee: found.holder },
      after: { released: found.kind },
    })
    await assignCase(call, found, null, 'kept')
    return getCase(call.db, call.staff.uid, found)
  },

  hand: async ({ params, body: { uid, note = '' } }, call) => {
    const found = await lockCase(call.db, refOf(call, params))
    refuseOthers(call, found)
    const [able] = await colleaguesWho(call.db, deskKinds[found.kind], [uid])
    if (!able) refuse('refused', 'Cannot be assigned', 'This person may not decide such a case.')
    const subject = subjectOf(found)
    call.record({
      subject,
      ...(note.trim() && { reason: note.trim() }),
      before: { assignee: found.holder },
      after: { assignee: uid, handed: found.kind },
    })
    await assignCase(call, found, uid, 'kept')
    const [kind, id] = subject ?? []
    if (
      id !== undefined &&
      (kind === 'user' || kind === 'listing' || kind === 'transaction' || kind === 'conversation')
    ) {
      if (uid !== call.staff.uid) await notify(call.db, [uid], 'assigned', [kind, id], call.staff.uid)
      if (note.trim()) call.publish('notes', { kind, id })
    }
    return getCase(call.db, call.staff.uid, found)
  },

  snooze: async ({ params, body: { until } }, call) => {
    const { db, staff } = call
    const found = await lockCase(db, refOf(call, params))
    refuseOthers(call, found)
    if (until !== null) secondsUntil(until)
    if (found.kind === 'conversation') await snoozeConversation(call, found.id, until)
    else {
      const free = found.kind === 'dispute' ? sql`` : sql`, assignee = null, claimed_until = null`
      await setCase(db, found, sql`snoozed_until = ${until}${until === null ? sql`` : free}`)
      call.record({ subject: subjectOf(found), after: { snoozed: found.kind, until } })
    }
    call.publish('desk', { kind: found.kind, id: found.id })
    return getCase(db, staff.uid, found)
  },

  next: async ({ body: { kinds, skip = [] } }, call) => {
    await releaseClaims(call, skip)
    return takeBest(call, kindsOf(call.staff.role, kinds), skip)
  },

  weights: (_input, { db }) => readWeights(db),

  saveWeights: async ({ body }, call) => {
    await call.db.select().from(deskWeights).for('update')
    const before = await readWeights(call.db)
    if (Object.keys(body).length > 0) {
      await call.db.update(deskWeights).set(body)
      await scoreAll(call.db)
      call.publish('desk', { kind: 'listing', id: null })
    }
    call.record({ before: pick(before, Object.keys(body)), after: body })
    return readWeights(call.db)
  },

  preview: async ({ query }, { db, staff }) => {
    const saved = await readWeights(db)
    const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Number(value)]))
    const parsed = DeskWeights.safeParse({ ...saved, ...given })
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return refuse(
        'malformed',
        'Malformed request',
        `The query's '${issue?.path.join('.')}' ${issue?.message}.`,
      )
    }
    const [before, after] = await Promise.all(
      [saved, parsed.data].map((weights) => firstBy(db, staff.uid, weights)),
    )
    return { before: before ?? [], after: after ?? [] }
  },
})
