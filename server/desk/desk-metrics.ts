import { may } from '@portreeve/contract/base/rights'
import { deskMetrics as contract } from '@portreeve/contract/desk/desk-metrics'
import { implement } from '../core/call/implement.ts'
import { readDeskMetrics } from './desk-figures.ts'
import { kindsOf } from './sight/desk-sight.ts'

export const deskMetrics = implement('deskMetrics', contract, {
  get: ({ query: { days } }, { db, staff, ctx }) =>
    readDeskMetrics(db, days, {
      kinds: kindsOf(staff),
      limits: staff,
      uid: may(staff, 'work.lead') ? null : staff.uid,
      money: may(staff, 'transactions.read'),
      usual: ctx.settings.currency,
    }),
})
