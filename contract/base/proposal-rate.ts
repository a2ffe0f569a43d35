import { text } from './endpoint.ts'
import { z } from './zod.ts'

/** What staff made of the proposals of a program, all its keys together: one kind of call. */
export const ProposalRate = z.object({
  call: text(200),
  accepted: z.int(),
  declined: z.int(),
  /** Not carried out, as the record or the effect had changed. */
  stale: z.int(),
  waiting: z.int(),
})
export type ProposalRate = z.infer<typeof ProposalRate>
