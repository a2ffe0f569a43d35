import { api } from '@portreeve/contract'
import type { Collection } from '@portreeve/contract/listings/collections'
import { useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { failureText } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { usePages } from '../../data/pages.ts'
import { useTyped } from '../../data/typed.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { useData, useLatest } from '../../data/use-data.ts'
import { useForm } from '../../data/use-form.ts'
import { count } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { HashTabs } from '../../ui/HashTabs.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { AddItems } from './AddItems.tsx'
import { CollectionForm, CollectionHead } from './CollectionForm.tsx'
import classes from './collections.module.css'
import { draftOf, type Field } from './draft.ts'
import { Items } from './Items.tsx'

/** One collection: its form, its items, and the search to add items (COL-03, COL-19 to COL-37). */
export function CollectionDetail({ id }: { id: string }) {
  const loaded = useData(
    api.collections.get,
    { params: { id } },
    // COL-24
    { failed: 'Error downloading collection.' },
  )
  // A deleted collection must not be shown from the cache; after any other failure the cached one stays.
  const collection = loaded.failure?.status === 404 ? undefined : loaded.data
  return (
    <>
      {loaded.failure && (
        <FailedState message="The collection could not be loaded." onRetry={loaded.reload} />
      )}
      {collection ? (
        <Loaded collection={collection} />
      ) : (
        loaded.loading && <LinesSkeleton lines={8} height={36} />
      )}
    </>
  )
}

const affected = [api.collections.get, api.collections.list]

function Loaded({ collection }: { collection: Collection }) {
  const { id } = collection
  const typed = useTyped((field: Field) => collection[field] ?? '')
  const { hash } = useLocation()
  const once = useOneAtATime()
  const leave = useLeave()
  const latest = useLatest(api.collections.get, { params: { id } })
  const shared = {
    // COL-29
    failed: ({ failure }: { failure: Parameters<typeof failureText>[0] }) => failureText(failure),
    refetch: affected,
    // A colleague has saved first: the refetched value is shown beside the draft.
    refetchOnConflict: affected,
    inOrder: `collection ${id}`,
    ifMatch: () => latest()?.version,
  }
  const form = useForm(api.collections.update, typed, {
    ...shared,
    // COL-28
    done: 'Saved changes',
  })
  const show = useAction(api.collections.update, {
    ...shared,
    // COL-32
    done: 'Saved visibility changes',
  })
  const remove = useAction(api.collections.remove, {
    ...shared,
    // COL-35
    done: 'Deleted collection',
    refetch: [api.collections.list],
    // COL-36
    settle: ({ done }) => {
      if (done) leave()
    },
  })
  const items = usePages(
    api.collections.items,
    { params: { id }, query: {} },
    // COL-25
    { failed: 'Error downloading collection listings.' },
  )
  const visible = usePending(api.collections.update)
    .filter((call) => call.params.id === id)
    .reduce((last, { body }) => body.visible ?? last, collection.visible)

  const confirmDeletion = async () => {
    // COL-33, COL-34
    if (window.confirm('Are you sure you want to delete this collection?'))
      await remove.run({ params: { id } })
  }
  return (
    <>
      <CollectionHead
        collection={collection}
        count={items.total === null || items.failure ? null : count(items.total, 'item', 'items')}
        typed={typed}
        busy={form.busy}
        onSubmit={() => form.save({ params: { id }, body: draftOf(collection, typed.text) })}
        deleting={remove.busy}
        onDelete={() => once(confirmDeletion)}
      />
      <div className={classes.page}>
        <div className={classes.side}>
          <CollectionForm
            collection={collection}
            typed={typed}
            failure={form.failure}
            visible={visible === 1}
            // COL-30, COL-31
            onVisible={(on) => void show.run({ params: { id }, body: { visible: on ? 1 : 0 } })}
          />
        </div>
        <div>
          <HashTabs
            label="Listings"
            hash={hash}
            // COL-21
            initial="add"
            tabs={[
              { hash: 'items', label: 'Items', panel: <Items collection={id} items={items} /> },
              { hash: 'add', label: 'Add items', panel: <AddItems collection={id} items={items} /> },
            ]}
          />
        </div>
      </div>
      <LeaveGuard dirty={typed.dirty} what="this collection" />
    </>
  )
}

/** COL-36: to the previous page, or to the list without one (D-109). No confirmation: the record no longer exists. */
function useLeave() {
  const canGoBack = useCanGoBack()
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => {
    if (canGoBack) history.back({ ignoreBlocker: true })
    else
      void navigate({
        to: '/dashboard/collections/$id',
        params: { id: 'overview' },
        replace: true,
        ignoreBlocker: true,
      })
  }
}
