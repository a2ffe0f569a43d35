import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useOneAtATime } from './one-at-a-time.ts'
import type { Typed } from './typed.ts'
import { type ActionOptions, useAction } from './use-action.ts'

/** Saves typed text through the API. After a success the texts that were sent no longer count as typed. */
export function useForm<E extends Endpoint>(
  endpoint: E,
  typed: Pick<Typed, 'texts' | 'saved'>,
  options: ActionOptions<E>,
) {
  const action = useAction(endpoint, options)
  const once = useOneAtATime()
  /** Does nothing for null, and while a call runs. */
  const save = (input: Input<E> | null) => {
    if (input === null) return
    once(async () => {
      const sent = typed.texts
      const { done } = await action.run(input)
      if (done) typed.saved(sent)
    })
  }
  return {
    ...action,
    save,
    /** The handler of a form's submit event. */
    onSubmit: (input: () => Input<E> | null) => (event: { preventDefault: () => void }) => {
      event.preventDefault()
      save(input())
    },
  }
}
