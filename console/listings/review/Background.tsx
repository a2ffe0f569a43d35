import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Change, Background as Facts, ReviewCase } from '@portreeve/contract/listings/review'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { daysAgo } from '../../format/days-ago.ts'
import { dollars } from '../../format/money.ts'
import { count, orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './card.module.css'

/**
 * The context of a case: the seller's history, and the changes since the last approval.
 * @param props.seller only the seller's history
 */
export function Background({ of, seller = false }: { of: ReviewCase; seller?: boolean }) {
  const background = useData(api.review.background, { params: { kind: of.kind, id: of.id } })
  const { data, failure } = background
  // Another server of the spec answers 404.
  if (failure?.status === 404 && !data) return null
  return (
    <section className={classes.background} aria-label="Background">
      {failure ? (
        <FailedState message="What is known of the seller could not be loaded." onRetry={background.reload} />
      ) : data ? (
        <BackgroundFacts facts={seller ? { ...data, since_approval: null } : data} />
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </section>
  )
}

function BackgroundFacts({ facts }: { facts: Facts }) {
  return (
    <>
      {facts.since_approval && <SinceApproval since={facts.since_approval} />}
      <Title order={3}>The seller</Title>
      <Seller facts={facts} />
      <Past facts={facts} />
    </>
  )
}

/** What has changed in a listing since its last approval. */
function SinceApproval({ since }: { since: NonNullable<Facts['since_approval']> }) {
  return (
    <div className={classes.changed}>
      <Title order={3}>Changed since the last approval</Title>
      <Text size="sm" c="dimmed">
        Approved <When value={since.approved_at} write={shortUtc} />
        {since.by && ` by ${since.by}`}
      </Text>
      {since.changes.length === 0 ? <Text size="sm">Nothing.</Text> : <ChangeList changes={since.changes} />}
    </div>
  )
}

/** Changed fields of a listing, before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  // The price is on the wire twice: the cents say it with its currency.
  const inCents = changes.some(({ field }) => field === 'price_as_smallest_currency_unit')
  return (
    <dl className={classes.changes}>
      {changes
        .filter(({ field }) => !inCents || field !== 'price')
        .map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldWords[field] ?? field}</dt>
            <dd>
              <del>{shownValue(field, before)}</del> <ins>{shownValue(field, after)}</ins>
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The account, its bans and open reports, and how its listings were judged. */
function Seller({ facts: { seller, bans, reports, judged } }: { facts: Facts }) {
  const open = reports.about_seller + reports.about_listing
  return (
    <dl className={classes.details}>
      <div>
        <dt>Account</dt>
        <dd>
          <When value={seller.created_at} write={daysAgo} />
        </dd>
      </div>
      <div>
        <dt>Bans</dt>
        <dd>
          {seller.isBanned ? (
            <StateWord word="Banned now" tone="caution" />
          ) : bans.total === 0 ? (
            'None'
          ) : (
            'Not now'
          )}
          {bans.total > 0 && `, ${count(bans.total, 'ban', 'bans')} on record`}
        </dd>
      </div>
      <div>
        <dt>Open reports</dt>
        <dd>
          {open === 0 ? (
            'None'
          ) : (
            <StateWord
              word={`${reports.about_seller} about the seller, ${reports.about_listing} about this listing`}
              tone="caution"
            />
          )}
        </dd>
      </div>
      <div>
        <dt>Earlier listings</dt>
        <dd>
          {judged.approved + judged.denied === 0
            ? 'None were judged'
            : `${judged.approved} approved, ${judged.denied} denied`}
        </dd>
      </div>
    </dl>
  )
}

/** The latest bans, reports and judgements. */
function Past({ facts: { bans, reports, judged } }: { facts: Facts }) {
  return (
    <ul className={classes.past}>
      {bans.latest.map((ban) => (
        <li key={`ban ${ban.created_at} ${ban.reason}`}>
          <StateWord word="Ban" tone="caution" />
          <Clamp text={orNull(ban.reason)} />
          <When value={ban.created_at} write={shortUtc} />
        </li>
      ))}
      {reports.latest.map((report) => (
        <li key={`report ${report.created_at} ${report.about} ${report.reason}`}>
          <StateWord word={report.about === 'seller' ? 'Report' : 'Listing report'} tone="caution" />
          <Clamp text={[report.reason, report.words].filter(Boolean).join(': ') || 'null'} />
          <When value={report.created_at} write={shortUtc} />
        </li>
      ))}
      {judged.latest.map((one) => (
        <li key={`judged ${one.key}`}>
          <StateWord
            word={one.state === 'approved' ? 'Approved' : 'Denied'}
            tone={one.state === 'approved' ? 'good' : 'quiet'}
          />
          <Clamp text={one.message ? `${orNull(one.title)}: ${one.message}` : orNull(one.title)} />
          {one.at ? <When value={one.at} write={shortUtc} /> : <span />}
        </li>
      ))}
    </ul>
  )
}

/** The labels of a listing's fields. */
const fieldWords: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  price: 'Price',
  price_as_smallest_currency_unit: 'Price',
  quantity: 'Quantity',
  condition: 'Condition',
  photosURL: 'Photos',
  thumbnailImageURL: 'Small picture',
  shipping: 'Shipped',
  shipping_cost: 'Shipping cost',
  shipping_origin_zip_code: 'Ships from',
  location: 'Place',
  trades: 'Trades',
  accepts_offers: 'Offers',
  postType: 'Kind',
  post_version: 'Payment version',
  variation: 'Variation',
  postCountryCode: 'Country',
}

function shownValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' && /cost|smallest/.test(field)) return dollars(value)
  if (Array.isArray(value)) return count(value.length, 'photo', 'photos')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? Object.values(value).join(', ') : String(value)
}
