// Group: questions. The console's address is `community`; staff read "Community" and "community post".

import { Cursor, del, get, Id, patch, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** A community post; the spec's calls name it 'question' (spec: Community post). */
export const Question = z.object({
  id: Id.describe('The community post.'),
  title: text(1000).nullable().describe('Its title.'),
  created_at: Time.describe('When it was made.'),
  creator_uid: Id.nullable().describe('Who wrote it.'),
  body: text(100_000).nullable().describe('What they wrote.'),
  order_id: text(200).nullable().describe('An order it mentions. Not checked.'),
  purchaser_uid: text(200).nullable().describe('A buyer it mentions. Not checked.'),
  seller_uid: text(200).nullable().describe('A seller it mentions. Not checked.'),
  product_id: text(200).nullable().describe('A listing it mentions. Not checked.'),
  tracking_number: text(200).nullable().describe('A parcel it mentions.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type Question = z.infer<typeof Question>

/** The fields that staff may edit; the others are read-only (D-084: staff do not change a post's author). */
export const editableQuestionFields = [
  'title',
  'body',
  'order_id',
  'purchaser_uid',
  'seller_uid',
  'product_id',
  'tracking_number',
] as const satisfies readonly (keyof Question)[]

export const questions = {
  list: get('/v1/questions', {
    may: 'questions.read',
    about: 'Community posts, newest first, 200 at a time; x-total-count has the total.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.object({ questions: z.array(Question) }),
  }),
  get: get('/v1/questions/{id}', {
    may: 'questions.read',
    about: 'One community post. Refuses with not_found when there is none.',
    data: Question,
  }),
  update: patch('/v1/admin/questions/{id}', {
    may: 'questions.write',
    deed: { subject: 'question', event: 'question.changed', topic: 'questions' },
    about:
      'Saves a community post; the body is the whole record. Refuses a changed read-only field, and with conflict when a colleague has changed the post since the version in the body or in If-Match.',
    body: z.strictObject(Question.shape).partial(),
    wholeRecord: true,
    data: Question,
  }),
  remove: del('/v1/admin/questions/{id}', {
    may: 'questions.delete',
    deed: { subject: 'question', event: 'question.deleted', topic: 'questions' },
    about:
      'Deletes a community post for all users; staff can restore it for 30 days (`held.takeBack`). With If-Match, refuses with conflict when a colleague has changed it.',
    data: z.null(),
  }),
}
