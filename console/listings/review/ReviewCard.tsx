import '@mantine/core/styles/Badge.layer.css'
import { Badge, Group, Text, Title } from '@mantine/core'
import { flatFee, paidThroughUs, wantedToBuy } from '@portreeve/contract/listings/posts'
import { memo, type ReactNode, type Ref } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { pictureAddress } from '../../format/address.ts'
import { shortUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { priceLine } from '../../format/post.ts'
import { countryName, orNull } from '../../format/words.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { ListingLink } from '../../shell/records/ListingLink.tsx'
import { PostTitle } from '../../shell/records/PostCell.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { When } from '../../ui/When.tsx'
import { Background } from './Background.tsx'
import classes from './card.module.css'
import { caseOf, type Item, titleOf } from './items.ts'

export const Similar = onDemand(async () => (await import('./Similar.tsx')).Similar)

interface ReviewCardProps {
  item: Item
  /** One of the next cases: rendered in advance, but not shown. */
  hidden: boolean
  /** Deny and Approve, and the names of other reviewers. */
  children?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  onPhoto: (item: Item, at: number) => void
}

/** REV-19 to REV-28, REV-41, REV-43: the details of a case, for listings and promotion requests alike. */
export const ReviewCard = memo(function ReviewCard(props: ReviewCardProps) {
  const { item, hidden, children, headingRef, onPhoto } = props
  const { record } = item
  const isPromotion = item.model === 'promoted_post_request'
  const postKey = isPromotion ? item.record.post_id : item.record.key
  // REV-29: a request shows the promotion's price beside the listing's.
  const priced = isPromotion ? { ...record, price: null } : record
  return (
    <article className={classes.card} hidden={hidden} aria-label={hidden ? undefined : 'Open case'}>
      <div className={classes.cardHead}>
        <div className={classes.cardTitle}>
          <Text size="xs" c="dimmed">
            {isPromotion ? 'Promoted-post request' : 'Listing'}
          </Text>
          <Title order={2} ref={headingRef} tabIndex={-1} className={classes.heading}>
            <PostTitle postKey={postKey} title={orNull(titleOf(item))} />
          </Title>
        </div>
        {children}
      </div>
      <Group gap="sm">
        <span className={classes.price}>{priceLine(priced)}</span>
        <Pills record={record} />
        <Country code={record.postCountryCode} />
        <span>
          Seller{' '}
          <UserLink
            uid={record.creatorUID ?? (isPromotion ? item.record.owner_uid : '')}
            name={record.creatorName ?? record.creatorUID ?? (isPromotion ? item.record.owner_uid : null)}
            newTab
          />
        </span>
        {postKey && <TimelineButton kind="listing" id={postKey} of={titleOf(item)} />}
        {postKey && <ListingLink postKey={postKey} title={titleOf(item)} />}
      </Group>
      {postKey && <NewestNote kind="listing" id={postKey} />}
      <Details item={item} />
      <Photos item={item} onPhoto={onPhoto} />
      {record.description ? (
        <LongText text={record.description} lines={8} />
      ) : (
        <Text size="sm" c="dimmed">
          No description.
        </Text>
      )}
      <Background of={caseOf(item)} />
      {postKey && <Similar id={postKey} />}
    </article>
  )
})

const yesNo = (value: boolean | null) => orNull(value === null ? null : value ? 'Yes' : 'No')

/** The photos of a listing; of a request without them, the small picture of its listing. */
export function Photos({ item, onPhoto }: Pick<ReviewCardProps, 'item' | 'onPhoto'>) {
  const { links } = useEnvironment()
  const photos = item.record.photosURL ?? []
  const picture = item.model === 'promoted_post_request' ? item.record.post_thumbnail_image_path : null
  if (photos.length > 0)
    return (
      <ul className={classes.photos} aria-label="Photos">
        {photos.map((path, at) => (
          // A listing may contain the same photo twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: photos have no other id
          <li key={at}>
            <button
              type="button"
              className={classes.photo}
              aria-label={`Photo ${at + 1} of ${photos.length}`}
              onClick={() => onPhoto(item, at)}
            >
              {/* Eager also while hidden, so that the next case is ready when it is opened. */}
              <Thumbnail path={path} eager />
            </button>
          </li>
        ))}
      </ul>
    )
  if (pictureAddress(links.storage, picture)) return <Thumbnail path={picture} eager />
  return (
    <Text size="sm" c="dimmed">
      No photos.
    </Text>
  )
}

/** The fields of a listing, or of a request. */
export function Details({ item }: { item: Item }) {
  return (
    <dl className={classes.details}>
      {item.model === 'promoted_post_request' ? (
        <>
          <Detail name="Promotion">{item.record.price == null ? 'NA' : dollars(item.record.price)}</Detail>
          {/* D-051 */}
          <Detail name="From, to">
            <When value={item.record.promo_start_date} write={shortUtc} /> to{' '}
            <When value={item.record.promo_end_date} write={shortUtc} />
          </Detail>
          <Detail name="Submitted">
            <When value={item.record.created_at} write={shortUtc} />
          </Detail>
        </>
      ) : (
        <>
          <Detail name="Condition">{orNull(item.record.condition)}</Detail>
          <Detail name="Quantity">{orNull(item.record.quantity)}</Detail>
          <Detail name="Ships from">
            {item.record.shipping ? orNull(item.record.shipping_origin_zip_code) : 'Not shipped'}
          </Detail>
          <Detail name="Trades">{yesNo(item.record.trades)}</Detail>
          <Detail name="Offers">{yesNo(item.record.accepts_offers)}</Detail>
          <Detail name="Submitted">
            <When value={item.record.creationDate} write={shortUtc} />
          </Detail>
        </>
      )}
    </dl>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** REV-23 to REV-27 */
export function Pills({ record }: { record: Item['record'] }) {
  return (
    <>
      {record.postType === wantedToBuy && (
        <Badge variant="light" radius="xl" className={classes.pill}>
          WTB
        </Badge>
      )}
      {record.post_version === paidThroughUs ? (
        <Badge variant="default" className={classes.pill}>
          HopUp Payments
        </Badge>
      ) : (
        record.post_version === 1 &&
        record.variation === flatFee && (
          <Badge variant="default" className={classes.pill}>
            Flat fee
          </Badge>
        )
      )}
    </>
  )
}

/** REV-22 */
export function Country({ code }: { code: string | null | undefined }) {
  if (!code) return null
  const name = countryName(code) ?? code
  return (
    <span className={classes.country}>
      <Flag code={code} name={name} /> {name}
    </span>
  )
}
