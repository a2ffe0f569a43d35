import type { Data, Endpoint, Input } from '@portreeve/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Words } from '../ui/toast.ts'
import { useBackend } from './backend.tsx'
import type { Answer } from './call.ts'
import type { CallFailure } from './failure.ts'
import { queryOf } from './queries.ts'

/** How often the server is asked again behind the scenes, milliseconds. */
const askEvery = 30_000

export interface Standing<D> {
  /** What stands on the screen. It changes only by `show`, `reload` and `amend`. */
  data: D | undefined
  /** There are more rows than these. */
  more: boolean
  /** What the server said last. */
  latest: D | undefined
  /** Why the last ask failed, also one behind the scenes. */
  failure: CallFailure | null
  /** Puts the latest on the screen. */
  show: () => void
  /** Asks again and puts the answer on the screen. */
  reload: () => void
  /** Takes over what a change's answer said, on the screen and in memory, so that no older answer brings it back. */
  amend: (change: (data: D) => D) => void
}

/**
 * Reads a list that colleagues work on too. It is asked again every half minute and when the page comes to the front, but
 * what stands on the screen stands still: no row moves under the pointer.
 */
export function useStanding<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: {
    /** The toast of a first load that failed; what fails behind the scenes is only shown. */
    failed?: (failure: CallFailure) => Words
    /** Nothing is kept for the next visit: it begins with what the server says then. */
    anew?: boolean
  } = {},
): Standing<Data<E>> {
  const { call } = useBackend()
  const queries = useQueryClient()
  const asked = queryOf(call, endpoint, input)
  const { queryKey } = asked
  const query = useQuery({
    ...asked,
    // What never came waits for Retry.
    refetchInterval: ({ state }) => (state.data ? askEvery : false),
    // Colleagues work on the same list, and no live event tells of it.
    refetchOnWindowFocus: ({ state }) => (state.data === undefined ? false : 'always'),
    ...(options.anew && { gcTime: 0 }),
    meta: { failed: queries.getQueryState(queryKey)?.data === undefined ? options.failed : undefined },
  })
  const { data: latest, dataUpdatedAt: at } = query
  const answeredAt = () => queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  /** `follows`: the next answer after `at` takes its place. */
  const [standing, setStanding] = useState({ answer: latest, at, follows: true })
  if (latest && (!standing.answer || (standing.follows && at > standing.at)))
    setStanding({ answer: latest, at, follows: false })
  else if (standing.follows && query.error && !query.isFetching) setStanding({ ...standing, follows: false })

  return {
    data: standing.answer?.data,
    more: standing.answer?.more ?? false,
    latest: latest?.data,
    failure: query.isFetching ? null : query.error,
    show: () => setStanding({ answer: latest, at, follows: false }),
    reload: () => {
      void query.refetch()
      setStanding((was) => ({ ...was, at: answeredAt(), follows: true }))
    },
    amend: (change) => {
      const amended = (answer: Answer<Data<E>> | undefined) =>
        answer && { ...answer, data: change(answer.data) }
      setStanding((was) => ({ ...was, answer: amended(was.answer) }))
      queries.setQueryData<Answer<Data<E>>>(queryKey, amended, { updatedAt: answeredAt() })
      // An answer on its way may be older than the change.
      if (queries.isFetching({ queryKey, exact: true }) > 0)
        void queries.refetchQueries({ queryKey, exact: true })
    },
  }
}
