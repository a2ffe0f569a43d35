import {
  questions as contract,
  editableQuestionFields,
  Question,
} from '@portreeve/contract/listings/questions'
import { eq, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import { refuseIfMoved } from '../core/call/versions.ts'
import { editsOf, pick } from '../core/call/whole-record.ts'
import { refuse } from '../core/refuse.ts'
import { deletableQuestion, holdDeletion } from '../people/deleted-records.ts'
import { takeMeasure } from '../people/measures/take-measure.ts'
import { questions as table } from './listing-tables.ts'

const order = newestFirst(sql`${table.created_at}`, sql`${table.id}`)

const noSuch = (): never =>
  refuse('not_found', 'No such community post', 'There is no such community post, or it was deleted.')

export const questions = implement('questions', contract, {
  list: async ({ query }, call) => {
    const [counted] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table)
    call.total(counted?.n ?? 0)
    const rows = await call.db
      .select()
      .from(table)
      .where(order.after(query.cursor))
      .orderBy(order.order)
      .limit(pageSize + 1)
    return { questions: page(call, rows, ({ created_at, id }) => ({ time: created_at, id })) }
  },

  get: async ({ params }, { db }) => {
    const [row] = await db.select().from(table).where(eq(table.id, params.id))
    return row ?? noSuch()
  },

  update: async ({ params, body }, call) => {
    const [question] = await call.db.select().from(table).where(eq(table.id, params.id)).for('update')
    if (!question) return noSuch()
    refuseIfMoved(call, question, 'this community post', body.version)
    const change = editsOf(call, Question, question, body, editableQuestionFields)
    const changed = Object.keys(change)
    call.did(question.id, { before: pick(question, changed), after: change })
    if (changed.length === 0) return question
    const [saved] = await call.db
      .update(table)
      .set({ ...change, version: sql`${table.version} + 1` })
      .where(eq(table.id, question.id))
      .returning()
    return saved ?? noSuch()
  },

  remove: async ({ params }, call) => {
    const [question] = await call.db.select().from(table).where(eq(table.id, params.id)).for('update')
    if (!question) return noSuch()
    refuseIfMoved(call, question, 'this community post')
    await holdDeletion(call, deletableQuestion, {
      action: 'questions.remove',
      subject_kind: 'question',
      subject_id: question.id,
      title: question.title,
      items: [question.id],
    })
    await call.db.delete(table).where(eq(table.id, question.id))
    const author = question.creator_uid
    if (author !== null)
      await takeMeasure(call, {
        ...{ kind: 'question_deleted', subject: ['question', question.id], uid: author },
        ...{ reason: null, source: 'staff', reported: ['user', author] },
      })
    call.did(question.id, { before: question, after: null })
    return null
  },
})
