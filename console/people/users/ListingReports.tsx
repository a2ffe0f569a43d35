import { Group } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ReportedListing } from '@portreeve/contract/listings/listing-reports'
import type { Notes } from '@portreeve/contract/staff/notes'
import { memo, useRef } from 'react'
import { useBulkEnded } from '../../data/bulk.ts'
import { useUndone } from '../../data/held.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useStanding } from '../../data/standing.ts'
import { usePending } from '../../data/use-action.ts'
import { inReportOrder, type ReportOrder, reasonWords } from '../../format/reports.ts'
import { count, orNull } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { useSelection } from '../../shell/bulk/useSelection.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { PostCell } from '../../shell/records/PostCell.tsx'
import { LeftPlace } from '../../staff/held/LeftPlace.tsx'
import { NotesLine, useNotesOf } from '../../staff/timeline/NotesLine.tsx'
import { passFocus, stopSecondClick } from '../../ui/browser/list-focus.ts'
import { usePlaces } from '../../ui/browser/places.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import type { Marked } from '../../ui/marked.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { useStable } from '../../ui/stable.ts'
import { reportBulk } from './bulk.ts'
import { Day } from './Day.tsx'
import { ReportsSection } from './ReportsSection.tsx'
import classes from './reports.module.css'
import { useReportActions } from './useReportActions.ts'

interface ListingReportsProps {
  order: ReportOrder
  /** The listing whose reports the desk opened: it comes first, however old they are. Another one needs another `key`. */
  first: string | null
}

/** Listings with open reports (LRP-01 to LRP-18), with an optimistic overlay of pending actions. */
export const ListingReports = memo(function ListingReports({ order, first }: ListingReportsProps) {
  const list = useStanding(api.listingReports.list, first === null ? {} : { query: { first } })
  const mark = useCaseMark('listing_reports')
  const single = useReportActions((key, leftOpen) => {
    list.amend((all) => all.filter((report) => report.key !== key))
    if (leftOpen > 0) list.reload()
  })
  // LRP-10, LRP-14: hidden at once; LRP-13, LRP-18: shown again in its position if the call fails.
  const hidden = new Set(
    [...usePending(api.listingReports.ignore), ...usePending(api.posts.remove)].map(
      ({ params }) => params.id,
    ),
  )
  const reports = list.data?.filter(({ key }) => !hidden.has(key))
  const box = useRef<HTMLUListElement>(null)
  const ordered = withFirst(inReportOrder(reports ?? none, order, figuresOf), first)
  const places = usePlaces(ordered, ({ key }) => key, box)
  const selection = useSelection(ordered.map(({ key }) => key))
  const actions = useStable({ ...single, pick: selection.pick })
  useBulkEnded((action) => {
    if (action === 'listingReports.ignore') list.reload()
  })
  const notes = useNotesOf('listing', reports?.map(({ key }) => key) ?? [])
  useUndone(({ action }) => {
    if (action === 'posts.remove' || action === 'listingReports.ignore') list.reload()
  })
  const fresh = newListings(list.data, list.latest)
  return (
    <ReportsSection
      id="listing-reports"
      title="Listing Reports"
      list={list}
      shown={reports?.length}
      words={['listing', 'listings']}
      done="handled"
      fresh={fresh > 0 ? count(fresh, 'newly reported listing', 'newly reported listings') : null}
      // LRP-04: no toast, but clearly not an empty list.
      failed={<FailedState message="Listing reports could not be loaded." onRetry={list.reload} />}
      loading={<CellsSkeleton cells={6} />}
      selection={selection}
      bulk={{
        ...reportBulk.listings,
        parts: [{ filter: {}, choose: (keys) => choicesOf(ordered, keys) }],
        // Hidden at once; the refused ones come back at the end of the job.
        onStarted: ({ all, keys }) =>
          list.amend((rows) => rows.filter(({ key }) => !all && !keys.includes(key))),
      }}
    >
      {places.length > 0 && (
        <div onClickCapture={stopSecondClick}>
          <Cells label="Reported listings" box={box}>
            <Gradually rows={places} first={6}>
              {({ key, row, left }) =>
                left === null ? (
                  <ReportedListingRow
                    key={key}
                    report={row}
                    notes={notes.get(key)}
                    picked={selection.on ? selection.has(key) : undefined}
                    mark={mark(key)}
                    actions={actions}
                  />
                ) : (
                  <LeftPlace
                    key={key}
                    height={left}
                    words="Handled."
                    of={(held) => held.subject_kind === 'listing' && held.subject_id === key}
                  />
                )
              }
            </Gradually>
          </Cells>
        </div>
      )}
    </ReportsSection>
  )
})

const none: readonly ReportedListing[] = []

/** The listings, with one that the desk opened in the first place. */
const withFirst = (reports: readonly ReportedListing[], first: string | null) =>
  first === null ? reports : reports.toSorted((a, b) => Number(b.key === first) - Number(a.key === first))

/** The chosen listings with the reports on the screen: later ones stay open. */
const choicesOf = (reports: readonly ReportedListing[], keys: readonly string[]) => {
  const chosen = new Set(keys)
  return reports
    .filter(({ key }) => chosen.has(key))
    .map(({ key, report_ids: seen }) => ({ id: key, ...(seen && { seen }) }))
}

const figuresOf = ({ total_reports, about }: ReportedListing) => ({
  reports: total_reports,
  oldest: about?.oldest,
})

interface ReportedListingRowProps {
  report: ReportedListing
  notes: Notes | undefined
  /** Stable functions, so that memoized rows do not rerender. */
  actions: {
    ignore: (report: ReportedListing) => Promise<unknown>
    remove: (key: string) => Promise<unknown>
    pick: (key: string, range: boolean) => void
  }
  /** Whether it is chosen; undefined while rows are not being chosen. */
  picked: boolean | undefined
  mark: Marked | undefined
}

/** LRP-05 to LRP-09. D-121: neither button has a confirmation. */
const ReportedListingRow = memo(function ReportedListingRow(props: ReportedListingRowProps) {
  const { report, notes, picked, mark, actions } = props
  // The row leaves with the answer: a second click before that must not act again.
  const once = useOneAtATime()
  const passingFocus = (act: () => Promise<unknown>) => () => {
    passFocus(document.activeElement?.closest('li'))
    once(act)
  }
  return (
    <PostCell
      post={report}
      brief
      mark={mark}
      menu={
        picked !== undefined && (
          <PickBox
            of={orNull(report.title)}
            checked={picked}
            onPick={(range) => actions.pick(report.key, range)}
          />
        )
      }
    >
      {report.about && <ListingAbout about={report.about} />}
      <NotesLine notes={notes} />
      <div className={classes.listingFoot}>
        <span className={classes.total}>Reports: {report.total_reports}</span>
        <Group gap="sm">
          <GuardedButton
            may="reports.handle"
            variant="default"
            size="compact-sm"
            onClick={passingFocus(() => actions.ignore(report))}
          >
            Ignore
          </GuardedButton>
          <GuardedButton
            may="posts.delete"
            variant="default"
            c="red"
            size="compact-sm"
            onClick={passingFocus(() => actions.remove(report.key))}
          >
            Delete Listing
          </GuardedButton>
        </Group>
      </div>
    </PostCell>
  )
})

/** The reasons, times and reporters of a listing's open reports. */
function ListingAbout({ about }: { about: NonNullable<ReportedListing['about']> }) {
  return (
    <div className={classes.about}>
      {about.reasons.length > 0 && <Clamp text={reasonWords(about.reasons)} />}
      <span>
        {count(about.reporters, 'reporter', 'reporters')} · newest <Day value={about.newest} />
        {about.oldest !== about.newest && (
          <>
            , first <Day value={about.oldest} />
          </>
        )}
      </span>
      {about.sellerIsBanned && <StateWord word="Seller blocked" tone="caution" />}
    </div>
  )
}

/** The number of listings in the latest answer that are not shown yet. */
function newListings(shown: ReportedListing[] | undefined, latest: ReportedListing[] | undefined): number {
  if (!shown || !latest || shown === latest) return 0
  const known = new Set(shown.map(({ key }) => key))
  return latest.filter(({ key }) => !known.has(key)).length
}
