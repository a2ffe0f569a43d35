import { api } from '@portreeve/contract'
import { useMemo } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { orNull } from '../../format/words.ts'
import { type Known, knownOf } from '../conversations/known.ts'

/** Orders that are shown beside a conversation. */
const maxOrders = 8

/** A person's newest orders, for the place beside their conversation. */
export function useOrdersBeside(uid: string, when = true) {
  const whyNot = useWhyNot('transactions.read')
  const { data, ...loaded } = useData(
    api.transactions.ofUser,
    { params: { uid }, query: {} },
    { when: when && whyNot === null },
  )
  const shown = useMemo(() => data?.slice(0, maxOrders), [data])
  /** What the messages may name of them. */
  const known: Known = useMemo(
    () =>
      Object.assign({}, ...(shown ?? []).map((order) => knownOf(order, `“${orNull(order.product_title)}”`))),
    [shown],
  )
  return { ...loaded, shown, known, more: loaded.more || (data?.length ?? 0) > maxOrders, whyNot }
}
