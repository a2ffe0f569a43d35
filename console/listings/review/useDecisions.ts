import { api } from '@portreeve/contract'
import type { Post } from '@portreeve/contract/listings/posts'
import type { PromotedPostRequest } from '@portreeve/contract/listings/promoted-posts'
import type { Decision, ReviewCase } from '@portreeve/contract/listings/review'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { type Outcome, useAction } from '../../data/use-action.ts'
import type { Words } from '../../ui/toast.ts'
import { caseOf, type Item, keyOf, keyOfItem, titleOf, versionOf } from './items.ts'
import type { Queue } from './useQueue.ts'

interface ById {
  readonly params: { readonly id: string }
}

export interface Decisions {
  /** Sends a decision; resolves to whether it succeeded. */
  send: (item: Item, decision: Decision, message: string | undefined) => Promise<boolean>
  /** Undoes a decision. */
  takeBack: (of: ReviewCase) => Promise<void>
}

/** The calls that decide a case, with their toasts, versions and updates of the queue. */
export function useDecisions(queue: Queue, onReturned: (key: string) => void): Decisions {
  const decision = <
    E extends
      | typeof api.posts.approve
      | typeof api.posts.deny
      | typeof api.promotedPosts.approve
      | typeof api.promotedPosts.deny,
  >(
    kind: ReviewCase['kind'],
    decision: Decision,
  ) => {
    const key = (input: ById) => keyOf({ kind, id: input.params.id })
    const title = (input: ById) => {
      const item = queue.item(key(input))
      return item && titleOf(item)
    }
    return {
      done: ({ input }: { input: ById }) => doneWords(decision, title(input)),
      failed: ({ failure, input }: { failure: CallFailure; input: ById }) =>
        failedWords(decision, title(input), failure),
      ifMatch: (input: ById) => {
        const item = queue.item(key(input))
        return item && versionOf(item)
      },
      settle: (result: Outcome<E> & { readonly input: ById }) => {
        if (result.done) {
          // Another server of the spec may return no data.
          const { version } = (result.data ?? {}) as { version?: number }
          queue.setOutcome(key(result.input), { version, decision, by: null })
        } else if (result.failure.conflict || result.failure.status === 404) queue.refresh(kind)
      },
    }
  }
  const approveListing = useAction(api.posts.approve, decision('listing', 'approved'))
  const denyListing = useAction(api.posts.deny, decision('listing', 'denied'))
  const approveRequest = useAction(api.promotedPosts.approve, decision('promotion', 'approved'))
  const denyRequest = useAction(api.promotedPosts.deny, decision('promotion', 'denied'))

  const returned = (kind: ReviewCase['kind'], asItem: (data: never) => Item) => {
    const titled = (input: ById) => {
      const item = queue.item(keyOf({ kind, id: input.params.id }))
      return (item && titleOf(item)) ?? ''
    }
    return {
      done: ({ data, input }: { data: unknown; input: ById }) => {
        const item = returnedItem(data, asItem)
        return `Taken back: ${item ? (titleOf(item) ?? '') : titled(input)}`
      },
      failed: ({ failure, input }: { failure: CallFailure; input: ById }) =>
        explained(`Failed to take back: ${titled(input)}`, failure),
      settle: (result: { done: boolean; data?: unknown; input: ById }) => {
        if (!result.done) return
        const item = returnedItem(result.data, asItem)
        // Another server may not return the record. A decision that had changed an earlier one leaves that.
        if (!item || (item.model === 'listing' && (item.record.review_state ?? 'pending') !== 'pending'))
          return queue.refresh(kind)
        queue.restore(item)
        onReturned(keyOfItem(item))
      },
    }
  }
  const returnListing = useAction(
    api.posts.takeBack,
    returned('listing', (record: Post) => ({ model: 'listing', record })),
  )
  const returnRequest = useAction(
    api.promotedPosts.takeBack,
    returned('promotion', (record: PromotedPostRequest) => ({ model: 'promoted_post_request', record })),
  )

  const send = (item: Item, what: Decision, message: string | undefined) => {
    const params = { id: caseOf(item).id }
    if (item.model === 'listing')
      return what === 'approved'
        ? approveListing.run({ params })
        : denyListing.run({ params, body: { message: message ?? '' } })
    const data = item.record.owner_uid
    return what === 'approved'
      ? approveRequest.run({ params, body: { data } })
      : denyRequest.run({ params, body: { data, ...(message && { message }) } })
  }

  return {
    send: async (item, what, message) => (await send(item, what, message)).done,
    takeBack: async ({ kind, id }) => {
      await (kind === 'listing' ? returnListing : returnRequest).run({ params: { id } })
    },
  }
}

/** The case in the answer of `takeBack`; null if the answer contains no record. */
const returnedItem = (data: unknown, asItem: (data: never) => Item): Item | null => {
  const record = data as { key?: unknown; id?: unknown } | null
  return record?.key !== undefined || record?.id !== undefined ? asItem(record as never) : null
}

/** REV-13, REV-14, REV-17; D-072: without a title only the verb. */
export const doneWords = (decision: Decision, title: string | null | undefined): Words => {
  const word = decision === 'approved' ? 'Approved' : 'Denied'
  return title ? `${word} ${title}` : word
}

/** REV-15, REV-16, REV-18 */
export const failedWords = (
  decision: Decision,
  title: string | null | undefined,
  failure: CallFailure,
): Words => {
  const word = decision === 'approved' ? 'approve' : 'deny'
  return explained(title ? `Failed to ${word}: ${title}` : `Failed to ${word} listing`, failure)
}

/** A toast for a failure. After a conflict it includes the server's message and stays long enough to be read. */
export function explained(words: string, failure: CallFailure): Words {
  const why = detailOf(failure)
  return why && failure.conflict ? { title: words, message: why, stays: 8000 } : words
}
