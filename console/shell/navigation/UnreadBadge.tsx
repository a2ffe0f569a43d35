import { api } from '@portreeve/contract'
import { useOwnUid } from '../../data/backend.tsx'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { useLive } from '../../data/use-live.ts'
import classes from './Shell.module.css'

/** The server counts up to this number. */
const maxCount = 100

/** The number of the caller's unread conversations, beside the Messages tab: the tab's label itself is fixed by the spec. */
export function UnreadBadge() {
  const uid = useOwnUid()
  const known = useMe() !== null
  const may = useWhyNot('conversations.write') === null && known && uid !== null
  const { data, reload } = useData(api.conversations.unread, {}, { when: may })
  useLive(may ? `conversationUpdates/${uid}` : null, ({ what }) => {
    if (what !== 'typing') reload()
  })
  const unread = may ? (data?.unread ?? 0) : 0
  if (unread === 0) return null
  const count = unread >= maxCount ? `${maxCount - 1}+` : String(unread)
  return (
    <span className={classes.badge} role="img" aria-label={`${count} unread`}>
      {count}
    </span>
  )
}
