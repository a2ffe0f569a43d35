import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Post } from '@portreeve/contract/listings/posts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { useUndone } from '../../data/held.ts'
import { useRecentRecord } from '../../data/recent.ts'
import { useIsUnanswered } from '../../data/unanswered.ts'
import { useData } from '../../data/use-data.ts'
import { useLive } from '../../data/use-live.ts'
import { fillAddress } from '../../format/address.ts'
import { longLocal } from '../../format/dates.ts'
import { priceLine } from '../../format/post.ts'
import { orNull } from '../../format/words.ts'
import { StatusBand } from '../../people/user-detail/StatusBand.tsx'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { AsOf } from '../../shell/past/AsOf.tsx'
import { Neighbours } from '../../shell/records/Neighbours.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { Restorable } from '../../staff/timeline/TakeBack.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LongText } from '../../ui/LongText.tsx'
import type { Marked } from '../../ui/marked.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { Background } from '../review/Background.tsx'
import type { Item } from '../review/items.ts'
import { Country, Details, Photos, Pills, Similar } from '../review/ReviewCard.tsx'
import { Photos as PhotoDialog } from '../review/ReviewDialogs.tsx'
import { Decisions } from './Decisions.tsx'
import { ListingActions } from './ListingActions.tsx'
import { Collections, Promotions, Reports } from './ListingParts.tsx'
import classes from './listing.module.css'
import { stateOf } from './words.ts'

const ExtraFields = onDemand(async () => (await import('../../shell/records/ExtraFields.tsx')).ExtraFields)

interface Slots {
  /** What the subjects above listings show; listing-page.tsx gives it. */
  orders: (key: string) => ReactNode
  conversations: (key: string) => ReactNode
  /** The actions of apps on the listing, and their panels. */
  actions: (key: string, version: number | undefined) => ReactNode
  panels: (key: string) => ReactNode
}

/** One listing: what it is, who sells it, what was decided about it, and all that is about it. */
export function ListingScreen(slots: Slots) {
  const { key } = useParams({ from: '/shell/dashboard/listings/$key' })
  return (
    <AsOf kind="listing" id={key}>
      <ListingPage key={key} id={key} {...slots} />
    </AsOf>
  )
}

function ListingPage({ id, orders, conversations, actions, panels }: Slots & { id: string }) {
  const loaded = useData(api.listings.get, { params: { id } })
  const reports = useData(api.listings.reports, { params: { id }, query: {} })
  // An erased listing must not be shown from the cache; after any other failure the cached one stays.
  const found = loaded.failure?.status === 404 ? undefined : loaded.data
  const title = found?.listing.title ?? null
  useRecentRecord('Listing', `/dashboard/listings/${encodeURIComponent(id)}`, found ? orNull(title) : null)
  // The parts appear together: one that comes later would move those below it.
  // What is similar is the last part, and moves none.
  const waits = useIsUnanswered(api.listings.similar.path)
  const reload = () => {
    loaded.reload()
    reports.reload()
  }
  const mark = useCaseMark('listing_reports')
  // A colleague, a job or the marketplace has changed it.
  useLive('review', (event) => {
    if (event.what !== 'looking' && event.case?.kind === 'listing' && event.case.id === id) reload()
  })
  useUndone(({ subject_id }) => subject_id === id && reload())
  return (
    <>
      <Head id={id} title={title} listing={found?.listing}>
        {found && <ListingActions record={found}>{actions(id, found.listing.version)}</ListingActions>}
      </Head>
      {loaded.failure && (
        <FailedState
          message={
            loaded.failure.status === 404
              ? 'There is no such listing. It was never here, or was erased with its seller.'
              : 'The listing could not be loaded.'
          }
          onRetry={loaded.reload}
        />
      )}
      {!found && loaded.loading && <LinesSkeleton lines={14} height={28} />}
      {found && (
        <div className={classes.page} data-waiting={waits || undefined}>
          <div className={classes.column}>
            <Facts listing={found.listing} changed_at={found.changed_at} deleted={found.deleted} />
            <Panel title="Decisions">
              <Decisions record={found} />
            </Panel>
            <Panel title="Orders">{orders(id)}</Panel>
            {found.deleted === null && <Similar id={id} order={2} className={classes.panel} />}
          </div>
          <div className={classes.column}>
            <Panel title="Seller">
              <UserLink uid={found.listing.creatorUID} name={found.listing.creatorName} />
              <StatusBand uid={found.listing.creatorUID} />
              <Background of={{ kind: 'listing', id }} seller />
            </Panel>
            <Panel title="Reports" mark={mark(id)}>
              <Reports id={id} loaded={reports} isDeleted={found.deleted !== null} />
            </Panel>
            <Panel title="Conversations">{conversations(id)}</Panel>
            <Panel title="Promotions">
              <Promotions all={found.promotions} />
            </Panel>
            <Panel title="Collections">
              <Collections all={found.collections} />
            </Panel>
            {panels(id)}
            <ExtraFields kind="listing" id={id} className={classes.panel} />
          </div>
        </div>
      )}
    </>
  )
}

interface HeadProps {
  id: string
  title: string | null
  listing: Post | undefined
  children: ReactNode
}

function Head({ id, title, listing, children }: HeadProps) {
  const { links } = useEnvironment()
  const navigate = useNavigate()
  return (
    <PageHead title={listing ? orNull(title) : id} above={<Link to="/dashboard/listings">Listings</Link>}>
      <Neighbours
        kind="listing"
        id={id}
        onOpen={(key) => void navigate({ to: '/dashboard/listings/$key', params: { key } })}
      />
      {listing && <TimelineButton kind="listing" id={id} of={title} />}
      {links.listing && <ExternalLink href={fillAddress(links.listing, { id })}>Public page</ExternalLink>}
      {children}
    </PageHead>
  )
}

/** Photos, price, state and what the seller wrote. */
function Facts(props: {
  listing: Post
  changed_at: string | null
  deleted: { at: string; by: string | null } | null
}) {
  const { listing, changed_at, deleted } = props
  const [photo, setPhoto] = useState<number | null>(null)
  const item: Item = { model: 'listing', record: listing }
  return (
    <section className={classes.facts} aria-label="Listing">
      <div className={classes.line}>
        <StateWord {...stateOf(listing.review_state, deleted !== null)} />
        <span className={classes.price}>{priceLine(listing)}</span>
        <Pills record={listing} />
        <Country code={listing.postCountryCode} />
        {listing.sold && <StateWord word="Sold" />}
        <CopyText text={listing.key} />
      </div>
      {deleted && (
        <Text size="sm">
          Deleted <When value={deleted.at} write={longLocal} /> by{' '}
          {deleted.by === null ? 'the marketplace' : <bdi>{deleted.by}</bdi>}.
        </Text>
      )}
      {deleted && <Restorable kind="listing" id={listing.key} />}
      {changed_at && (
        <Text size="sm" c="dimmed">
          Changed by the marketplace <When value={changed_at} write={longLocal} />
        </Text>
      )}
      <NewestNote kind="listing" id={listing.key} />
      <Photos item={item} onPhoto={(_, at) => setPhoto(at)} />
      <Details item={item} />
      {listing.description ? (
        <LongText text={listing.description} lines={12} />
      ) : (
        <Text size="sm" c="dimmed">
          No description.
        </Text>
      )}
      {photo !== null && <PhotoDialog item={item} at={photo} onClose={() => setPhoto(null)} />}
    </section>
  )
}

function Panel(props: { title: string; mark?: Marked | undefined; children: ReactNode }) {
  const { title, mark, children } = props
  const heading = useId()
  return (
    <section {...mark} className={classes.panel} aria-labelledby={heading}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </section>
  )
}
