import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ReportedUser } from '@portreeve/contract/user-reports'
import { memo, useRef, useState } from 'react'
import { useUndone } from '../../data/held.ts'
import { useStanding } from '../../data/standing.ts'
import { count } from '../../format/words.ts'
import { LeftPlace } from '../../parts/held/LeftPlace.tsx'
import { useMutualTransactions } from '../../parts/MutualTransactions.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import { stopSecondClick } from '../../ui/list-focus.ts'
import { usePlaces } from '../../ui/places.ts'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { useStable } from '../../ui/stable.ts'
import { ReportsHead } from './ReportsHead.tsx'
import classes from './reports.module.css'
import { without } from './resolved.ts'
import { UserReportsRow } from './UserReportsRow.tsx'

/** People with open reports about them (URP-01 to URP-27). Typing in the search above does not draw them again. */
export const UserReports = memo(function UserReports() {
  const list = useStanding(api.userReports.list, {})
  // URP-11
  const [expanded, setExpanded] = useState<string | null>(null)
  const between = useMutualTransactions()
  const groups = list.data
  const fresh = newReports(groups, list.latest)
  const box = useRef<HTMLUListElement>(null)
  const places = usePlaces(groups ?? none, ({ reporting_uid }) => reporting_uid, box)
  useUndone(({ action }) => {
    if (action === 'userReports.resolve') list.reload()
  })
  const actions = useStable({
    // URP-10 to URP-12
    toggle: (key: string) => setExpanded(expanded === key ? null : key),
    transactions: between.open,
    resolved: (key: string, seen: string[] | undefined, leftOpen: number) => {
      // URP-20: what the server said is done goes without asking for the list.
      list.amend((all) => without(all, key, seen))
      if (leftOpen > 0) list.reload()
    },
    // URP-25
    failed: list.reload,
  })
  return (
    <section aria-labelledby="user-reports" className={classes.section}>
      <ReportsHead
        id="user-reports"
        title="User Reports"
        count={groups?.length ? people(groups.length, list.more) : null}
        fresh={fresh > 0 ? count(fresh, 'new report', 'new reports') : null}
        onShow={list.show}
        stale={groups !== undefined && list.failure !== null}
        onRetry={list.reload}
      />
      {groups === undefined ? (
        list.failure ? (
          <>
            {/* URP-27, D-024 */}
            <Title order={3}>{list.failure.message || 'There was an error loading user reports'}</Title>
            <FailedState message="User reports could not be loaded." onRetry={list.reload} />
          </>
        ) : (
          <div role="status" aria-label="Loading">
            {/* As high as a window, so that what is below does not jump. */}
            <LinesSkeleton lines={18} height={48} />
          </div>
        )
      ) : (
        <>
          {groups.length === 0 && <Text size="sm">No reports.</Text>}
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
                    <UserReportsRow key={key} group={row} expanded={expanded === key} actions={actions} />
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
        </>
      )}
      {list.more && groups && (
        <Text c="dimmed" size="sm" mt="sm">
          Showing the first {groups.length} people. Others follow as these are resolved.
        </Text>
      )}
      {between.dialog}
    </section>
  )
})

const none: readonly ReportedUser[] = []

const people = (groups: number, more: boolean) =>
  more ? `${groups}+ people` : count(groups, 'person', 'people')

/** How many reports the server has that are not on the screen. */
function newReports(shown: ReportedUser[] | undefined, latest: ReportedUser[] | undefined): number {
  if (!shown || !latest || shown === latest) return 0
  const known = new Set(shown.flatMap(({ reports }) => reports.map(({ id }) => id)))
  return latest.reduce((sum, { reports }) => sum + reports.filter(({ id }) => !known.has(id)).length, 0)
}
