import { api } from '@portreeve/contract'
import type { NotificationEvent } from '@portreeve/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnUid } from '../../data/backend.tsx'
import { keyOf } from '../../data/queries.ts'
import { useMe } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { toastDone } from '../../ui/toast.ts'
import { notifyOnDevice } from './device-notices.ts'
import { pathOf, sentenceOf } from './notices.ts'

/** Milliseconds for which a notice stays. */
const stays = 15_000

/** Shows each new notification of the caller as a toast with a link; in a hidden page also on the device, if the caller wants it. */
export function Notices() {
  const uid = useOwnUid()
  const isKnown = useMe() !== null
  const queries = useQueryClient()
  useLive(isKnown && uid !== null ? `notifications/${uid}` : null, (data) => {
    const event = data as NotificationEvent
    for (const endpoint of [api.notifications.list, api.inbox.counts, api.inbox.list])
      void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
    if (event.what === 'read') return
    const { what, kind, id, by, name } = event
    const notice = { what, kind, record: id, by: name ?? by ?? '' }
    const path = pathOf(notice)
    toastDone({
      message: (
        <>
          {sentenceOf(notice)} <a href={path}>Open it</a>
        </>
      ),
      stays,
    })
    notifyOnDevice(sentenceOf(notice), path)
  })
  return null
}
