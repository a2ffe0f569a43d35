import type { ReactNode } from 'react'
import type { Pages } from '../data/pages.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadMore } from './LoadMore.tsx'

interface PagedListProps<R> {
  pages: Pages<R>
  /** In the plural, as in 'The collections could not be loaded.' */
  what: string
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Renders the rows, or their placeholder while they are undefined. */
  children: (rows: readonly R[] | undefined) => ReactNode
}

/** A list that is loaded page by page, with separate states for loading, failed and empty. */
export function PagedList<R>({ pages, what, empty, children }: PagedListProps<R>) {
  const { rows, failure, reload } = pages
  return (
    <>
      {failure && <FailedState message={`The ${what} could not be loaded.`} onRetry={reload} />}
      {rows?.length === 0 && !failure ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        // A failed first load leaves an empty list (COL-10, D-053, D-083).
        (!failure || rows) && children(rows)
      )}
      <LoadMore pages={pages} />
    </>
  )
}
