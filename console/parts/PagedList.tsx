import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Pages } from '../data/pages.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadMore } from './LoadMore.tsx'

interface PagedListProps<R> {
  pages: Pages<R>
  /** In the plural, as in 'The collections could not be loaded.' */
  what: string
  /** Stands in the place of the rows where there are none. */
  empty: ReactNode
  /** Draws the rows, or their place while they are loading. */
  children: (rows: readonly R[] | undefined) => ReactNode
}

/** A list that is loaded page by page. It is loading, failed or empty, never one in the looks of another. */
export function PagedList<R>({ pages, what, empty, children }: PagedListProps<R>) {
  const { rows, failure, reload } = pages
  return (
    <>
      {failure && <FailedState message={`The ${what} could not be loaded.`} onRetry={reload} />}
      {rows?.length === 0 && !failure ? (
        <Text size="sm">{empty}</Text>
      ) : (
        // A first load that failed leaves an empty list (COL-10, D-053, D-083).
        (!failure || rows) && children(rows)
      )}
      <LoadMore pages={pages} />
    </>
  )
}
