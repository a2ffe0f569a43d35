import { api } from '@portreeve/contract'

/** What every action on a transaction makes old. */
export const touched = [api.transactions.get, api.transactions.money, api.approvals.list]

/** What is told of a change that waits for a second person now. */
export const askedWords = 'Asked. It goes out when a second person approves it.'
