import { api } from '@portreeve/contract'
import type { ReportedUser, UserReport } from '@portreeve/contract/people/user-reports'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, type ReactNode, useId, useRef } from 'react'
import { messageOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { alike, reasonWords } from '../../format/reports.ts'
import { count, orNull } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { passFocus } from '../../ui/browser/list-focus.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import type { Words } from '../../ui/toast.ts'
import { Day } from './Day.tsx'
import classes from './reports.module.css'
import { idsOf, meanwhileWords } from './resolved.ts'
import { Report } from './UserReport.tsx'

/** The effects of a row on the list; `key` is the group's. Stable functions, so that memoized rows do not rerender. */
interface RowActions {
  pick: (key: string, range: boolean) => void
  toggle: (key: string) => void
  transactions: (parties: { title: ReactNode; party1: string; party2: string | null }) => void
  /** `seen`: the ids of the resolved reports, undefined for all. `leftOpen`: the number of reports that arrived meanwhile. */
  resolved: (key: string, seen: string[] | undefined, leftOpen: number) => void
  failed: () => void
}

interface UserReportsRowProps {
  group: ReportedUser
  expanded: boolean
  /** Whether it is chosen; undefined while rows are not being chosen. */
  picked: boolean | undefined
  actions: RowActions
}

/** One reported person (URP-04 to URP-12). The name's button fills the row, below the link and Resolve All (D-115). */
export const UserReportsRow = memo(function UserReportsRow(props: UserReportsRowProps) {
  const { group, expanded, picked, actions } = props
  const { uid, displayName } = group.reporting
  const name = orNull(displayName)
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  const hadFocus = useRef(false)

  const resolve = useAction(api.userReports.resolve, {
    refetch: [api.held.mine],
    done: ({ data }) => resolvedWords(name, data),
    // URP-23, URP-24, D-023
    failed: ({ failure }) => ({
      message: messageOf(failure, `Error resolving reports for ${name}`),
      stays: 5000,
    }),
    settle: (outcome) => {
      if (!outcome.done) return actions.failed()
      // The browser takes the focus from the disabled button with its next frame: a quick answer still finds it there.
      const { activeElement } = document
      const focusLeaves = activeElement === document.body || item.current?.contains(activeElement)
      if (hadFocus.current && focusLeaves) passFocus(item.current)
      // Another server of the spec may return no data.
      actions.resolved(group.reporting_uid, outcome.input.body.seen, outcome.data?.left_open ?? 0)
    },
  })
  const once = useOneAtATime()
  const resolveAll = () => {
    hadFocus.current = item.current?.contains(document.activeElement) ?? false
    const seen = idsOf(group)
    // A second click may come before the button is drawn as busy.
    once(() => resolve.run({ params: { uid }, body: { status: 'resolved', ...(seen && { seen }) } }))
  }
  const showTransactions = ({ reporter_uid, reporter }: UserReport) =>
    actions.transactions({
      // D-021
      title: (
        <>
          <bdi>{name}</bdi> and <bdi>{orNull(reporter?.displayName)}</bdi>
        </>
      ),
      party1: uid,
      party2: reporter_uid,
    })

  return (
    <li ref={item} className={classes.group} data-expanded={expanded || undefined}>
      <div className={classes.row} data-picks={picked !== undefined || undefined}>
        {picked !== undefined && (
          <span className={classes.pick}>
            <PickBox
              of={name}
              checked={picked}
              onPick={(range) => actions.pick(group.reporting_uid, range)}
            />
          </span>
        )}
        <PersonAvatar uid={uid} name={displayName} size={32} />
        <div className={classes.who}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={expanded}
            aria-controls={expanded ? id : undefined}
            aria-describedby={`${id}-count`}
            onClick={() => actions.toggle(group.reporting_uid)}
          >
            <Clamp text={name} />
          </button>
          <span className={classes.uid}>
            <UserLink uid={uid} name={uid} newTab />
          </span>
        </div>
        <About group={group} />
        {/* URP-08, D-018 */}
        <span id={`${id}-count`} className={classes.count}>
          {group.reports.length} reports
        </span>
        <span className={classes.resolve}>
          <GuardedButton
            may="reports.handle"
            variant="default"
            size="compact-sm"
            loading={resolve.busy}
            onClick={resolveAll}
          >
            Resolve All
          </GuardedButton>
        </span>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
      </div>
      {expanded && <SingleReports id={id} group={group} onTransactions={showTransactions} />}
    </li>
  )
})

/** The reasons, reporters and times of a person's open reports, and whether they are blocked already. */
function About({ group }: { group: ReportedUser }) {
  const { reports, reporting } = group
  const times = reports.map(({ created_at }) => created_at).sort()
  const reporters = new Set(reports.map(({ reporter_uid, id }) => reporter_uid ?? id))
  return (
    <span className={classes.about}>
      <Clamp text={reasonWords(reports.map(({ report_reason_id }) => report_reason_id)) || 'No reason'} />
      <span>
        {count(reporters.size, 'reporter', 'reporters')} · newest <Day value={times.at(-1) ?? null} />
        {times.length > 1 && (
          <>
            , first <Day value={times[0] ?? null} />
          </>
        )}
      </span>
      {reporting.isBanned && <StateWord word="Blocked" tone="caution" />}
    </span>
  )
}

interface SingleReportsProps {
  id: string
  group: ReportedUser
  onTransactions: (report: UserReport) => void
}

/** The reports about one person, each with its reporter's record as soon as it is loaded. */
function SingleReports({ id, group, onTransactions }: SingleReportsProps) {
  // Another server of the spec does not have this call: the reports are then shown without the records.
  const { data } = useData(api.userReports.ofUser, { params: { uid: group.reporting.uid } })
  const records = new Map(data?.map((report) => [report.id, report.reporter]))
  const same = Math.max(...alike(group.reports).map(({ length }) => length))
  return (
    <>
      {same > 1 && (
        <p className={classes.same}>
          {same === group.reports.length ? `All ${same}` : `${same} of ${group.reports.length}`} reports say
          the same.
        </p>
      )}
      <ul id={id} className={classes.reports}>
        {group.reports.map((report) => (
          <Report
            key={report.id}
            report={report}
            record={records.get(report.id) ?? null}
            onTransactions={() => onTransactions(report)}
          />
        ))}
      </ul>
    </>
  )
}

/** URP-21: the toast after resolving, with the number of new reports. */
function resolvedWords(name: string, data: { resolved_count?: number; left_open?: number } | null): Words {
  const newReports = data?.left_open ?? 0
  // A colleague has resolved them first.
  const words =
    data?.resolved_count === 0
      ? `A colleague has already resolved the reports for ${name}`
      : `Resolved all reports for ${name}`
  return newReports > 0 ? { title: words, message: meanwhileWords(newReports) } : words
}
