import { api } from '@portreeve/contract'

/** The queries that each action on a transaction invalidates. */
export const touched = [
  api.transactions.get,
  api.transactions.money,
  api.approvals.list,
  api.orderSearch.marks,
  api.refunds.movements,
  api.orders.case,
]

/** The toast of a change that waits for a second person. */
export const requestedText = 'Asked. It goes out when a second person approves it.'
