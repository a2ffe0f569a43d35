import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe } from '../../data/rights.ts'
import type { Standing } from '../../data/standing.ts'
import { count } from '../../format/words.ts'
import type { BulkBarProps } from '../../shell/bulk/BulkBar.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { ReportsHead } from './ReportsHead.tsx'
import classes from './reports.module.css'

const BulkBar = onDemand(async () => (await import('../../shell/bulk/BulkBar.tsx')).BulkBar)

interface ReportsSectionProps {
  id: string
  title: string
  list: Pick<Standing<unknown>, 'more' | 'failure' | 'show' | 'reload'>
  /** The number of shown rows; undefined before the first answer. */
  shown: number | undefined
  /** The noun for a row, singular and plural. */
  words: readonly [one: string, many: string]
  /** The participle for handled rows, such as 'resolved'. */
  done: string
  /** The new rows since the list was shown, such as '3 new reports'; null without any. */
  fresh: string | null
  /** Shown if the first load failed. */
  failed: ReactNode
  /** The placeholder of the rows while they are loading. */
  loading: ReactNode
  selection: Selection
  /** What can be done with the chosen rows. */
  bulk: Pick<BulkBarProps, 'parts' | 'buttons' | 'onStarted'>
  /** The rows, if there are any. */
  children: ReactNode
}

/** A list of reports with its header, with states for loading, failed and empty. */
export function ReportsSection(props: ReportsSectionProps) {
  const { id, title, list, shown, words, done, fresh, failed, loading, selection, bulk, children } = props
  // A server without `staff.me` has no jobs.
  const canSelect = useMe() !== null && !selection.on && shown !== undefined && shown > 0
  const [one, many] = words
  const isLoaded = shown !== undefined
  return (
    <section aria-labelledby={id} className={classes.section}>
      <ReportsHead
        id={id}
        title={title}
        count={shown ? (list.more ? `${shown}+ ${many}` : count(shown, one, many)) : null}
        fresh={fresh}
        onShow={list.show}
        stale={isLoaded && list.failure !== null}
        onRetry={list.reload}
        onSelect={canSelect ? selection.start : null}
      />
      {selection.on && <BulkBar {...bulk} selection={selection} inSight={shown ?? 0} words={words} />}
      {!isLoaded &&
        (list.failure ? (
          failed
        ) : (
          <div role="status" aria-label="Loading">
            {loading}
          </div>
        ))}
      {shown === 0 && <Text size="sm">No reports.</Text>}
      {isLoaded && children}
      {isLoaded && list.more && (
        <Text c="dimmed" size="sm" mt="sm">
          Showing the first {shown} {many}. Others follow as these are {done}.
        </Text>
      )}
    </section>
  )
}
