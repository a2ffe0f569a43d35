import { api } from '@portreeve/contract'
import { pathOf, sentenceOf } from '@portreeve/contract/staff/notices'
import type { NotificationWhat } from '@portreeve/contract/staff/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnUid } from '../../data/backend.tsx'
import { keyOf } from '../../data/queries.ts'
import { useMe } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { toastDone } from '../../ui/toast.ts'
import { notifyOnDevice } from './device-notices.ts'

/** What a colleague addresses to the caller in person. Anything else waits at the bell: a toast would disturb the work of many. */
const personal: readonly NotificationWhat[] = ['mentioned', 'assigned']

/** Milliseconds for which a notice stays. */
const stays = 15_000

/** Shows a mention or an assignment as a toast with a link, and any notification on the device while the page is hidden, if the caller wants it. */
export function Notices() {
  const uid = useOwnUid()
  const isKnown = useMe() !== null
  const queries = useQueryClient()
  useLive(isKnown && uid !== null ? `notifications/${uid}` : null, (event) => {
    for (const endpoint of [api.notifications.list, api.inbox.counts, api.inbox.list])
      void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
    if (event.what === 'read') return
    const { what, kind, id, by, name } = event
    const notice = { what, kind, record: id, by: name ?? by ?? '' }
    const path = pathOf(notice)
    if (personal.includes(what))
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
