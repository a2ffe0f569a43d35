import { Button } from '@mantine/core'
import { IconArrowUp, IconKeyboard } from '@tabler/icons-react'
import { count } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RecentDecisions } from './RecentDecisions.tsx'
import classes from './review.module.css'
import type { Review } from './useReview.ts'

interface QueueHeadProps {
  review: Review
  /** The number of waiting cases. */
  waiting: number
  onKeys: () => void
  /** Lets the person choose cases; null where they cannot. */
  onSelect: (() => void) | null
}

/** The queue's header: the number of waiting cases, new cases, recent decisions, and load failures. */
export function QueueHead({ review, waiting, onKeys, onSelect }: QueueHeadProps) {
  const { failed } = review
  return (
    <>
      <PageHead
        title="Pending Review"
        count={
          review.loading || review.rows.length === 0 ? null : `${waiting}${review.more ? '+' : ''} waiting`
        }
      >
        {onSelect && (
          <Button variant="subtle" size="compact-sm" onClick={onSelect}>
            Select
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={onKeys}
        >
          Keys
        </Button>
      </PageHead>
      <div className={classes.news} aria-live="polite">
        {review.fresh > 0 && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={review.show}
          >
            {count(review.fresh, 'new case', 'new cases')}
          </Button>
        )}
        <RecentDecisions recent={review.recent} onTakeBack={review.takeBack} />
      </div>
      {failed.requests && (
        <FailedState message="The promoted-post requests could not be loaded." onRetry={review.reload} />
      )}
      {failed.listings && (
        <FailedState message="The pending listings could not be loaded." onRetry={review.reload} />
      )}
    </>
  )
}
