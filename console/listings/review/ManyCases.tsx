import { useBulkEnded } from '../../data/bulk.ts'
import { useMe } from '../../data/rights.ts'
import { type Selection, useSelection } from '../../shell/bulk/useSelection.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import type { Item, Row } from './items.ts'
import type { Review } from './useReview.ts'

const CasesBar = onDemand(async () => (await import('./CasesBar.tsx')).CasesBar)

export interface ManyCases {
  selection: Selection
  /** Lets the person choose cases; null while they do, and on a server without jobs. */
  select: (() => void) | null
}

/** The chosen cases of the queue. */
export function useManyCases(review: Review, waiting: readonly Row[]): ManyCases {
  const selection = useSelection(waiting.map(({ key }) => key))
  const hasJobs = useMe() !== null
  useBulkEnded((action) => {
    if (action.startsWith('posts.') || action.startsWith('promotedPosts.')) review.reload()
  })
  return { selection, select: hasJobs && !selection.on && waiting.length > 0 ? selection.start : null }
}

/** What can be done with the chosen cases. */
export function ManyCasesBar({ selection, waiting }: { selection: Selection; waiting: readonly Row[] }) {
  if (!selection.on) return null
  const items: readonly Item[] = waiting.filter(({ key }) => selection.has(key)).map(({ item }) => item)
  return <CasesBar selection={selection} inSight={waiting.length} items={items} />
}
