import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ListingRecord, NamedReport } from '@portreeve/contract/listings/listings'
import { approvalStatus } from '@portreeve/contract/listings/promoted-posts'
import { Link } from '@tanstack/react-router'
import { useAction } from '../../data/use-action.ts'
import type { Loaded } from '../../data/use-data.ts'
import { longLocal, shortUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { count, orNull, wordOf } from '../../format/words.ts'
import { Reopen } from '../../people/user-detail/Reopen.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './listing.module.css'

const None = ({ words }: { words: string }) => (
  <Text size="sm" c="dimmed">
    {words}
  </Text>
)

interface ReportsProps {
  id: string
  loaded: Loaded<NamedReport[]>
  /** Of a deleted listing nothing is left to do. */
  isDeleted: boolean
}

/** The reports about a listing, each with its reporter. The open ones that are shown can be ignored. */
export function Reports({ id, loaded: { data, failure, more, reload }, isDeleted }: ReportsProps) {
  const ignore = useAction(api.listingReports.ignore, {
    refetch: [api.held.mine, api.listings.reports],
    done: 'Ignored listing report',
    failed: () => 'Error ignoring listing report',
  })
  if (failure && !data)
    return failure.status === 403 ? (
      <None words="Your role may not see reports." />
    ) : (
      <FailedState message="The reports could not be loaded." onRetry={reload} />
    )
  if (!data) return <LinesSkeleton lines={2} />
  if (data.length === 0) return <None words="Nobody has reported it." />
  const open = data.filter(({ status }) => status === 'open').map((one) => one.id)
  return (
    <>
      {open.length > 0 && !isDeleted && (
        <div data-record-actions>
          <GuardedButton
            may="reports.handle"
            variant="default"
            size="compact-sm"
            loading={ignore.busy}
            onClick={() => void ignore.run({ params: { id }, body: { status: 'ignored', seen: open } })}
          >
            {`Ignore ${count(open.length, 'open report', 'open reports')}`}
          </GuardedButton>
        </div>
      )}
      <ul className={classes.rows} aria-label="Reports">
        {data.map((one) => (
          <li key={one.id}>
            <StateWord
              word={one.status === 'open' ? 'Open' : 'Ignored'}
              tone={one.status === 'open' ? 'caution' : 'quiet'}
            />
            <span>
              <bdi>{orNull(one.report_reason_id)}</bdi>, by{' '}
              {one.reporter_uid === null ? (
                'nobody known'
              ) : (
                <UserLink uid={one.reporter_uid} name={one.reporter_name} />
              )}
            </span>
            <When value={one.created_at} write={longLocal} />
            {one.status === 'ignored' && !isDeleted && (
              <Reopen
                about={{ kind: 'listing', id }}
                reports={[one.id]}
                aria-label={`Reopen the report ${orNull(one.report_reason_id)}`}
              />
            )}
          </li>
        ))}
      </ul>
      {more && <None words="Only the newest reports are shown." />}
    </>
  )
}

export function Promotions({ all }: { all: ListingRecord['promotions'] }) {
  if (all.length === 0) return <None words="It was never promoted." />
  return (
    <ul className={classes.rows} aria-label="Promotions">
      {all.map((one) => (
        <li key={one.id}>
          <StateWord word={wordOf(approvalStatus, one.approval_status)} />
          <span>
            <When value={one.promo_start_date} write={shortUtc} /> to{' '}
            <When value={one.promo_end_date} write={shortUtc} />
          </span>
          <span>{one.price === null ? 'NA' : dollars(one.price)}</span>
        </li>
      ))}
    </ul>
  )
}

export function Collections({ all }: { all: ListingRecord['collections'] }) {
  if (all.length === 0) return <None words="It is in no collection." />
  return (
    <ul className={classes.names} aria-label="Collections">
      {all.map(({ id, title }) => (
        <li key={id}>
          <Link to="/dashboard/collections/$id" params={{ id }}>
            {orNull(title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
