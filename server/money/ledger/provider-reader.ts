import { PaymentRefused, type Payments, PaymentUnknown, type Providers } from '../../adapters/payments.ts'
import { pause } from '../../core/operations/loop.ts'

/** The provider does not answer, so nothing can be compared now. The message says why. */
export class ProviderDown extends Error {}

/** Reads that fail in a row until the provider counts as down. */
const failuresUntilDown = 5

/** What a read gave; `unread`: a sentence about this one record; `missing`: the name of a provider that is not set up. */
export type Read<T> = { found: T } | { unread: string } | { missing: string }

/** Reads many payments at the providers, slowly enough that their limit is left for the calls of people. */
export interface ProviderReader {
  /**
   * Reads one thing. @param calls the calls that it takes.
   * @throws ProviderDown when the provider fails time after time, so that the fault is not this payment's
   */
  read: <T>(
    provider: string | null,
    calls: number,
    work: (payments: Payments) => Promise<T>,
  ) => Promise<Read<T>>
  /** @throws ProviderDown when no read has succeeded and some failed */
  confirm: () => void
}

/** @param perSecond calls per second; 0: any number */
export function readerOf(providers: Providers, perSecond: number): ProviderReader {
  let free = 0
  let inARow = 0
  let answered = 0
  let lastFailure = ''
  const takeTurn = async (calls: number) => {
    if (perSecond === 0) return
    const turn = Math.max(free, Date.now())
    free = turn + (calls * 1000) / perSecond
    if (turn > Date.now()) await pause(turn - Date.now())
  }
  return {
    read: async (provider, calls, work) => {
      const name = provider ?? providers.default
      const payments = providers.byName.get(name)
      if (!payments) return { missing: name }
      await takeTurn(calls)
      try {
        const found = await work(payments)
        answered += 1
        inARow = 0
        return { found }
      } catch (error) {
        const words = error instanceof Error ? error.message : 'No reason is known.'
        if (error instanceof PaymentUnknown) {
          answered += 1
          inARow = 0
          return { unread: words }
        }
        lastFailure = words
        inARow += 1
        if (inARow >= failuresUntilDown) throw new ProviderDown(words)
        return { unread: error instanceof PaymentRefused ? words : `${words}.` }
      }
    },
    confirm: () => {
      if (answered === 0 && lastFailure !== '') throw new ProviderDown(lastFailure)
    },
  }
}
