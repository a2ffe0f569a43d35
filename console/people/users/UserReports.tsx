import { Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ReportedUser } from '@portreeve/contract/people/user-reports'
import { memo, useRef, useState } from 'react'
import { useBulkEnded } from '../../data/bulk.ts'
import { useUndone } from '../../data/held.ts'
import { useStanding } from '../../data/standing.ts'
import { inReportOrder, type ReportOrder } from '../../format/reports.ts'
import { count } from '../../format/words.ts'
import { useSelection } from '../../shell/bulk/useSelection.ts'
import { useMutualTransactions } from '../../shell/records/MutualTransactions.tsx'
import { LeftPlace } from '../../staff/held/LeftPlace.tsx'
import { stopSecondClick } from '../../ui/browser/list-focus.ts'
import { usePlaces } from '../../ui/browser/places.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { useStable } from '../../ui/stable.ts'
import { reportBulk } from './bulk.ts'
import { ReportsSection } from './ReportsSection.tsx'
import classes from './reports.module.css'
import { idsOf, without } from './resolved.ts'
import { UserReportsRow } from './UserReportsRow.tsx'

/** People with open reports (URP-01 to URP-27). Memoized: typing in the search above does not rerender them. */
export const UserReports = memo(function UserReports({ order }: { order: ReportOrder }) {
  const list = useStanding(api.userReports.list, {})
  // URP-11
  const [expanded, setExpanded] = useState<string | null>(null)
  const between = useMutualTransactions()
  const groups = list.data
  const fresh = newReports(groups, list.latest)
  const box = useRef<HTMLUListElement>(null)
  const ordered = inReportOrder(groups ?? none, order, figuresOf)
  const places = usePlaces(ordered, ({ reporting_uid }) => reporting_uid, box)
  const selection = useSelection(ordered.map(({ reporting_uid }) => reporting_uid))
  useBulkEnded((action) => {
    if (action === 'userReports.resolve') list.reload()
  })
  useUndone(({ action }) => {
    if (action === 'userReports.resolve') list.reload()
  })
  const actions = useStable({
    // URP-10 to URP-12
    pick: selection.pick,
    toggle: (key: string) => setExpanded(expanded === key ? null : key),
    transactions: between.open,
    resolved: (key: string, seen: string[] | undefined, leftOpen: number) => {
      // URP-20: resolved reports are removed from the cache without a refetch.
      list.amend((all) => without(all, key, seen))
      if (leftOpen > 0) list.reload()
    },
    // URP-25
    failed: list.reload,
  })
  return (
    <ReportsSection
      id="user-reports"
      title="User Reports"
      list={list}
      shown={groups?.length}
      words={['person', 'people']}
      done="resolved"
      fresh={fresh > 0 ? count(fresh, 'new report', 'new reports') : null}
      failed={
        <>
          {/* URP-27, D-024 */}
          <Title order={3}>{list.failure?.message || 'There was an error loading user reports'}</Title>
          <FailedState message="User reports could not be loaded." onRetry={list.reload} />
        </>
      }
      // The height of a window, so that the list below does not shift.
      loading={<LinesSkeleton lines={18} height={48} />}
      selection={selection}
      bulk={{
        ...reportBulk.people,
        parts: [{ filter: {}, choose: (keys) => choicesOf(ordered, keys) }],
        // Hidden at once; the refused ones come back at the end of the job.
        onStarted: ({ all, keys }) =>
          list.amend((groups) => groups.filter((one) => !all && !keys.includes(one.reporting_uid))),
      }}
    >
      {places.length > 0 && (
        <ul
          ref={box}
          className={classes.groups}
          aria-labelledby="user-reports"
          onClickCapture={stopSecondClick}
        >
          <Gradually rows={places} first={16}>
            {({ key, row, left }) =>
              left === null ? (
                <UserReportsRow
                  key={key}
                  group={row}
                  expanded={expanded === key}
                  picked={selection.on ? selection.has(key) : undefined}
                  actions={actions}
                />
              ) : (
                <LeftPlace
                  key={key}
                  height={left}
                  words="Resolved."
                  of={(held) => held.action === 'userReports.resolve' && held.subject_id === key}
                />
              )
            }
          </Gradually>
        </ul>
      )}
      {between.dialog}
    </ReportsSection>
  )
})

const none: readonly ReportedUser[] = []

/** The chosen people with the reports on the screen: later ones stay open. */
const choicesOf = (groups: readonly ReportedUser[], keys: readonly string[]) => {
  const chosen = new Set(keys)
  return groups
    .filter(({ reporting_uid }) => chosen.has(reporting_uid))
    .map((group) => {
      const seen = idsOf(group)
      return { id: group.reporting_uid, ...(seen && { seen }) }
    })
}

const figuresOf = ({ reports }: ReportedUser) => ({
  reports: reports.length,
  oldest: reports
    .map(({ created_at }) => created_at)
    .sort()
    .at(0),
})

/** The number of reports in the latest answer that are not shown yet. */
function newReports(shown: ReportedUser[] | undefined, latest: ReportedUser[] | undefined): number {
  if (!shown || !latest || shown === latest) return 0
  const known = new Set(shown.flatMap(({ reports }) => reports.map(({ id }) => id)))
  return latest.reduce((sum, { reports }) => sum + reports.filter(({ id }) => !known.has(id)).length, 0)
}
