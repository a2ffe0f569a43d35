import type { CsvColumns } from '@portreeve/contract/base/csv'
import { refunds as contract, type RefundRow } from '@portreeve/contract/money/refunds'
import { implement } from '../../core/call/implement.ts'
import { amountOf, moneyList } from '../money-list.ts'
import { getTransaction } from '../orders/transaction-records.ts'
import { findRefunds, movementsOf, sumRefunds } from './movements.ts'

const columns: CsvColumns<RefundRow> = {
  time: ({ created_at }) => created_at,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  amount: amountOf,
  currency: ({ currency }) => currency ?? 'USD',
  transaction: ({ transaction_id }) => transaction_id,
  public_id: ({ public_id }) => public_id,
  title: ({ title }) => title,
  buyer: ({ buyer }) => buyer.uid,
  buyer_name: ({ buyer }) => buyer.name,
  reason: ({ reason }) => reason,
  requested_by: ({ requested_by }) => requested_by?.name ?? null,
  approved_by: ({ approved_by }) => approved_by?.name ?? null,
  provider: ({ provider }) => provider,
  reference: ({ reference }) => reference,
  failure: ({ failure }) => failure,
  settled: ({ settled_at }) => settled_at,
}

export const refunds = implement('refunds', contract, {
  ...moneyList({ person: 'buyer', find: findRefunds, sum: sumRefunds, columns }),

  movements: async ({ params }, { db }) => {
    const { id } = await getTransaction(db, params.id)
    return movementsOf(db, id)
  },
})
