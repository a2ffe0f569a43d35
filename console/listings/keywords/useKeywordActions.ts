import { api } from '@portreeve/contract'
import type { Keyword } from '@portreeve/contract/listings/keywords'
import { failureText } from '../../data/failure.ts'
import type { Typed } from '../../data/typed.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { useStable } from '../../ui/stable.ts'
import { fieldOf, readField, type Side } from './fields.ts'

/** What the rows of the table do: each has its own calls in flight. */
export function useKeywordActions(rowOf: (id: string) => Keyword | undefined, typed: Typed) {
  const removing = new Set(usePending(api.keywords.remove).map(({ params }) => params.id))
  const saving = new Set(usePending(api.keywords.update).map(({ params }) => params.id))
  const shared = {
    refetch: [api.keywords.list],
    // A colleague has saved first: the refetched value is shown beside the draft.
    refetchOnConflict: [api.keywords.list],
    ifMatch: ({ params }: { params: { id: string } }) => rowOf(params.id)?.version,
  }
  const update = useAction(api.keywords.update, {
    ...shared,
    // KEY-14, KEY-15
    done: ({ input }) => `Updated ${input.body.terms ?? ''}`,
    failed: ({ failure }) => `Failed update: ${failureText(failure)}`,
  })
  const remove = useAction(api.keywords.remove, {
    ...shared,
    // KEY-16, KEY-17
    done: ({ input }) => `Deleted ${rowOf(input.params.id)?.terms ?? ''}`,
    failed: ({ failure }) => `Failed delete: ${failureText(failure)}`,
  })

  const save = async (row: Keyword) => {
    if (saving.has(row.id)) return
    const fields = { terms: fieldOf(row.id, 'terms'), preferred_term: fieldOf(row.id, 'preferred_term') }
    const sent = Object.fromEntries(
      Object.entries(typed.texts).filter(([field]) => readField(field).id === row.id),
    )
    const { done } = await update.run({
      params: { id: row.id },
      body: { terms: typed.text(fields.terms), preferred_term: typed.text(fields.preferred_term) },
    })
    if (done) typed.saved(sent)
  }
  const actions = useStable({
    change: (id: string, side: Side, text: string) => typed.change(fieldOf(id, side), text),
    // KEY-19
    save: (row: Keyword) => void save(row),
    remove: (row: Keyword) => {
      if (!removing.has(row.id)) void remove.run({ params: { id: row.id } })
    },
  })
  return { actions, isBusy: (id: string) => removing.has(id) || saving.has(id) }
}
