import { api } from '@portreeve/contract'
import { useNavigate } from '@tanstack/react-router'
import { saidBy } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useTyped } from '../../data/typed.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { CollectionForm } from './CollectionForm.tsx'
import { draftOf } from './draft.ts'

const nothing = { public_id: null, title: null, description: null, image_url: null }

/** COL-02: a collection that is not made yet. */
export function NewCollection() {
  const navigate = useNavigate()
  const typed = useTyped(() => '')
  const create = useAction(api.collections.create, {
    // COL-26, COL-29
    done: 'Created collection',
    failed: ({ failure }) => saidBy(failure),
    refetch: [api.collections.list],
  })
  const once = useOneAtATime()
  const make = async () => {
    const sent = await create.run({ body: draftOf(nothing, typed.text) })
    if (!sent.done) return
    const leave = { replace: true, ignoreBlocker: true } as const
    // COL-27, D-077: from here on the same form edits what was made. Nothing typed is left behind.
    if (sent.data?.id)
      await navigate({ to: '/dashboard/collections/$id', params: { id: sent.data.id }, ...leave })
    // Another server of the spec may not say which one it made: the list shows it.
    else await navigate({ to: '/dashboard/collections/$id', params: { id: 'overview' }, ...leave })
  }
  return (
    <>
      <CollectionForm typed={typed} busy={create.busy} failure={create.failure} onSubmit={() => once(make)} />
      <LeaveGuard dirty={typed.dirty} what="the new collection" />
    </>
  )
}
