import { inboxMetrics as contract } from '@portreeve/contract/conversations/inbox-metrics'
import { implement } from '../../core/call/implement.ts'
import { readInboxMetrics } from './inbox-figures.ts'

export const inboxMetrics = implement('inboxMetrics', contract, {
  get: ({ query: { days } }, { db }) => readInboxMetrics(db, days),
})
