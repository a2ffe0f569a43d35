import { api } from '@portreeve/contract'
import type { CollectionItem } from '@portreeve/contract/listings/collections'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBulkEnded } from '../../data/bulk.ts'
import type { Pages } from '../../data/pages.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import classes from './collections.module.css'
import { ListingSearch } from './ListingSearch.tsx'
import { titled } from './titled.ts'

const HitsBar = onDemand(async () => (await import('./HitsBar.tsx')).HitsBar)

interface AddItemsProps {
  collection: string
  items: Pages<CollectionItem>
}

/** The listing search with a button to add each hit to the collection (COL-23, COL-37, COL-38, COL-52). */
export function AddItems({ collection, items }: AddItemsProps) {
  const { q } = useSearch({ from: '/shell/dashboard/collections/$id' })
  const navigate = useNavigate()
  useBulkEnded((action) => {
    if (action === 'collections.addItem') items.reload()
  })
  const add = useAction(api.collections.addItem, {
    // COL-37
    done: 'Added item to collection',
    // COL-38
    failed: ({ failure }) => titled(failure, 'Failed to add item'),
    refetch: [api.collections.items],
    // A colleague may have added it.
    refetchOnConflict: [api.collections.items],
  })
  const pending = usePending(api.collections.addItem).flatMap(({ body }) =>
    body.collection === collection && typeof body.data === 'string' ? [body.data] : [],
  )
  // COL-48
  const current = new Set([...(items.rows ?? []).map(({ key }) => key), ...pending])
  return (
    <ListingSearch
      term={q}
      onSearch={(term) =>
        void navigate({ to: '.', search: { q: term }, hash: true, replace: true, resetScroll: false })
      }
      current={current}
      bulk={(selection, inSight) => (
        <HitsBar selection={selection} inSight={inSight} collection={collection} />
      )}
      accessory={(post) => (
        <GuardedButton
          may="collections.write"
          size="compact-sm"
          className={classes.accessory ?? ''}
          variant="default"
          // API-64: the body's form in the spec.
          onClick={() => void add.run({ body: { data: post.key, collection } })}
        >
          Add
        </GuardedButton>
      )}
    />
  )
}
