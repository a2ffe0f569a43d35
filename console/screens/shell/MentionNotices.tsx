import { api } from '@portreeve/contract'
import type { MentionEvent } from '@portreeve/contract/notes'
import type { TimelineKind } from '@portreeve/contract/timeline'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnUid } from '../../data/backend.tsx'
import { keyOf } from '../../data/queries.ts'
import { useMe } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { toastDone } from '../../ui/toast.ts'

const places: Readonly<Record<TimelineKind, { words: string; path: (id: string) => string }>> = {
  user: { words: 'a person', path: (id) => `/user-detail/${id}?timeline=user:${id}` },
  listing: { words: 'a listing', path: () => '/dashboard/pending_review' },
  transaction: { words: 'an order', path: (id) => `/dashboard/txns/${id}?timeline=transaction:${id}` },
  conversation: { words: 'a conversation', path: (id) => `/dashboard/messages/${id}?view=all` },
}

/** Milliseconds for which a notice stays. */
const stays = 15_000

/** Tells the caller that a note mentions them, or that a conversation was assigned to them, with a link to it. */
export function MentionNotices() {
  const uid = useOwnUid()
  const isKnown = useMe() !== null
  const queries = useQueryClient()
  useLive(isKnown && uid !== null ? `mentions/${uid}` : null, (data) => {
    const { kind, id, what, by, name } = data as MentionEvent
    void queries.invalidateQueries({ queryKey: keyOf(api.inbox.counts) })
    void queries.invalidateQueries({ queryKey: keyOf(api.inbox.list) })
    const { words, path } = places[kind]
    const doing = what === 'assigned' ? `assigned ${words} to you.` : `mentioned you in a note on ${words}.`
    toastDone({
      message: (
        <>
          <bdi>{name ?? by}</bdi> {doing} <a href={path(encodeURIComponent(id))}>Open it</a>
        </>
      ),
      stays,
    })
  })
  return null
}
