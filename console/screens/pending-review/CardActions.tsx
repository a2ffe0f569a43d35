import { Text } from '@mantine/core'
import type { Decision } from '@portreeve/contract/review'
import { useMeantClick } from '../../ui/second-click.ts'
import { overWords, type Row } from './items.ts'
import { DecisionButtons, Looking } from './QueueRow.tsx'
import classes from './review.module.css'

interface CardActionsProps {
  row: Pick<Row, 'over'>
  /** Who else has the case open. */
  lookers: string | undefined
  onDecide: (decision: Decision) => void
}

/**
 * What can be done to the open case. A decision opens the next case under the resting pointer: the second half of a double
 * click must not decide that one too.
 */
export function CardActions({ row, lookers, onDecide }: CardActionsProps) {
  const { seen, meant } = useMeantClick()
  return (
    <div className={classes.actions} ref={seen}>
      {row.over ? (
        <Text size="sm" role="status">
          {overWords(row.over)} meanwhile.
        </Text>
      ) : (
        <DecisionButtons onDecide={(decision) => meant(() => onDecide(decision))()} />
      )}
      {!row.over && lookers && <Looking names={lookers} />}
    </div>
  )
}
