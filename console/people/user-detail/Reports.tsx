import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { UserReportWithRecord } from '@portreeve/contract/people/user-overview'
import type { User } from '@portreeve/contract/people/users'
import { useState } from 'react'
import { isUnknownCall } from '../../data/failure.ts'
import { useUndone } from '../../data/held.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { daysAgo } from '../../format/days-ago.ts'
import { alike, reasonName, recordWords } from '../../format/reports.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { hashTarget } from '../../ui/browser/hash-target.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { Reopen } from './Reopen.tsx'
import classes from './reports.module.css'
import { SameReports } from './SameReports.tsx'
import { Section } from './Section.tsx'

/** Entries that are shown before the button for the others. */
const first = 5

/** The reports about a person and their listings, resolvable here. Renders nothing without any. */
export function Reports({ user }: { user: User }) {
  const whyNot = useWhyNot('reports.read')
  const list = useData(api.userReports.ofUser, { params: { uid: user.uid } }, { when: whyNot === null })
  const [all, setAll] = useState(false)
  const mark = useCaseMark('user_reports')
  useUndone(({ action }) => {
    if (action !== 'posts.remove') list.reload()
  })
  const { data, failure } = list
  if (failure && !data && !isUnknownCall(failure))
    return (
      <Section title="Reports">
        <FailedState message="The reports about this person could not be loaded." onRetry={list.reload} />
      </Section>
    )
  if (!data || data.length === 0) return null
  const open = data.filter(({ status }) => status === 'open')
  const groups = alike(data)
  const shown = all ? groups : groups.slice(0, first)
  return (
    <div id="reports" {...(mark(user.uid) ?? { ref: hashTarget })}>
      <Section
        title={`Reports (${list.more ? `${data.length}+` : data.length})`}
        beside={<ResolveButton user={user} open={open.filter(({ listing }) => listing === null)} />}
      >
        <ul className={classes.list} aria-label="Reports">
          <SameReports groups={shown}>
            {(report) => <Report key={report.id} report={report} open={open} uid={user.uid} />}
          </SameReports>
        </ul>
        {groups.length > shown.length && (
          <button type="button" className={classes.all} onClick={() => setAll(true)}>
            Show all {data.length}
          </button>
        )}
        {list.more && all && (
          <Text size="sm" c="dimmed" mt="sm">
            Showing the newest {data.length}.
          </Text>
        )}
      </Section>
    </div>
  )
}

interface ReportProps {
  report: UserReportWithRecord
  open: readonly UserReportWithRecord[]
  uid: string
}

function Report({ report, open, uid }: ReportProps) {
  const { listing, reporter_uid, reporter, report_reason_id, input, status, created_at } = report
  return (
    <li className={classes.report} data-open={status === 'open' || undefined}>
      <div className={classes.facts}>
        <strong dir="auto">{orNull(report_reason_id && reasonName(report_reason_id))}</strong>
        <StateWord word={states[status]} tone={status === 'open' ? 'caution' : 'quiet'} />
        <span className={classes.quiet}>
          <When value={created_at} write={daysAgo} />
        </span>
        <span>
          by{' '}
          {reporter_uid ? (
            <UserLink uid={reporter_uid} name={reporter?.displayName ?? null} />
          ) : (
            <span className={classes.quiet}>an unknown reporter</span>
          )}
        </span>
        {reporter && <span className={classes.quiet}>{recordWords(reporter)}</span>}
        {listing && status === 'open' && <IgnoreButton listing={listing} open={open} />}
        {status !== 'open' && (
          <Reopen
            about={listing ? { kind: 'listing', id: listing.key } : { kind: 'user', id: uid }}
            reports={[report.id]}
            aria-label={`Reopen the report ${orNull(report_reason_id && reasonName(report_reason_id))}`}
          />
        )}
      </div>
      {listing && (
        <div className={classes.quiet}>
          about the listing <bdi>{orNull(listing.title)}</bdi>
        </div>
      )}
      {input && <LongText text={input} lines={3} />}
    </li>
  )
}

const states = { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' } as const

/** Resolves the open reports about the person that are on this page. */
function ResolveButton({ user, open }: { user: User; open: readonly UserReportWithRecord[] }) {
  const resolve = useAction(api.userReports.resolve, {
    done: `Resolved all reports for ${orNull(user.displayName)}`,
    failed: `Error resolving reports for ${orNull(user.displayName)}`,
    refetch: [api.userReports.ofUser, api.users.overview, api.held.mine],
  })
  if (open.length === 0) return null
  const seen = open.map(({ id }) => id)
  return (
    <GuardedButton
      may="reports.handle"
      variant="default"
      size="compact-sm"
      loading={resolve.busy}
      onClick={() => void resolve.run({ params: { uid: user.uid }, body: { status: 'resolved', seen } })}
    >
      {`Resolve ${count(open.length, 'report', 'reports')} about the person`}
    </GuardedButton>
  )
}

/** Ignores the open reports about a listing that are on this page. */
function IgnoreButton({
  listing,
  open,
}: {
  listing: NonNullable<UserReportWithRecord['listing']>
  open: readonly UserReportWithRecord[]
}) {
  const ignore = useAction(api.listingReports.ignore, {
    done: 'Ignored the reports about the listing',
    failed: 'Error ignoring the reports about the listing',
    refetch: [api.userReports.ofUser, api.users.overview, api.held.mine],
  })
  const seen = open.filter((report) => report.listing?.key === listing.key).map(({ id }) => id)
  return (
    <GuardedButton
      may="reports.handle"
      variant="subtle"
      size="compact-xs"
      loading={ignore.busy}
      aria-label={`Ignore the reports about ${orNull(listing.title)}`}
      onClick={() => void ignore.run({ params: { id: listing.key }, body: { status: 'ignored', seen } })}
    >
      Ignore
    </GuardedButton>
  )
}
