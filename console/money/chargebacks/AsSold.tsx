import { Text, Title } from '@mantine/core'
import type { AsSold as Records } from '@portreeve/contract/money/chargebacks'
import { longLocal, shortLocal } from '../../format/dates.ts'
import classes from '../../shell/lists/desk.module.css'
import { AsThen } from '../../shell/records/RecordLink.tsx'
import { Changes } from '../../staff/timeline/Changes.tsx'

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
    <div className={classes.cardBody}>
      <Record kind="listing" name="listing" sold={listing} />
      <Record kind="user" name="seller" sold={seller} />
    </div>
  </section>
)

interface RecordProps {
  kind: 'listing' | 'user'
  name: 'listing' | 'seller'
  sold: Records['listing']
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
  const side = (which: 'before' | 'after') =>
    Object.fromEntries(changed.map((one) => [one.field, one[which] ?? null]))
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
          <Changes before={side('before')} after={side('after')} />
        </>
      ) : (
        !gone_at && <Text size="sm">It has not changed since.</Text>
      )}
    </section>
  )
}
