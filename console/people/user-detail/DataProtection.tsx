import { Button, Stack, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../data/rights.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { saveJson } from '../../ui/browser/save-file.ts'
import classes from './user-detail.module.css'

/** Export, case file and erasure of a person's data, as the law requires. Shown only to roles that may use it. */
export function DataProtection({ uid }: { uid: string }) {
  const me = useMe()
  const [open, setOpen] = useState<'export' | 'erase' | null>(null)
  const close = () => setOpen(null)
  if (!me || !may(me, 'users.export')) return null
  return (
    <>
      <hr />
      <section aria-labelledby="data-protection">
        <Title order={2} id="data-protection" mb="sm">
          Data protection
        </Title>
        <Stack gap="sm">
          <GuardedButton may="users.export" variant="default" onClick={() => setOpen('export')}>
            Export data…
          </GuardedButton>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/dashboard/case-file" search={{ uid }} {...props} />}
          >
            Case file…
          </Button>
          <GuardedButton may="users.erase" variant="default" c="red" onClick={() => setOpen('erase')}>
            Erase person…
          </GuardedButton>
        </Stack>
        {open === 'export' && <ExportDialog uid={uid} onClose={close} />}
        {open === 'erase' && <EraseDialog uid={uid} onClose={close} />}
      </section>
    </>
  )
}

/** Mounted for one opening. */
function ExportDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  return (
    <ReasonDialog
      call={api.users.export}
      input={(reason) => ({ params: { uid }, body: { reason } })}
      done="Exported."
      failed="Error exporting the data."
      title="Export data"
      subtitle="Everything that is kept of this person, as one file. Who exported it, when and why is put on record."
      note={null}
      confirmText="Export"
      onClose={onClose}
      onDone={(data) => saveJson(`person-${uid}.json`, data)}
    />
  )
}

/** Mounted for one opening. */
function EraseDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ReasonDialog
      call={api.users.erase}
      input={(reason) => ({ params: { uid }, body: { reason } })}
      done="Erased."
      failed="Error erasing the person."
      refetch={[api.users.search]}
      title="Erase person"
      subtitle={
        <>
          <p className={classes.paragraph}>
            Their account, listings, community posts, devices and reports are removed, and whole conversations
            with them, for the other side too. Transactions and money stay, as those of an erased person; what
            the audit log says of them is emptied.
          </p>
          <p className={classes.paragraph}>
            This cannot be undone, and no search finds them again. Do not name them in the reason: it stays.
          </p>
        </>
      }
      confirmText="Erase person"
      danger
      typed={{ label: 'Their uid, to be sure', value: uid }}
      onClose={onClose}
      onDone={() => void navigate({ to: '/dashboard/users', replace: true })}
    />
  )
}
