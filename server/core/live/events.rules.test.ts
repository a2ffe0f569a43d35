import { expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { actorOf, emit, subjectOf } from './events.ts'

test('the record of an event is the one that its data names; settings are one record', () => {
  expect(subjectOf(['user.deleted', { uid: 'ana' }])).toBe('ana')
  expect(subjectOf(['question.deleted', { question_id: 'question-1' }])).toBe('question-1')
  expect(subjectOf(['moderating_message.changed', { before: {}, after: {} }])).toBe('all')
})

test('the author of an outcome is who began the operation, or the server', () => {
  expect(actorOf({ started_by: 'staff-1' })).toEqual({ uid: 'staff-1', role: 'staff' })
  expect(actorOf({ started_by: null })).toEqual({ uid: 'portreeve', role: 'system' })
})

test('an event is written once, after the head of the audit is locked', async () => {
  const done: unknown[] = []
  const db = {
    execute: async () => done.push('lock'),
    insert: () => ({
      values: (rows: unknown[]) => {
        done.push(rows)
        return { returning: async () => [] }
      },
    }),
  } as unknown as Db
  await emit(db, { uid: 'staff-1', role: 'staff' }, 'user.deleted', { uid: 'ana' })
  expect(done).toEqual([
    'lock',
    [
      expect.objectContaining({
        ...{ type: 'user.deleted', subject_kind: 'user', subject_id: 'ana', data: { uid: 'ana' } },
        actor: { uid: 'staff-1', role: 'staff' },
      }),
    ],
  ])
})
