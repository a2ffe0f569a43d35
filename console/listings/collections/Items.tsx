import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { CollectionItem } from '@portreeve/contract/listings/collections'
import { useRef } from 'react'
import type { Pages } from '../../data/pages.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { PostCell } from '../../shell/records/PostCell.tsx'
import { LeftPlace } from '../../staff/held/LeftPlace.tsx'
import { NotesLine, useNotesOf } from '../../staff/timeline/NotesLine.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { usePlaces } from '../../ui/browser/places.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './collections.module.css'
import { titled } from './titled.ts'

const none: readonly CollectionItem[] = []

interface ItemsProps {
  collection: string
  items: Pages<CollectionItem>
}

/** The collection's listings (COL-22, COL-39 to COL-41). */
export function Items({ collection, items }: ItemsProps) {
  const remove = useAction(api.collections.removeItem, {
    // COL-40
    done: 'Removed item from collection',
    // COL-41
    failed: ({ failure }) => titled(failure, 'Failed to remove item'),
    refetch: [api.collections.items],
  })
  // COL-39: an optimistic update: a pending removal hides the item, a refusal shows it again in its position.
  const removing = new Set(
    usePending(api.collections.removeItem)
      .filter(({ params }) => params.cid === collection)
      .map(({ params }) => params.itemId),
  )
  const rows = items.rows?.filter(({ key }) => !removing.has(key))
  const notes = useNotesOf('listing', rows?.map(({ key }) => key) ?? [])
  const box = useRef<HTMLUListElement>(null)
  const places = usePlaces(rows ?? none, ({ key }) => key, box)
  return (
    <>
      {items.failure && (
        <FailedState message="The collection's listings could not be loaded." onRetry={items.reload} />
      )}
      {rows?.length === 0 && !items.failure && <Text size="sm">No items.</Text>}
      {places.length > 0 && (
        <Cells label="Items" box={box}>
          {places.map(({ key, row, left }) =>
            left === null ? (
              <PostCell key={key} post={row.value}>
                <NotesLine notes={notes.get(key)} />
                <div>
                  <TimelineButton counted={false} kind="listing" id={key} of={row.value.title} />
                </div>
                <GuardedButton
                  may="collections.write"
                  size="compact-sm"
                  className={classes.accessory ?? ''}
                  variant="default"
                  onClick={() => void remove.run({ params: { cid: collection, itemId: key } })}
                >
                  Remove
                </GuardedButton>
              </PostCell>
            ) : (
              <LeftPlace key={key} height={left} words="Removed." />
            ),
          )}
        </Cells>
      )}
      {!rows && !items.failure && <CellsSkeleton />}
      <LoadMore pages={items} />
    </>
  )
}
