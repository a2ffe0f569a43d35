import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Standing } from '../../data/standing.ts'
import { count } from '../../format/words.ts'
import { ReportsHead } from './ReportsHead.tsx'
import classes from './reports.module.css'

interface ReportsSectionProps {
  id: string
  title: string
  list: Pick<Standing<unknown>, 'more' | 'failure' | 'show' | 'reload'>
  /** Rows on the screen; undefined before the first answer. */
  shown: number | undefined
  /** What a row is, in the singular and the plural. */
  words: readonly [one: string, many: string]
  /** What makes room for the others: 'resolved'. */
  done: string
  /** What came since the list was put on the screen, such as '3 new reports'; null when nothing did. */
  fresh: string | null
  /** Stands there when the first load failed. */
  failed: ReactNode
  /** The place of the rows while they are loading. */
  loading: ReactNode
  /** The rows, where there are any. */
  children: ReactNode
}

/** A list of reports with its head: loading, failed, empty, or its rows. */
export function ReportsSection(props: ReportsSectionProps) {
  const { id, title, list, shown, words, done, fresh, failed, loading, children } = props
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
      />
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
