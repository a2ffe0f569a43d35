import { Text, Title } from '@mantine/core'
import type { AsSold as Records } from '@portreeve/contract/money/chargebacks'
import { longLocal, shortLocal } from '../../format/dates.ts'
import classes from '../../shell/lists/desk.module.css'
import { AsThen } from '../../shell/records/RecordLink.tsx'
import { Changes } from '../../staff/timeline/Changes.tsx'
import ownClasses from './chargebacks.module.css'

/** The listing and the seller as they were sold, from which the evidence is composed: as of when they are known, and what has changed since. */
export const AsSold = ({ at, listing, seller }: Records) => (
  <section className={classes.card} aria-labelledby="as-sold">
    <div className={classes.cardHead}>
      <div>
        <Title order={2} id="as-sold">
          As it was sold
        </Title>
        <Text size="xs" c="dimmed" title={longLocal(at)}>
          {shortLocal(at)}
        </Text>
      </div>
    </div>
    <div className={`${classes.cardBody} ${ownClasses.side}`}>
      <Record kind="listing" name="listing" sold={listing} />
      <Record kind="user" name="seller" sold={seller} />
    </div>
  </section>
)

/** What the page calls some fields. */
const names: Readonly<Record<string, string>> = {
  ...{ price_as_smallest_currency_unit: 'price', photosURL: 'photos', thumbnailImageURL: 'small picture' },
  ...{ displayName: 'name', isBanned: 'is blocked', creatorUID: 'seller', creatorName: "seller's name" },
}

/** The changed fields before or after. Of the two prices of a listing, that in cents wins over that in dollars. */
function sideOf(changed: Sold['changed'], side: 'before' | 'after') {
  const inCents = changed.some(({ field }) => field === 'price_as_smallest_currency_unit')
  return Object.fromEntries(
    changed
      .filter(({ field }) => !(inCents && field === 'price'))
      .map(({ field, ...one }) => {
        const value = one[side] ?? null
        const isDollars = field === 'price' && typeof value === 'number'
        return [names[field] ?? field, isDollars ? Math.round(value * 100) : value]
      }),
  )
}

type Sold = NonNullable<Records['listing']>

interface RecordProps {
  kind: 'listing' | 'user'
  name: 'listing' | 'seller'
  sold: Sold | null
}

function Record({ kind, name, sold }: RecordProps) {
  const title = name === 'listing' ? 'Listing' : 'Seller'
  if (sold === null)
    return (
      <section aria-label={title}>
        <Title order={3}>{title}</Title>
        <Text size="sm">Nothing is left of the {name}.</Text>
      </section>
    )
  const { id, as_of, first_known, changed, changed_unseen, gone_at } = sold
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      {first_known && (
        <Text size="sm">
          Portreeve remembers this {name} from {longLocal(as_of)} on; this is its first known state.
        </Text>
      )}
      {changed_unseen && (
        <Text size="sm">
          It was changed after the sale, on {longLocal(changed_unseen)}. Its words at the sale are not stored.
        </Text>
      )}
      <AsThen kind={kind} id={id} at={as_of} />
      {gone_at && <Text size="sm">It was deleted on {longLocal(gone_at)}.</Text>}
      {changed.length > 0 ? (
        <>
          <Text size="sm">Changed since:</Text>
          <Changes before={sideOf(changed, 'before')} after={sideOf(changed, 'after')} />
        </>
      ) : (
        !gone_at && <Text size="sm">It has not changed since.</Text>
      )}
    </section>
  )
}
