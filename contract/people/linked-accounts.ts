import { get, Id, SourceTime, text } from '../base/endpoint.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'

/** The kinds of evidence that link two accounts. */
export const linkKinds = ['push_id', 'phone', 'ip', 'payment_customer'] as const

/** One piece of evidence, and the accounts that share it. */
export const Link = z.object({
  kind: z.enum(linkKinds),
  value: personal('any', text(200)),
  /** The listed accounts that share it. */
  uids: z.array(Id),
  /** The number of accounts that share it, counted up to 1,000. */
  shared_by: z.int(),
  /** Shared by so many accounts that it is weak evidence: a carrier's or a campus's address. */
  weak: z.boolean(),
})
export type Link = z.infer<typeof Link>

export const LinkedAccounts = z.object({
  accounts: z.array(
    z.object({
      uid: Id,
      displayName: text(1000).nullable(),
      isBanned: z.boolean(),
      created_at: SourceTime.nullable(),
    }),
  ),
  links: z.array(Link),
  /** There are more accounts than the 1,000 returned. */
  more: z.boolean(),
})
export type LinkedAccounts = z.infer<typeof LinkedAccounts>

export const linkedAccounts = {
  get: get('/v1/admin/users/{uid}/linked_accounts', {
    may: 'users.read',
    about:
      'Accounts that share a push id, phone number, IP address or payment customer with a person, and the shared values. Not part of the spec.',
    data: LinkedAccounts,
  }),
}
