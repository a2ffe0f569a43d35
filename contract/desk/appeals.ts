// Group: appeals: a person says that a decision about them was wrong. Staff read "Appeal".

import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'
import { appealOutcomes, appealStates, Measure } from '../people/measures.ts'
import { type MeasureKind, restrictions } from '../people/policies.ts'
import { FileIds, StoredFile } from '../staff/files.ts'

/** Days for which an appeal waits for the person's answer to a question. */
export const answerDays = 14

const Named = z.object({ uid: Id, name: text(1000).nullable() })

/** What one side has said. */
const Round = z.object({
  /** The staff member who asked; null: the person. */
  by: Named.nullable(),
  text: text(10_000),
  /** Paths of pictures and files. */
  attachments: z.array(text(2000)),
  at: Time,
})

export const Appeal = z.object({
  id: Id,
  person: Named,
  /** The decision, with its statement of reasons. */
  measure: Measure,
  state: z.enum(appealStates),
  opened_at: Time,
  due_at: Time,
  /** The conversation of whose message it was made. */
  conversation: Id.nullable(),
  rounds: z.array(Round),
  /** Null while the appeal is open. A moot appeal has no decider. */
  decided: z
    .object({
      at: Time,
      by: Named.nullable(),
      reason: text(10_000).nullable(),
      /** The files that went with the answer. Once it is sent, they belong to the conversation, as those of other messages. */
      files: z.array(StoredFile),
    })
    .nullable(),
  /** Whether the caller took part in the decision, and therefore may not decide the appeal. */
  barred: z.boolean(),
})
export type Appeal = z.infer<typeof Appeal>

const Said = text(10_000).refine((value) => value.trim() !== '', 'is empty')

const ofOpen = 'Refuses with conflict one that is decided or moot.'
const ofOthers = 'Refuses with refused a caller who took part in the decision, admins included.'

/** Appeals against decisions (docs/fair-decisions.md). The marketplace sends them, or staff make one of a message. Not part of the spec. */
export const appeals = {
  get: get('/v1/admin/appeals/{id}', {
    may: 'users.read',
    about: 'An appeal with its rounds and the decision that it is about. Not part of the spec.',
    data: Appeal,
  }),
  open: post('/v1/admin/appeals', {
    may: 'inbox.write',
    deed: { subject: 'user', event: 'appeal.opened', topic: 'users' },
    about:
      'Makes an appeal of a message that the person wrote to the team; of a decision with an open appeal, its next round. Refuses with conflict a decision that holds no longer or that the person was not told of, and a message that is part of the appeal. Not part of the spec.',
    body: z.strictObject({ measure: Id, conversation: Id, message: Id }),
    data: Appeal,
  }),
  ask: post('/v1/admin/appeals/{id}/ask', {
    may: 'appeals.decide',
    deed: { subject: 'user', event: 'appeal.asked', topic: 'users' },
    tells: ['desk'],
    about: `Asks the person: a message of the team, and a round. The case is snoozed until the answer comes, at most ${answerDays} days. ${ofOpen} ${ofOthers} Not part of the spec.`,
    body: z.strictObject({ text: Said }),
    data: Appeal,
  }),
  decide: post('/v1/admin/appeals/{id}/decide', {
    may: 'appeals.decide',
    deed: { subject: 'user', event: 'appeal.decided', topic: 'users' },
    tells: ['review', 'transactions', 'questions', 'conversationUpdates/{uid}'],
    emits: [
      'user.blocked',
      'user.unblocked',
      'user.restricted',
      'user.restriction_ended',
      'listing.approved',
      'listing.restored',
      'question.restored',
      'conversation.restored',
      'promotion.decided',
      'payout.released',
    ],
    about: `Decides an appeal, and tells the person why. 'upheld': the decision stands. 'changed': it ends at \`until\`, or the measure \`instead\` takes its place. 'reversed': it is taken back, so that the person is free, what was removed is back, the promotion is approved, or the payout is sent; a payout takes the right to hold one. Ready files of the caller go with the answer. ${ofOpen} ${ofOthers} Not part of the spec.`,
    body: z.strictObject({
      outcome: z.enum(appealOutcomes),
      reason: Said,
      files: FileIds,
      until: Time.nullable().optional(),
      instead: z.enum(namesOf(restrictions)).optional(),
    }),
    data: Appeal,
  }),
}

/** What may take the place of a measure: any other one on an account. */
export const insteadOf = (kind: MeasureKind) => namesOf(restrictions).filter((one) => one !== kind)
