import { Text } from '@mantine/core'
import type { Held } from '@portreeve/contract/staff/held'
import type { Ref } from 'react'
import { LeftPlace } from '../../staff/held/LeftPlace.tsx'
import { stopSecondClick } from '../../ui/browser/list-focus.ts'
import type { Place } from '../../ui/browser/places.ts'
import type { Item, Row } from './items.ts'
import { QueueRow, type RowActions } from './QueueRow.tsx'
import classes from './review.module.css'

interface QueueListProps {
  box: Ref<HTMLUListElement>
  places: readonly Place<Row>[]
  current: Row | undefined
  /** The names of other reviewers by the key of the case that they have open. */
  lookers: ReadonlyMap<string, string>
  /** The server has more cases. */
  more: boolean
  /** Whether a case is chosen; null while cases are not being chosen. */
  picks: ((key: string) => boolean) | null
  actions: RowActions
}

/** All cases of the queue, beside the open one. */
export function QueueList({ box, places, current, lookers, more, picks, actions }: QueueListProps) {
  return (
    <section className={classes.queue} aria-label="Queue" onClickCapture={stopSecondClick}>
      <ul ref={box} className={classes.rows} aria-label="Cases">
        {places.map(({ key, row, left }) =>
          left === null ? (
            <QueueRow
              key={key}
              item={row.item}
              of={key}
              outcome={row.outcome}
              current={row === current}
              picked={row.outcome ? undefined : picks?.(key)}
              lookers={row.outcome ? undefined : lookers.get(key)}
              actions={actions}
            />
          ) : (
            <LeftPlace key={key} height={left} words="Done." of={(held) => isOf(held, row.item)} />
          ),
        )}
      </ul>
      {more && (
        <Text c="dimmed" size="sm" mt="sm">
          Others follow as these are decided.
        </Text>
      )}
    </section>
  )
}

/** Whether a held deletion removed a case. */
const isOf = ({ action, subject_id }: Held, { model, record }: Item) =>
  action === 'posts.remove' && subject_id === (model === 'listing' ? record.key : record.post_id)
