import { Id, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { appealStates } from '../people/measures.ts'
import { measureNames } from '../people/policies.ts'
import { Post } from './posts.ts'
import { Decision } from './review.ts'

/** The most similar listings in an answer. */
export const maxSimilar = 5

/** In what a listing resembles another one. 'photo': nearly the same picture; 'words': nearly the same words; 'some': many of them. */
export const likenesses = ['photo', 'words', 'some', 'seller', 'price', 'reason'] as const
export type Likeness = (typeof likenesses)[number]

/** A listing that resembles another one, and how it was decided. */
export const Similar = Post.pick({
  key: true,
  title: true,
  price: true,
  price_as_smallest_currency_unit: true,
  thumbnailImageURL: true,
  creatorUID: true,
  creatorName: true,
}).extend({
  alike: z.array(z.enum(likenesses)),
  outcome: z.enum([...Decision.options, 'deleted']),
  /** Null: it was decided before it came here, or by an appeal. */
  decided: z.object({ by: text(1000), at: Time }).nullable(),
  /** The words for the seller of a denial or a deletion. */
  message: text(10_000).nullable(),
  /** The names of the policies of a denial or a deletion. */
  policies: z.array(text(200)),
  /** The newest decision about it that was taken back. */
  taken_back: z.object({ decision: Decision, by: text(1000), at: Time }).nullable(),
  /** The newest appeal against a decision about it. */
  appeal: z.object({ id: Id, state: z.enum(appealStates) }).nullable(),
  /** The newest measure on the account of its seller. */
  seller: z.object({ kind: z.enum(measureNames), at: Time, holds: z.boolean() }).nullable(),
})
export type Similar = z.infer<typeof Similar>
