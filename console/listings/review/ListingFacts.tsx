import { api } from '@portreeve/contract'
import type { ReviewCase } from '@portreeve/contract/listings/review'
import { useData } from '../../data/use-data.ts'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { Background } from './Background.tsx'
import classes from './card.module.css'
import { Similar } from './Similar.tsx'

/** A listing or a promotion that waits for review: its pictures, its text, and what is known of its seller. */
export function ListingFacts({ kind, id }: ReviewCase) {
  const isListing = kind === 'listing'
  const listing = useData(api.posts.pending, { query: { id } }, { when: isListing })
  const request = useData(
    api.promotedPosts.list,
    { query: { approval_status: '1', id } },
    { when: !isListing },
  )
  const record = isListing ? listing.data?.wts[0] : request.data?.[0]
  const key = isListing ? id : request.data?.[0]?.post_id
  if (!record && (listing.loading || request.loading)) return <LinesSkeleton lines={9} height={24} />
  const { failure, reload } = isListing ? listing : request
  if (!record && failure) return <FailedState message="The listing could not be loaded." onRetry={reload} />
  const uid = record?.creatorUID ?? null
  return (
    <>
      {record?.photosURL && record.photosURL.length > 0 && (
        <ul className={classes.small} aria-label="Photos">
          {record.photosURL.slice(0, 4).map((path, at) => (
            // A listing may contain the same photo twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: photos have no other id
            <li key={at}>
              <Thumbnail path={path} size={84} />
            </li>
          ))}
        </ul>
      )}
      {record?.description && <LongText text={record.description} lines={6} />}
      {uid && (
        <span>
          Seller <UserLink uid={uid} name={record?.creatorName ?? uid} />
        </span>
      )}
      {key && <NewestNote kind="listing" id={key} role="note" />}
      <Background of={{ kind, id }} />
      {key && <Similar id={key} />}
    </>
  )
}
