import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { UserEffect } from '@portreeve/contract/people/user-overview'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { sumWords } from '../../format/money.ts'
import { count } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { kinds } from './linked-accounts.ts'
import classes from './status-band.module.css'

/** What an action on a person affects, fetched when its dialog opens. */
export function useEffectOf(uid: string, opened: boolean) {
  return useData(api.users.effect, { params: { uid } }, { when: opened, isFresh: true })
}

/** The digest of what was shown, for the call; nothing where another server does not compute it. */
export const seenOf = ({ data }: ReturnType<typeof useEffectOf>) => (data ? { seen: data.digest } : {})

/** What an action on a person affects, in a confirmation. */
export function Effect({ effect }: { effect: ReturnType<typeof useEffectOf> }) {
  const { data, failure, loading } = effect
  if (loading) return <LinesSkeleton lines={3} height={20} />
  if (failure && !data)
    return isUnknownCall(failure) ? null : (
      <FailedState message="What it affects could not be computed." onRetry={effect.reload} />
    )
  if (!data) return null
  const lines = effectWords(data)
  return (
    <section aria-label="What it affects">
      <Text size="sm" fw={600}>
        Now open for this person
      </Text>
      {lines.length === 0 ? (
        <Text size="sm">Nothing is open.</Text>
      ) : (
        <ul className={classes.effect}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A line for each part of an effect; parts without any are left out. */
export function effectWords(effect: UserEffect): string[] {
  const { sales, purchases, payouts, disputes, promotions, conversations, listings, linked } = effect
  const lines: (string | false)[] = [
    sales.count > 0 && `${count(sales.count, 'open sale', 'open sales')}, ${sumWords(sales)}`,
    purchases.count > 0 &&
      `${count(purchases.count, 'open purchase', 'open purchases')}, ${sumWords(purchases)}`,
    payouts.count > 0 && `${payouts.count} of them with a held payout, ${sumWords(payouts)}`,
    disputes > 0 && count(disputes, 'open dispute', 'open disputes'),
    promotions.count > 0 &&
      `${count(promotions.count, 'paid promotion', 'paid promotions')}, ${sumWords(promotions)}`,
    listings > 0 && count(listings, 'listing', 'listings'),
    conversations > 0 && count(conversations, 'conversation', 'conversations'),
    linked.accounts > 0 &&
      `${count(linked.accounts, 'linked account', 'linked accounts')}, ${linked.blocked} blocked: same ${linked.why.map((kind) => kinds[kind]).join(', ')}`,
  ]
  return lines.filter((line) => line !== false)
}
