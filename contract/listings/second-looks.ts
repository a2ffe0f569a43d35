// Group: second looks at decisions of the review (docs/fair-decisions.md).

import { get, Id, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** With fewer second looks nothing is shown of a policy. */
export const fewestLooks = 20
/** The figures are of the second looks that ended in so many days. */
export const lookDays = 365

/** How decisions fared at their second looks, and at appeals. */
const LookFigures = z.object({
  /** The policy of the first decision; null for several: decisions without one, and policies with few second looks. */
  policy: Id.nullable(),
  name: text(200).nullable(),
  /** Second looks that ended; at least `fewestLooks`. */
  looks: z.int(),
  /** Those that came to the same outcome as the first decision. */
  agreed: z.int(),
  /** The agreement and its interval of 95 %, from 0 to 1. */
  share: z.number(),
  low: z.number(),
  high: z.number(),
  /** Of those that did not agree: with the first decision the third colleague agreed so often. */
  confirmed: z.int(),
  /** Decided appeals against such measures, and those of them that were changed or reversed. */
  appeals: z.int(),
  overturned: z.int(),
})
export type LookFigures = z.infer<typeof LookFigures>

const figures = {
  noPast: noPast.figures,
  data: z.array(LookFigures),
}
const rows = `By policy, with the interval of 95 %, of the last ${lookDays} days. What has fewer than ${fewestLooks} second looks is added up as one row, which is left out where that has fewer, too. Not part of the spec.`

export const secondLooks = {
  own: get('/v1/admin/second_looks/own', {
    ...figures,
    may: 'staff',
    about: `How often second looks agreed with the caller's own decisions. ${rows}`,
  }),
  list: get('/v1/admin/second_looks', {
    ...figures,
    may: 'audit.read',
    about: `How often second looks agreed with the decisions of all colleagues. ${rows}`,
  }),
}
