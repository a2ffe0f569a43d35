// Group: keywords. On the wire they are `similar_content_keywords`, the console's address is `contentkw`; staff read "Content Keywords".

import { Cursor, del, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** Slang terms and their preferred term (spec: Content keyword). */
export const Keyword = z.object({
  id: Id.describe('The keyword row.'),
  terms: text(10_000).describe('The slang terms, comma-separated.'),
  preferred_term: text(1000).describe('The term that they stand for.'),
  created_at: Time.optional().describe('When it was made.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type Keyword = z.infer<typeof Keyword>

/** The terms of a keyword: separated by commas, spaces around them ignored. */
export const termsOf = (terms: string): string[] =>
  terms
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')

/** Maximum terms of a keyword. */
const maxTerms = 100

const oneLine = (value: string) => !/\p{Cc}/u.test(value)

/** The two sides of a keyword, as staff write them. */
export const KeywordDraft = z.strictObject({
  terms: Keyword.shape.terms
    .refine(oneLine, 'holds a line break or another control character')
    .refine((terms) => termsOf(terms).length > 0, 'names no term')
    .refine((terms) => termsOf(terms).length <= maxTerms, `names more than ${maxTerms} terms`),
  preferred_term: Keyword.shape.preferred_term
    .refine(oneLine, 'holds a line break or another control character')
    .refine((term) => term.trim() !== '', 'is empty'),
})
export type KeywordDraft = z.infer<typeof KeywordDraft>

/** Counting newly found listings stops at this number. */
export const maxCounted = 1000
/** Maximum names of a keyword that are counted. */
export const maxNames = 10

/** The additional listings that a search for one name of a keyword would find. */
export const Reach = z.object({
  term: z.string().describe('What is searched for.'),
  newly: z.int().describe('The number of additional listings found.'),
  more: z.boolean().describe(`There are more than ${maxCounted}; the rest is not counted.`),
})
export type Reach = z.infer<typeof Reach>

export const keywords = {
  list: get('/v1/admin/similar_content_keywords', {
    may: 'keywords.read',
    about: 'Content keywords, newest first, 200 at a time; x-total-count has the total.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Keyword),
  }),
  create: post('/v1/admin/similar_content_keywords', {
    may: 'keywords.write',
    deed: { subject: 'keyword', event: 'keyword.changed', topic: 'keywords' },
    about: 'Adds a keyword: from then on a search for one of its names finds listings with any of them.',
    body: KeywordDraft,
    data: Keyword,
  }),
  update: patch('/v1/admin/similar_content_keywords/{id}', {
    may: 'keywords.write',
    deed: { subject: 'keyword', event: 'keyword.changed', topic: 'keywords' },
    about:
      'Changes the sides in the body. With If-Match, refuses with conflict when a colleague has changed the keyword.',
    body: KeywordDraft.partial().refine(
      (change) => Object.keys(change).length > 0,
      'Send terms or preferred_term',
    ),
    data: Keyword,
  }),
  remove: del('/v1/admin/similar_content_keywords/{id}', {
    may: 'keywords.delete',
    deed: { subject: 'keyword', event: 'keyword.deleted', topic: 'keywords' },
    about:
      'Deletes a keyword. With If-Match, refuses with conflict when a colleague has changed the keyword.',
    data: z.null(),
  }),
  reach: get('/v1/admin/similar_content_keywords/reach', {
    may: 'keywords.read',
    about: `The number of additional listings for sale that searches would find if the keyword were saved like this, for each of its first ${maxNames} names. Changes nothing. Not part of the spec.`,
    query: z.strictObject({
      terms: text(2000),
      preferred_term: text(1000),
      id: Id.optional().describe('The keyword that it would replace.'),
    }),
    data: z.array(Reach),
  }),
}
