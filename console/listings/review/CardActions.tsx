import { Text } from '@mantine/core'
import type { Decision } from '@portreeve/contract/listings/review'
import { useMeantClick } from '../../ui/browser/second-click.ts'
import { outcomeWords, type Row } from './items.ts'
import { DecisionButtons, Looking } from './QueueRow.tsx'
import classes from './review.module.css'

interface CardActionsProps {
  row: Pick<Row, 'outcome'>
  /** The names of other reviewers who have the case open. */
  lookers: string | undefined
  onDecide: (decision: Decision) => void
}

/**
 * The actions of the open case. A decision opens the next case under the resting pointer, so the second half of a double
 * click must not decide that one too.
 */
export function CardActions({ row, lookers, onDecide }: CardActionsProps) {
  const { seen, meant } = useMeantClick()
  return (
    <div className={classes.actions} ref={seen}>
      {row.outcome ? (
        <Text size="sm" role="status">
          {outcomeWords(row.outcome)} meanwhile.
        </Text>
      ) : (
        <DecisionButtons onDecide={(decision) => meant(() => onDecide(decision))()} />
      )}
      {!row.outcome && lookers && <Looking names={lookers} />}
    </div>
  )
}
