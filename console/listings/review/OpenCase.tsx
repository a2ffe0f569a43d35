import type { Decision } from '@portreeve/contract/listings/review'
import type { Ref } from 'react'
import { CardActions } from './CardActions.tsx'
import type { Item, Row } from './items.ts'
import { ReviewCard } from './ReviewCard.tsx'
import classes from './review.module.css'

/** The number of next cases that are rendered hidden in advance. */
const prerendered = 2

interface OpenCaseProps {
  rows: readonly Row[]
  current: Row | undefined
  /** The names of other reviewers who have the case open. */
  looking: string | undefined
  heading: Ref<HTMLHeadingElement>
  onDecide: (row: Row, decision: Decision) => void
  onPhoto: (item: Item, at: number) => void
}

/** The open case. The next ones are rendered hidden with the same keys, so that they are shown at once when opened. */
export function OpenCase({ rows, current, looking, heading, onDecide, onPhoto }: OpenCaseProps) {
  const next = current ? rows.slice(rows.indexOf(current) + 1).filter((row) => !row.outcome) : []
  const rendered = current ? [current, ...next.slice(0, prerendered)] : []
  return (
    <div className={classes.open}>
      {rendered.map((row) => (
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
