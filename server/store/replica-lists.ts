import type { api } from '@portreeve/contract'
import type { LiveTopic } from '@portreeve/contract/live'
import { settledTopic } from '../core/live.ts'

type Groups = typeof api
type Name = { [G in keyof Groups]: `${G}.${Extract<keyof Groups[G], string>}` }[keyof Groups]

/** A page asks for transactions again by the first; the second is what vendors' answers change of them. */
const money = ['approvals', settledTopic('transaction')] as const

/**
 * The calls that a read replica may answer, each with the live topics that tell what it shows beside what its caller does:
 * these, too, the replica must show (decision 15). Lists and searches alone; what staff act upon (one record, its money, who
 * may do what, what waits for a second person) is read where it is written.
 */
export const replicaLists: Readonly<
  Partial<Record<Name, readonly (LiveTopic | ReturnType<typeof settledTopic>)[]>>
> = {
  'users.search': [],
  'users.banReasons': [],
  'linkedAccounts.get': [],
  'devices.list': [],
  'userReports.list': [],
  'listingReports.list': [],
  'listingSearch.search': [],
  'posts.pending': ['review'],
  'posts.ofUser': ['review'],
  'posts.deniedOfUser': ['review'],
  'promotedPosts.list': ['review'],
  'promotedPosts.ofUser': ['review'],
  'review.background': ['review'],
  'collections.list': [],
  'collections.items': [],
  'questions.list': [],
  'keywords.list': [],
  'keywords.reach': [],
  'transactions.list': money,
  'transactions.ofUser': money,
  'transactions.between': money,
  'timeline.of': ['review', 'approvals'],
  'audit.list': [],
}
