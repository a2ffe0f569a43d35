import type { api } from '@portreeve/contract'
import type { TopicPattern } from '@portreeve/contract/live'

type Groups = typeof api
type Name = { [G in keyof Groups]: `${G}.${Extract<keyof Groups[G], string>}` }[keyof Groups]

/** What a list of transactions shows. */
const money = ['approvals', 'transactions'] as const

/**
 * The calls that a read replica may answer, each with the live topics that update its list: a page reads the list again after
 * such an event, and the replica must show what it announced (decision 15). Lists and searches alone; what staff act upon (one
 * record, its money, permissions, requests that wait for a second person) is read at the primary.
 */
export const replicaLists: Readonly<Partial<Record<Name, readonly TopicPattern[]>>> = {
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
  'collections.list': ['collections'],
  'collections.items': ['collections'],
  'questions.list': ['questions'],
  'keywords.list': ['keywords'],
  'keywords.reach': ['keywords'],
  'transactions.list': money,
  'transactions.ofUser': money,
  'transactions.between': money,
  'timeline.of': ['review', ...money],
  'audit.list': [],
}
