import { api } from '@portreeve/contract'
import type { Prefetch } from '../data/ahead.ts'
import { onDemand } from '../shell/on-demand.tsx'
import { readPeek } from '../shell/peek/anchors.ts'

const TransactionPeek = onDemand(
  async () => (await import('./transactions/TransactionPeek.tsx')).TransactionPeek,
)

/** A transaction as lists name it for their panel. A list of movements has several rows of one transaction: `row` tells them apart. */
export const orderPeek = (transaction: string, row = ''): string =>
  `transaction:${transaction}${row && `#${row}`}`
const idOf = (text: string) => readPeek(text).id.replace(/#[^#]*$/, '')

/** The panel of a list of transactions, or of their movements (shell/peek/PeekArea.tsx). */
export const orderPanel = {
  content: (text: string) => <TransactionPeek key={text} id={idOf(text)} />,
  prepare: (text: string, prefetch: Prefetch) => {
    const params = { id: idOf(text) }
    prefetch(api.transactions.get, { params })
    prefetch(api.transactions.money, { params })
    prefetch(api.refunds.movements, { params })
    prefetch(api.orderSearch.parties, { params })
  },
}
