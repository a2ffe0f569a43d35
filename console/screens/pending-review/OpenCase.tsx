import type { Decision } from '@portreeve/contract/review'
import type { Ref } from 'react'
import { CardActions } from './CardActions.tsx'
import type { Item, Row } from './items.ts'
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
            <CardActions row={row} lookers={looking} onDecide={(decision) => onDecide(row, decision)} />
          )}
        </ReviewCard>
      ))}
    </div>
  )
}
