import { Text } from '@mantine/core'
import type { Decision } from '@portreeve/contract/review'
import type { Ref } from 'react'
import { type Item, overWords, type Row } from './items.ts'
import { DecisionButtons, Looking } from './QueueRow.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import classes from './review.module.css'

/** How many cases after the open one are drawn already, out of sight. */
const ahead = 2

interface OpenCaseProps {
  rows: readonly Row[]
  current: Row | undefined
  /** Who else has the open case open. */
  looking: string | undefined
  heading: Ref<HTMLHeadingElement>
  onDecide: (row: Row, decision: Decision) => void
  onPhoto: (item: Item, at: number) => void
}

/** The open case. The next ones are drawn too, keyed by their case: in their turn they are only shown. */
export function OpenCase({ rows, current, looking, heading, onDecide, onPhoto }: OpenCaseProps) {
  const next = current ? rows.slice(rows.indexOf(current) + 1).filter((row) => !row.over) : []
  const drawn = current ? [current, ...next.slice(0, ahead)] : []
  return (
    <div className={classes.open}>
      {drawn.map((row) => (
        <ReviewCard
          key={row.key}
          item={row.item}
          hidden={row !== current}
          {...(row === current && { headingRef: heading })}
          onPhoto={onPhoto}
        >
          {row === current && (
            <div className={classes.actions}>
              {row.over ? (
                <Text size="sm" role="status">
                  {overWords(row.over)} meanwhile.
                </Text>
              ) : (
                <DecisionButtons onDecide={(decision) => onDecide(row, decision)} />
              )}
              {!row.over && looking !== undefined && <Looking names={looking} />}
            </div>
          )}
        </ReviewCard>
      ))}
    </div>
  )
}
