import { api } from '@portreeve/contract'
import type { ReportedListing } from '@portreeve/contract/listings/listing-reports'
import { useAction } from '../../data/use-action.ts'
import type { Words } from '../../ui/toast.ts'
import { meanwhileWords } from './resolved.ts'

const alreadyDeleted = 'A colleague has already deleted this listing'

/**
 * Ignore and Delete Listing. `onHandled` gets the key of a listing to remove from the list, and the number of reports that
 * arrived meanwhile.
 */
export function useReportActions(onHandled: (key: string, leftOpen: number) => void) {
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
    ignored === 0 ? 'A colleague has already ignored this listing report' : 'Ignored listing report'
  return newReports > 0 ? { title: words, message: meanwhileWords(newReports) } : words
}
