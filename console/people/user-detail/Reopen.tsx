import { api } from '@portreeve/contract'
import type { Input } from '@portreeve/contract/base/endpoint'
import { useState } from 'react'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'

const refetch = [
  ...[api.userReports.ofUser, api.listings.reports, api.users.overview, api.timeline.of],
  ...[api.userReports.list, api.listingReports.list],
]

interface ReopenProps {
  /** What the reports are about. */
  about: { kind: 'user' | 'listing'; id: string }
  reports: string[]
  'aria-label'?: string
}

/** Opens reports again that any colleague has handled at any time. It asks for a reason. */
export function Reopen({ about: { kind, id }, reports, ...button }: ReopenProps) {
  const [open, setOpen] = useState(false)
  const words = {
    refetch,
    refetchOnConflict: refetch,
    done: reports.length === 1 ? 'The report is open again' : 'The reports are open again',
    failed: 'The reports could not be opened again',
    title: 'Reopen reports',
    subtitle: `${count(reports.length, 'report is', 'reports are')} open again, and the desk has the case.`,
    confirmText: 'Reopen',
    onClose: () => setOpen(false),
  }
  return (
    <>
      <GuardedButton
        {...button}
        may="reports.handle"
        variant="subtle"
        size="compact-xs"
        onClick={() => setOpen(true)}
      >
        Reopen
      </GuardedButton>
      {open && kind === 'user' && (
        <ReasonDialog
          {...words}
          call={api.userReports.reopen}
          input={(reason): Input<typeof api.userReports.reopen> => ({
            params: { uid: id },
            body: { reports, reason },
          })}
        />
      )}
      {open && kind === 'listing' && (
        <ReasonDialog
          {...words}
          call={api.listingReports.reopen}
          input={(reason): Input<typeof api.listingReports.reopen> => ({
            params: { id },
            body: { reports, reason },
          })}
        />
      )}
    </>
  )
}
