// Group: proposals: a program asks staff to make a call, with its reason. Staff read "Proposal".

import { Currency } from '../base/currency.ts'
import { DryRun } from '../base/dry-run.ts'
import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { ProposalRate } from '../base/proposal-rate.ts'
import { permissionNames } from '../base/rights.ts'
import { z } from '../base/zod.ts'

/** 'stale': the record or the effect had changed when a person accepted it, or nobody decided it in time. Nothing was done. */
export const proposalStates = ['waiting', 'accepted', 'declined', 'stale'] as const
export type ProposalState = (typeof proposalStates)[number]

/** Proposals of one program that may wait at once. */
export const maxWaiting = 1000

/** Days that a proposal waits. After them it is stale. */
export const waitingDays = 30

const Named = z.object({ uid: Id, name: text(1000) })
/** Plain text of a program, never an instruction. */
const Reason = text(1000).trim().min(1, 'is empty')

export const Proposal = z.object({
  id: Id,
  /** The name of the call, such as 'users.ban'. */
  call: text(200),
  /** The permission that accepting and declining need beside `proposals.decide`. */
  permission: z.enum(permissionNames),
  program: text(100),
  /** The staff member who answers for the program. */
  owner: Named,
  reason: Reason,
  state: z.enum(proposalStates),
  subject: z.object({ kind: text(100), id: text(1000) }).nullable(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  /** What the call would do, with the rights of the owner, when it was proposed. */
  effect: DryRun,
  /** Of the effect's amounts (ISO 4217); null: the environment's. */
  currency: Currency.nullable(),
  created_at: Time,
  /** Null while it waits. `by` is Portreeve when nobody decided it in time. `note`: why it was declined, or what had changed. */
  decided: z.object({ at: Time, by: Named, note: text(2000).nullable() }).nullable(),
  /** What staff made of this program's proposals of this call. */
  rate: ProposalRate,
})
export type Proposal = z.infer<typeof Proposal>

const ofWaiting =
  'Refuses with conflict one that is decided, and with forbidden a caller without the permission of the proposed call.'

/** What programs propose (docs/programs.md). A proposal is a case of the desk. Not part of the spec. */
export const proposals = {
  get: get('/v1/admin/proposals/{id}', {
    may: 'staff',
    byProgram: true,
    noPast: noPast.now,
    about:
      'A proposal, for staff with the permission of its call, and for the program that made it. Refuses with not_found. Not part of the spec.',
    data: Proposal,
  }),
  create: post('/v1/admin/proposals', {
    may: 'staff',
    byProgram: true,
    deed: {},
    about: `A program proposes one changing call, which is tried at once as a dry run with the rights of the key's owner. Needs the scope \`propose.<permission>\` or \`act.<permission>\` of the call. Refuses as the call itself would, with conflict what waits already, and with too_many more than ${maxWaiting} that wait. Staff cannot make one. Not part of the spec.`,
    body: z.strictObject({
      call: text(200).describe('Such as users.ban.'),
      params: z.record(z.string(), text(500)).optional().describe('The names in braces of its path.'),
      body: z.unknown().optional(),
      version: z.int().min(0).optional().describe('The version of the record that the program has read.'),
      reason: Reason,
    }),
    data: Proposal,
  }),
  accept: post('/v1/admin/proposals/{id}/accept', {
    may: 'proposals.decide',
    deed: {},
    about: `Makes the proposed call as the caller, in the same transaction. Where the record's version or the effect is another one than when it was proposed, nothing is done: it becomes stale, and is refused with conflict. ${ofWaiting} Not part of the spec.`,
    data: Proposal,
  }),
  decline: post('/v1/admin/proposals/{id}/decline', {
    may: 'proposals.decide',
    deed: {},
    about: `Declines a proposal, with the reason for the program's owner. ${ofWaiting} Not part of the spec.`,
    body: z.strictObject({ reason: Reason }),
    data: Proposal,
  }),
}
