import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../data/call.ts'
import { keyOf } from '../../data/queries.ts'
import { useAction } from '../../data/use-action.ts'
import { caseText } from '../../shell/lists/opened-case.ts'
import type { Deed } from '../../shell/triage/useTriage.ts'
import { shownBy } from './options.ts'
import { useHeldUndo } from './useHeldUndo.ts'
import { nameOf } from './words.ts'

const refetch: Endpoint[] = [...shownBy, api.held.mine]

/** What the panel has shown, from the cache. */
type Cached = <D>(endpoint: Endpoint, input: object) => D | undefined
interface Versioned {
  readonly version?: number
}
interface ById {
  readonly params: { readonly id: string }
}

/** The calls that decide and undo, without toasts: the chip in the line below the list tells the outcome. */
function useCalls(cached: Cached) {
  const options = { refetch, refetchOnConflict: refetch }
  // A decision is about the version that the panel has shown.
  const listing = {
    ...options,
    ifMatch: ({ params: { id } }: ById) =>
      cached<{ wts: Versioned[] }>(api.posts.pending, { query: { id } })?.wts[0]?.version,
  }
  const promotion = {
    ...options,
    ifMatch: ({ params: { id } }: ById) =>
      cached<Versioned[]>(api.promotedPosts.list, { query: { approval_status: '1', id } })?.[0]?.version,
  }
  return {
    take: useAction(api.desk.take, options),
    release: useAction(api.desk.release, options),
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
  const queries = useQueryClient()
  const undoHeld = useHeldUndo()
  const deed = (row: DeskCase, verb: string, run: Deed['run'], undo: Deed['undo'], stays = false): Deed => ({
    ...{ row: caseText(row), did: verb, name: nameOf(row), run, undo, stays },
  })
  const cached: Cached = <D>(endpoint: Endpoint, input: object) =>
    queries.getQueryData<Answer<D>>([...keyOf(endpoint), input])?.data
  const calls = useCalls(cached)

  const take = (row: DeskCase) => {
    const params = { kind: row.kind, id: row.id }
    return deed(
      row,
      'Taken',
      () => calls.take.run({ params }),
      () => calls.release.run({ params }),
      staysTaken,
    )
  }
  const approve = (row: DeskCase) => {
    const { kind, id, person } = row
    const params = { id }
    return kind === 'listing'
      ? deed(
          row,
          'Approved',
          () => calls.approve.run({ params }),
          () => calls.takeBack.run({ params }),
        )
      : deed(
          row,
          'Approved',
          () => calls.approvePromotion.run({ params, body: { data: person?.uid ?? '' } }),
          () => calls.takeBackPromotion.run({ params }),
        )
  }
  /** The reports that the panel has shown: later ones stay open. */
  const ignore = (row: DeskCase) => {
    const listed = cached<{ key: string; report_ids?: string[] }[]>(api.listingReports.list, {
      query: { first: row.id },
    })
    const seen = listed?.find(({ key }) => key === row.id)?.report_ids
    return deed(
      row,
      'Ignored the reports',
      () => calls.ignore.run({ params: { id: row.id }, body: { status: 'ignored', ...(seen && { seen }) } }),
      () => undoHeld('listingReports.ignore', row.id),
    )
  }
  const resolve = (row: DeskCase) => {
    const params = { uid: row.id }
    const seen = cached<{ id: string; status: string; listing: object | null }[]>(api.userReports.ofUser, {
      params,
    })
      ?.filter(({ status, listing }) => status === 'open' && listing === null)
      .map(({ id }) => id)
    return deed(
      row,
      'Resolved the reports',
      () => calls.resolve.run({ params, body: { status: 'resolved', ...(seen && { seen }) } }),
      () => undoHeld('userReports.resolve', row.id),
    )
  }

  return {
    take,
    approve,
    ignore,
    resolve,
    snooze: (row: DeskCase, until: Date) => {
      const params = { kind: row.kind, id: row.id }
      return deed(
        row,
        'Snoozed',
        () => calls.snooze.run({ params, body: { until: until.toISOString() } }),
        () => calls.snooze.run({ params, body: { until: null } }),
      )
    },
    deny: (row: DeskCase, message: string) => {
      const params = { id: row.id }
      return row.kind === 'listing'
        ? deed(
            row,
            'Denied',
            () => calls.deny.run({ params, body: { message } }),
            () => calls.takeBack.run({ params }),
          )
        : deed(
            row,
            'Denied',
            () => calls.denyPromotion.run({ params, body: { data: row.person?.uid ?? '', message } }),
            () => calls.takeBackPromotion.run({ params }),
          )
    },
  }
}
