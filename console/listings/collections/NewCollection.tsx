import { api } from '@portreeve/contract'
import { useNavigate } from '@tanstack/react-router'
import { failureText } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useTyped } from '../../data/typed.ts'
import { useAction } from '../../data/use-action.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { CollectionForm, CollectionHead } from './CollectionForm.tsx'
import { draftOf, type Field } from './draft.ts'

const emptyRecord = { public_id: null, title: null, description: null, image_url: null }

/** COL-02: the form for a new collection. */
export function NewCollection() {
  const navigate = useNavigate()
  const typed = useTyped<Field>(() => '')
  const create = useAction(api.collections.create, {
    // COL-26, COL-29
    done: 'Created collection',
    failed: ({ failure }) => failureText(failure),
    refetch: [api.collections.list],
  })
  const once = useOneAtATime()
  const submit = async () => {
    const outcome = await create.run({ body: draftOf(emptyRecord, typed.text) })
    if (!outcome.done) return
    const leave = { replace: true, ignoreBlocker: true } as const
    // COL-27, D-077: from now on the same form edits the created collection. The draft is saved, so no guard is needed.
    if (outcome.data?.id)
      await navigate({ to: '/dashboard/collections/$id', params: { id: outcome.data.id }, ...leave })
    // Another server of the spec may not return the id: show the list instead.
    else await navigate({ to: '/dashboard/collections/$id', params: { id: 'overview' }, ...leave })
  }
  return (
    <>
      <CollectionHead typed={typed} busy={create.busy} onSubmit={() => once(submit)} />
      <CollectionForm typed={typed} failure={create.failure} />
      <LeaveGuard dirty={typed.dirty} what="the new collection" />
    </>
  )
}
