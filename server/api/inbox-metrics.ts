import { inboxMetrics as contract } from '@portreeve/contract/conversations/inbox-metrics'
import { implement } from '../core/implement.ts'
import { readInboxMetrics } from '../store/inbox-metrics.ts'

export const inboxMetrics = implement('inboxMetrics', contract, {
  get: ({ query: { days } }, { db }) => readInboxMetrics(db, days),
})
