import type { api } from '@portreeve/contract'
import type { TopicPattern } from '@portreeve/contract/base/live'

type Groups = typeof api
type Name = { [G in keyof Groups]: `${G}.${Extract<keyof Groups[G], string>}` }[keyof Groups]

/** The topics that update a list of transactions. */
const money = ['approvals', 'transactions'] as const

/**
 * The calls that a read replica may answer, each with the live topics that update its list. A page reloads the list after such an
 * event, so the replica must show the change that the event announced (decision 15). Only lists and searches: a record that
 * staff act upon, its money, permissions and open approvals are read from the primary.
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
  'listings.similar': ['review'],
  'collections.list': ['collections'],
  'collections.items': ['collections'],
  'questions.list': ['questions'],
  'keywords.list': ['keywords'],
  'keywords.reach': ['keywords'],
  'transactions.list': money,
  'transactions.ofUser': money,
  'transactions.between': money,
  'orderSearch.search': money,
  'orderSearch.marks': money,
  'disputes.list': money,
  'chargebacks.list': money,
  'chargebacks.warnings': money,
  'refunds.list': money,
  'refunds.totals': money,
  'payouts.list': money,
  'payouts.totals': money,
  'timeline.of': ['review', ...money],
  'inboxMetrics.get': [],
  'audit.list': [],
  'secondLooks.list': [],
  'secondLooks.own': [],
  'transparency.get': [],
}
