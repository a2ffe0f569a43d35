import { api } from '@portreeve/contract'
import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnUid } from '../../data/backend.tsx'
import type { Answer } from '../../data/call.ts'
import { CallFailure } from '../../data/failure.ts'
import { keyOf } from '../../data/queries.ts'
import { useAction } from '../../data/use-action.ts'
import { caseText } from '../../shell/lists/opened-case.ts'
import type { Deed } from '../../shell/triage/useTriage.ts'
import { shownBy } from './options.ts'
import { useHeldUndo } from './useHeldUndo.ts'
import { nameOf } from './words.ts'

const refetch: Endpoint[] = [...shownBy, api.held.mine]

interface ById {
  readonly params: { readonly id: string }
}

/** What the panel has shown of a case, from the cache; undefined until it is loaded. */
function useShown() {
  const queries = useQueryClient()
  const cached = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
    queries.getQueryData<Answer<Data<E>>>([...keyOf(endpoint), input])?.data
  return {
    listing: (id: string) => cached(api.posts.pending, { query: { id } })?.wts[0],
    promotion: (id: string) => cached(api.promotedPosts.list, { query: { approval_status: '1', id } })?.[0],
    /** The ids of a listing's open reports. */
    reportsOfListing: (id: string) =>
      cached(api.listingReports.list, { query: { first: id } })?.find(({ key }) => key === id)?.report_ids,
    /** The ids of the open reports about a person that are not about a listing. */
    reportsOfPerson: (uid: string) =>
      cached(api.userReports.ofUser, { params: { uid } })
        ?.filter(({ status, listing }) => status === 'open' && listing === null)
        .map(({ id }) => id),
  }
}

const unseen = new CallFailure(409, {
  error_message: 'Its facts are not loaded. Look at the case first.',
})

/** Runs a decision with the version that the panel has shown. Fails where the panel has not shown one yet. */
const about = <Facts>(facts: Facts | undefined, run: (facts: Facts) => ReturnType<Deed['run']>) =>
  facts === undefined ? Promise.resolve({ done: false, failure: unseen } as const) : run(facts)

/** The calls that decide and undo, without toasts: the chip in the line below the list tells the outcome. */
function useCalls(shown: ReturnType<typeof useShown>) {
  const options = { refetch, refetchOnConflict: refetch }
  // A decision is about the version that the panel has shown.
  const listing = { ...options, ifMatch: ({ params: { id } }: ById) => shown.listing(id)?.version }
  const promotion = { ...options, ifMatch: ({ params: { id } }: ById) => shown.promotion(id)?.version }
  return {
    take: useAction(api.desk.take, options),
    release: useAction(api.desk.release, options),
    hand: useAction(api.desk.hand, options),
    snooze: useAction(api.desk.snooze, options),
    approve: useAction(api.posts.approve, listing),
    deny: useAction(api.posts.deny, listing),
    takeBack: useAction(api.posts.takeBack, options),
    approvePromotion: useAction(api.promotedPosts.approve, promotion),
    denyPromotion: useAction(api.promotedPosts.deny, promotion),
    takeBackPromotion: useAction(api.promotedPosts.takeBack, options),
    ignore: useAction(api.listingReports.ignore, options),
    resolve: useAction(api.userReports.resolve, options),
  }
}

/**
 * What is done to cases, each with its undoing.
 * @param staysTaken a case that is taken stays in the view
 */
export function useDeeds(staysTaken: boolean) {
  const own = useOwnUid()
  const undoHeld = useHeldUndo()
  const shown = useShown()
  const calls = useCalls(shown)
  const deed = (row: DeskCase, verb: string, run: Deed['run'], undo: Deed['undo'], stays = false): Deed => ({
    ...{ row: caseText(row), did: verb, name: nameOf(row), run, undo, stays },
  })
  const refOf = ({ kind, id }: DeskCase) => ({ params: { kind, id } })
  const take = (row: DeskCase) =>
    deed(
      row,
      'Taken',
      () => calls.take.run(refOf(row)),
      // The absent colleague from whom it was taken has it again.
      () =>
        row.absent
          ? calls.hand.run({ ...refOf(row), body: { uid: row.absent.uid } })
          : calls.release.run(refOf(row)),
      staysTaken,
    )
  /** Approves or denies a listing or a promotion. */
  const review = (row: DeskCase, message?: string) => {
    const { id, person } = row
    const params = { id }
    const data = person?.uid ?? ''
    const verb = message === undefined ? 'Approved' : 'Denied'
    return row.kind === 'listing'
      ? deed(
          row,
          verb,
          () =>
            about(shown.listing(id), () =>
              message === undefined
                ? calls.approve.run({ params })
                : calls.deny.run({ params, body: { message } }),
            ),
          () => calls.takeBack.run({ params }),
        )
      : deed(
          row,
          verb,
          () =>
            about(shown.promotion(id), () =>
              message === undefined
                ? calls.approvePromotion.run({ params, body: { data } })
                : calls.denyPromotion.run({ params, body: { data, message } }),
            ),
          () => calls.takeBackPromotion.run({ params }),
        )
  }

  return {
    take,
    approve: (row: DeskCase) => review(row),
    deny: review as (row: DeskCase, message: string) => Deed,
    // Reports that come later stay open.
    ignore: (row: DeskCase) =>
      deed(
        row,
        'Ignored the reports',
        () =>
          about(shown.reportsOfListing(row.id), (seen) =>
            calls.ignore.run({ params: { id: row.id }, body: { status: 'ignored', seen } }),
          ),
        () => undoHeld('listingReports.ignore', row.id),
      ),
    resolve: (row: DeskCase) =>
      deed(
        row,
        'Resolved the reports',
        () =>
          about(shown.reportsOfPerson(row.id), (seen) =>
            calls.resolve.run({ params: { uid: row.id }, body: { status: 'resolved', seen } }),
          ),
        () => undoHeld('userReports.resolve', row.id),
      ),
    snooze: (row: DeskCase, until: Date) =>
      deed(
        row,
        'Snoozed',
        () => calls.snooze.run({ ...refOf(row), body: { until: until.toISOString() } }),
        async () => {
          const woken = await calls.snooze.run({ ...refOf(row), body: { until: null } })
          // The snooze has ended the caller's claim.
          return woken.done && row.assignee?.uid === own ? calls.take.run(refOf(row)) : woken
        },
      ),
  }
}
