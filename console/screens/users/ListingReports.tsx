import { Group } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ReportedListing } from '@portreeve/contract/listing-reports'
import type { Notes } from '@portreeve/contract/notes'
import { memo, useRef } from 'react'
import { useUndone } from '../../data/held.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useStanding } from '../../data/standing.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { inReportOrder, type ReportOrder, reasonWords } from '../../format/reports.ts'
import { count } from '../../format/words.ts'
import { Cells, CellsSkeleton } from '../../parts/Cells.tsx'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { LeftPlace } from '../../parts/held/LeftPlace.tsx'
import { PostCell } from '../../parts/PostCell.tsx'
import { NotesLine, useNotesOf } from '../../parts/timeline/NotesLine.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import { passFocus, stopSecondClick } from '../../ui/list-focus.ts'
import { usePlaces } from '../../ui/places.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { useStable } from '../../ui/stable.ts'
import type { Words } from '../../ui/toast.ts'
import { Day } from './Day.tsx'
import { ReportsSection } from './ReportsSection.tsx'
import classes from './reports.module.css'
import { meanwhileWords } from './resolved.ts'

/** Listings with open reports (LRP-01 to LRP-18), with an optimistic overlay of pending actions. */
export const ListingReports = memo(function ListingReports({ order }: { order: ReportOrder }) {
  const list = useStanding(api.listingReports.list, {})
  const actions = useStable(
    useReportActions((key, leftOpen) => {
      list.amend((all) => all.filter((report) => report.key !== key))
      if (leftOpen > 0) list.reload()
    }),
  )
  // LRP-10, LRP-14: hidden at once; LRP-13, LRP-18: shown again in its position if the call fails.
  const hidden = new Set(
    [...usePending(api.listingReports.ignore), ...usePending(api.posts.remove)].map(
      ({ params }) => params.id,
    ),
  )
  const reports = list.data?.filter(({ key }) => !hidden.has(key))
  const box = useRef<HTMLUListElement>(null)
  const ordered = inReportOrder(reports ?? none, order, figuresOf)
  const places = usePlaces(ordered, ({ key }) => key, box)
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
    >
      {places.length > 0 && (
        <div onClickCapture={stopSecondClick}>
          <Cells label="Reported listings" box={box}>
            <Gradually rows={places} first={6}>
              {({ key, row, left }) =>
                left === null ? (
                  <ReportedListingRow key={key} report={row} notes={notes.get(key)} actions={actions} />
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

const figuresOf = ({ total_reports, about }: ReportedListing) => ({
  reports: total_reports,
  oldest: about?.oldest,
})

const alreadyDeleted = 'Somebody else has already deleted this listing'

/**
 * Ignore and Delete Listing. `onHandled` gets the key of a listing to remove from the list, and the number of reports that
 * arrived meanwhile.
 */
function useReportActions(onHandled: (key: string, leftOpen: number) => void) {
  const ignoring = useAction(api.listingReports.ignore, {
    refetch: [api.held.mine],
    // LRP-11. Another server of the spec may return no data.
    done: ({ data }) => ignoredWords(data?.ignored_count ?? 1, data?.left_open ?? 0),
    // LRP-12
    failed: ({ failure }) => (failure.status === 404 ? alreadyDeleted : 'Error ignoring listing report'),
    settle: (outcome) => {
      if (outcome.done) onHandled(outcome.input.params.id, outcome.data?.left_open ?? 0)
      else if (outcome.failure.status === 404) onHandled(outcome.input.params.id, 0)
    },
  })
  const removing = useAction(api.posts.remove, {
    refetch: [api.held.mine],
    // LRP-15
    done: 'Deleted listing',
    // LRP-16, LRP-17
    failed: ({ failure }) => {
      if (failure.status === 404) return alreadyDeleted
      const code = failure.body?.status_code
      return code === undefined ? 'Error deleting listing' : `Error deleting listing - ${code}`
    },
    settle: (outcome) => {
      if (outcome.done || outcome.failure.status === 404) onHandled(outcome.input.params.id, 0)
    },
  })
  return {
    ignore: ({ key, report_ids: seen }: ReportedListing) =>
      ignoring.run({ params: { id: key }, body: { status: 'ignored', ...(seen && { seen }) } }),
    remove: (key: string) => removing.run({ params: { id: key } }),
  }
}

/** LRP-11: the toast after ignoring, with the number of new reports. */
function ignoredWords(ignored: number, newReports: number): Words {
  const words =
    ignored === 0 ? 'Somebody else has already ignored this listing report' : 'Ignored listing report'
  return newReports > 0 ? { title: words, message: meanwhileWords(newReports) } : words
}

interface ReportedListingRowProps {
  report: ReportedListing
  notes: Notes | undefined
  /** Stable functions, so that memoized rows do not rerender. */
  actions: {
    ignore: (report: ReportedListing) => Promise<unknown>
    remove: (key: string) => Promise<unknown>
  }
}

/** LRP-05 to LRP-09. D-121: neither button has a confirmation. */
const ReportedListingRow = memo(function ReportedListingRow(props: ReportedListingRowProps) {
  const { report, notes, actions } = props
  // The row leaves with the answer: a second click before that must not act again.
  const once = useOneAtATime()
  const passingFocus = (act: () => Promise<unknown>) => () => {
    passFocus(document.activeElement?.closest('li'))
    once(act)
  }
  return (
    <PostCell post={report} brief>
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
