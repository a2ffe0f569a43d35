import { randomUUID } from 'node:crypto'
import { statementText } from '@portreeve/contract/people/statement-text'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { MailRefused } from '../adapters/mail.ts'
import type { Operation, OperationKind } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { actorOf, emit } from '../core/live/events.ts'
import { publish } from '../core/live/live.ts'
import { begin } from '../core/operations/operations.ts'
import type { MeasureRow } from '../people/measures/measure-tables.ts'
import { measures, policies, toldTitle } from '../people/measures/measure-tables.ts'
import { users } from '../people/people-tables.ts'
import { asUser, userColumns } from '../people/user-records.ts'
import { passFiles } from '../staff/files/stored-files.ts'
import { lockState } from './inbox/inbox-states.ts'
import { conversationStates } from './inbox/inbox-tables.ts'
import { addMessage, byServer } from './messages.ts'
import { conversationFor, destinationOf } from './team-conversation.ts'

type What = 'taken' | 'answered' | 'changed' | 'ended' | 'appeal'

/** The ids of the files that an operation sends. */
const filesOf = ({ details }: Pick<Operation, 'details'>) =>
  String(details.files ?? '')
    .split(',')
    .filter((id) => id !== '')

/** A measure with what its statement names; undefined when its person is gone, or when it was undone. */
async function statementOf(db: Db, { details }: Pick<Operation, 'details'>) {
  const [row] = await db
    .select({ measure: measures, user: userColumns, title: toldTitle })
    .from(measures)
    .innerJoin(users, and(eq(users.uid, measures.uid), isNull(users.deleted_at)))
    .where(eq(measures.id, String(details.measure)))
  if (!row) return undefined
  const { measure, title } = row
  const person = asUser(row.user)
  const what = details.what as What
  if (what === 'appeal') return { measure, person, what, text: String(details.text) }
  const subject = { kind: measure.subject_kind, id: measure.subject_id, title }
  const text = statementText(
    { ...measure, subject },
    what === 'answered' ? 'taken' : what,
    person.displayName,
  )
  return { measure, person, what, text }
}

/**
 * Tells a person of a measure, of its new end, that it has ended, or of their appeal against it: by mail where a policy of it says so,
 * as a message of the team and as an event. A measure without a policy is told by the event alone: its caller tells the person, as the spec's clients do.
 * A refused mail changes nothing of the rest.
 */
export const measureNotices: OperationKind = {
  run: async (operation, { database, mail, settings }) => {
    const told = await statementOf(database.db, operation)
    if (!told) return { reference: 'nobody to tell' }
    if (told.what === 'answered') return { reference: 'told by the answer' }
    const ids = told.measure.grounds.map(({ policy }) => policy)
    const [mails] = await database.db
      .select({ id: policies.id })
      .from(policies)
      .where(and(sql`${policies.id} = any(${sql.param(ids)}::text[])`, eq(policies.mails, true)))
      .limit(1)
    if (!mails || !told.person.email) return { reference: 'no mail' }
    try {
      const reference = await mail.send({
        ...{ key: operation.id, from: settings.mailFrom, to: told.person.email },
        ...{ subject: 'A decision of our team', text: told.text },
      })
      return { reference }
    } catch (error) {
      if (error instanceof MailRefused) return { reference: 'refused' }
      throw error
    }
  },
  settled: async (operation, db) => {
    const id = String(operation.details.measure)
    await db.select({ uid: users.uid }).from(users).where(eq(users.uid, operation.subject_id)).for('update')
    await db.select({ id: measures.id }).from(measures).where(eq(measures.id, id)).for('update')
    const told = await statementOf(db, operation)
    if (!told) return
    const { measure, person, text, what } = told
    // Who appeals has an answer, whatever the decision rests on.
    if ((measure.grounds.length > 0 && what !== 'answered') || what === 'appeal')
      await sendByServer(db, person, text, filesOf(operation))
    await tellReporters(db, measure, String(operation.details.reports ?? '[]'))
    if (what === 'taken' || what === 'answered' || what === 'changed') {
      await db.update(measures).set({ told_at: sql`now()` }).where(eq(measures.id, id))
      await emit(db, actorOf({ started_by: null }), 'decision.noticed', {
        ...{ uid: person.uid, measure_id: id, measure: measure.kind, grounds: measure.grounds },
        subject: { kind: measure.subject_kind, id: measure.subject_id },
        ...{ reason: measure.reason, until: measure.until, automated: measure.source === 'program', text },
      })
    }
    await publish(db, 'users', { uid: person.uid })
  },
  answer: () => null,
}

/**
 * Begins to tell each person who made one of the reports, once each, but not the person whom the measure affects. A report stays open
 * after a decision: a further decision about the record does not tell its reporter again.
 */
async function tellReporters(db: Db, measure: MeasureRow, reports: string) {
  const { id, uid, subject_kind, subject_id } = measure
  const { rows } = await db.execute<{ uid: string }>(sql`
    select distinct r.reporter_uid as uid from ${subject_kind === 'listing' ? sql`listing_reports` : sql`user_reports`} r
    where r.id in (select jsonb_array_elements_text(${reports}::jsonb)) and r.reporter_uid <> ${uid} and not exists (
      select from operations o join measures m on m.id = o.details ->> 'measure'
      where o.kind = 'measures.outcome' and o.subject_kind = 'user' and o.subject_id = r.reporter_uid
        and m.subject_kind = ${subject_kind} and m.subject_id = ${subject_id} and m.at >= r.created_at)
    order by 1`)
  for (const one of rows)
    await begin(
      db,
      { kind: 'measures.outcome', subject_kind: 'user', subject_id: one.uid, details: { measure: id } },
      0,
    )
}

/**
 * Writes to a locked person in the team's name. It answers nothing and opens nothing: a new conversation is closed.
 * @param files ids of the person's files, which go with the message and belong to the conversation from then on
 */
export async function sendByServer(
  db: Db,
  person: Parameters<typeof destinationOf>[1],
  text: string,
  files: readonly string[] = [],
): Promise<void> {
  const isNew = (await destinationOf(db, person)).conversation === null
  const conversation_id = await conversationFor(db, person)
  const { conversation, state, members } = await lockState({ db, expected: undefined }, conversation_id)
  const message = await addMessage(db, conversation, {
    ...{ id: `msg_${randomUUID()}`, senderID: state.account, text, written_by: byServer },
    senderDisplayName: members.find(({ uid }) => uid === state.account)?.name ?? null,
  })
  const [owner, of] = [['user', person.uid] as const, ['conversation', conversation_id] as const]
  const sent = await passFiles(db, files, owner, of, `message:${message.id}`)
  if (isNew)
    await db
      .update(conversationStates)
      .set({ state: 'closed', assignee: null, settled_until: message.date })
      .where(eq(conversationStates.conversation_id, conversation_id))
  await emit(db, actorOf({ started_by: null }), 'message.sent', {
    ...{
      conversation_id,
      message_id: message.id ?? '',
      sender_uid: state.account,
      text,
      sent_at: message.date,
    },
    recipients: members.map(({ uid }) => uid).filter((uid) => uid !== state.account),
    ...(sent.length > 0 && { files: sent }),
  })
  await publish(db, 'inbox', { id: conversation_id, what: 'message', by: byServer, name: null })
}
