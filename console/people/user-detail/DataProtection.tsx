import { Divider, Stack, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useMe } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'
import { saveJson } from '../../ui/browser/save-file.ts'
import classes from './user-detail.module.css'

/** Export and erasure of a person's data, as the law requires. Shown only to roles that may use it. */
export function DataProtection({ uid }: { uid: string }) {
  const me = useMe()
  const [open, setOpen] = useState<'export' | 'erase' | null>(null)
  const close = () => setOpen(null)
  if (!me || !may(me.role, 'users.export')) return null
  return (
    <>
      <Divider my="md" />
      <section aria-labelledby="data-protection">
        <Title order={2} id="data-protection" mb="sm">
          Data protection
        </Title>
        <Stack gap="sm">
          <GuardedButton may="users.export" variant="default" onClick={() => setOpen('export')}>
            Export data…
          </GuardedButton>
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
  const exporting = useAction(api.users.export, {
    done: 'Exported.',
    failed: 'Error exporting the data.',
  })
  return (
    <ReasonDialog
      title="Export data"
      subtitle="Everything that is kept of this person, as one file. Who exported it, when and why is put on record."
      confirmText="Export"
      busy={exporting.busy}
      problem={detailOf(exporting.failure)}
      onClose={onClose}
      onConfirm={async (reason) => {
        const outcome = await exporting.run({ params: { uid }, body: { reason } })
        if (!outcome.done) return
        saveJson(`person-${uid}.json`, outcome.data)
        onClose()
      }}
    />
  )
}

/** Mounted for one opening. */
function EraseDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const navigate = useNavigate()
  const erasing = useAction(api.users.erase, {
    done: 'Erased.',
    failed: 'Error erasing the person.',
    refetch: [api.users.search],
  })
  return (
    <ReasonDialog
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
      note={<ProductionNote />}
      confirmText="Erase person"
      danger
      typed={{ label: 'Their uid, to be sure', value: uid }}
      busy={erasing.busy}
      problem={detailOf(erasing.failure)}
      onClose={onClose}
      onConfirm={async (reason) => {
        const outcome = await erasing.run({ params: { uid }, body: { reason } })
        if (!outcome.done) return
        onClose()
        void navigate({ to: '/dashboard/users', replace: true })
      }}
    />
  )
}
