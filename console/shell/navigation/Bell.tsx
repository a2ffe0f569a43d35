import { api } from '@portreeve/contract'
import { useState } from 'react'
import { useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { onDemand } from '../on-demand.tsx'
import type { EntryProps } from './EntryLabel.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import classes from './Shell.module.css'

const NoticeList = onDemand(async () => (await import('./NoticeList.tsx')).NoticeList)

/** Opens the notifications of the caller, and shows how many are unread. */
export function Bell({ collapsed, onChosen }: EntryProps) {
  const [opened, setOpened] = useState(false)
  const known = useMe() !== null
  const { data, failure } = useData(api.notifications.list, { query: {} }, { when: known })
  // A server that does without notifications
  if (failure?.status === 404) return null
  const unread = data?.unread ?? 0
  const count = unread > 99 ? '99+' : String(unread)
  return (
    <div className={classes.bell}>
      <button
        type="button"
        className={classes.tab}
        aria-haspopup="dialog"
        title={collapsed ? 'Notifications' : undefined}
        onClick={() => setOpened(true)}
      >
        <EntryLabel label="Notifications" />
      </button>
      {unread > 0 && (
        <span className={classes.badge} role="img" aria-label={`${count} new`}>
          {count}
        </span>
      )}
      {opened && (
        <NoticeList
          onClose={() => setOpened(false)}
          onChosen={() => {
            setOpened(false)
            onChosen?.()
          }}
        />
      )}
    </div>
  )
}
