import { api } from '@portreeve/contract'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import type { Prefetch } from '../../data/ahead.ts'

/** Loads what the panel of a case shows. */
export function prepareCase({ kind, id, transaction, person, listing }: DeskCase, prefetch: Prefetch): void {
  const byId = { params: { id: transaction ?? id } }
  if (kind === 'listing' || kind === 'promotion') {
    if (kind === 'listing') prefetch(api.posts.pending, { query: { id } })
    else prefetch(api.promotedPosts.list, { query: { approval_status: '1', id } })
    prefetch(api.review.background, { params: { kind, id } })
  }
  if (kind === 'listing_reports') prefetch(api.listingReports.list, { query: { first: listing ?? id } })
  if (kind === 'appeal') prefetch(api.appeals.get, { params: { id } })
  if (kind === 'rule') prefetch(api.rules.match, { params: { id } })
  if (kind === 'proposal') prefetch(api.proposals.get, { params: { id } })
  if (kind === 'user_reports') prefetch(api.userReports.ofUser, { params: { uid: id } })
  if (kind === 'dispute') prefetch(api.disputes.get, { params: { disputeId: id } })
  if (transaction !== null) {
    prefetch(api.transactions.get, byId)
    prefetch(api.transactions.money, byId)
    prefetch(api.refunds.movements, byId)
    prefetch(api.orderSearch.parties, byId)
  } else if (person && kind !== 'listing' && kind !== 'promotion')
    prefetch(api.users.overview, { params: { uid: person.uid } })
}
