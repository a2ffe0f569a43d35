import { api } from '@portreeve/contract'
import type { CaseRef } from '@portreeve/contract/desk/desk'
import { maxSkipped } from '@portreeve/contract/desk/desk'
import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import { useNavigate } from '@tanstack/react-router'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { toastDone } from '../../ui/toast.ts'
import { linkOf } from './case-link.ts'

/** The cases that this page has left for the next one; they come again after a reload. */
const left: CaseRef[] = []

/** Takes the most urgent case and opens its page. Leaves out the cases that were left before. */
export function useNext(kind?: DeskKind) {
  const navigate = useNavigate()
  const next = useAction(api.desk.next, {
    failed: ({ failure }) => `Error taking the next case. ${failureText(failure)}`,
    refetch: [api.desk.list, api.desk.counts],
    settle: (outcome) => {
      if (!outcome.done) return
      if (outcome.data === null) {
        left.length = 0
        toastDone('No other case is free.')
      } else void navigate(linkOf(outcome.data as Parameters<typeof linkOf>[0]))
    },
  })
  return {
    busy: next.busy,
    /** @param from the case on whose page the caller is */
    run: (from?: CaseRef) => {
      if (next.busy) return
      if (from) left.push(from)
      void next.run({ body: { ...(kind && { kinds: [kind] }), skip: left.slice(-maxSkipped) } })
    },
  }
}
