import { api } from '@portreeve/contract'
import type { Money } from '@portreeve/contract/transactions'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Loaded, useData } from '../../data/hooks.ts'

/** How often the server is asked while money is on its way, milliseconds. */
const askEvery = 2000

interface Watched extends Loaded<Money> {
  /** Asks once more in a moment. */
  askSoon: () => void
}

/**
 * Where a transaction's money is, asked again while some of it is on its way. `settled` is told when that has arrived.
 * Another server of the spec does not know the call; then there is nothing to show.
 */
export function useMoney(id: string, when: boolean, settled: () => void): Watched {
  const money = useData(api.transactions.money, { params: { id } }, { when })
  const [soon, setSoon] = useState(false)
  const flying = money.data?.in_flight.length ?? 0
  const before = useRef(flying)
  const ask = useEffectEvent(() => {
    // What was to be asked of soon may have moved the transaction as well.
    if (soon) settled()
    setSoon(false)
    money.reload()
  })
  const arrived = useEffectEvent(settled)

  // Time passes outside of React.
  const waits = (flying > 0 || soon) && !money.busy
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => ask(), askEvery)
    return () => clearTimeout(timer)
  }, [waits])
  useEffect(() => {
    if (flying < before.current) arrived()
    before.current = flying
  }, [flying])

  return { ...money, askSoon: () => setSoon(true) }
}
