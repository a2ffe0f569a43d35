import { type CaseRef, desk as contract } from '@portreeve/contract/desk/desk'
import { type DeskKind, DeskWeights } from '@portreeve/contract/desk/desk-ranking'
import { sql } from 'drizzle-orm'
import { opened, snoozed, snoozeSeconds } from '../conversations/inbox/inbox-actions.ts'
import { inboxEvent, lockState, writeState } from '../conversations/inbox/inbox-states.ts'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { page } from '../core/call/page.ts'
import { pick } from '../core/call/whole-record.ts'
import { refuse } from '../core/refuse.ts'
import { colleaguesWho } from '../staff/colleagues.ts'
import { countCases, getCase, listCases, placeIn } from './desk-cases.ts'
import {
  assignCase,
  claimSoftly,
  hasTimeline,
  lockCase,
  refuseOthers,
  releaseClaims,
  setCase,
  takeBest,
  takeCase,
} from './desk-claims.ts'
import { handCases, lockCases } from './desk-hand.ts'
import { subjectOf } from './desk-subject.ts'
import { deskWeights } from './desk-tables.ts'
import { beginWake } from './desk-wake.ts'
import { chooseClass, firstBy, readReasons, readWeights, scoreAll } from './desk-weights.ts'
import { kindFor, kindsOf } from './sight/desk-sight.ts'

const perPage = 50

const refOf = ({ staff }: Pick<Call, 'staff'>, { kind, id }: { kind: string; id: string }): CaseRef => ({
  kind: kindFor(staff, kind),
  id,
})

/** Snoozes or wakes a conversation, which has its snooze in the team inbox. @returns what has changed */
async function snoozeConversation(call: Call<'inbox'>, id: string, until: string | null) {
  const { state } = await lockState({ db: call.db, expected: undefined }, id)
  const set = until === null ? await opened(call, state) : await snoozed(call, id, new Date(until))
  const change = await writeState(call.db, state, set)
  call.publish('inbox', inboxEvent(call.staff, id, 'changed'))
  return change
}

export const desk = implement('desk', contract, {
  list: async ({ query: { view = 'all', kinds, cursor } }, call) => {
    const wanted = kindsOf(call.staff, kinds?.split(',') as DeskKind[] | undefined)
    const rows = await listCases(call.db, call.staff, { view, kinds: wanted, cursor, limit: perPage + 1 })
    return page(call, rows, placeIn, perPage)
  },

  counts: (_input, { db, staff }) => countCases(db, staff, kindsOf(staff)),

  get: ({ params }, call) => getCase(call.db, call.staff, refOf(call, params)),

  colleagues: ({ params }, { db, staff }) => colleaguesWho(db, { kind: kindFor(staff, params.kind) }),

  take: async ({ params }, call) => {
    const found = await lockCase(call, refOf(call, params))
    refuseOthers(call, found)
    call.did(subjectOf(found), { before: { assignee: found.assignee }, after: { taken: found.kind } })
    await takeCase(call, found)
    return getCase(call.db, call.staff, found)
  },

  look: async ({ params }, call) => {
    const { db, staff } = call
    const ref = refOf(call, params)
    if (await claimSoftly(db, ref, staff)) call.publish('desk', ref)
    return getCase(db, staff, ref)
  },

  release: async ({ params }, call) => {
    const found = await lockCase(call, refOf(call, params))
    refuseOthers(call, found)
    if (found.assignee === null) refuse('conflict', 'Free already', 'No one has this case.')
    call.did(subjectOf(found), { before: { assignee: found.assignee }, after: { released: found.kind } })
    await assignCase(call, found, null, 'kept')
    return getCase(call.db, call.staff, found)
  },

  hand: async ({ params, body: { uid, note = '' } }, call) => {
    const found = await lockCase(call, refOf(call, params))
    refuseOthers(call, found)
    const subject = subjectOf(found)
    call.did(
      subject,
      { before: { assignee: found.assignee }, after: { assignee: uid, handed: found.kind } },
      { reason: note.trim() || undefined },
    )
    await assignCase(call, found, uid, 'kept')
    const [kind, id] = subject ?? []
    if (note.trim() && id !== undefined && hasTimeline(kind)) call.publish('notes', { kind, id })
    return getCase(call.db, call.staff, found)
  },

  handMany: async ({ body: { cases, uid, note = '' } }, call) => {
    const found = await lockCases(call, cases)
    const { handed, left } = await handCases(call, found, uid)
    const reason = note.trim() || undefined
    for (const one of handed) {
      const subject = subjectOf(one)
      const after = { assignee: uid, handed: one.kind }
      call.recordAlso('desk.hand', {
        ...(subject && { subject }),
        before: { assignee: one.assignee },
        after,
        reason: reason ?? null,
      })
      const [kind, id] = subject ?? []
      if (reason && id !== undefined && hasTimeline(kind)) call.publish('notes', { kind, id })
    }
    call.did(null, { after: { assignee: uid, cases: handed.length } }, { reason })
    const isFound = ({ kind, id }: CaseRef) => found.some((one) => one.kind === kind && one.id === id)
    const gone = cases.filter((one) => !isFound(one))
    const words = 'This case is decided, or there was none.'
    return { handed: handed.length, left: [...left, ...gone.map((one) => ({ ...one, words }))] }
  },

  snooze: async ({ params, body: { until } }, call) => {
    const { db, staff } = call
    const found = await lockCase(call, refOf(call, params))
    refuseOthers(call, found)
    const seconds = until === null ? null : snoozeSeconds(new Date(until))
    if (found.kind === 'conversation')
      call.did(['conversation', found.id], await snoozeConversation(call, found.id, until))
    else {
      if (until !== null && found.kind !== 'dispute') await assignCase(call, found, null, 'kept')
      await setCase(db, found, sql`snoozed_until = ${until}`)
      if (until !== null && seconds !== null) await beginWake(db, staff.uid, found, until, seconds)
      call.did(subjectOf(found), { after: { snoozed: found.kind, until } })
    }
    call.publish('desk', { kind: found.kind, id: found.id })
    return getCase(db, staff, found)
  },

  next: async ({ body: { kinds, skip = [] } }, call) => {
    await releaseClaims(call, skip)
    const taken = await takeBest(call, kindsOf(call.staff, kinds), skip)
    if (taken === null) call.did(null)
    else call.did(subjectOf(taken), { after: { taken: taken.kind } })
    return taken && getCase(call.db, call.staff, taken)
  },

  weights: (_input, { db }) => readWeights(db),

  saveWeights: async ({ body }, call) => {
    await call.db.select().from(deskWeights).for('update')
    const before = await readWeights(call.db)
    if (Object.keys(body).length > 0) {
      await call.db.update(deskWeights).set(body)
      await scoreAll(call.db)
    }
    const live = { kind: 'listing' as const, id: null }
    call.did(null, { before: pick(before, Object.keys(body)), after: body }, { live })
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
      [saved, parsed.data].map((weights) => firstBy(db, staff, weights)),
    )
    return { before: before ?? [], after: after ?? [] }
  },

  reasons: (_input, { db }) => readReasons(db),

  saveReason: async ({ body }, call) => {
    const [before] = await readReasons(call.db, body.reason)
    await chooseClass(call.db, body.reason, body.class)
    const [saved] = await readReasons(call.db, body.reason)
    const after = saved ?? { reason: body.reason, class: 'other' as const, chosen: false, open: 0 }
    call.did(
      null,
      {
        before: { reason: body.reason, class: before?.class ?? null },
        after: { reason: body.reason, class: after.class },
      },
      { live: { kind: 'user_reports', id: null } },
    )
    return after
  },
})
