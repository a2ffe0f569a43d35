import { randomUUID } from 'node:crypto'
import { answerDays, appeals as contract } from '@portreeve/contract/desk/appeals'
import { appealAnswer, appealQuestion } from '@portreeve/contract/people/statement-text'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { messages } from '../../conversations/conversation-tables.ts'
import { conversationStates } from '../../conversations/inbox/inbox-tables.ts'
import { implement } from '../../core/call/implement.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { measureOf } from '../../people/measures/measures.ts'
import { tellText } from '../../people/measures/tell-measure.ts'
import { ownFiles } from '../../staff/files/stored-files.ts'
import { setCase } from '../desk-claims.ts'
import { beginWake } from '../desk-wake.ts'
import { carryOut, refuseUnfit } from './appeal-ends.ts'
import { getAppeal, lockAppeal, lockWithRecords } from './appeal-records.ts'
import { appealRounds, appeals as table } from './appeal-tables.ts'

/** What a person wrote to the team in a message. Refuses with refused any other message. */
async function saidIn(db: Db, uid: string, conversation: string, id: string) {
  const [row] = await db
    .select({ text: messages.text, picture: messages.mediaURL, created_at: messages.date })
    .from(messages)
    .innerJoin(conversationStates, eq(conversationStates.conversation_id, messages.conversation_id))
    .where(and(eq(messages.id, id), eq(messages.conversation_id, conversation), eq(messages.senderID, uid)))
  if (!row)
    return refuse('refused', 'Not their message', 'Choose a message that the person wrote to the team.')
  const { text, picture, created_at } = row
  const attachments = picture ? [picture] : []
  return {
    text: text?.trim().slice(0, 10_000) || 'See the picture.',
    attachments,
    created_at,
    conversation_id: conversation,
  }
}

/** Whether the person has said the same in an appeal before. */
async function isRound(db: Db, appeal: string, { text, attachments }: Awaited<ReturnType<typeof saidIn>>) {
  const found = await db
    .select({ id: appealRounds.id })
    .from(appealRounds)
    .where(
      and(
        ...[eq(appealRounds.appeal_id, appeal), isNull(appealRounds.by_uid), eq(appealRounds.text, text)],
        eq(appealRounds.attachments, attachments),
      ),
    )
  return found.length > 0
}

export const appeals = implement('appeals', contract, {
  get: ({ params }, { db, staff }) => getAppeal(db, staff.uid, params.id),

  open: async ({ body }, call) => {
    const { db, staff } = call
    const { measure } = await lockWithRecords(db, body.measure)
    const { uid, ended_at, told_at } = measure
    if (ended_at !== null) refuse('conflict', 'Nothing to appeal against', 'This decision holds no longer.')
    if (told_at === null)
      refuse(
        'conflict',
        'Not told yet',
        'The person was not told of this decision yet. Try again in a minute.',
      )
    const said = await saidIn(db, uid, body.conversation, body.message)
    const [open] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.about, measure.id), eq(table.state, 'open')))
      .for('update')
    if (open && (await isRound(db, open.id, said)))
      refuse('conflict', 'Part of it already', 'This message is part of the appeal already.')
    const id = open?.id ?? `appeal_${randomUUID()}`
    if (open) await db.update(table).set(said).where(eq(table.id, id))
    else await db.insert(table).values({ ...said, id, uid, about: measure.id })
    call.did(
      uid,
      {
        before: open ? { appeal: id } : null,
        after: { appeal: id, measure: measure.id, message: body.message },
      },
      { event: { appeal_id: id, measure_id: measure.id, text: said.text } },
    )
    return getAppeal(db, staff.uid, id)
  },

  ask: async ({ params: { id }, body }, call) => {
    const { db, staff } = call
    const { measure, name } = await lockAppeal(call, id)
    const question = body.text.trim()
    const { subject, kind, until } = await measureOf(db, measure.id)
    await db.insert(appealRounds).values({ appeal_id: id, by_uid: staff.uid, text: question })
    await tellText(call, measure, appealQuestion({ subject, kind, until }, name, question))
    const days = answerDays * 86_400
    const wake = new Date(Date.now() + days * 1000).toISOString()
    const ref = { kind: 'appeal', id } as const
    await setCase(db, ref, sql`snoozed_until = ${wake}, assignee = ${staff.uid}, claimed_until = null`)
    await beginWake(db, staff.uid, ref, wake, days)
    call.publish('desk', ref)
    call.did(
      measure.uid,
      { before: null, after: { appeal: id, asked: question } },
      { event: { appeal_id: id, measure_id: measure.id, text: question } },
    )
    return getAppeal(db, staff.uid, id)
  },

  decide: async ({ params: { id }, body }, call) => {
    const { db, staff } = call
    const { measure, name } = await lockAppeal(call, id)
    refuseUnfit(measure, body)
    const { outcome, until, instead } = body
    const reason = body.reason.trim()
    const was = await measureOf(db, measure.id)
    const files = await ownFiles(db, body.files ?? [], ['user', measure.uid], staff.uid, `appeal:${id}`)
    const ids = files.map((file) => file.id)
    // Before the measure ends, which closes an open appeal as moot.
    await db
      .update(table)
      .set({ state: outcome, answer: reason, decided_by: staff.uid, decided_at: sql`now()`, files: ids })
      .where(eq(table.id, id))
    const isGone = await carryOut(call, measure, { outcome, reason, until, instead })
    const text = appealAnswer(was, name, { outcome, reason, until, instead, isGone })
    await tellText(call, measure, text, ids)
    call.did(
      measure.uid,
      {
        before: { appeal: id, measure: measure.id, kind: measure.kind, until: measure.until },
        after: {
          ...{ appeal: id, outcome, ...(until !== undefined && { until }), ...(instead && { instead }) },
          ...(files.length > 0 && { files }),
        },
      },
      { reason, event: { appeal_id: id, measure_id: measure.id, outcome, text } },
    )
    return getAppeal(db, staff.uid, id)
  },
})
